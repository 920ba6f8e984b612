"""A comment on a task is a follow-up in the thread of its request (F6).

The event names the comment and carries neither its text nor its author (open.feishu.cn, task comment_updated_v1), so
both are read. Only an organisation that Feishu names counts as the author's (C13).
"""

import structlog

from bots.feishu.api import Failed, FeishuApi, Reply
from bots.feishu.calls import get_comment, get_message, get_task, get_user, list_members
from bots.feishu.parse import Commented, Ids
from bots.feishu.people import MEMBERS_PAGES_AT_MOST, Home, People
from bots.feishu.sdk import BaseRequest
from bots.feishu.todo import Work, read_work
from bots.intents import Asks
from relay.wire.requests import Spot

log = structlog.get_logger()


class Comments:
    """Reads the comments on one installation's tasks."""

    def __init__(self, api: FeishuApi, home: Home, people: People) -> None:
        self._api, self._home, self._people = api, home, people

    async def read(self, heard: Commented) -> Asks | None:
        """What a comment asks for; None where nobody asks anything: it is ours, empty, or gone.

        Raises:
            bots.feishu.people.Unidentified: nobody knows who wrote it.
            bots.connector.Later, bots.connector.Unfit, bots.connector.Unsure: Feishu could not be asked.
        """
        comment = await self._read(get_comment(heard.comment), "comment")
        creator, text = comment.get("creator") or {}, str(comment.get("content") or "").strip()
        if creator.get("type", "user") != "user" or not text:
            return None
        work = read_work(await self._read(get_task(heard.task), "task"))
        if work is None:
            return None
        union = str(creator.get("id") or "")
        tenant = await self._tenant(union, work.channel)
        who = await self._people.who(Ids(union, "", "", tenant), work.channel, text)
        return Asks(who, await self._spot(work, heard), text)

    async def _read(self, request: BaseRequest, name: str) -> Reply:
        """A comment or a task; empty where it is gone, or not the app's to read."""
        try:
            found = (await self._api.send(request)).get(name)
        except Failed as failed:
            log.warning("comment.refused", code=failed.code)
            return {}
        return found if isinstance(found, dict) else {}

    async def _spot(self, work: Work, heard: Commented) -> Spot:
        """In the work's thread, as an answer there would be; the comment is what asks, once."""
        return Spot(
            platform="feishu",
            tenant=self._home.tenant,
            channel=work.channel,
            thread=await self._root(work.anchor),
            message=f"comment:{heard.comment}",
            direct=work.direct,
        )

    async def _root(self, anchor: str) -> str:
        """The first message of the thread that our own first message stands in, or begins."""
        try:
            items = (await self._api.send(get_message(anchor))).get("items") or [{}]
        except Failed:
            return anchor
        inside = items[0].get("thread_id") and items[0].get("root_id")
        return str(items[0]["root_id"]) if inside else anchor

    async def _tenant(self, union: str, channel: str) -> str:
        """The organisation of who wrote it; empty, which is outside, where Feishu does not tell."""
        page = ""
        try:
            for _ in range(MEMBERS_PAGES_AT_MOST):
                reply = await self._api.send(list_members(channel, page))
                for one in reply.get("items") or []:
                    if one.get("member_id") == union:
                        return str(one.get("tenant_key") or "")
                page = str(reply.get("page_token") or "")
                if not reply.get("has_more") or not page:
                    break
        except Failed as failed:
            log.info("members.refused", code=failed.code)
        return await self._own_tenant(union)

    async def _own_tenant(self, union: str) -> str:
        """The contacts hold people of our own organisation only."""
        try:
            found = await self._api.send(get_user(union))
        except Failed as failed:
            log.info("contact.refused", code=failed.code)
            return ""
        return self._home.tenant if found.get("user") else ""
