"""The card of somebody who asks without being in the room (R5). Pure."""

from bots.feishu.elements import Json, button, card, lines, row, words
from bots.feishu.languages import in_all_languages
from bots.feishu.limits import fitting
from bots.feishu.markup import at, bold, escape
from bots.feishu.offer import quoted
from bots.feishu.reader import Reader, person_name
from bots.feishu.values import OnJoin
from bots.text import exact, measure, one_line
from relay.wire.people import JoinDecision, JoinView

COLOURS = {"waiting": "orange", "admitted": "green"}


def join_card(join: JoinView, reader: Reader) -> Json:
    """The owner's card: who wants in, and what they ask."""

    def draw(characters: int) -> Json:
        return in_all_languages(
            lambda one: _card(join, Reader(one, reader.person), characters), reader.language
        )

    return fitting(draw)


def join_note(join: JoinView, reader: Reader) -> Json:
    """What the asker reads meanwhile."""
    return in_all_languages(lambda one: _note(join, Reader(one)), reader.language)


def _card(join: JoinView, reader: Reader, characters: int) -> Json:
    name, room, text = person_name(join.name), one_line(join.room_name), exact(join.prompt)
    asker = name + (f" ({reader.say('card.outside')})" if join.outside else "")
    elements = [lines(reader.fact("label.asker", asker)), *quoted(text, characters, reader, words)]
    if join.state == "waiting":
        elements.append(lines(escape(reader.say("card.expires", deadline=at(join.deadline)))))
        elements.append(_buttons(join, reader, whole=measure(text) <= characters))
    else:
        elements.append(lines(bold(_outcome(join, reader))))
    title = reader.say("join.title", name=name, room=room)
    asks = reader.say("join.asks", name=name, room=room, prompt=one_line(join.prompt[:1000]))
    return card(title, asks, elements, COLOURS.get(join.state, "grey"))


def _note(join: JoinView, reader: Reader) -> Json:
    if join.state == "waiting":
        text = reader.say("join.asked", deadline=at(join.deadline))
    else:
        text = reader.say("join.expired" if join.state == "expired" else f"join.{join.state}_asker")
    title = reader.say("join.title", name=person_name(join.name), room=one_line(join.room_name))
    return card(title, text, [lines(escape(text))], COLOURS.get(join.state, "grey"))


def _buttons(join: JoinView, reader: Reader, *, whole: bool) -> Json:
    choices = [
        (JoinDecision.admit_and_approve, "primary_filled"),
        (JoinDecision.admit, "default"),
        (JoinDecision.refuse, "danger"),
    ]
    shown = choices if whole else choices[1:]
    made = [button(reader.say(f"button.{one}"), OnJoin(join.join, one), kind=kind) for one, kind in shown]
    return row(*made, stacks=True)


def _outcome(join: JoinView, reader: Reader) -> str:
    decided = join.decided_at if join.decided_at is not None else join.deadline
    who = reader.say("you") if reader.person == join.owner else join.decided_by or ""
    return reader.say(f"join.{join.state}", who=who, at=at(decided))
