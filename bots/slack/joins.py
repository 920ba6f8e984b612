"""The card of somebody who asks without being in the room (R5). Pure."""

from bots.slack.blocks import Json, actions, at, button, header, lines, message, spans
from bots.slack.cards import (
    PROMPT_CHARACTERS,
    SETTLED_CHARACTERS,
    Reader,
    fact,
    person_name,
    words_of,
)
from bots.text import exact, measure, one_line
from relay.wire.people import JoinDecision, JoinView


def join_card(join: JoinView, reader: Reader) -> Json:
    """The owner's card: who wants in, and what they ask (R5)."""
    name, room = person_name(join.name), one_line(join.room_name)
    asker = name + (f" ({reader.say('card.outside')})" if join.outside else "")
    blocks = [
        header(reader.say("join.title", name=name, room=room)),
        lines(fact(reader, "label.asker", asker)),
    ]
    waiting = join.state == "waiting"
    blocks += words_of(join.prompt, PROMPT_CHARACTERS if waiting else SETTLED_CHARACTERS, reader)
    whole = measure(exact(join.prompt)) <= PROMPT_CHARACTERS
    if waiting:
        blocks.append(lines(spans(reader.say("card.expires", deadline=at(join.deadline)))))
        blocks.append(_join_buttons(join, reader, whole=whole))
    else:
        blocks.append(lines(spans(_join_outcome(join, reader), bold=True)))
    return message(reader.say("join.asks", name=name, room=room, prompt=one_line(join.prompt)), blocks)


def join_note(join: JoinView, reader: Reader) -> Json:
    """What the asker reads meanwhile."""
    if join.state == "waiting":
        text = reader.say("join.asked", deadline=at(join.deadline))
    else:
        text = reader.say("join.expired" if join.state == "expired" else f"join.{join.state}_asker")
    return message(text, [lines(spans(text))])


def _join_buttons(join: JoinView, reader: Reader, *, whole: bool) -> Json:
    choices = [
        (JoinDecision.admit_and_approve, "primary"),
        (JoinDecision.admit, None),
        (JoinDecision.refuse, "danger"),
    ]
    row = []
    for decision, style in choices if whole else choices[1:]:
        text = reader.say(f"button.{decision}")
        label = f"{text}, {person_name(join.name)}"
        row.append(button(f"muti:{decision}", text, {"j": join.join, "d": str(decision)}, label, style=style))
    return actions(f"join:{join.join}", *row)


def _join_outcome(join: JoinView, reader: Reader) -> str:
    decided = join.decided_at if join.decided_at is not None else join.deadline
    who = reader.say("you") if reader.person == join.owner else join.decided_by or ""
    return reader.say(f"join.{join.state}", who=who, at=at(decided))
