"""The connector with two courtesies: a tapped card is not touched before the tap has its answer, and where work
stands is written down, since an app may not read the groups that it works in.
"""

from collections.abc import Mapping
from typing import Protocol

from bots.connector import Connector, Part, Voice
from bots.feishu.answers import Answers
from bots.feishu.ledger import Ledger
from relay.wire.people import Who
from relay.wire.places import PlaceView
from relay.wire.requests import Spot

ANCHOR = "anchor"
"""The first message of a work thread."""


class Both(Connector, Voice, Protocol):
    """One installation: what it shows, and what it says."""


class Patient:
    """A connector that waits with an edit while somebody waits at that message.

    Feishu draws a tapped card anew when the answer to the tap comes, as it was before; an update that came in
    between is undone (open.feishu.cn, delayed update).
    """

    def __init__(self, connector: Both, answers: Answers, ledger: Ledger) -> None:
        self._connector, self._answers, self._ledger = connector, answers, ledger
        self.platform, self.tenant = connector.platform, connector.tenant

    async def whole(self, place: PlaceView) -> PlaceView:
        """The place with what its drawing needs and its view leaves out."""
        return await self._connector.whole(place)

    def draw(self, place: PlaceView, refs: Mapping[str, str]) -> list[Part]:
        """The messages that a place should show now."""
        return self._connector.draw(place, refs)

    async def turn(self, place: PlaceView, part: Part, *, new: bool) -> None:
        """Wait until Feishu allows a message or an update."""
        await self._connector.turn(place, part, new=new)

    async def post(self, place: PlaceView, part: Part) -> str:
        """Send a part, and note which request stands below it."""
        reference = await self._connector.post(place, part)
        if part.name == ANCHOR and place.request is not None:
            await self._ledger.works(reference, place.request.request)
        return reference

    async def edit(self, place: PlaceView, part: Part, reference: str) -> None:
        """Update a part, once nobody waits there."""
        await self._answers.quiet(reference)
        await self._connector.edit(place, part, reference)

    async def find(self, place: PlaceView, refs: Mapping[str, str]) -> dict[str, str]:
        """What the place has in Feishu already."""
        return await self._connector.find(place, refs)

    async def tell(self, who: Who, spot: Spot, text: str) -> None:
        """A word to one person."""
        await self._connector.tell(who, spot, text)

    async def sign(self, spot: Spot) -> None:
        """It has arrived."""
        await self._connector.sign(spot)

    async def request_of(self, spot: Spot) -> str | None:
        """The request of a thread: as noted here, else as its first message shows it."""
        noted = await self._ledger.work_below(spot.thread) if spot.thread is not None else None
        return noted or await self._connector.request_of(spot)

    async def inform(self, user: str, text: str) -> None:
        """A direct message that nobody asked for."""
        await self._connector.inform(user, text)
