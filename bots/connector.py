"""The port behind which every chat platform stands: draw, post, edit, find; and what it hears."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol

from relay.wire.people import Who
from relay.wire.places import PlaceView
from relay.wire.requests import Spot

Body = Mapping[str, Any]
"""A message in the platform's own terms; made by its ``render``, opaque to the house."""


class Urgency(IntEnum):
    """What goes first where a platform allows only so much."""

    answer = 0  # the first sign of a request, its end, a decision
    card = 1  # what the owner has to decide
    state = 2
    link = 3
    progress = 4


@dataclass(frozen=True)
class Part:
    """One message of a place, as it should look now.

    ``once`` says that it is never edited: it is news, and people were told of it. ``thread`` is None at the
    top of a chat.
    """

    name: str
    thread: str | None
    body: Body
    urgency: Urgency
    once: bool = False


class Gone(Exception):
    """This place cannot be brought up to date any more."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"{self.__doc__} ({reason})")
        self.reason = reason


class Missing(Exception):
    """The message is no longer there."""


class Unsure(Exception):
    """The platform did not answer: whether it did what was asked is not known."""


class Later(Exception):
    """The platform asks for patience; nothing was done. The next `Connector.turn` takes it into account."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"{self.__doc__} ({seconds:.1f} s)")
        self.seconds = seconds


class Unfit(Exception):
    """The installation does not work at the moment: its token was revoked, or the app was switched off."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"{self.__doc__} ({reason})")
        self.reason = reason


class Connector(Protocol):
    """One installation of one platform. Whatever waits may raise `Gone`, `Unsure`, `Later` or `Unfit`."""

    platform: str
    tenant: str

    async def whole(self, place: PlaceView) -> PlaceView:
        """The place with what its drawing needs and its view leaves out; the same object if that is nothing.

        Raises:
            relay.client.Unreachable: the relay does not answer.
        """
        ...

    def draw(self, place: PlaceView, refs: Mapping[str, str]) -> list[Part]:
        """The messages that a place should show now, the most urgent first; pure.

        A part that stands below another one is left out until ``refs`` has that one's reference.
        """
        ...

    async def turn(self, place: PlaceView, part: Part, *, new: bool) -> None:
        """Wait until the platform allows it to be posted (``new``) or edited."""
        ...

    async def post(self, place: PlaceView, part: Part) -> str:
        """Post a part and return the platform's reference of it. Never repeated by the connector itself."""
        ...

    async def edit(self, place: PlaceView, part: Part, reference: str) -> None:
        """Make a posted part look as it should.

        Raises:
            Missing: it was deleted.
        """
        ...

    async def find(self, place: PlaceView, refs: Mapping[str, str]) -> dict[str, str]:
        """The references of the parts of a place that the platform has, whoever posted them."""
        ...


class Voice(Protocol):
    """How a platform says something to one person, beside the places."""

    async def tell(self, who: Who, spot: Spot, text: str) -> None:
        """Tell it to nobody else where the platform can; a failure is no failure of what was asked."""
        ...

    async def sign(self, spot: Spot) -> None:
        """Show at once, and without words, that a message has arrived (C4)."""
        ...

    async def request_of(self, spot: Spot) -> str | None:
        """The request whose work stands in a thread, as the platform itself shows it (C1)."""
        ...

    async def inform(self, user: str, text: str) -> None:
        """Tell somebody what nobody asked: something needs a person (C10)."""
        ...
