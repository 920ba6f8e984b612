"""The card of a request: the title of its thread, and where its owner decides. Pure."""

from bots.feishu.elements import Json, button, card, lines, words
from bots.feishu.markup import at, bold, escape
from bots.feishu.offer import (
    SETTLED_CHARACTERS,
    answers,
    is_open,
    offered,
    quoted,
    read_where,
    shows_whole,
    whole_if_fits,
)
from bots.feishu.reader import Reader, colour, directory_row, person_name, shorten, title, unkept
from bots.feishu.values import OnRequest
from bots.text import exact, one_line
from bots.words import kin_lines, outcome, sentence, state_mark, waits_for
from relay.machine import FINAL, State
from relay.wire.requests import Decision, RequestView

FILES_SHOWN = 10
REASON_CHARACTERS = 500
GLIMPSE_CHARACTERS = 1000
"""Of a prompt, from which the list of chats shows the beginning."""


def request_card(view: RequestView, reader: Reader, *, decides: bool, elsewhere: bool) -> Json:
    """The title of the work thread and the approval card in one message.

    ``decides``: with the buttons, while it can be decided. ``elsewhere``: it stands in another chat than the ask.
    """

    def draw(language: str, whole: bool) -> Json:
        one = Reader(language, reader.person)
        return _request(view, one, decides=decides, elsewhere=elsewhere, whole=whole)

    return whole_if_fits(view.prompt, draw, reader.language)


def holds_prompt(view: RequestView) -> bool:
    """Whether a card can hold the whole prompt."""

    def draw(language: str, whole: bool) -> Json:
        return _request(view, Reader(language), decides=True, elsewhere=True, whole=whole)

    return shows_whole(view.prompt, draw)


def _request(view: RequestView, reader: Reader, *, decides: bool, elsewhere: bool, whole: bool) -> Json:
    text, pending = exact(view.prompt), view.state is State.pending
    elements = [lines(*request_facts(view, reader, where=elsewhere))]
    approve = approve_button(view, reader) if decides else None
    if pending:
        elements += offered(text, reader, words, approve, whole=whole)
    else:
        elements += quoted(text, SETTLED_CHARACTERS, reader, words)
    if pending and not whole:
        elements.append(read_where(reader, view.owner_name, elsewhere=elsewhere))
    elements.append(lines(*_standing(view, reader)))
    if pending and approve is not None:
        elements += _decision(view, reader, approve, open_=whole and is_open(text))
    return card(title(view, reader), _announcement(view, reader), elements, colour(view))


def _decision(view: RequestView, reader: Reader, approve: Json, *, open_: bool) -> list[Json]:
    always = button(
        reader.say("button.always"),
        _value(view, Decision.always),
        submits="always",
        asks=_always(view, reader),
    )
    deny = button(reader.say("button.deny"), _value(view, Decision.deny), kind="danger", submits="deny")
    if not open_:
        return answers(reader, view.owner_name, deny)
    return [approve, *answers(reader, view.owner_name, always, deny)]


def approve_button(view: RequestView, reader: Reader) -> Json:
    """Approve, for this version of the request."""
    return button(reader.say("button.approve"), _value(view, Decision.approve), kind="primary_filled")


def _value(view: RequestView, decision: Decision) -> OnRequest:
    return OnRequest(view.request, view.version, decision)


def _always(view: RequestView, reader: Reader) -> tuple[str, str]:
    text = reader.say("confirm.always.text", asker=person_name(view.asker_name), agent=view.handle)
    return reader.say("confirm.always.title"), text


def _announcement(view: RequestView, reader: Reader) -> str:
    """What the list of chats shows."""
    told = sentence(_steady(view), reader.language, reader.person, at=at)
    if view.state is State.pending:
        asks = {
            "asker": person_name(view.asker_name),
            "agent": view.handle,
            "prompt": one_line(view.prompt[:GLIMPSE_CHARACTERS]),
        }
        told = reader.say("card.asks_id", id=view.public_id, **asks)
    return f"{state_mark(view.state)} {told}"


def _steady(view: RequestView) -> RequestView:
    """How far it is changes too often for a card: the progress message says it."""
    return view.model_copy(update={"percent": None})


def request_facts(view: RequestView, reader: Reader, *, where: bool) -> list[str]:
    """Who asks, where, which agent and directory, which files: a row each."""
    asker = person_name(view.asker_name) + (f" ({reader.say('card.outside')})" if view.outside else "")
    rows = [reader.fact("label.asker", asker)]
    if where:
        rows.append(reader.fact("label.where", _origin(view, reader)))
    rows.append(reader.fact("label.agent", f"{one_line(view.handle)} · {one_line(view.machine_name)}"))
    rows.append(directory_row(view.directory, reader))
    rows += unkept(view, reader)
    if view.attachments:
        rows.append(reader.fact("label.files", _files(view, reader)))
    return rows


def _origin(view: RequestView, reader: Reader) -> str:
    room = one_line(view.room_name)
    direct = view.origin is not None and view.origin.platform == "feishu" and view.origin.direct
    return f"{room} · {reader.say('label.direct')}" if direct else room


def _files(view: RequestView, reader: Reader) -> str:
    shown = [f"{person_name(file.name)} ({file.size:,} B)" for file in view.attachments[:FILES_SHOWN]]
    more = len(view.attachments) - FILES_SHOWN
    return ", ".join([*shown, *([reader.say("final.more_files", count=more)] if more > 0 else [])])


def _standing(view: RequestView, reader: Reader) -> list[str]:
    """What happened to it, and what it waits for or how it ended."""
    rows = []
    decided = outcome(view, reader.language, reader.person, at=at)
    if decided:
        rows.append(bold(decided))
    if view.reason and view.state in (State.cancelled, State.failed):
        reason = shorten(one_line(view.reason), REASON_CHARACTERS)
        rows.append(escape(reader.say("outcome.reason", reason=reason)))
    if waits := waits_for(view, reader.language, at=at):
        rows.append(escape(waits))
    rows += [escape(told) for told in kin_lines(view, reader.language)]
    if view.retry_of:
        rows.append(escape(reader.say("card.retry_of")))
    if view.state is State.running or view.state in FINAL or not rows:
        rows.append(escape(sentence(_steady(view), reader.language, reader.person, at=at)))
    return rows
