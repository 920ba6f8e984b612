"""A room in which everything stands that a page can show: for pictures, and for tests of every page."""

import hashlib
import struct
import time
import zlib
from dataclasses import dataclass

from relay.wire.machines import ReportKind
from relay.wire.people import Role
from relay.wire.requests import Ask, Decision
from tests.bots.web.scene import Machine, Room


def picture(width: int = 240, height: int = 90) -> bytes:
    """A PNG with bars (W3C PNG, 5.3: length, kind, data, checksum)."""
    rows = b"".join(
        b"\0" + bytes(40 + 160 * (x // 24 * 13 % 90 > y) for x in range(width)) for y in range(height)
    )
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows)),
        (b"IEND", b""),
    ]
    packed = [
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


DOT = picture()

PATCH = """@@ -10,5 +10,6 @@ def session(user):
     token = sign(user)
-    if expired(token):
-        return None
+    if expired(token, now()):
+        log.info("expired: %s", user)
+        raise Expired(user)
     return token
"""
HOSTILE = "<img src=x onerror=alert(1)>\u202e"


@dataclass(frozen=True)
class Stage:
    """The names of what stands there."""

    done: str
    running: str
    pending: str


async def set_stage(room: Room, machine: Machine, asked: dict[str, str] | None = None) -> Stage:
    """Requests in each state, an action that waits, a join card, an invitation, and a standing permission."""
    asked = asked or ASKED
    machine.at = time.time_ns() // 1000
    house = room.house
    sarah, gil = await house.member("sarah"), await house.member("gil")
    done = await house.ask(sarah, asked["done"])
    await house.approve(done, Decision.always)
    await play(machine, await machine.take())
    denied = await house.ask(gil, asked["denied"])
    await house.approve(denied, Decision.deny)
    running = await house.ask(sarah, asked["running"])
    request = await machine.take()
    await begin(machine, request)
    pending = await house.ask(gil, asked["pending"])
    tom = house.who("tom")
    await house.client("slack").ask(tom, Ask(spot=house.spot(), prompt=asked["join"]))
    await room.invite_link(Role.watcher)
    return Stage(done.public_id, running.public_id, pending.public_id)


ASKED = {
    "done": "The login tests fail on main since Friday. Find out why and fix it, please.",
    "denied": "drop the staging database and start from scratch",
    "running": "Write the release notes for 2.4 from the merged pull requests, and push them to the release branch.",
    "pending": "Update the dependencies and run the whole test suite.\nTell me what breaks.",
    "join": "Hi, I am new in the team. Can the agent look why the build of my branch fails?",
}


async def play(machine: Machine, request: str) -> None:
    """A whole run, from its plan to its result."""
    steps = [["Read the tests", "completed"], ["Fix the clock", "completed"], ["Run everything", "completed"]]
    say, tool = machine.report, ReportKind.tool_ended
    await say(request, ReportKind.plan, steps=steps)
    for number, name in enumerate(("src/auth.py", "src/session.py", "tests/test_login.py", "README.md")):
        await say(request, tool, call=f"r{number}", tool="Read", title=f"Read {name}", failed=False)
    await say(
        request, ReportKind.said, text="The clock of the test is frozen, but the code reads the real one."
    )
    await say(request, ReportKind.file, call="e1", path="src/session.py", added=3, removed=2, patch=PATCH)
    await say(
        request, ReportKind.file, call="e2", path="tests/test_login.py", added=12, removed=0, created=True
    )
    failing = {"exit_code": 1, "tail": "tests/test_login.py::test_expiry FAILED\n1 failed, 41 passed in 3.2s"}
    await say(request, tool, call="b1", tool="Bash", title="pytest -q", failed=True, **failing)
    passing = {"exit_code": 0, "tail": "42 passed in 3.1s"}
    await say(request, tool, call="b2", tool="Bash", title="pytest -q", failed=False, **passing)
    digest = hashlib.sha256(DOT).hexdigest()
    await machine.client.put_artifact(request, digest, machine.fence, DOT)
    shown = {"digest": digest, "media_type": "image/png", "size": len(DOT)}
    await say(request, ReportKind.artifact, name="coverage.png", caption="Coverage", **shown)
    await say(request, ReportKind.gap, since=1_800_000_000_000_000, until=1_800_000_240_000_000)
    text = "Fixed: the session compares with **the clock that it is given**.\n\n- `src/session.py`\n- a test for it"
    await say(request, ReportKind.done, text=text)


async def begin(machine: Machine, request: str) -> None:
    """A run that waits for its owner in the middle."""
    steps = [["Collect", "completed"], ["Write", "in_progress"], ["Push", "pending"]]
    await machine.report(request, ReportKind.plan, steps=steps)
    ended = {
        "call": "c1",
        "tool": "Bash",
        "title": "git log --merges v2.3..",
        "tail": "14 merges",
        "exit_code": 0,
    }
    await machine.report(request, ReportKind.tool_ended, failed=False, **ended)
    await machine.report(request, ReportKind.progress, percent=60, text="writing the notes")
    await machine.ask_action(request, "git push origin release/2.4")


CONSOLE_PAGES = {
    "console": "/console",
    "console-permissions": "/console/permissions",
    "console-people": "/console/people",
    "console-machines": "/console/machines",
    "console-audit": "/console/audit?check=yes",
    "console-device": "/console/device",
}
"""Each page of the owner's console."""


def pages_of(room: Room, stage: Stage) -> dict[str, str]:
    """Each page of somebody who is in, by a short name."""
    return {
        "rooms": "/rooms",
        "room": room.path,
        "request": f"{room.path}/{stage.done}",
        "waiting": f"{room.path}/{stage.pending}",
        "people": f"{room.path}/people",
        "grants": f"{room.path}/grants",
        "machines": f"{room.path}/machines",
        "audit": f"{room.path}/audit",
        "states": f"{room.path}/states",
        "switches": f"{room.path}/switches",
        "account": "/account",
        "missing": "/rooms/nothing-here",
    }
