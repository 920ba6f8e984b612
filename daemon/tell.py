"""From what an agent did to what the room is told: redacted first, then cut, with what was left out counted. Pure.

A flood is bounded in what is told, never in what the agent can do (T4).
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from daemon.runtime import (
    Ended,
    FileChanged,
    Notice,
    Outcome,
    Plan,
    Progress,
    Said,
    SessionReady,
    Step,
    ToolEnded,
    ToolStarted,
)
from relay.wire.machines import ReportKind

TAIL_LINES = 40
TAIL_CHARACTERS = 4_000
WINDOW = 65_536
SAID_CHARACTERS = 20_000
RESULT_CHARACTERS = 40_000
TITLE_CHARACTERS = 300
PLAN_STEPS = 90
ROOM = 60_000
"""Characters of one text as JSON; the relay takes 64 KiB for a whole report."""
LONGEST_ESCAPE = 6
"""What JSON makes of one control character: \\u001b."""

Redact = Callable[[str], str]
Told = tuple[ReportKind, dict[str, Any]]
ENDS = {
    Outcome.done: ReportKind.done,
    Outcome.failed: ReportKind.failed,
    Outcome.stopped: ReportKind.stopped,
}


def tell(step: Step, redact: Redact) -> Told:
    """One step as a report."""
    match step:
        case SessionReady(session=session):
            return ReportKind.session, {"session": session}
        case Said(text=text):
            return ReportKind.said, cut(redact(text), SAID_CHARACTERS)
        case ToolStarted(call=call, tool=tool, title=title):
            return ReportKind.tool_started, {"call": call, "tool": tool, "title": _line(title, redact)}
        case ToolEnded():
            return ReportKind.tool_ended, _tool_ended(step, redact)
        case FileChanged():
            return ReportKind.file, _file(step, redact)
        case Progress(percent=percent, text=text):
            return ReportKind.progress, {"percent": percent, "text": _line(text, redact)}
        case Plan(steps=steps):
            told = [[_line(text, redact), state] for text, state in steps[:PLAN_STEPS]]
            missing = {"left_out": len(steps) - PLAN_STEPS} if len(steps) > PLAN_STEPS else {}
            return ReportKind.plan, {"steps": told, **missing}
        case Notice(text=text):
            return ReportKind.notice, cut(redact(text), SAID_CHARACTERS)
        case Ended():
            return _ended(step, redact)


def _tool_ended(step: ToolEnded, redact: Redact) -> dict[str, Any]:
    return {
        "call": step.call,
        "tool": step.tool,
        "title": _line(step.title, redact),
        "failed": step.failed,
        "exit_code": step.exit_code,
        **(tail(step.output, redact) if _prints(step) else {}),
    }


def _prints(step: ToolEnded) -> bool:
    """Whether what came back is a command's output or an error; what a tool has read is no news to the room (S2)."""
    return step.failed or step.exit_code is not None or step.tool == "Bash"


def _file(step: FileChanged, redact: Redact) -> dict[str, Any]:
    return {
        "call": step.call,
        "path": redact(step.path)[:1000],
        "added": step.added,
        "removed": step.removed,
        "created": step.created,
    }


def _ended(step: Ended, redact: Redact) -> Told:
    body = cut(redact(step.text), RESULT_CHARACTERS)
    usage: Mapping[str, int] = step.usage
    return ENDS[step.outcome], {**body, "usage": dict(usage), "cost_usd": step.cost_usd}


def harmless(text: str) -> str:
    """A text that every database and every encoder takes: no NUL, no half of a surrogate pair (T6)."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()


def cut(text: str, limit: int) -> dict[str, Any]:
    """The beginning of a text, with how many characters are missing."""
    if len(json.dumps(text[:limit], ensure_ascii=False)) > ROOM:
        limit = ROOM // LONGEST_ESCAPE
    missing = len(text) - limit
    return {"text": text[:limit], "left_out": missing} if missing > 0 else {"text": text}


def tail(output: str, redact: Redact) -> dict[str, Any]:
    """The end of an output, with how many lines and characters came before it."""
    window, shown_from = _window(output, redact)
    lines = window.splitlines()
    shown = "\n".join(lines[-TAIL_LINES:])
    kept = shown[-TAIL_CHARACTERS:]
    told: dict[str, Any] = {"tail": kept}
    before = output.count("\n", 0, shown_from) + max(0, len(lines) - TAIL_LINES)
    if before:
        told["lines_left_out"] = before
    if len(shown) > len(kept):
        told["characters_left_out"] = len(shown) - len(kept)
    return told


def _window(output: str, redact: Redact) -> tuple[str, int]:
    """A redacted end of the output, and where it begins.

    A secret that is cut at that border is not known as one, so the window is widened until what is left of
    it is much more than what is shown: the border is then far away, however much was redacted.
    """
    size = WINDOW
    while True:
        window = redact(output[-size:])
        if size >= len(output) or len(window) > WINDOW // 2:
            return window, max(0, len(output) - size)
        size *= 4


def _line(text: str, redact: Redact) -> str:
    line = " ".join(redact(text).split())[:TITLE_CHARACTERS]
    return "".join(character if character.isprintable() else " " for character in line)


class Flood:
    """Counts what is told of one request, and what is not any more."""

    def __init__(self, most: int) -> None:
        self._most, self._told, self.dropped = most, 0, 0

    def lets(self, step: Step) -> bool:
        """Whether a step is told. Sessions, notices and ends always are."""
        if isinstance(step, SessionReady | Notice | Ended):
            return True
        self._told += 1
        if self._told <= self._most:
            return True
        self.dropped += 1
        return False
