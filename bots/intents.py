"""What a person can mean by a message or a tap, in the words of the relay. Pure values."""

from dataclasses import dataclass, field

from relay.wire.executions import Settlement
from relay.wire.people import JoinDecision, Who
from relay.wire.requests import Attachment, Decision, Quoted, Spot


@dataclass(frozen=True)
class Asks:
    """A mention, or a direct message."""

    who: Who
    spot: Spot
    text: str
    attachments: list[Attachment] = field(default_factory=list)
    quoted: list[Quoted] = field(default_factory=list)


@dataclass(frozen=True)
class Edits:
    """The asker changed the ask (C9). ``instead`` is said where nothing was asked there yet: the edit came first."""

    who: Who
    spot: Spot
    text: str
    key: str
    instead: Asks | None = None


@dataclass(frozen=True)
class Unasks:
    """The ask was deleted (C9)."""

    who: Who
    spot: Spot
    key: str


@dataclass(frozen=True)
class Decides:
    """A tap on the card of a request."""

    who: Who
    spot: Spot
    request: str
    version: int
    decision: Decision
    key: str
    reason: str | None = None


@dataclass(frozen=True)
class DecidesAction:
    """A tap on the card of one exact action."""

    who: Who
    spot: Spot
    request: str
    action: str
    digest: str
    allow: bool
    key: str
    reason: str | None = None


@dataclass(frozen=True)
class Settles:
    """A tap on the card of an action whose outcome is unknown (E3)."""

    who: Who
    spot: Spot
    request: str
    action: str
    settlement: Settlement
    key: str


@dataclass(frozen=True)
class DecidesJoin:
    """A tap on a join card."""

    who: Who
    spot: Spot
    join: str
    decision: JoinDecision
    key: str


@dataclass(frozen=True)
class Presses:
    """A button that says a command about one request: cancel, retry, or close (to give its machine up)."""

    who: Who
    spot: Spot
    request: str
    command: str
    key: str


@dataclass(frozen=True)
class Revokes:
    """A standing permission is taken back by a button."""

    who: Who
    spot: Spot
    grant: str


Intent = Asks | Edits | Unasks | Decides | DecidesAction | DecidesJoin | Presses | Revokes | Settles
