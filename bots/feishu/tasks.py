"""The connector with a Feishu task beside each request (F6): one more part of the place where its work stands."""

from collections.abc import Callable, Mapping
from typing import Any

import structlog

from bots.connector import Later, Part, Unfit, Unsure
from bots.feishu.api import Failed, FeishuApi
from bots.feishu.calls import add_task_members, create_task, get_message, get_task, patch_task
from bots.feishu.connector import FeishuConnector
from bots.feishu.failures import PATIENCE_SECONDS
from bots.feishu.people import Home
from bots.feishu.refusals import NO_PERMISSION
from bots.feishu.render import GIVEN_UP
from bots.feishu.sdk import BaseRequest
from bots.feishu.settings import Mirrored
from bots.feishu.todo import PART, Work, changes, describe, link_to, missing_members, new_task, task_part
from bots.inbox import Inbox
from bots.pace import Allowance, Pace
from relay.wire.people import Who
from relay.wire.places import PlaceRole, PlaceView
from relay.wire.requests import Spot

__all__ = ["Mirrored", "Tasked"]

log = structlog.get_logger()

OWNER, MADE = "owner:", "task:"
"""Notes: the union id of an owner; the task of a request."""

CALLS = Allowance(8, 1.0)
CALLS_STRICT = Allowance(2, 1.0)
"""Feishu takes ten a second of each call of an app (open.feishu.cn, task v2)."""

GONE = frozenset({1470403, 1470404})
"""Somebody deleted the task, or took it away from the app: it is not made anew."""

News = Callable[[str], None]
"""Told the sentence about what keeps tasks from being made."""


class Tasked:
    """A connector that keeps a task beside each request. Everything else it passes on."""

    def __init__(
        self,
        connector: FeishuConnector,
        api: FeishuApi,
        home: Home,
        inbox: Inbox,
        mirrored: Mirrored,
        news: News,
    ) -> None:
        self._connector, self._api, self._home, self._inbox = connector, api, home, inbox
        self._mirrored, self._news = mirrored, news
        self.platform, self.tenant = connector.platform, connector.tenant
        self._pace = Pace(CALLS, CALLS, strict=CALLS_STRICT)
        self._owners: dict[str, str] = {}

    async def start(self) -> None:
        """Recall who the owners are."""
        self._owners = await self._inbox.notes(OWNER)

    # -- the port

    async def whole(self, place: PlaceView) -> PlaceView:
        """The place with what its drawing needs; a place for an owner says who that is."""
        view = place.request
        if place.role is PlaceRole.owner and view is not None and view.owner not in self._owners:
            self._owners[view.owner] = place.channel
            await self._inbox.note({OWNER + view.owner: place.channel})
        return await self._connector.whole(place)

    def draw(self, place: PlaceView, refs: Mapping[str, str]) -> list[Part]:
        """The messages that a place should show now, and its task."""
        parts = self._connector.draw(place, refs)
        if place.request is None or not parts or not self._mirrored.has(place.request.room_name):
            return parts
        task = task_part(place, refs, self._owners.get(place.request.owner, ""))
        return [*parts, task] if task is not None else parts

    async def turn(self, place: PlaceView, part: Part, *, new: bool) -> None:
        """Wait until Feishu allows it."""
        if part.name == PART:
            await self._pace.turn(PART, part.urgency)
        else:
            await self._connector.turn(place, part, new=new)

    async def post(self, place: PlaceView, part: Part) -> str:
        """Make the task, or find the one that was made before: its key is the same at each try."""
        if part.name != PART:
            return await self._connector.post(place, part)
        told, work = part.body["task"], Work(**part.body["task"]["work"])
        try:
            url = await self._link(work)
            body = new_task(told, url, self._home.name or "muti")
            found = await self._call(create_task(body))
            guid = str(found["guid"])
            await self._inbox.note({MADE + work.request: guid})
            await self._mend(guid, found, told, url)
        except Failed as failed:
            return self._given_up(failed, work)
        return guid

    async def edit(self, place: PlaceView, part: Part, reference: str) -> None:
        """Make the task show what it should; what somebody changed or ticked off there is put right, too."""
        if part.name != PART:
            await self._connector.edit(place, part, reference)
        elif reference != GIVEN_UP:
            told, work = part.body["task"], Work(**part.body["task"]["work"])
            try:
                found = await self._call(get_task(reference))
                await self._mend(reference, found, told, await self._link(work))
            except Failed as failed:
                self._given_up(failed, work)

    async def find(self, place: PlaceView, refs: Mapping[str, str]) -> dict[str, str]:
        """What the place has in Feishu already."""
        found = await self._connector.find(place, refs)
        if place.request is not None and place.role is not PlaceRole.owner:
            made = (await self._inbox.notes(MADE + place.request.request)).get("")
            found |= {PART: made} if made else {}
        return found

    # -- a word to one person

    async def tell(self, who: Who, spot: Spot, text: str) -> None:
        """A word to one person."""
        await self._connector.tell(who, spot, text)

    async def sign(self, spot: Spot) -> None:
        """It has arrived."""
        await self._connector.sign(spot)

    async def request_of(self, spot: Spot) -> str | None:
        """The request of a thread."""
        return await self._connector.request_of(spot)

    async def inform(self, user: str, text: str) -> None:
        """A direct message that nobody asked for."""
        await self._connector.inform(user, text)

    # -- how

    async def _mend(self, guid: str, found: Mapping[str, Any], told: Mapping[str, Any], url: str) -> None:
        if changed := changes(found, told, describe(told, url, str(found.get("description") or ""))):
            await self._call(patch_task(guid, changed))
        if members := missing_members(found, told):
            try:
                await self._call(add_task_members(guid, members))
            except Failed as failed:
                # Whoever cannot see the app cannot follow its tasks; the task is there for the others.
                log.info("task.not_followed", code=failed.code)

    async def _call(self, request: BaseRequest) -> Mapping[str, Any]:
        try:
            reply = await self._api.send(request)
        except Later as later:
            self._pace.refused(PART, max(later.seconds, PATIENCE_SECONDS))
            raise
        task = reply.get("task")
        return task if isinstance(task, Mapping) else {}

    async def _link(self, work: Work) -> str:
        """The address of the work's thread; of its chat where the thread is not told."""
        if thread := self._connector.thread_below(work.anchor):
            return link_to(self._home.url, work.channel, thread)
        try:
            reply = await self._api.send(get_message(work.anchor))
        except (Failed, Later, Unsure, Unfit):
            return link_to(self._home.url, work.channel, "")
        items = reply.get("items") or [{}]
        return link_to(self._home.url, work.channel, str(items[0].get("thread_id") or ""))

    def _given_up(self, failed: Failed, work: Work) -> str:
        """The thread has everything; a task that cannot be had must not hold it up (C10)."""
        log.warning("task.given_up", request=work.request, code=failed.code)
        if failed.code in NO_PERMISSION:
            self._news("notice.feishu_tasks")
        return GIVEN_UP
