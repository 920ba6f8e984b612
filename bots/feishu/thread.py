"""What stands below the card: progress, edited in place, and the one message at the end. Pure."""

from bots.facts import change_marks, file_marks, spent
from bots.feishu.elements import Json, bare_card, button, card, lines, markdown, row, small
from bots.feishu.languages import in_all_languages
from bots.feishu.limits import TEXT_CHARACTERS, fits, fitting
from bots.feishu.markup import at, bold, escape
from bots.feishu.prose import prose
from bots.feishu.reader import Reader, colour, shorten, title
from bots.feishu.values import OnWork
from bots.text import Cut, cut, harmless, one_line
from bots.words import kin_event, sentence, state_mark
from relay.machine import OPEN, State
from relay.wire.requests import EventView, RequestView

STEPS_SHOWN = 12
EVENTS_SHOWN = 5
FILES_SHOWN = 10
LINE_CHARACTERS = 200
BAR_CHARACTERS = 10

_STEP_MARKS = {"completed": "☑", "in_progress": "▶", "cancelled": "☒"}


def has_progress(view: RequestView) -> bool:
    """Whether there is anything to say beyond the state, which the card says already."""
    reader = Reader("en")
    told = view.progress or view.plan or view.files
    return view.percent is not None or bool(told) or any(event_line(event, reader) for event in view.events)


def progress_card(view: RequestView, language: str) -> Json:
    """How far it is; after the end, how it ended, with no button."""
    return in_all_languages(lambda one: _progress(view, Reader(one)), language)


def _progress(view: RequestView, reader: Reader) -> Json:
    told = sentence(view, reader.language, reader.person, at=at)
    elements = [lines(*_work(view, reader))] if view.state in OPEN and _work(view, reader) else []
    recent = [line for event in view.events[-EVENTS_SHOWN:] if (line := event_line(event, reader))]
    elements += [small(line) for line in recent] if view.state in OPEN else []
    if view.files:
        elements.append(lines(*_changed(view, reader)))
    elements.append(small(told))
    if view.state is State.running and not view.stopping:
        elements.append(row(_cancel_button(view, reader)))
    return bare_card(f"{state_mark(view.state)} {told}", elements)


def _work(view: RequestView, reader: Reader) -> list[str]:
    rows = [f"{_bar(view.percent)} {escape(reader.say('progress.percent', percent=view.percent))}"] * (
        view.percent is not None
    )
    rows += [bold(_short(view.progress))] if view.progress else []
    return rows + [_step(text, state) for text, state in view.plan[:STEPS_SHOWN]]


def _bar(percent: int | None) -> str:
    full = max(0, min(BAR_CHARACTERS, (percent or 0) * BAR_CHARACTERS // 100))
    return "▰" * full + "▱" * (BAR_CHARACTERS - full)


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


def final_card(view: RequestView, language: str) -> Json:
    """The one new message at the end."""
    text = _result(view)
    return fitting(lambda characters: _final_in_all(view, language, cut(text, characters)))


def leaves_out(view: RequestView) -> bool:
    """Whether the message at the end leaves out some of the result."""
    text = _result(view)
    shown = (cut(text, characters) for characters in TEXT_CHARACTERS)
    return bool(
        next(
            (one for one in shown if fits(_final_in_all(view, "en", one))), cut(text, TEXT_CHARACTERS[-1])
        ).missing
    )


def result_name(view: RequestView) -> str:
    """The name of the file that holds a long result."""
    return f"{view.public_id}.txt"


def result_file(view: RequestView) -> Json:
    """The whole result as a file, where the message could not hold it."""
    return {"file": {"name": result_name(view), "content": harmless(view.result or view.reason or "")}}


def _final_in_all(view: RequestView, language: str, shown: Cut) -> Json:
    return in_all_languages(lambda one: _final(view, Reader(one), shown), language)


def _final(view: RequestView, reader: Reader, shown: Cut) -> Json:
    ends = reader.say(f"final.{view.state}", id=view.public_id)
    elements = [markdown(bold(ends)), *_answer(view, reader, shown)]
    if view.files:
        count = reader.say("final.files", count=len(view.files))
        elements.append(lines(bold(count), *_changed(view, reader)))
    if used := spent(view, reader.say):
        elements.append(small(used))
    if view.state is not State.done:
        elements.append(row(_again_button(view, reader)))
    summary = f"{state_mark(view.state)} {ends} {one_line((view.result or view.reason or '')[:1000])}".strip()
    return card(title(view, reader), summary, elements, colour(view))


def _result(view: RequestView) -> str:
    return harmless(view.result or view.reason or "").strip()


def _answer(view: RequestView, reader: Reader, shown: Cut) -> list[Json]:
    if not shown.shown:
        return [lines(escape(reader.say("final.no_result")))] if view.state is State.done else []
    more = [small(reader.say("card.more", count=shown.missing))] if shown.missing else []
    return [*prose(shown.shown), *more]


def _changed(view: RequestView, reader: Reader) -> list[str]:
    shown = [
        escape(
            _marked(
                reader.say("event.file", path=_short(file.path), added=file.added, removed=file.removed),
                file_marks(file, reader.say),
            )
        )
        for file in view.files[:FILES_SHOWN]
    ]
    more = len(view.files) - FILES_SHOWN
    return [*shown, *([escape(reader.say("final.more_files", count=more))] if more > 0 else [])]


def _marked(told: str, marks: list[str]) -> str:
    return f"{told} ({', '.join(map(_short, marks))})" if marks else told


def _cancel_button(view: RequestView, reader: Reader) -> Json:
    """Stop it, after one more question."""
    asks = (reader.say("confirm.cancel.title"), reader.say("confirm.cancel.text", id=view.public_id))
    return button(reader.say("button.cancel"), OnWork(view.request, "cancel"), asks=asks)


def _again_button(view: RequestView, reader: Reader) -> Json:
    """The same as a new request, which points to this one (X3); after one more question."""
    asks = (reader.say("confirm.retry.title"), reader.say("confirm.retry.text", id=view.public_id))
    return button(reader.say("button.retry"), OnWork(view.request, "retry"), asks=asks)


def _step(text: str, state: str) -> str:
    return f"{_STEP_MARKS.get(state, '☐')} {escape(_short(text))}"


def _short(text: str) -> str:
    return shorten(one_line(text), LINE_CHARACTERS)
