"""Messages between people and agents: in inboxes, with receipts; the feed of a machine; automatic turns and their switches."""

from enum import StrEnum
from typing import Any

from pydantic import Field, model_validator

from relay.wire.base import Instant, Key, Name, Number, Seconds, Seen, Wire
from relay.wire.machines import Claim

BODY_CHARACTERS = 20_000
"""Characters of one message; a longer one is refused."""

INBOX_LIMIT = 500
"""Messages without a read receipt in one inbox; then it is full, and says so to whoever writes (J7)."""

RECEIPT_BATCH = 200
FEED_PAGE = 200


class Voice(StrEnum):
    """Whose word a message is, for its receiver and its task. Told from who was authenticated, never from the text."""

    owner = "owner"
    requester = "requester"
    member = "member"
    agent = "agent"
    relay = "relay"


class Filed(StrEnum):
    """How the task of a message was found (M1)."""

    named = "named"
    reply = "reply"
    current = "current"
    nowhere = "nowhere"


class Say(Wire):
    """A message of a person to an agent of the room, by its handle; or the answer to one in the person's inbox.

    ``stops`` stops the tool calls that the agent is just making: only for who asked, and the owner (H5).
    """

    body: str = Field(min_length=1, max_length=BODY_CHARACTERS)
    agent: Name | None = None
    reply_to: Key | None = None
    task: Key | None = None
    key: Key | None = None
    stops: bool = False

    @model_validator(mode="after")
    def _goes_somewhere(self) -> "Say":
        if (self.agent is None) == (self.reply_to is None):
            raise ValueError("Name the agent, or the message that this answers; not both.")
        return self


class SayAs(Wire):
    """A message of an agent, under the request that it runs: to an agent or a person, or an answer."""

    fence: int
    key: Key
    body: str = Field(min_length=1, max_length=BODY_CHARACTERS)
    agent: Name | None = None
    person: Key | None = None
    reply_to: Key | None = None
    task: Key | None = None

    @model_validator(mode="after")
    def _goes_somewhere(self) -> "SayAs":
        if sum(one is not None for one in (self.agent, self.person, self.reply_to)) != 1:
            raise ValueError("Name one agent, one person, or the message that this answers.")
        return self


class MessageView(Seen):
    """One message, as everybody in its room sees it."""

    message: str
    room: str
    sender: str
    sender_name: str
    request: str | None = Field(default=None, description="The request that the sender ran under.")
    receiver: str
    voice: Voice
    task: str | None = None
    task_public_id: str | None = None
    about: str | None = None
    filed: Filed
    reply_to: str | None = None
    child: str | None = Field(default=None, description="The request whose end this tells.")
    body: str
    stops: bool = False
    sent_at: Instant
    delivered_at: Instant | None = None
    read_at: Instant | None = None
    read_turn: str | None = None


class Inbox(Seen):
    """A page of an inbox, newest first."""

    messages: list[MessageView]
    before: str | None = Field(default=None, description="Give this for the next page.")


class ReceiptState(StrEnum):
    """What a receiver can claim. Read implies delivered (M5)."""

    delivered = "delivered"
    read = "read"


class Receipt(Wire):
    """A claim of the receiver. ``turn`` names the turn in which it was read; the first one is kept."""

    message: Key
    state: ReceiptState
    turn: Key | None = None


class Receipts(Wire):
    """Claims of a machine for its agents."""

    epoch: int
    receipts: list[Receipt] = Field(max_length=RECEIPT_BATCH)


class ReadHere(Wire):
    """A person has read these messages of the own inbox."""

    messages: list[Key] = Field(max_length=RECEIPT_BATCH)


class ReceiptView(Seen):
    """What stands now."""

    message: str
    delivered_at: Instant | None = None
    read_at: Instant | None = None
    read_turn: str | None = None


class Receipted(Seen):
    """The answer to receipts; ``unknown`` are messages that are not in an inbox of the one who claims."""

    receipts: list[ReceiptView]
    unknown: list[str] = []


class ChangeKind(StrEnum):
    """What a machine has to hear of.

    message: a new message in an inbox of its agents · receipt: a late receipt change, with the message · settled: the
    owner settled an action (subject) · superseded: the delegation of a task (subject) was replaced, body: successor ·
    ended: a request that had yielded (subject) is over · look: what held automatic turns back in a session (subject:
    agent) may be gone, body: room.
    """

    message = "message"
    receipt = "receipt"
    settled = "settled"
    superseded = "superseded"
    ended = "ended"
    look = "look"


class Change(Seen):
    """One change. ``message`` is as it stands now, not as it stood then."""

    seq: int
    kind: str = Field(description="One of ChangeKind; a newer relay may know more.")
    subject: str
    body: dict[str, Any] = {}
    at: Instant
    message: MessageView | None = None


class Feed(Seen):
    """Changes in order, without a gap. ``after`` is the cursor for the next call.

    ``fresh`` says that the caller gave no cursor: then these are the messages that nobody has read, whenever they came.
    """

    changes: list[Change]
    after: int
    head: int
    fresh: bool = False


class Mode(StrEnum):
    """What messages of other agents may start of themselves, in one room (H1)."""

    run = "run"
    hold = "hold"
    plan = "plan"


class Switch(Wire):
    """The owner's switches of automatic turns: of the room, of one agent in it, or both."""

    automatic_turns: bool | None = None
    agent: Name | None = None
    mode: Mode | None = None

    @model_validator(mode="after")
    def _agent_and_mode(self) -> "Switch":
        if (self.agent is None) != (self.mode is None):
            raise ValueError("An agent and its mode go together.")
        return self


class Switches(Seen):
    """How the switches stand."""

    automatic_turns: bool
    agents: dict[str, Mode] = Field(description="Handle to mode.")
    agents_ask: bool = Field(default=False, description="Whether its agents may ask each other (D5).")


class HandKind(StrEnum):
    """What a person can be doing by hand."""

    draft = "draft"  # writes to the agent (H3)
    secret_entry = "secret_entry"
    session_operation = "session_operation"


class Hand(Wire):
    """A person begins or ends something by hand with an agent. Of a draft only that there is one is said."""

    agent: Name
    kind: HandKind = HandKind.draft
    open: bool = True


class TurnWish(Wire):
    """A machine asks to begin a turn with messages that wait.

    ``generation`` is of the conversation that it has looked at (H4), ``automatic`` its own switch. ``request`` is the
    one whose turn has just ended, where the machine still has it in hand. ``running`` is all that it has in hand: what
    was given to it, and whose answer was lost, is given again.
    """

    epoch: int
    agent: Key
    room: Key
    generation: Number | None = None
    automatic: bool
    request: Key | None = None
    running: list[Key] = Field(default=[], max_length=500)


class TurnOutcome(StrEnum):
    """What is said to such a wish."""

    start = "start"
    wait = "wait"
    hold = "hold"


class TurnReply(Seen):
    """``wait`` passes by itself, at ``until`` if that is known; ``hold`` stays until somebody acts."""

    outcome: TurnOutcome
    reason: str = ""
    until: Instant | None = None
    generation: int | None = None
    claim: Claim | None = None


GRACE_SECONDS: Seconds = 20.0
"""How long a draft holds an automatic turn back, from the first waiting message (H3), unless set."""
