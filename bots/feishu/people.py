"""Who people are (F3): the organisation and the union id. Open ids are of this app only and are never compared
with those of another one.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

import structlog

from bots.connector import Later, Unsure
from bots.feishu.api import Failed, FeishuApi, Reply
from bots.feishu.calls import get_user, list_members
from bots.feishu.parse import Ids
from bots.feishu.tongue import tongue_of, usual_tongue
from bots.inbox import Inbox
from relay.wire.people import Account, Who

log = structlog.get_logger()
T = TypeVar("T")

REMEMBER_SECONDS = 600.0
REMEMBERED = 5000
PATIENCE_SECONDS = 1.5
"""Nobody waits longer for a name: a tap has its answer within three seconds, an ask its sign."""

NAME_CHARACTERS = 200
MEMBERS_PAGES_AT_MOST = 10

OPEN = "ou_"
"""So begins an open id."""

SAME, TONGUE, NAME = "same:", "tongue:", "name:"
"""Notes: the union id that an open id or a user id belongs to; the language a person writes in; a name."""


class Unidentified(Exception):
    """Feishu did not say who it was, so nothing is done in anybody's name."""


@dataclass(frozen=True)
class Home:
    """The installation: the app, its organisation, and its bot's own open id."""

    app: str
    tenant: str
    bot: str
    name: str
    url: str


class People:
    """Knows people by any of their ids, and what they are called."""

    def __init__(self, api: FeishuApi, home: Home, inbox: Inbox) -> None:
        self._api, self._home, self._inbox = api, home, inbox
        self._same: dict[str, str] = {}
        self._open: dict[str, str] = {}
        self._tongues: dict[str, str] = {}
        self._last_names: dict[str, str] = {}
        self._names: OrderedDict[str, tuple[float, str]] = OrderedDict()
        self._members: OrderedDict[str, tuple[float, dict[str, str]]] = OrderedDict()

    async def start(self) -> None:
        """Recall what an earlier process knew."""
        self._same = await self._inbox.notes(SAME)
        self._open = {union: one for one, union in self._same.items() if one.startswith(OPEN)}
        self._tongues = await self._inbox.notes(TONGUE)
        self._last_names = await self._inbox.notes(NAME)

    async def who(self, ids: Ids, channel: str = "", said: str = "") -> Who:
        """Who speaks; ``said`` tells the language. What is not known to be of our organisation is outside (C13).

        Raises:
            Unidentified: none of the ids leads to a union id.
            Later, Unsure, Unfit: Feishu could not be asked for it.
        """
        union = await self.union(ids)
        await self._learn(ids, union, said)
        account = Account(platform="feishu", tenant=ids.tenant or "unknown", subject=union)
        return Who(
            account=account,
            name=await self.name(union, channel),
            language=self.language(union),
            outside=ids.tenant != self._home.tenant,
        )

    async def union(self, ids: Ids) -> str:
        """The union id of a person.

        Raises: as `who`.
        """
        if ids.union:
            return ids.union
        for one in (ids.open, ids.user):
            if one in self._same:
                return self._same[one]
        for kind, one in (("open_id", ids.open), ("user_id", ids.user)):
            if one and (found := await self._ask(one, kind)):
                return found
        raise Unidentified(Unidentified.__doc__)

    def open_id(self, union: str) -> str:
        """The id by which this app mentions a person; empty for somebody it never heard."""
        return self._open.get(union, "")

    def language(self, union: str) -> str:
        """The language that a person writes in; that of most people on this platform, if they wrote nothing yet."""
        return self._tongues.get(union) or usual_tongue(self._home.url)

    async def name(self, union: str, channel: str = "") -> str:
        """What a person is called; the end of the id where Feishu does not tell."""
        now = asyncio.get_running_loop().time()
        known = self._names.get(union)
        if known is not None and known[0] > now - REMEMBER_SECONDS:
            return known[1]
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                name = await self._look_up(union, channel)
        except (Later, Unsure, TimeoutError) as error:
            log.info("name.unknown", error=str(error))
            return self._last_names.get(union) or _short(union)
        _remember(self._names, union, (now, name or _short(union)))
        if name and self._last_names.get(union) != name:
            self._last_names[union] = name
            await self._inbox.note({NAME + union: name})
        return name or _short(union)

    async def _look_up(self, union: str, channel: str) -> str:
        try:
            reply = await self._api.send(get_user(union))
        except Failed as failed:
            # Without the contact scope, or of another organisation: a chat still tells who is in it.
            log.info("contact.refused", code=failed.code)
            return (await self._members_of(channel)).get(union, "") if channel else ""
        return _name_of(reply.get("user"))

    async def _members_of(self, channel: str) -> Mapping[str, str]:
        now = asyncio.get_running_loop().time()
        known = self._members.get(channel)
        if known is not None and known[0] > now - REMEMBER_SECONDS:
            return known[1]
        found: dict[str, str] = {}
        page = ""
        try:
            for _ in range(MEMBERS_PAGES_AT_MOST):
                reply = await self._api.send(list_members(channel, page))
                rows = reply.get("items") or []
                found |= {str(one.get("member_id")): str(one.get("name") or "") for one in rows}
                page = str(reply.get("page_token") or "")
                if not reply.get("has_more") or not page:
                    break
        except Failed as failed:
            log.info("members.refused", code=failed.code)
        _remember(self._members, channel, (now, found))
        return found

    async def _ask(self, one: str, kind: str) -> str:
        try:
            reply = await self._api.send(get_user(one, kind))
        except Failed as failed:
            log.warning("person.unidentified", code=failed.code)
            return ""
        found = reply.get("user")
        return str(found.get("union_id") or "") if isinstance(found, dict) else ""

    async def _learn(self, ids: Ids, union: str, said: str) -> None:
        """What is new about a person, on disk: a tap tells little, and cannot wait for somebody to be asked."""
        new: dict[str, str | None] = {}
        for one in (ids.open, ids.user):
            if one and self._same.get(one) != union:
                self._same[one] = union
                new[SAME + one] = union
        if ids.open:
            self._open[union] = ids.open
        tongue = tongue_of(said)
        if tongue and self._tongues.get(union) != tongue:
            self._tongues[union] = tongue
            new[TONGUE + union] = tongue
        await self._inbox.note(new)


def _name_of(user: object) -> str:
    found: Reply = user if isinstance(user, dict) else {}
    return str(found.get("name") or found.get("nickname") or found.get("en_name") or "")[:NAME_CHARACTERS]


def _short(union: str) -> str:
    return f"…{union[-6:]}"


def _remember(memory: OrderedDict[str, T], key: str, value: T) -> None:
    memory[key] = value
    memory.move_to_end(key)
    if len(memory) > REMEMBERED:
        memory.popitem(last=False)
