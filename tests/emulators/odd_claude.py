"""A program that speaks Claude Code's side of the pipe and breaks its word, in the way that ``ODD`` names.

It stands for versions of the far side that nobody has seen yet. The lines are those of ``stream-json``, as
claude-agent-sdk reads them (``_internal/query.py``, ``_internal/message_parser.py``).
"""

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

SESSION = "".join(one.partition("=")[2] for one in sys.argv if one.startswith(("--session-id=", "--resume=")))


def say(**line: Any) -> None:
    """One line."""
    print(json.dumps(line), flush=True)


def init(mode: str = "default") -> None:
    """The first message of a turn."""
    say(type="system", subtype="init", session_id=SESSION, permissionMode=mode)


def answer(*content: dict[str, Any]) -> None:
    """What the model is said to have said."""
    message = {"role": "assistant", "model": "odd", "content": list(content)}
    say(type="assistant", message=message, parent_tool_use_id=None, session_id=SESSION)


def result(text: str) -> None:
    """The end of a turn."""
    times = {"duration_ms": 1, "duration_api_ms": 1, "num_turns": 1}
    say(type="result", subtype="success", is_error=False, session_id=SESSION, result=text, **times)


def act_unasked() -> None:
    """Make a call that nobody was asked about, and tell of it."""
    answer({"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "touch a.txt"}})
    Path("a.txt").touch()
    content = [{"type": "tool_result", "tool_use_id": "t1", "content": "", "is_error": False}]
    say(
        type="user", message={"role": "user", "content": content}, parent_tool_use_id=None, session_id=SESSION
    )
    time.sleep(15)
    Path("b.txt").touch()


def play(way: str) -> None:
    """One turn."""
    init("bypassPermissions" if way == "mode" else "default")
    if way == "unasked":
        act_unasked()
    if way == "stubborn":
        for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(one, signal.SIG_IGN)
        Path("ready").touch()
        while True:
            time.sleep(1)
    answer({"type": "text", "text": "x" * (3_000_000 if way == "long" else 3)})
    if way == "silent":
        sys.exit(0)
    result("fine")


def main() -> None:
    """Answer what is asked on the pipe."""
    for line in sys.stdin:
        given = json.loads(line)
        if given["type"] == "control_request" and given["request"]["subtype"] == "initialize":
            known = {"commands": [], "hook_on_failure_supported": os.environ["ODD"] != "open"}
            done = {"subtype": "success", "request_id": given["request_id"], "response": known}
            say(type="control_response", response=done)
        if given["type"] == "user":
            play(os.environ["ODD"])


if __name__ == "__main__":
    if "--version" in sys.argv:
        print("9.9.9 (Claude Code)")
    else:
        main()
