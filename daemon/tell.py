"""From what an agent did to what the room is told: redacted first, then cut, with what was left out counted. Pure.

A flood is bounded in what is told, never in what the agent can do (T4).
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from daemon.policy.credentials import is_credential
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
MARGIN = 32_768
"""Characters around what is shown that are redacted with it: no secret is cut where it can be seen."""
LINE_MARGIN = 4_096
SAID_CHARACTERS = 20_000
RESULT_CHARACTERS = 40_000
TITLE_CHARACTERS = 300
PATH_CHARACTERS = 1_000
PATCH_CHARACTERS = 12_000
PLAN_STEPS = 90
ROOM = 60_000
"""Characters of one text as JSON; the relay takes 64 KiB for a whole report."""
LONGEST_ESCAPE = 6
"""What JSON makes of one control character: \\u001b."""

Redact = Callable[[str], str]


class Hides(Protocol):
    """What knows the secrets of this machine."""

    def redact(self, text: str) -> str:
        """A text without them."""
        ...


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
            return ReportKind.said, cut(text, SAID_CHARACTERS, redact)
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
            return ReportKind.notice, cut(text, SAID_CHARACTERS, redact)
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
    more = {
        "deleted": step.deleted or None,
        "binary": step.binary or None,
        "renamed_from": _path(step.renamed_from, redact) if step.renamed_from else None,
        "mode": step.mode,
    }
    return {
        "call": step.call,
        "path": _path(step.path, redact),
        "added": step.added,
        "removed": step.removed,
        "created": step.created,
        **{name: value for name, value in more.items() if value is not None},
        **_patch(step, redact),
    }


def _patch(step: FileChanged, redact: Redact) -> dict[str, Any]:
    """The lines themselves; of a file where credentials live, none (S2)."""
    if not step.patch or is_credential(step.path) or is_credential(step.renamed_from or ""):
        return {}
    told = cut(step.patch, PATCH_CHARACTERS, redact)
    return {"patch": told.pop("text"), **told}


def _path(path: str, redact: Redact) -> str:
    return _begin(path, PATH_CHARACTERS, redact)[0][:PATH_CHARACTERS]


def _ended(step: Ended, redact: Redact) -> Told:
    body = cut(step.text, RESULT_CHARACTERS, redact)
    usage: Mapping[str, int] = step.usage
    consumed = {"consumed": True} if step.consumed else {}
    return ENDS[step.outcome], {**body, "usage": dict(usage), "cost_usd": step.cost_usd, **consumed}


def harmless(text: str) -> str:
    """A text that every database and every encoder takes: no NUL, no half of a surrogate pair (T6)."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()


def cut(text: str, limit: int, redact: Redact) -> dict[str, Any]:
    """The beginning of a text, redacted, with how many characters are missing."""
    begin, unseen = _begin(text, limit, redact)
    if len(json.dumps(begin[:limit], ensure_ascii=False)) > ROOM:
        limit = ROOM // LONGEST_ESCAPE
    missing = len(begin) - limit + unseen
    return {"text": begin[:limit], "left_out": missing} if missing > 0 else {"text": begin}


def tail(output: str, redact: Redact) -> dict[str, Any]:
    """The end of an output, redacted, with how many lines and characters came before it."""
    window, unseen = _widen(output, TAIL_CHARACTERS, MARGIN, lambda size: redact(output[-size:]))
    lines = window.splitlines()
    shown = "\n".join(lines[-TAIL_LINES:])
    kept = shown[-TAIL_CHARACTERS:]
    told: dict[str, Any] = {"tail": kept}
    before = output.count("\n", 0, unseen) + max(0, len(lines) - TAIL_LINES)
    if before:
        told["lines_left_out"] = before
    missing = len(shown) - len(kept)
    if len(lines) <= TAIL_LINES and unseen:
        missing += unseen - output.rfind("\n", 0, unseen) - 1  # of the line that begins before the window
    if missing:
        told["characters_left_out"] = missing
    return told


def _begin(text: str, limit: int, redact: Redact, margin: int = MARGIN) -> tuple[str, int]:
    return _widen(text, limit, margin, lambda size: redact(text[:size]))


def _widen(text: str, limit: int, margin: int, look: Callable[[int], str]) -> tuple[str, int]:
    """What is seen of a text when enough of it is looked at, and how many characters are not.

    A secret that is cut at the border of what is looked at is not known as one, so this is widened until it is
    much more than what is shown, however much of it was redacted away.
    """
    size = limit + margin
    while True:
        seen = look(size)
        if size >= len(text) or len(seen) > limit + margin // 2:
            return seen, max(0, len(text) - size)
        size *= 4


def _line(text: str, redact: Redact) -> str:
    begin, _ = _begin(text, TITLE_CHARACTERS, redact, LINE_MARGIN)
    line = " ".join(begin.split())[:TITLE_CHARACTERS]
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
