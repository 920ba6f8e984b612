"""What stands below the card: progress, edited in place, and the one message at the end. Pure."""

from bots.facts import change_marks, file_marks, spent
from bots.slack.blocks import (
    Json,
    actions,
    at,
    bold,
    button,
    confirm,
    context,
    header,
    lines,
    message,
    rich,
    spans,
    user,
)
from bots.slack.blocks import line as paragraph
from bots.slack.cards import Reader, standing_word
from bots.slack.prose import prose
from bots.text import cut, harmless, measure, one_line
from bots.words import kin_event, sentence, state_mark
from relay.machine import OPEN, State
from relay.wire.requests import EventView, RequestView

LEFT_OUT = 6000
"""Characters of a result that are shown; all of a longer one is in a file."""

STEPS_SHOWN = 12
EVENTS_SHOWN = 5
FILES_SHOWN = 10
LINE_CHARACTERS = 200

_STEP_MARKS = {"completed": "☑", "in_progress": "▶", "cancelled": "☒"}


def has_progress(view: RequestView, reader: Reader) -> bool:
    """Whether there is anything to say beyond the state, which the card says already."""
    told = view.progress or view.plan or view.files
    return view.percent is not None or bool(told) or any(event_line(event, reader) for event in view.events)


def progress_message(view: RequestView, reader: Reader) -> Json:
    """How far it is; after the end, how it ended, with no button."""
    told = sentence(view, reader.language, reader.person, at=at)
    rows = [spans(told)]
    if view.state in OPEN:
        if view.progress:
            rows.append(spans(_short(view.progress)))
        rows += [spans(_step(text, state)) for text, state in view.plan[:STEPS_SHOWN]]
        rows += [
            spans(shown) for event in view.events[-EVENTS_SHOWN:] if (shown := event_line(event, reader))
        ]
    if view.files:
        rows.append(spans(_changed(view, reader)))
    blocks = [lines(*rows)]
    if view.state is State.running and not view.stopping:
        blocks.append(actions(f"work:{view.request}", cancel_button(view, reader)))
    return message(told, blocks)


def event_line(event: EventView, reader: Reader) -> str | None:
    """One event of the timeline in one line; None for those that the card says already."""
    body = event.body
    key = f"event.{event.kind}"
    if event.kind == "tool_ended" and body.get("failed"):
        key = "event.tool_failed"
    if event.kind in ("tool_started", "tool_ended"):
        return reader.say(key, title=_short(str(body.get("title") or body.get("tool") or "")))
    if event.kind == "file":
        path = _short(str(body.get("path", "")))
        told = reader.say(key, path=path, added=body.get("added", 0), removed=body.get("removed", 0))
        return _marked(told, change_marks(body, reader.say))
    if event.kind == "artifact":
        return _short(reader.say(key, name=str(body.get("name", ""))))
    if event.kind in ("said", "notice", "refused"):
        return _short(str(body.get("text") or body.get("reason") or "")) or None
    if event.kind == "dropped" and isinstance(body.get("lines"), int):
        return reader.say(key, count=body["lines"])
    kin = kin_event(event, reader.language)
    return _short(kin) if kin else None


def final_message(view: RequestView, reader: Reader) -> Json:
    """The one new message at the end: the asker is told of it."""
    ends = reader.say(f"final.{view.state}", id=view.public_id)
    told = [user(asker), {"type": "text", "text": " "}] if (asker := _asker(view)) else []
    blocks = [
        header(
            f"{reader.say('title', id=view.public_id, state=standing_word(view, reader.language))} {state_mark(view.state)}"
        )
    ]
    blocks.append(rich(paragraph(*told, *spans(ends, bold=True))))
    blocks += _result(view, reader)
    if view.files:
        blocks.append(
            lines(
                [
                    bold(f"{reader.say('final.files', count=len(view.files))}: "),
                    *spans(_changed(view, reader)),
                ]
            )
        )
    if used := spent(view, reader.say):
        blocks.append(context(used))
    if view.state is not State.done:
        blocks.append(actions(f"again:{view.request}", _again_button(view, reader)))
    text = f"{ends} {one_line(view.result or view.reason or '')}".strip()
    return message(text, blocks)


def is_long(view: RequestView) -> bool:
    """Whether the message at the end leaves out some of the result."""
    return measure(harmless(view.result or "").strip()) > LEFT_OUT


def result_name(view: RequestView) -> str:
    """The name of the file that holds a long result."""
    return f"{view.public_id}.txt"


def result_file(view: RequestView) -> Json:
    """The whole result as a file, where the message could not hold it."""
    name = result_name(view)
    return {"file": {"name": name, "title": name, "content": harmless(view.result or "")}}


def _result(view: RequestView, reader: Reader) -> list[Json]:
    text = harmless(view.result or view.reason or "").strip()
    if not text:
        return [lines(spans(reader.say("final.no_result")))] if view.state is State.done else []
    shown, missing = cut(text, LEFT_OUT)
    blocks = prose(shown)
    return [*blocks, context(reader.say("card.more", count=missing))] if missing else blocks


def _changed(view: RequestView, reader: Reader) -> str:
    shown = [
        _marked(
            reader.say("event.file", path=_short(file.path), added=file.added, removed=file.removed),
            file_marks(file, reader.say),
        )
        for file in view.files[:FILES_SHOWN]
    ]
    more = len(view.files) - FILES_SHOWN
    return ", ".join([*shown, *([reader.say("final.more_files", count=more)] if more > 0 else [])])


def _marked(told: str, marks: list[str]) -> str:
    return f"{told} ({', '.join(map(_short, marks))})" if marks else told


def _asker(view: RequestView) -> str | None:
    """The Slack user that asked, to be told; the account is ``slack:tenant:subject``, its parts without colons."""
    parts = view.asker_account.split(":")
    return parts[-1] if len(parts) > 2 and parts[0] == "slack" else None


def cancel_button(view: RequestView, reader: Reader) -> Json:
    """Stop it, after one more question."""
    text, label = (
        reader.say("button.cancel"),
        reader.say("button.label", button=reader.say("button.cancel"), id=view.public_id),
    )
    asks = confirm(
        reader.say("confirm.cancel.title"),
        reader.say("confirm.cancel.text", id=view.public_id),
        reader.say("confirm.cancel.yes"),
        reader.say("confirm.cancel.no"),
        style="danger",
    )
    return button("muti:cancel", text, {"r": view.request, "c": "cancel"}, label, confirm=asks)


def _again_button(view: RequestView, reader: Reader) -> Json:
    """The same as a new request, which points to this one (X3); after one more question."""
    text = reader.say("button.retry")
    asks = confirm(
        reader.say("confirm.retry.title"),
        reader.say("confirm.retry.text", id=view.public_id),
        text,
        reader.say("confirm.cancel.no"),
    )
    label = reader.say("button.label", button=text, id=view.public_id)
    return button("muti:retry", text, {"r": view.request, "c": "retry"}, label, confirm=asks)


def _step(text: str, state: str) -> str:
    return f"{_STEP_MARKS.get(state, '☐')} {_short(text)}"


def _short(text: str) -> str:
    shown, missing = cut(one_line(text), LINE_CHARACTERS)
    return f"{shown}…" if missing else shown
