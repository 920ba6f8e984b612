"""What every message on the wire has in common: its shape, its times, its problems, its version."""

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

WIRE_VERSION = 1
"""Sent by every client in `VERSION_HEADER`; a relay that cannot serve it says which side to upgrade (O14)."""

VERSION_HEADER = "Muti-Wire"
ACCOUNT_HEADER = "Muti-Account"

Instant = Annotated[int, Field(description="Microseconds since 1970-01-01 UTC.")]
Seconds = Annotated[float, Field(ge=0, le=10 * 366 * 24 * 3600, description="Seconds, ten years at most.")]
Number = Annotated[int, Field(ge=0, lt=2**31)]
Key = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200)]

PROMPT_LIMIT = 100_000
"""Characters of one ask; a longer one is refused with a problem that says so."""

ATTACHMENT_LIMIT = 20 * 1024 * 1024
"""Bytes of one attached file."""

BODY_LIMIT = 4 * 1024 * 1024
"""Bytes of any other body."""


class Wire(BaseModel):
    """Base of all wire models: immutable, and nothing unknown is let in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def said(self) -> str:
        """As it is sent: without what is at its default, so that an older relay is told only of what it may not know
        where that makes a difference (O14). What a default means never changes."""
        return self.model_dump_json(exclude_defaults=True)


class Seen(BaseModel):
    """Base of what the relay answers: a newer relay may say more than an older client knows (O14)."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Nothing(Seen):
    """The answer of a command that has nothing to say but that it was done."""


class Code(StrEnum):
    """Why something was refused. The words for people are `bots.words`; the detail here is for logs."""

    bad_request = "bad_request"
    unauthorized = "unauthorized"
    unknown = "unknown"  # not there, or not yours: one answer (R2)
    not_yours = "not_yours"  # you can see it, but this is not for you to do
    owner_only = "owner_only"
    late = "late"  # already decided, ended or expired: `detail` says what happened instead
    changed = "changed"  # the version that you saw is not the newest
    conflict = "conflict"  # same key, other content
    not_first = "not_first"  # another request of this agent comes before
    busy = "busy"  # the relay has too much to do: try again after `retry_after`
    fenced = "fenced"  # a newer process of this machine or connector has taken over
    unbound = "unbound"  # no room hears this place
    no_agent = "no_agent"  # no agent of that name here; `detail` names those that are
    empty = "empty"
    too_long = "too_long"
    outsider = "outsider"  # people outside the organisation are not heard here (C13)
    bot = "bot"
    expired = "expired"
    used = "used"
    spent = "spent"  # the budget of the request is used up
    full = "full"  # an inbox holds as much as it may; nothing was dropped
    upgrade = "upgrade"


class Problem(Seen):
    """A refusal. Nothing was changed, unless the operation says otherwise."""

    code: Code
    detail: str
    retry_after: Seconds | None = None
    state: str | None = None
    by: str | None = None
    at: Instant | None = None
    successor: str | None = Field(default=None, description="The delegation that took this one's place (D9).")


STATUS = {
    Code.bad_request: 400,
    Code.unauthorized: 401,
    Code.unknown: 404,
    Code.not_yours: 403,
    Code.owner_only: 403,
    Code.late: 409,
    Code.changed: 409,
    Code.conflict: 422,
    Code.not_first: 409,
    Code.busy: 503,
    Code.fenced: 409,
    Code.unbound: 404,
    Code.no_agent: 404,
    Code.empty: 400,
    Code.too_long: 413,
    Code.outsider: 403,
    Code.bot: 403,
    Code.expired: 410,
    Code.used: 410,
    Code.spent: 409,
    Code.full: 429,
    Code.upgrade: 426,
}
