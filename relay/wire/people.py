"""People and where they speak from: accounts, rooms, members, invites, links, grants."""

from enum import StrEnum

from pydantic import Field

from relay.wire.base import Instant, Key, Name, Seconds, Seen, Wire
from relay.wire.executions import Meter


class Account(Wire):
    """One person's identity on one platform. For Slack the tenant is the team id (K3)."""

    platform: Name
    tenant: str = Field(max_length=200)
    subject: Name

    def __str__(self) -> str:
        return f"{self.platform}:{self.tenant}:{self.subject}"


class Who(Wire):
    """Who is speaking through a connector, as the platform itself authenticated it (A2).

    ``bot`` marks what an app posted; ``outside`` a person of another organisation (C13).
    """

    account: Account
    name: Name
    language: str = Field(default="en", max_length=20)
    bot: bool = False
    outside: bool = False


class Role(StrEnum):
    """What somebody is in a room. A watcher sees what the others see, and may not ask."""

    owner = "owner"
    member = "member"
    guest = "guest"
    watcher = "watcher"


class MemberView(Seen):
    """One person of a room."""

    person: str
    name: str
    role: Role
    outside: bool = False


class AgentView(Seen):
    """One agent, as its room sees it. ``busy`` is all that shows of other rooms (R2)."""

    agent: str
    handle: str
    runtime: str
    machine: str
    directory: str
    avatar: str
    present: bool
    busy: bool
    last_contact_at: Instant | None
    waiting: int = Field(description="Requests of this room that wait for this agent.")


class RoomView(Seen):
    """A room, as one of its people sees it."""

    room: str
    name: str
    owner: str
    owner_name: str
    my_role: Role
    me: str
    agents: list[AgentView]
    members: list[MemberView]
    approval_ttl: Seconds
    observers: list[MemberView] = Field(
        default=[], description="Who sees states and steps only, for members (V4)."
    )
    observes: bool = Field(default=False, description="The one who looks sees states and steps only.")


class NewRoom(Wire):
    """A room to make, with handles of agents that the owner has."""

    name: Name
    agents: list[Name] = []
    default_agent: Name | None = None
    approval_ttl: Seconds | None = None
    hears_outsiders: bool = False


class Binding(Wire):
    """A place on a platform that a room hears (R5). For Slack: team id and channel id."""

    platform: Name
    tenant: str = Field(max_length=200)
    channel: Name


class NewInvite(Wire):
    """An invitation: single use by default, expiring (R5). The same ``key`` again gives the same invitation; its
    token is made of the key, which has to be a secret.
    """

    key: str | None = Field(default=None, min_length=16, max_length=200)
    role: Role = Role.member
    observes: bool = Field(
        default=False, description="Sees states and steps only, whatever the role says (V4)."
    )
    uses: int = Field(default=1, ge=1, le=1000)
    lifetime: Seconds = 7 * 24 * 3600


class InviteView(Seen):
    """An invitation. ``token`` is there only in the answer that made it: a code that a person can type."""

    invite: str
    room: str
    role: Role
    uses_left: int
    expires_at: Instant
    revoked_at: Instant | None = None
    token: str | None = None
    observes: bool = False


class Seat(Wire):
    """An agent of the owner's, by handle, to be put in a room."""

    agent: Name


class NewLogin(Wire):
    """A command line on another computer wants a token of its own; ``name`` is what the computer is called."""

    name: Name


class LoginToken(Seen):
    """The token, shown once."""

    token: str


class AcceptInvite(Wire):
    """Somebody follows an invite link."""

    token: Key
    name: Name


class NewLink(Wire):
    """Ask for a one-time code that joins another account to this person (R7).

    ``direct`` codes need no second step; only a person's own token on the owner's machine can make them (the
    one-time owner link of O4).
    """

    direct: bool = False


class LinkCode(Seen):
    """The code, good for ten minutes; shown once."""

    code: str
    expires_at: Instant


class RedeemLink(Wire):
    """The code as it arrived from the new account, in a direct message."""

    code: Key


class ConfirmLink(Wire):
    """The last step, in the place that issued the code."""

    code: Key


class LinkView(Seen):
    """Which account waits to be joined, or was."""

    account: Account
    name: str
    confirmed: bool


class GrantView(Seen):
    """A standing "Allow always": one person, one agent, one room (A6)."""

    grant: str
    person: str
    person_name: str
    agent: str
    handle: str
    room: str
    room_name: str
    created_at: Instant
    revoked_at: Instant | None
    uses: int
    allowance: dict[Meter, int] = Field(
        default={}, description="What it lets through in a day of UTC; empty: all."
    )


class GrantList(Seen):
    """Standing permissions, newest first."""

    grants: list[GrantView]


class RoomList(Seen):
    """The rooms of one person."""

    rooms: list[RoomView]


class InviteList(Seen):
    """The invitations of a room, newest first."""

    invites: list[InviteView]


class Erased(Seen):
    """One step of erasing a person: how many requests, and whether there are more.

    ``everywhere`` is false for somebody who is in rooms of another owner, too: name and accounts stay then.
    """

    requests: int
    left: bool
    everywhere: bool


class JoinDecision(StrEnum):
    """What the owner can say to somebody who asks without being a member (R5)."""

    admit_and_approve = "admit_and_approve"
    admit = "admit"
    refuse = "refuse"


class DecideJoin(Wire):
    """The owner's tap on a join card."""

    decision: JoinDecision
    key: Key


class JoinList(Seen):
    """The join cards of a room that wait, oldest first."""

    joins: list["JoinView"]


class JoinView(Seen):
    """A join card."""

    join: str
    room: str
    room_name: str
    owner: str
    name: str
    account: Account
    outside: bool
    prompt: str
    state: str = Field(description="waiting, admitted, refused or expired")
    request: str | None
    public_id: str | None
    asked_at: Instant
    deadline: Instant
    decided_at: Instant | None
    decided_by: str | None
