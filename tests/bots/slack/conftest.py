"""The real connector between the strict Slack emulator and a real relay."""

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bots.pace import Allowance
from bots.slack.bot import SlackBot, SlackSettings
from relay.client import RelayClient
from relay.store.migrate import migrate
from relay.wire.people import AcceptInvite, Account, Binding, NewInvite, NewLink, RedeemLink, Who
from relay.wire.requests import RequestView
from tests.emulators.slack import Channel, Message, SlackEmulator, User
from tests.house import House, open_house
from tests.relay.players import Daemon


@dataclass
class Stage:
    """A workspace with an owner, a member and a bound channel; the relay's house; and the bot's settings."""

    slack: SlackEmulator
    house: House
    folder: Path
    owner: User
    asker: User
    channel: Channel

    def settings(self, folder: str = "bot") -> SlackSettings:
        """Where the bot finds the emulator."""
        return SlackSettings(
            bot_token=self.slack.bot_token,
            app_token=self.slack.app_token,
            folder=self.folder / folder,
            api_url=self.slack.api_url,
        )

    def bot(self, folder: str = "bot", url: str | None = None) -> SlackBot:
        """A bot that is not running yet."""
        client = RelayClient(url or self.house.url, self.house.tokens["slack"])
        self.house.clients.append(client)
        return SlackBot(client, self.settings(folder))

    @asynccontextmanager
    async def running_bot(self, folder: str = "bot", url: str | None = None) -> AsyncIterator[SlackBot]:
        """A bot that has heard Slack's greeting."""
        bot = self.bot(folder, url)
        task = asyncio.create_task(bot.run())
        try:
            await asyncio.wait_for(bot.connected.wait(), 20)
            yield bot
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def who(self, user: User) -> Who:
        """A person of the workspace, as the relay knows them."""
        account = Account(platform="slack", tenant=self.slack.team.id, subject=user.id)
        return Who(account=account, name=user.real_name)

    async def link_owner(self) -> None:
        """Join the Slack owner to the owner of the house."""
        code = await self.house.client("owner").new_link(None, NewLink(direct=True))
        await self.house.client("slack").redeem_link(self.who(self.owner), RedeemLink(code=code.code))

    async def admit(self, user: User) -> None:
        """Make somebody a member of the room."""
        invite = await self.house.client("owner").invite(None, self.house.room, NewInvite())
        assert invite.token is not None
        client = self.house.client("slack")
        await client.accept(self.who(user), AcceptInvite(token=invite.token, name=user.real_name))

    async def bind(self, channel: Channel) -> None:
        """Let the room hear a channel."""
        binding = Binding(platform="slack", tenant=self.slack.team.id, channel=channel.id)
        await self.house.client("owner").bind(None, self.house.room, binding)

    async def requests(self) -> list[RequestView]:
        """All requests of the owner's rooms, oldest first."""
        owner = self.house.client("owner")
        rooms = (await owner.rooms(None)).rooms
        found = [one for room in rooms for one in (await owner.requests_of(None, room.room)).requests]
        return sorted(found, key=lambda one: one.asked_at)

    async def anchor(self, ask: Message, timeout: float = 5.0) -> Message:
        """The bot's first message about an ask."""
        found = await self.slack.until(
            lambda: [m for m in self.slack.from_bot(ask.channel) if is_anchor(m) and m.ts > ask.ts], timeout
        )
        return found[0]

    async def approved(
        self, prompt: str = "run the tests", thread_ts: str | None = None
    ) -> tuple[Message, RequestView]:
        """An ask of the member's that the owner has approved by a tap; its anchor and the request."""
        ask = await self.slack.mention(self.asker, self.channel, prompt, thread_ts)
        anchor = await self.anchor(ask)
        await self.slack.tap(self.owner, self.channel, anchor.ts, "muti:approve")
        request = (await self.requests())[-1]
        return anchor, await self.house.until(request.request, "approved")

    async def running(self, prompt: str = "run the tests") -> tuple[Message, RequestView, Daemon]:
        """An approved ask that a daemon has taken."""
        anchor, request = await self.approved(prompt)
        return anchor, request, await self.take(request.request)

    async def take(self, request: str) -> Daemon:
        """A daemon that has taken a request."""
        daemon = Daemon(self.house)
        await daemon.start()
        await daemon.take(request)
        return daemon

    async def settled(self, timeout: float = 8.0) -> None:
        """Wait until the relay has no place left that shows less than it should."""
        await self.slack.settle()
        async with asyncio.timeout(timeout):
            while _stale(self.folder / "relay.db", self.slack.team.id):
                await asyncio.sleep(0.05)

    async def until_told(self, part: str, timeout: float = 8.0) -> None:
        """Wait until the relay knows where a part of a place in this workspace stands."""
        async with asyncio.timeout(timeout):
            while not _told(self.folder / "relay.db", self.slack.team.id, part):
                await asyncio.sleep(0.02)

    async def part(self, channel: Channel | str, name: str, timeout: float = 5.0) -> Message:
        """The message of the bot that is this part."""
        found = await self.slack.until(
            lambda: [m for m in self.slack.from_bot(channel) if part_of(m) == name], timeout
        )
        return found[-1]

    def parts(self, channel: Channel | str) -> list[str]:
        """What the bot's messages in a channel are, oldest first."""
        return [part_of(message) for message in self.slack.from_bot(channel)]


def is_anchor(message: Message) -> bool:
    return part_of(message) == "anchor"


def part_of(message: Message) -> str:
    """Which part of a place a message is."""
    payload = (message.metadata or {}).get("event_payload", {})
    return str(payload.get("part", ""))


def _stale(path: Path, tenant: str) -> int:
    query = "select count(*) from place where wanted > shown and dead is null and tenant = ?"
    with contextlib.closing(sqlite3.connect(path)) as database:
        return int(database.execute(query, (tenant,)).fetchone()[0])


def _told(path: Path, tenant: str, part: str) -> bool:
    query = "select count(*) from place where tenant = ? and json_extract(refs, '$.' || ?) is not null"
    with contextlib.closing(sqlite3.connect(path)) as database:
        return bool(database.execute(query, (tenant, part)).fetchone()[0])


@pytest.fixture
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Posts and edits as fast as they come, for tests that are about something else than pace."""
    for name in ("POSTS_BURST", "POSTS_STRICT", "EDITS_OF_ONE", "EDITS_OF_ONE_STRICT", "EDITS_SMOOTH"):
        monkeypatch.setattr(f"bots.slack.connector.{name}", Allowance(1000, 10.0))


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with all its tables: made once, copied for each test."""
    path = tmp_path_factory.mktemp("template") / "relay.db"
    migrate(f"sqlite:///{path}")
    return path


@pytest.fixture
async def running_relay(migrated: Path, tmp_path: Path) -> AsyncIterator[House]:
    """A relay with one furnished house, on SQLite."""
    path, directory = tmp_path / "relay.db", tmp_path / "project"
    shutil.copy(migrated, path)
    directory.mkdir()
    async with open_house(f"sqlite:///{path}", directory) as house:
        yield house


@asynccontextmanager
async def open_stage(house: House, folder: Path) -> AsyncIterator[Stage]:
    """Everything but the running bot."""
    async with SlackEmulator(retry_scale=0.01) as slack:
        owner = slack.add_user("olga", real_name="Olga Owner")
        asker = slack.add_user("sarah", real_name="Sarah Kim")
        channel = slack.add_channel("backend", members=[owner, asker])
        stage = Stage(slack, house, folder, owner, asker, channel)
        await stage.link_owner()
        await stage.admit(asker)
        await stage.bind(channel)
        yield stage


@pytest.fixture
async def stage(running_relay: House, tmp_path: Path) -> AsyncIterator[Stage]:
    """Everything but the running bot."""
    async with open_stage(running_relay, tmp_path) as stage:
        yield stage
