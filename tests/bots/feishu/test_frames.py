"""The frames of the long connection: the SDK's own type, whatever bytes come."""

import random

import pytest

from bots.connector import Unsure
from bots.feishu.frames import CONTROL, DATA, BadFrame, Frame, acknowledge, header_of, make_ping, read_frame
from bots.feishu.parts import BYTES_AT_MOST, WAIT_SECONDS, Parts
from bots.feishu.socket import _service_of

pytestmark = pytest.mark.rule("F1")

PING = "0800100018f681801020002a0c0a0474797065120470696e67"


def frame(payload: bytes = b"", method: int = DATA, **headers: str) -> Frame:
    """A frame as the server sends it."""
    made = Frame(SeqID=2**64 - 1, LogID=2**40, service=-1, method=method, payload=payload, LogIDNew="值")
    for name, value in headers.items():
        made.headers.add(key=name, value=value)
    return made


def test_a_ping_is_the_one_that_the_sdk_sends() -> None:
    assert make_ping(33554678).hex() == PING
    read = read_frame(bytes.fromhex(PING))
    assert (read.method, read.service, header_of(read, "type")) == (CONTROL, 33554678, "ping")


@pytest.mark.parametrize("size", [0, 1, 127, 128, 70_000, 3_000_000])
def test_an_acknowledgement_is_the_frame_with_another_payload_and_one_more_header(size: int) -> None:
    sent = frame(random.Random(5).randbytes(size), type="event", message_id="分", sum="1")
    heard = read_frame(sent.SerializeToString())
    answer = read_frame(acknowledge(heard, b'{"code":200}', 12))
    told = [(one.key, one.value) for one in answer.headers]
    assert told == [("type", "event"), ("message_id", "分"), ("sum", "1"), ("biz_rt", "12")]
    assert (answer.SeqID, answer.LogID, answer.service, answer.LogIDNew) == (2**64 - 1, 2**40, -1, "值")
    assert answer.payload == b'{"code":200}'
    assert heard.payload == sent.payload
    refused = read_frame(acknowledge(heard, b'{"code":500}', None))
    assert header_of(refused, "biz_rt", "none") == "none"


@pytest.mark.parametrize("size", range(len(PING) // 2))
def test_what_is_cut_off_is_no_frame_or_a_shorter_one_and_never_an_accident(size: int) -> None:
    try:
        read_frame(bytes.fromhex(PING)[:size])
    except BadFrame:
        return


def test_noise_is_no_frame() -> None:
    choose = random.Random(7)
    for _ in range(2000):
        try:
            read_frame(choose.randbytes(choose.randrange(40)))
        except BadFrame:
            continue


@pytest.mark.parametrize(
    "hostile",
    [
        b"",
        b"\x53" * 5000,  # groups in groups
        b"\x08" + b"\xff" * 11,  # a number without an end
        b"\x42\xff\xff\xff\xff\x7f",  # a payload that would be 32 GB
        b"\x08\x01\x10\x01\x18\x01",  # without a method
        b"\x08\x01\x10\x01\x18\x01\x20\x01\x2a\x05\x0a\x03\xff\xfe\xfd",  # a name that is no text
    ],
)
def test_hostile_bytes_are_no_frame(hostile: bytes) -> None:
    with pytest.raises(BadFrame):
        read_frame(hostile)


def part(number: int, total: int, payload: bytes, name: str = "m") -> Frame:
    return frame(payload, message_id=name, sum=str(total), seq=str(number))


def test_parts_come_in_any_order_and_more_than_once() -> None:
    parts = Parts()
    assert parts.add(part(2, 3, b"c"), 0) is None
    assert parts.add(part(0, 3, b"a"), 0) is None
    assert parts.add(part(0, 3, b"a"), 0) is None
    assert parts.add(part(1, 3, b"b", "other"), 0) is None
    assert parts.add(part(1, 3, b"b"), WAIT_SECONDS - 1) == b"abc"
    assert parts.add(part(1, 3, b"b"), WAIT_SECONDS) is None  # what was whole once begins anew


def test_what_is_never_whole_is_forgotten_and_takes_no_more_room_than_allowed() -> None:
    parts = Parts()
    assert parts.add(part(0, 2, b"a"), 0) is None
    assert parts.add(part(1, 2, b"b", "other"), WAIT_SECONDS + 1) is None
    assert parts.add(part(1, 2, b"b"), WAIT_SECONDS + 1) is None
    for number in range(20):
        assert parts.add(part(0, 2, bytes(BYTES_AT_MOST // 8), f"m{number}"), WAIT_SECONDS + 2) is None
    assert parts._bytes <= BYTES_AT_MOST + BYTES_AT_MOST // 8


@pytest.mark.parametrize("bad", [part(3, 3, b"x"), part(0, 5000, b"x"), frame(b"x", sum="-2", seq="x")])
def test_parts_that_make_no_sense_are_nothing(bad: Frame) -> None:
    assert not Parts().add(bad, 0)


@pytest.mark.parametrize("number", ["", "-1", "1.5", "x", "１", str(2**31), "9" * 5000])
def test_an_address_whose_number_fits_into_no_ping_is_none(number: str) -> None:
    with pytest.raises(Unsure):
        _service_of(f"ws://127.0.0.1/?device_id=1&service_id={number}")


def test_an_address_names_the_number_of_its_pings() -> None:
    assert _service_of(f"ws://127.0.0.1/?device_id=1&service_id={2**31 - 1}") == 2**31 - 1
    assert make_ping(2**31 - 1)
