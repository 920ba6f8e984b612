"""Places to bring up to date: where a request or a join card is shown, and what it shows there."""

from enum import StrEnum

from pydantic import Field

from relay.wire.base import Instant, Key, Name, Seconds, Seen, Wire
from relay.wire.people import JoinView
from relay.wire.requests import RequestView


class PlaceRole(StrEnum):
    """Why something is shown there."""

    asked = "asked"  # the work thread
    owner = "owner"  # where the owner decides: a direct message
    mirror = "mirror"  # another place of the room: the picture only, silently (C11)


class PlaceView(Seen):
    """One place that shows less than it should.

    ``refs`` are the connector's own references of what it has posted there (part name to message id); the
    relay keeps them so that whichever process is active can edit what another one posted. A place that was made
    before this process became active (``made_at`` before the lease's ``since``) may hold posts whose references
    were lost with an earlier process: those are looked for before anything is posted again.
    """

    place: str
    role: PlaceRole
    tenant: str
    channel: str = Field(description="A channel id; for the role owner, the subject of the owner's account.")
    thread: str | None
    message: str | None = Field(description="The message that asked.")
    direct: bool
    language: str
    wanted: int
    shown: int
    refs: dict[str, str]
    made_at: Instant
    request: RequestView | None
    join: JoinView | None


class PlaceList(Seen):
    """The places of one installation that changed after a cursor."""

    places: list[PlaceView]
    cursor: Instant


class Shown(Wire):
    """A connector has brought a place up to ``shown``."""

    shown: int
    refs: dict[Name, str] = {}
    fence: int


class Dead(Wire):
    """A place that cannot be brought up to date any more (C10), and why."""

    reason: Key
    fence: int


class Lease(Wire):
    """A connector process wants to be the active one of an installation (O13)."""

    platform: Name
    tenant: str = Field(max_length=200)
    holder: Key
    seconds: Seconds = 15


class Leased(Seen):
    """Who is the active one. ``fence`` is yours only if ``held``."""

    held: bool
    holder: str
    fence: int
    until: Instant
    since: Instant


class FoundThread(Seen):
    """Which request a thread belongs to (C1): the first one asked there."""

    request: RequestView | None
