"""Whether messages of other agents may start a turn by themselves (H). Pure: a situation comes in, the answer goes out."""

from dataclasses import dataclass
from enum import StrEnum

from relay.wire.messages import HandKind, Mode


class Why(StrEnum):
    """Why no turn begins now. For logs and tests; people read it in the room's own words."""

    nothing = "nothing waits"
    newer = "the conversation is a newer one"
    room_off = "the room has automatic turns switched off"
    daemon_off = "the machine has automatic turns switched off"
    mode = "the agent is set to hold, or to plan only"
    no_delegation = "nothing is delegated to this session"
    no_person = "no person has had a turn in this session"
    anew = "the conversation was just started anew"
    approval = "an approval waits"
    cancel = "it is being cancelled"
    secret_entry = "somebody is entering a secret"
    session_operation = "somebody is working on the session"
    draft = "somebody is writing to the agent"
    busy = "the agent or its directory is at work"


@dataclass(frozen=True)
class Start:
    """The turn may begin."""


@dataclass(frozen=True)
class Wait:
    """Not yet; it passes by itself, at ``until`` (microseconds) if that is known."""

    reason: Why
    until: int | None = None


@dataclass(frozen=True)
class Hold:
    """Not until somebody acts."""

    reason: Why


Answer = Start | Wait | Hold


@dataclass(frozen=True)
class Situation:
    """All that the decision hangs on, as it stands under the agent's lock. Times in microseconds.

    ``first_waiting`` is when the first message was sent that nobody has read. ``draft_since`` is since when
    somebody writes to the agent. ``checked`` is the generation that the wish was made for, ``generation`` the
    conversation that there is; ``person_turn`` the newest one in which a person had a turn.
    """

    now: int
    first_waiting: int | None
    room_on: bool
    daemon_on: bool
    mode: Mode
    delegated: bool
    generation: int
    checked: int | None
    person_turn: int | None
    approval: bool = False
    cancel: bool = False
    hands: frozenset[HandKind] = frozenset()
    draft_since: int | None = None
    grace: int = 0
    busy: bool = False


def may_start(situation: Situation) -> Answer:
    """Start, wait or hold. What a person has switched off or is doing comes before what passes by itself."""
    reason = _held(situation)
    if reason is not None:
        return Hold(reason)
    assert situation.first_waiting is not None
    grace_ends = situation.first_waiting + situation.grace
    if situation.draft_since is not None and situation.now < grace_ends:
        return Wait(Why.draft, grace_ends)
    return Wait(Why.busy) if situation.busy else Start()


def _held(at: Situation) -> Why | None:
    """The first thing that holds, in the order in which people should hear of it."""
    held = (
        (at.first_waiting is None, Why.nothing),
        (at.checked is not None and at.checked != at.generation, Why.newer),
        (not at.room_on, Why.room_off),
        (not at.daemon_on, Why.daemon_off),
        (at.mode is not Mode.run, Why.mode),
        (not at.delegated, Why.no_delegation),
        (at.person_turn is None, Why.no_person),
        (at.person_turn is not None and at.person_turn < at.generation, Why.anew),
        (at.cancel, Why.cancel),
        (at.approval, Why.approval),
        (HandKind.secret_entry in at.hands, Why.secret_entry),
        (HandKind.session_operation in at.hands, Why.session_operation),
    )
    return next((reason for holds, reason in held if holds), None)
