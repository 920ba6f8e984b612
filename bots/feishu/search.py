"""Finding what we have posted: by the marks in our own cards, as far as the app may read the chat."""

from collections.abc import Callable, Mapping
from typing import Any

import structlog

from bots.feishu.api import Failed, FeishuApi
from bots.feishu.calls import get_message, list_messages
from bots.feishu.marks import file_name, mark_of, parts_by_mark, read_card, request_in
from bots.feishu.people import Home
from bots.feishu.refusals import NO_PERMISSION, TOPIC_GONE, gone
from bots.feishu.sdk import BaseRequest
from bots.feishu.thread import result_name
from relay.wire.places import PlaceView

log = structlog.get_logger()

Message = Mapping[str, Any]
Ask = Callable[[str], BaseRequest]
"""What asks for a page."""

LOOK_BACK_SECONDS = 600
"""The clocks of the relay and of Feishu may differ so much."""

PAGES_AT_MOST = 20


class Search:
    """Reads the chats of one installation."""

    def __init__(self, api: FeishuApi, home: Home) -> None:
        self._api, self._home = api, home

    async def in_chat(self, place: PlaceView, chat: str) -> dict[str, str]:
        """The parts of a place that stand at the top of a chat.

        Raises:
            bots.connector.Gone: the chat is out of reach.
            bots.connector.Later, bots.connector.Unfit, bots.connector.Unsure: as `FeishuApi.call`.
        """
        start = max(0, place.made_at // 1_000_000 - LOOK_BACK_SECONDS)
        return await self._scan(
            place, lambda page: list_messages("chat", chat, page, start=start, whole_cards=True)
        )

    async def in_thread(self, place: PlaceView, message: str) -> dict[str, str]:
        """The parts of a place that stand in the thread of a message.

        Raises: as `in_chat`.
        """
        found = await self.read(message)
        thread = str((found or {}).get("thread_id") or "")
        if not thread:
            return {}
        return await self._scan(place, _thread_pages(thread))

    async def read(self, message: str) -> Message | None:
        """One message; None where it is gone, or may not be read.

        Raises: as `in_chat`.
        """
        try:
            reply = await self._api.send(get_message(message, whole_cards=True))
        except Failed as failed:
            self._unreadable(failed)
            return None
        items = reply.get("items") or []
        return items[0] if items and isinstance(items[0], dict) else None

    async def request_of(self, thread: str) -> str | None:
        """The request whose work stands in the thread of a message.

        Raises: as `in_chat`.
        """
        first = await self.read(thread)
        if first is None:
            return None
        if (found := self._request(first)) is not None:
            return found
        if not first.get("thread_id"):
            return None
        for one in await self._page(_thread_pages(str(first["thread_id"]))):
            if (found := self._request(one)) is not None:
                return found
        return None

    def _request(self, message: Message) -> str | None:
        card = read_card(message) if self._is_ours(message) else None
        return request_in(card) if card is not None else None

    def _is_ours(self, message: Message) -> bool:
        return (message.get("sender") or {}).get("id") == self._home.app and not message.get("deleted")

    async def _scan(self, place: PlaceView, ask: Ask) -> dict[str, str]:
        known = parts_by_mark(place)
        rest = result_name(place.request) if place.request is not None else ""
        found: dict[str, str] = {}
        for message in await self._page(ask, PAGES_AT_MOST):
            if not self._is_ours(message):
                continue
            card, reference = read_card(message), str(message.get("message_id"))
            name = known.get(mark_of(card), "") if card is not None else ""
            if not name and rest and file_name(message) == rest:
                name = "rest"
            if name:
                found.setdefault(name, reference)
        return found

    async def _page(self, ask: Ask, pages: int = 1) -> list[Message]:
        found, page = list[Message](), ""
        for _ in range(pages):
            try:
                reply = await self._api.send(ask(page))
            except Failed as failed:
                self._unreadable(failed)
                break
            found += [one for one in reply.get("items") or [] if isinstance(one, dict)]
            page = str(reply.get("page_token") or "")
            if not reply.get("has_more") or not page:
                break
        return found

    def _unreadable(self, failed: Failed) -> None:
        """Without the permission to read, and of what is gone, nothing is found: the key of each message must do."""
        if failed.code in NO_PERMISSION | TOPIC_GONE or failed.code == 230001:
            log.info("search.blind", code=failed.code)
            return
        raise gone(failed)


def _thread_pages(thread: str) -> Ask:
    return lambda page: list_messages("thread", thread, page, whole_cards=True)
