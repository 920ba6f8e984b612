"""The frames of the long connection, as bytes and back (proto2; the layout is in lark_oapi/ws/pb/pbbp2.proto). Pure.

The SDK's own types cost its whole import of some seconds and 160 MB; nine fields do not.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

CONTROL, DATA = 0, 1

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_LONGEST_VARINT = 10
_HEADERS, _ENCODING, _TYPE, _PAYLOAD, _LOG_TEXT = 5, 6, 7, 8, 9


class BadFrame(Exception):
    """These bytes are no frame."""


@dataclass(frozen=True)
class Frame:
    """One frame. ``method`` is `CONTROL` or `DATA`; ``headers`` keep their order and may repeat a name."""

    method: int
    service: int = 0
    headers: tuple[tuple[str, str], ...] = ()
    payload: bytes = b""
    sequence: int = 0
    log: int = 0
    texts: Mapping[int, str] = field(default_factory=dict)
    """The fields 6, 7 and 9, which are given back as they came."""

    def header(self, name: str, default: str = "") -> str:
        """The first header of that name."""
        return next((value for key, value in self.headers if key == name), default)


def write_frame(frame: Frame) -> bytes:
    """A frame as bytes."""
    out = bytearray()
    for number, value in ((1, frame.sequence), (2, frame.log), (3, frame.service), (4, frame.method)):
        out += _varint(number << 3) + _varint(value)
    for key, text in frame.headers:
        _put_bytes(out, _HEADERS, _pair(key, text))
    for number in (_ENCODING, _TYPE):
        if number in frame.texts:
            _put_bytes(out, number, frame.texts[number].encode())
    if frame.payload:
        _put_bytes(out, _PAYLOAD, frame.payload)
    if _LOG_TEXT in frame.texts:
        _put_bytes(out, _LOG_TEXT, frame.texts[_LOG_TEXT].encode())
    return bytes(out)


def read_frame(data: bytes) -> Frame:
    """Bytes as a frame; fields that are not known are passed over.

    Raises:
        BadFrame: they are none.
    """
    numbers: dict[int, int] = {}
    texts: dict[int, str] = {}
    headers: list[tuple[str, str]] = []
    payload = b""
    for number, value in _fields(data):
        if isinstance(value, int):
            numbers[number] = value
        elif number == _HEADERS:
            headers.append(_read_pair(value))
        elif number == _PAYLOAD:
            payload = value
        elif number in (_ENCODING, _TYPE, _LOG_TEXT):
            texts[number] = value.decode(errors="replace")
    if not {3, 4} <= numbers.keys():
        raise BadFrame(BadFrame.__doc__)
    return Frame(
        method=numbers[4],
        service=_signed(numbers[3]),
        headers=tuple(headers),
        payload=payload,
        sequence=numbers.get(1, 0),
        log=numbers.get(2, 0),
        texts=texts,
    )


def _put_bytes(out: bytearray, number: int, value: bytes) -> None:
    out += _varint(number << 3 | _BYTES) + _varint(len(value)) + value


def _pair(key: str, value: str) -> bytes:
    out = bytearray()
    _put_bytes(out, 1, key.encode())
    _put_bytes(out, 2, value.encode())
    return bytes(out)


def _read_pair(data: bytes) -> tuple[str, str]:
    found = {number: value for number, value in _fields(data) if isinstance(value, bytes)}
    return found.get(1, b"").decode(errors="replace"), found.get(2, b"").decode(errors="replace")


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    at = 0
    while at < len(data):
        tag, at = _read_varint(data, at)
        number, kind = tag >> 3, tag & 7
        if kind == _VARINT:
            value, at = _read_varint(data, at)
            yield number, value
            continue
        if kind == _BYTES:
            length, at = _read_varint(data, at)
        else:
            length = {_FIXED64: 8, _FIXED32: 4}.get(kind, len(data) + 1)
        if at + length > len(data):
            raise BadFrame(BadFrame.__doc__)
        if kind == _BYTES:
            yield number, data[at : at + length]
        at += length


def _varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(_LONGEST_VARINT):
        if at >= len(data):
            break
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << (7 * place)
        if byte < 0x80:
            return value & ((1 << 64) - 1), at
    raise BadFrame(BadFrame.__doc__)


def _signed(value: int) -> int:
    """An int32 below zero is written with 64 bits."""
    return value - (1 << 64) if value >> 63 else value
