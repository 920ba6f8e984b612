"""Where a browser wants to be notified, and what is to be told there (RFC 8030, 8291)."""

from enum import StrEnum

from pydantic import Field

from relay.wire.base import Instant, Key, Seconds, Seen, Wire


class Subscribe(Wire):
    """A browser's push subscription, as the browser made it: address, its public key, its secret (base64url)."""

    endpoint: str = Field(min_length=1, max_length=2000)
    p256dh: Key
    auth: Key


class Unsubscribe(Wire):
    """This address is not wanted any more."""

    endpoint: str = Field(min_length=1, max_length=2000)


class Waits(StrEnum):
    """What waits for the owner."""

    request = "request"
    action = "action"
    outcome = "outcome"
    joining = "joining"


class TakeNotices(Wire):
    """A connector takes what is due on its platform. What it has taken is its own for ``hold`` seconds, then it is
    due again; nothing due, it waits."""

    hold: Seconds = Field(default=60, ge=1, le=600)
    wait: Seconds = Field(default=20, le=60)


class NoticeView(Seen):
    """One thing to tell at one address. ``subject`` is the thing's key: told again, it is the same thing."""

    subscription: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    subject: str
    waits: Waits
    public_id: str | None
    room: str
    at: Instant


class NoticeList(Seen):
    """What was taken."""

    notices: list[NoticeView]


class Outcome(StrEnum):
    """What came of telling it."""

    told = "told"
    gone = "gone"  # the address is no more: nothing is told there again
    later = "later"
    refused = "refused"  # telling this again would be refused again


class Told(Wire):
    """A connector says what came of one notice."""

    subject: Key
    outcome: Outcome
    retry_after: Seconds | None = None
