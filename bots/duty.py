"""The house's side of one installation: the lease, what people say to the relay, what the relay shows them."""

import asyncio
from collections.abc import Callable

from bots.connector import Connector, Voice
from bots.inbound import PASSING, Inbound
from bots.intents import Intent
from bots.lease import Holder
from bots.outbound import Outbound
from bots.signs import Signs
from relay.client import Refused, RelayClient
from relay.wire.places import PlaceView


class Duty:
    """What a platform need not know: it hands over intents, and is told what to post and edit."""

    def __init__(
        self,
        client: RelayClient,
        connector: Connector,
        voice: Voice,
        signs: Signs,
        *,
        process: str,
        hears: Callable[[], None] | None = None,
    ) -> None:
        self._signs = signs
        self.holder = Holder(client, connector.platform, connector.tenant, process)
        self._inbound = Inbound(client, voice, signs.answered)
        self._outbound = Outbound(client, connector, self.holder, voice=voice, shows=self._shows, hears=hears)

    async def handle(self, intent: Intent) -> None:
        """Say it to the relay, and a refusal to the person.

        Raises:
            relay.client.Unreachable: nothing is known; saying it again is safe.
        """
        await self._inbound.handle(intent)

    async def attempt(self, intent: Intent) -> None:
        """Say it to the relay, where a refusal is shown in a way of the platform's own.

        Raises:
            relay.client.Refused: the relay says no; nothing was changed.
            relay.client.Unreachable: nothing is known; saying it again is safe.
        """
        await self._inbound.attempt(intent)

    def is_passing(self, refused: Refused) -> bool:
        """Whether a refusal is not the person's affair: the same may be said again later."""
        return refused.code in PASSING

    def news(self, key: str, about: str, **values: str) -> None:
        """Tell the owners, once for what it is ``about``, with the sentence ``key`` and its values."""
        self._outbound.warnings.news(key, about, **values)

    def deaf(self, key: str) -> None:
        """The platform is not heard any more, which its owners are told with the sentence ``key``."""
        self._outbound.warnings.deaf(key)

    def hears(self) -> None:
        """The platform is heard again."""
        self._outbound.warnings.hears()

    async def work(self) -> None:
        """Hold the lease and bring places up to date, until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.holder.keep())
            group.create_task(self._outbound.work())

    def _shows(self, place: PlaceView) -> None:
        self._signs.answered(place.channel, place.message)
