"""What the connector tests ask of a platform: what people do there, what they see, and what can go wrong."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from relay.wire.requests import RequestView
from tests.house import House
from tests.relay.players import Daemon

OWNER, ASKER, GUEST = "owner", "asker", "guest"
"""The owner of the house, a member of its room, and somebody of another organisation."""

DECISIONS = frozenset({"approve", "always", "deny"})


@dataclass(frozen=True)
class Sight:
    """A message as people see it. ``top`` is the id of the first message of the thread in which it stands."""

    id: str
    top: str
    part: str
    words: str
    acts: frozenset[str]
    pings: frozenset[str]
    raw: Any

    @property
    def decisions(self) -> frozenset[str]:
        """The live buttons that decide the request."""
        return self.acts & DECISIONS


class Side(Protocol):
    """One platform with an owner, a member, a bound chat, and a relay behind it; the bot runs in ``running``.

    Whatever waits raises AssertionError or TimeoutError after some seconds.
    """

    house: House

    def running(self, folder: str = "bot", url: str | None = None) -> AbstractAsyncContextManager[Any]:
        """The connector at work; with ``url`` the relay is looked for there."""

    async def ask(self, text: str, who: str = ASKER, below: Sight | None = None) -> Any:
        """Mentions the bot in the bound chat, or below a message; gives what was said."""

    async def talk(self, text: str) -> None:
        """The member says something that is for nobody of ours."""

    async def edit(self, said: Any, text: str) -> None:
        """The asker changes what was said."""

    async def recall(self, said: Any) -> None:
        """The asker takes it back."""

    async def repeat(self, said: Any) -> None:
        """The platform delivers it once more, and is acknowledged."""

    async def tap(self, sight: Sight, act: str) -> None:
        """The owner presses a button."""

    async def ask_elsewhere(self, text: str) -> None:
        """The member asks in another chat that the room hears too."""

    async def ask_from_outside(self, text: str) -> None:
        """Somebody of another organisation asks in a shared chat that the room hears."""

    async def speak(self, who: str, language: str) -> None:
        """The person's client is in this language from now on."""

    async def remove_bot(self) -> None:
        """Somebody removes the bot from the bound chat."""

    def sights(self, direct: bool = False) -> list[Sight]:
        """What the bot shows in the bound chat, or in the owner's direct chat, oldest first."""

    def now(self, sight: Sight) -> Sight:
        """How a message looks by now."""

    def told(self, who: str) -> list[str]:
        """What the bot told one person alone."""

    def signed(self, said: Any) -> bool:
        """Whether the bot showed at the message itself that it has arrived."""

    def acknowledged(self, said: Any) -> bool:
        """Whether the platform knows that it has arrived, told within the time that it gives."""

    def copies(self, number: int) -> None:
        """Everything is delivered so often from now on."""

    def lose_an_answer(self) -> None:
        """The next message of the bot stands, and the bot is not told."""

    def ask_for_patience(self, seconds: float) -> None:
        """The platform refuses messages and updates for so long."""

    async def drop_link(self) -> None:
        """The connection is cut."""

    async def settled(self) -> None:
        """Everything is handled and shown."""

    async def requests(self) -> list[RequestView]:
        """All requests, oldest first."""


async def take(side: Side, request: str) -> Daemon:
    """A machine that has taken a request."""
    daemon = Daemon(side.house)
    await daemon.start()
    await daemon.take(request)
    return daemon
