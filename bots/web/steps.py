"""A timeline as rows for the eye: one row a tool call, however many events it took."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from bots.facts import change_marks
from bots.text import cut, cut_tail, harmless, one_line
from bots.web.words_web import has, tell
from bots.words import kin_event
from relay.wire.base import Instant
from relay.wire.requests import EventView

TITLE_SHOWN = 300
SAID_SHOWN = 4_000
TAIL_SHOWN = 8_000
TAIL_GLANCED = 1_500
"""UTF-16 units of one row."""

PATCH_SHOWN = 16_000
_DIFF_MARKS = {"+": "plus", "-": "minus", "@": "place"}
LOOKING = frozenset({"Read", "Glob", "Grep", "LS", "NotebookRead"})
"""Tools that only look."""

IMAGES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
"""What a browser may show in the page: no kind that can hold a script."""
_DIGEST = re.compile(r"[0-9a-f]{64}")

# What has a place of its own on the card, or says nothing to people.
SILENT = frozenset({"progress", "plan"})
KNOWN = ("done", "failed", "cancelled")
"""Outcomes that the end of their call has told already."""


@dataclass(frozen=True)
class Row:
    """``key`` stays the same while a tool call goes on, so that its end replaces its beginning."""

    key: str
    seq: int
    at: Instant
    kind: str
    sign: str
    text: str
    mood: str = ""
    mono: bool = False
    note: str = ""
    detail: str = ""
    left_out: str = ""
    plus: int | None = None
    minus: int | None = None
    file: str = ""
    name: str = ""
    is_image: bool = False
    size: int | None = None
    fold: str = ""
    diff: tuple[tuple[str, str], ...] = ()


def rows_of(events: Iterable[EventView], language: str, tail: int = TAIL_SHOWN, path: str = "") -> list[Row]:
    """The rows of a piece of a timeline, in order; of an output its last ``tail`` UTF-16 units.

    ``path`` is the request's own, below which its files are.
    """
    rows: dict[str, Row] = {}
    for event in events:
        if event.kind in SILENT or _is_known(event):
            continue
        row = _tool_ended(event, language, tail) if event.kind == "tool_ended" else _row_of(event, language)
        row = replace(row, file=f"{path}/files/{row.file}") if row.file else row
        earlier = rows.get(row.key)
        rows[row.key] = replace(row, seq=earlier.seq) if earlier else row
    return list(rows.values())


def _is_known(event: EventView) -> bool:
    return event.kind == "outcome" and event.body.get("outcome") in KNOWN


def _row_of(event: EventView, language: str) -> Row:
    return _ROWS.get(event.kind, _other)(event, language)


def _said(event: EventView, language: str) -> Row:
    shown, missing = cut(harmless(_text(event, "text")), SAID_SHOWN)
    return _row(
        event, "speech", shown, left_out=tell("card.more", language, count=missing) if missing else ""
    )


def _tool_started(event: EventView, language: str) -> Row:
    row = _row(event, "run", _title(event), mono=True, mood="going", note=tell("tool_running", language))
    return replace(row, key=_call(event), kind="tool", fold=_fold(event))


def _tool_ended(event: EventView, language: str, limit: int) -> Row:
    failed = bool(event.body.get("failed"))
    exit_code = event.body.get("exit_code")
    note = tell("tool_failed", language) if failed else ""
    if isinstance(exit_code, int):
        note = tell("exit_code", language, code=exit_code)
    tail, before = cut_tail(harmless(_text(event, "tail")).rstrip(), limit)
    row = _row(event, "cross" if failed else "check", _title(event), mono=True, note=note, detail=tail)
    return replace(
        row,
        key=_call(event),
        kind="tool",
        mood="bad" if failed else "",
        fold="" if failed or tail else _fold(event),
        left_out=_dropped(event, language) or (tell("card.more", language, count=before) if before else ""),
    )


def _fold(event: EventView) -> str:
    """What looks, and prints nothing for the room, is folded together with its neighbours."""
    return "read" if _text(event, "tool") in LOOKING else ""


def _dropped(event: EventView, language: str) -> str:
    for name in ("lines_left_out", "characters_left_out", "left_out", "count"):
        count = event.body.get(name)
        if isinstance(count, int) and count > 0:
            lines = name in ("lines_left_out", "count")
            return tell("left_out" if lines else "card.more", language, count=count)
    return ""


def _file(event: EventView, language: str) -> Row:
    note = ", ".join(change_marks(event.body, lambda key, **more: tell(key, language, **more)))
    row = _row(event, "edit", one_line(_text(event, "path")), mono=True, note=note)
    if event.body.get("binary") is True:
        return row
    counted = replace(row, plus=_count(event, "added"), minus=_count(event, "removed"))
    patch, missing = cut(harmless(_text(event, "patch")), PATCH_SHOWN)
    missing += _count(event, "left_out")
    left_out = tell("card.more", language, count=missing) if missing else ""
    return replace(counted, diff=_marked(patch), left_out=left_out) if patch else counted


def _marked(patch: str) -> tuple[tuple[str, str], ...]:
    """The lines of a patch, each with what it is: added, gone, the place of a hunk, or as it was."""
    return tuple((_DIFF_MARKS.get(line[:1], ""), line) for line in patch.rstrip("\n").split("\n"))


def _gap(event: EventView, language: str) -> Row:
    return _row(event, "broken", tell("event.gap", language, length=_length(event.body)), mood="warn")


def _length(body: dict[str, Any]) -> str:
    since, until = body.get("since"), body.get("until")
    if not isinstance(since, int) or not isinstance(until, int) or until < since:
        return "?"
    minutes, rest = divmod((until - since) // 1_000_000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}"


def _artifact(event: EventView, language: str) -> Row:
    row = _row(
        event, "clip", tell("event.artifact", language, name=_name(event)), note=_line(event, "caption")
    )
    digest, media = _text(event, "digest"), _text(event, "media_type")
    size = event.body.get("size")
    known = replace(
        row,
        file=digest,
        name=one_line(_name(event)),
        is_image=media in IMAGES,
        size=size if isinstance(size, int) else None,
    )
    return known if _DIGEST.fullmatch(digest) else row


def _refused(event: EventView, language: str) -> Row:
    handed = bool(_name(event))
    text = (
        tell("refused_artifact", language, name=_name(event)) if handed else tell("event.refused", language)
    )
    return _row(event, "lock", text, note=_line(event, "reason"))


def _dropped_row(event: EventView, language: str) -> Row:
    return _row(event, "cut", tell("event.dropped", language, count=_count(event, "count")), mood="warn")


def _failed(event: EventView, language: str) -> Row:
    return _row(event, "cross", tell("event.failed", language), mood="bad", note=_line(event, "text"))


def _action(event: EventView, language: str) -> Row:
    kind, state = _text(event, "kind"), _text(event, "state")
    what = tell(f"kind.{kind}", language) if has(f"kind.{kind}") else tell("kind.other", language, kind=kind)
    key = f"event.action_{state or 'asked'}"
    who = event.actor_name or ""
    text = tell(key if has(key) else "event.action_asked", language, who=who, what=what)
    return _row(event, "hand", text, mood="state", note=_line(event, "reason"))


def _outcome(event: EventView, language: str) -> Row:
    """What came of an approved action, where nobody knows it; all else the call's own row says."""
    return _row(event, "broken", tell("event.outcome_unknown", language), mood="warn")


def _settled(event: EventView, language: str) -> Row:
    who = event.actor_name or tell("event.who_else", language)
    text = tell(f"event.{event.kind}", language, who=who)
    return _row(event, "hand", text, mood="state", note=_line(event, "evidence"))


def _notice(event: EventView, _: str) -> Row:
    return _row(event, "info", _line(event, "text"), mood="warn")


def _other(event: EventView, language: str) -> Row:
    key = f"event.{event.kind}"
    who = event.actor_name or tell("event.who_else", language)
    told = kin_event(event, language, who)
    if told is not None:
        return _row(event, "thread", told, mood="state", note=_line(event, "reason"))
    if not has(key):
        return _row(event, "dot", tell("some_step", language, kind=one_line(event.kind)))
    return _row(event, "dot", tell(key, language, who=who, machine=who), mood="state")


def _row(event: EventView, sign: str, text: str, **more: Any) -> Row:
    happened = event.body.get("happened_at")
    at = happened if isinstance(happened, int) else event.at
    return Row(key=f"s{event.seq}", seq=event.seq, at=at, kind=event.kind, sign=sign, text=text, **more)


def _call(event: EventView) -> str:
    call = event.body.get("call")
    return f"c{call}" if isinstance(call, str) and call else f"s{event.seq}"


def _title(event: EventView) -> str:
    title = one_line(_text(event, "title") or _text(event, "tool"))
    shown, missing = cut(title, TITLE_SHOWN)
    return shown + ("…" if missing else "")


def _name(event: EventView) -> str:
    return _text(event, "name") or _text(event, "path")


def _line(event: EventView, name: str) -> str:
    shown, missing = cut(one_line(_text(event, name)), TITLE_SHOWN)
    return shown + ("…" if missing else "")


def _text(event: EventView, name: str) -> str:
    value = event.body.get(name)
    return value if isinstance(value, str) else ""


def _count(event: EventView, name: str) -> int:
    value = event.body.get(name)
    return value if isinstance(value, int) else 0


_ROWS: dict[str, Callable[[EventView, str], Row]] = {
    "said": _said,
    "tool_started": _tool_started,
    "file": _file,
    "gap": _gap,
    "artifact": _artifact,
    "refused": _refused,
    "dropped": _dropped_row,
    "failed": _failed,
    "notice": _notice,
    "action_asked": _action,
    "action_decided": _action,
    "outcome": _outcome,
    "settled": _settled,
    "looking": _settled,
}
