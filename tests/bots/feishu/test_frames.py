"""The frames of the long connection, read and written as the official SDK does it."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from bots.feishu.frames import CONTROL, DATA, BadFrame, Frame, read_frame, write_frame
from bots.feishu.parts import BYTES_AT_MOST, WAIT_SECONDS, Parts

pytestmark = pytest.mark.rule("F1")

PING = "0800100018f681801020002a0c0a0474797065120470696e67"

_PEER = """
import importlib.util, json, sys, types
from pathlib import Path
found = importlib.util.find_spec("lark_oapi")
root = Path(found.submodule_search_locations[0])
for name, path in (("lark_oapi", root), ("lark_oapi.ws", root / "ws")):
    # The package's own __init__ takes some seconds and is not needed for its frames.
    module = types.ModuleType(name)
    module.__path__ = [str(path)]
    sys.modules[name] = module
from lark_oapi.ws.pb.pbbp2_pb2 import Frame
told = []
for line in sys.stdin:
    frame = Frame()
    frame.ParseFromString(bytes.fromhex(line.strip()))
    told.append({
        "numbers": [frame.SeqID, frame.LogID, frame.service, frame.method],
        "headers": [[one.key, one.value] for one in frame.headers],
        "payload": frame.payload.hex(),
        "texts": [frame.payload_encoding, frame.payload_type, frame.LogIDNew],
        "again": frame.SerializeToString().hex(),
    })
print(json.dumps(told))
"""


def frames(count: int) -> list[Frame]:
    choose = random.Random(5)
    return [
        Frame(
            method=choose.choice((CONTROL, DATA)),
            service=choose.choice((0, 1, 33554678, 2**31 - 1, -1, -(2**31))),
            headers=tuple(
                (f"key{n}", choose.choice(("", "event", "值", "a" * 300))) for n in range(n_headers)
            ),
            payload=choose.randbytes(choose.choice((0, 1, 127, 128, 70_000))),
            sequence=choose.randrange(2**64),
            log=choose.randrange(2**40),
            texts={9: "log"} if n_headers % 2 else {},
        )
        for n_headers in range(count)
    ]


def test_the_sdk_reads_what_we_write_and_we_read_what_it_writes() -> None:
    made = frames(12)
    lines = "\n".join(write_frame(frame).hex() for frame in made)
    told = subprocess.run(
        [sys.executable, "-c", _PEER], input=lines, capture_output=True, text=True, check=True
    )
    for frame, peer in zip(made, json.loads(told.stdout), strict=True):
        assert peer["numbers"] == [frame.sequence, frame.log, frame.service, frame.method]
        assert [tuple(pair) for pair in peer["headers"]] == list(frame.headers)
        assert bytes.fromhex(peer["payload"]) == frame.payload
        assert read_frame(bytes.fromhex(peer["again"])) == frame
        assert peer["again"] == write_frame(frame).hex()


def test_a_ping_is_the_one_that_the_sdk_sends() -> None:
    assert write_frame(Frame(CONTROL, 33554678, (("type", "ping"),))).hex() == PING


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


def part(number: int, total: int, payload: bytes, name: str = "m") -> Frame:
    headers = (("message_id", name), ("sum", str(total)), ("seq", str(number)))
    return Frame(DATA, 1, headers, payload)


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


@pytest.mark.parametrize(
    "bad", [part(3, 3, b"x"), part(0, 5000, b"x"), Frame(DATA, 1, (("sum", "-2"), ("seq", "x")))]
)
def test_parts_that_make_no_sense_are_nothing(bad: Frame) -> None:
    assert not Parts().add(bad, 0)


def test_the_sdk_itself_is_not_loaded() -> None:
    """It takes seconds and 160 MB; only what needs it may load it."""
    code = "import bots.feishu.bot, sys; raise SystemExit('lark_oapi' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[3]).returncode == 0
