"""The protobuf frames of the long connection, encoded and decoded by hand.

The message is proto2 ``Frame`` of the official clients (ws/pb/pbbp2): SeqID=1, LogID=2, service=3 and method=4
are required; headers=5 repeat; payload_encoding=6, payload_type=7, payload=8 and LogIDNew=9 are optional.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

CONTROL, DATA = 0, 1
_VARINT, _BYTES = 0, 2
_REQUIRED = {1, 2, 3, 4}


class BrokenFrame(ValueError):
    """The bytes are no frame."""


@dataclass
class Frame:
    """One frame; ``headers`` keep their order."""

    method: int
    service: int = 0
    headers: list[tuple[str, str]] = field(default_factory=list)
    payload: bytes = b""
    sequence: int = 0
    log_id: int = 0
    payload_encoding: str = ""
    payload_type: str = ""
    log_id_new: str = ""

    def header(self, key: str) -> str:
        """The first header of that name, "" without one."""
        return next((value for name, value in self.headers if name == key), "")


def encode(frame: Frame) -> bytes:
    """The bytes of a frame."""
    parts = [
        _number(1, frame.sequence),
        _number(2, frame.log_id),
        _number(3, frame.service),
        _number(4, frame.method),
        *(_chunk(5, _chunk(1, k.encode()) + _chunk(2, v.encode())) for k, v in frame.headers),
    ]
    optional = ((6, frame.payload_encoding.encode()), (7, frame.payload_type.encode()), (8, frame.payload))
    parts += [_chunk(tag, value) for tag, value in optional if value]
    if frame.log_id_new:
        parts.append(_chunk(9, frame.log_id_new.encode()))
    return b"".join(parts)


def decode(data: bytes) -> Frame:
    """The frame in ``data``; raises BrokenFrame, also for a missing required field."""
    frame, seen = Frame(method=-1), set[int]()
    for tag, value in _fields(data):
        seen.add(tag)
        _store(frame, tag, value)
    if not seen >= _REQUIRED:
        raise BrokenFrame(f"fields {sorted(_REQUIRED - seen)} are missing")
    return frame


def _store(frame: Frame, tag: int, value: int | bytes) -> None:
    numbers = {1: "sequence", 2: "log_id", 3: "service", 4: "method"}
    texts = {6: "payload_encoding", 7: "payload_type", 9: "log_id_new"}
    if tag in numbers and isinstance(value, int):
        setattr(frame, numbers[tag], value)
    elif tag in texts and isinstance(value, bytes):
        setattr(frame, texts[tag], value.decode())
    elif tag == 8 and isinstance(value, bytes):
        frame.payload = value
    elif tag == 5 and isinstance(value, bytes):
        frame.headers.append(_pair(value))
    else:
        raise BrokenFrame(f"field {tag} has the wrong type or is unknown")


def _pair(data: bytes) -> tuple[str, str]:
    found = {tag: value for tag, value in _fields(data) if isinstance(value, bytes)}
    if not found.keys() >= {1, 2}:
        raise BrokenFrame("a header without key or value")
    return found[1].decode(), found[2].decode()


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    place = 0
    while place < len(data):
        key, place = _read_varint(data, place)
        tag, kind = key >> 3, key & 7
        if kind == _VARINT:
            number, place = _read_varint(data, place)
            yield tag, number
        elif kind == _BYTES:
            length, place = _read_varint(data, place)
            if place + length > len(data):
                raise BrokenFrame("a field ends after the frame")
            yield tag, data[place : place + length]
            place += length
        else:
            raise BrokenFrame(f"wire type {kind}")


def _read_varint(data: bytes, place: int) -> tuple[int, int]:
    value, shift = 0, 0
    while True:
        if place >= len(data) or shift > 63:
            raise BrokenFrame("a number that does not end")
        byte = data[place]
        value |= (byte & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if not byte & 0x80:
            return value, place


def _varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _number(tag: int, value: int) -> bytes:
    return _varint(tag << 3 | _VARINT) + _varint(value)


def _chunk(tag: int, value: bytes) -> bytes:
    return _varint(tag << 3 | _BYTES) + _varint(len(value)) + value
