"""Where a message stands: Feishu's events name a thread in several ways, and leave some of them out.

A thread is known here by its first message: that is what can be replied to, whatever else is missing. Reported of
real events: the first message of a topic has a thread id and no root; one in a direct chat may lack its thread id;
a plain reply outside of threads has a root as well, which then is what it quotes.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bots.connector import Later, Unfit, Unsure
from bots.feishu.api import Failed, FeishuApi, Reply
from bots.feishu.calls import get_message
from bots.feishu.parse import Heard
from relay.wire.requests import Spot

REMEMBERED = 5000

RequestOf = Callable[[Spot], Awaitable[str | None]]
"""The request whose work stands in a thread, as the platform itself shows it."""


@dataclass(frozen=True)
class Stands:
    """``root`` is the first message of the thread that a message stands in, None outside of threads; ``thread`` the
    thread's id, where it is known; ``quotes`` a message that this one answers and that is not above it anyway.
    """

    root: str | None
    thread: str = ""
    quotes: str = ""


class Threads:
    """Finds out where messages stand."""

    def __init__(self, api: FeishuApi, tenant: str, request_of: RequestOf) -> None:
        self._api, self._tenant, self._request_of = api, tenant, request_of
        self._roots: OrderedDict[str, str] = OrderedDict()

    async def find(self, heard: Heard) -> Stands:
        """Where a message stands.

        Raises:
            bots.connector.Later, bots.connector.Unfit, bots.connector.Unsure: Feishu could not be asked.
        """
        root, thread = heard.root, heard.thread
        if not (root and thread) and (heard.direct or root or thread):
            found = await self._look(heard.message)
            root = root or str(found.get("root_id") or "")
            thread = thread or str(found.get("thread_id") or "")
        if thread:
            root = self._roots.get(thread) or root or heard.message
            self._remember(thread, root)
            quotes = heard.parent if heard.parent not in ("", root, heard.message) else ""
            return Stands(root, thread, quotes)
        quotes = heard.parent or root
        for above in dict.fromkeys(one for one in (heard.parent, root) if one):
            if await self._is_work(heard, above):
                return Stands(above, "", "" if quotes == above else quotes)
        return Stands(None, "", quotes)

    async def _look(self, message: str) -> Reply:
        """The message as Feishu has it now; empty where it does not give it."""
        try:
            reply = await self._api.send(get_message(message))
        except Failed:
            return {}
        items = reply.get("items") or []
        return items[0] if items and isinstance(items[0], dict) else {}

    async def _is_work(self, heard: Heard, root: str) -> bool:
        """Whether somebody answered one of our own first messages outside of its thread: the work goes on there."""
        spot = Spot(
            platform="feishu", tenant=self._tenant, channel=heard.channel, thread=root, message=heard.message
        )
        try:
            return await self._request_of(spot) is not None
        except (Failed, Later, Unfit, Unsure):
            return False

    def _remember(self, thread: str, root: str) -> None:
        self._roots[thread] = root
        self._roots.move_to_end(thread)
        if len(self._roots) > REMEMBERED:
            self._roots.popitem(last=False)
