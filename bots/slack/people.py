"""Who people are, as Slack says it: asked once, remembered for a while."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from bots.slack.api import Failed, Reply, SlackApi
from relay.wire.people import Account, Who

REMEMBER_SECONDS = 600.0
REMEMBERED = 5000
NAME_CHARACTERS = 200


@dataclass(frozen=True)
class Person:
    """A user of the workspace, or of another one in a shared channel."""

    name: str
    language: str
    team: str | None
    bot: bool = False
    stranger: bool = False


@dataclass(frozen=True)
class Home:
    """The installation: its workspace, and the bot's own user."""

    team: str
    enterprise: str | None
    bot: str
    url: str

    @property
    def tenant(self) -> str:
        """The team id, with the enterprise id where there is one (K3)."""
        return f"{self.enterprise}:{self.team}" if self.enterprise else self.team


class People:
    """Looks up users, and the direct messages with them."""

    def __init__(self, api: SlackApi, home: Home) -> None:
        self._api, self._home = api, home
        self._known: OrderedDict[str, tuple[float, Person]] = OrderedDict()
        self._channels: OrderedDict[str, tuple[float, str]] = OrderedDict()
        self._direct: dict[str, str] = {}

    async def who(self, user: str, team: str | None) -> Who:
        """Who speaks. ``team`` is the speaker's team as the event gives it.

        What is not known to be of this workspace is outside (C13).
        """
        person = await self.person(user)
        own = person.team or team
        outside = person.stranger or (team or own) != self._home.team or own != self._home.team
        if self._home.enterprise and not person.stranger:
            outside = False  # the teams of one enterprise are one organisation
        tenant = self._home.tenant if not outside else (own or "unknown")
        account = Account(platform="slack", tenant=tenant, subject=user)
        return Who(
            account=account, name=person.name, language=person.language, bot=person.bot, outside=outside
        )

    async def person(self, user: str) -> Person:
        """One user; where Slack does not tell, the id stands for the name."""
        now = asyncio.get_running_loop().time()
        known = self._known.get(user)
        if known is not None and known[0] > now - REMEMBER_SECONDS:
            return known[1]
        try:
            reply = await self._api.read("users.info", user=user, include_locale=True)
        except Failed:
            person = Person(name=user, language="en", team=None)
        else:
            person = _read(user, reply)
        self._known[user] = (now, person)
        self._known.move_to_end(user)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return person

    async def names(self, ids: set[str]) -> dict[str, str]:
        """The names of the users and channels that a text mentions; a channel that Slack does not tell has none."""
        users, channels = {one for one in ids if one[0] not in "CG"}, {one for one in ids if one[0] in "CG"}
        found = {user: (await self.person(user)).name for user in sorted(users)}
        named = {channel: await self._channel_name(channel) for channel in sorted(channels)}
        return found | {channel: name for channel, name in named.items() if name}

    async def _channel_name(self, channel: str) -> str:
        now = asyncio.get_running_loop().time()
        known = self._channels.get(channel)
        if known is not None and known[0] > now - REMEMBER_SECONDS:
            return known[1]
        try:
            reply = await self._api.read("conversations.info", channel=channel)
        except Failed:
            reply = {}
        name = str((reply.get("channel") or {}).get("name") or "")[:NAME_CHARACTERS]
        self._channels[channel] = (now, name)
        self._channels.move_to_end(channel)
        if len(self._channels) > REMEMBERED:
            self._channels.popitem(last=False)
        return name

    async def direct(self, user: str) -> str:
        """The channel of the direct message with a user."""
        if user not in self._direct:
            reply = await self._api.call("conversations.open", users=user)
            self._direct[user] = str(reply["channel"]["id"])
        return self._direct[user]


def _read(user: str, reply: Reply) -> Person:
    found = reply.get("user") or {}
    profile = found.get("profile") or {}
    name = (
        profile.get("display_name") or profile.get("real_name") or found.get("real_name") or found.get("name")
    )
    return Person(
        name=str(name or user)[:NAME_CHARACTERS],
        language=str(found.get("locale") or "en")[:20],
        team=found.get("team_id"),
        bot=bool(found.get("is_bot")),
        stranger=bool(found.get("is_stranger")),
    )
