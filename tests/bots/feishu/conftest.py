"""The real connector between the strict Feishu emulator and a real relay."""

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bots.feishu.bot import FeishuBot, FeishuSettings
from bots.pace import Allowance
from relay.client import RelayClient
from relay.machine import State
from relay.store.migrate import migrate
from relay.wire.machines import Claim
from relay.wire.people import AcceptInvite, Account, Binding, NewInvite, NewLink, RedeemLink, Who
from relay.wire.requests import RequestView
from tests.emulators.feishu import Chat, Delivery, FeishuEmulator, Member, Message
from tests.emulators.feishu.state import Json
from tests.house import House, open_house
from tests.relay.players import Daemon

PLATFORM = "feishu"
DEAD = "http://127.0.0.1:9"
"""Nobody listens there."""


@dataclass
class Stage:
    """An organisation with an owner, a member and a bound group; the relay's house; and the bot's settings."""

    feishu: FeishuEmulator
    house: House
    folder: Path
    owner: Member
    asker: Member
    chat: Chat

    def settings(self, folder: str = "bot") -> FeishuSettings:
        """Where the bot finds the emulator."""
        return FeishuSettings(
            app_id=self.feishu.app.app_id,
            app_secret=self.feishu.app.secret,
            folder=self.folder / folder,
            url=self.feishu.base_url,
        )

    def bot(
        self, folder: str = "bot", url: str | None = None, settings: FeishuSettings | None = None
    ) -> FeishuBot:
        """A bot that is not running yet."""
        client = RelayClient(url or self.house.url, self.house.tokens[PLATFORM])
        self.house.clients.append(client)
        return FeishuBot(client, settings or self.settings(folder))

    @asynccontextmanager
    async def running_bot(
        self, folder: str = "bot", url: str | None = None, settings: FeishuSettings | None = None
    ) -> AsyncIterator[FeishuBot]:
        """A bot that hears Feishu."""
        bot = self.bot(folder, url, settings)
        task = asyncio.create_task(bot.run())
        try:
            waiting = asyncio.create_task(bot.connected.wait())
            await asyncio.wait({task, waiting}, timeout=10, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if task.done():
                await task
            assert bot.connected.is_set()
            yield bot
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def who(self, member: Member) -> Who:
        """A person of the organisation, as the relay knows them."""
        account = Account(platform=PLATFORM, tenant=member.tenant.key, subject=member.union_id)
        return Who(account=account, name=member.name)

    async def link_owner(self) -> None:
        """Join the Feishu owner to the owner of the house."""
        code = await self.house.client("owner").new_link(None, NewLink(direct=True))
        await self.house.client(PLATFORM).redeem_link(self.who(self.owner), RedeemLink(code=code.code))

    async def admit(self, member: Member) -> None:
        """Make somebody a member of the room."""
        invite = await self.house.client("owner").invite(None, self.house.room, NewInvite())
        assert invite.token is not None
        client = self.house.client(PLATFORM)
        await client.accept(self.who(member), AcceptInvite(token=invite.token, name=member.name))

    async def bind(self, chat: Chat) -> None:
        """Let the room hear a chat."""
        binding = Binding(platform=PLATFORM, tenant=self.feishu.tenant.key, channel=chat.id)
        await self.house.client("owner").bind(None, self.house.room, binding)

    async def requests(self) -> list[RequestView]:
        """All requests of the owner's rooms, oldest first."""
        owner = self.house.client("owner")
        rooms = (await owner.rooms(None)).rooms
        found = [one for room in rooms for one in (await owner.requests_of(None, room.room)).requests]
        return sorted(found, key=lambda one: one.asked_at)

    async def request(self, number: int = 1, timeout: float = 5.0) -> RequestView:
        """The newest request, once there are so many."""
        async with asyncio.timeout(timeout):
            while len(found := await self.requests()) < number:
                await asyncio.sleep(0.02)
        assert len(found) == number
        return found[-1]

    async def ask(self, text: str = "run the tests") -> tuple[Message, RequestView]:
        """The member asks in the group; the message and what became of it."""
        before = len(await self.requests())
        said = await self.feishu.say(self.chat, self.asker, text, mention=True)
        return said, await self.request(before + 1)

    async def card(self, act: str = "approve", where: Chat | None = None) -> Message:
        """The card of the newest request with a live button for this act: the owner's own, unless told where."""
        chat, newest = where or self.feishu.direct_chat(self.owner), (await self.requests())[-1].request

        def cards() -> list[Message]:
            shown = self.feishu.from_bot(chat)
            return [m for m in shown if any(v.get("request") == newest for v in self.acts(m, act))]

        return (await self.feishu.until(cards))[-1]

    def acts(self, card: Message, act: str) -> list[Json]:
        """What the live buttons for this act on a card would send."""
        return [value for value in self.feishu.values(card) if value.get("act") == act]

    async def tap(
        self, act: str = "approve", who: Member | None = None, card: Message | None = None
    ) -> Delivery:
        """Somebody, the owner unless told, taps the button for this act."""
        shown = card or await self.card(act)
        return await self.feishu.tap(shown, who or self.owner, self.acts(shown, act)[0])

    async def state(self, state: State, timeout: float = 5.0) -> RequestView:
        """The newest request, once it is in that state."""
        return await self.house.until((await self.requests())[-1].request, state, timeout)

    async def quiet(self, timeout: float = 5.0) -> None:
        """Everything that was sent is acknowledged, and nothing waits in any inbox."""
        await self.feishu.settle(timeout)
        await until(lambda: not self.waiting(), timeout)

    def waiting(self) -> int:
        """What was heard and is not handled, in the inboxes of all processes."""
        return sum(_entries(path) for path in self.folder.glob("*/feishu-*.db"))

    async def settled(self, timeout: float = 8.0) -> None:
        """Wait until the relay has no place left that shows less than it should."""
        await self.quiet(timeout)
        await until(lambda: not _stale(self.folder / "relay.db", self.feishu.tenant.key), timeout)

    async def take(self, request: str) -> Daemon:
        """A daemon that has taken a request."""
        daemon = Daemon(self.house)
        await daemon.start()
        await daemon.take(request)
        return daemon

    async def claim(self, request: str) -> Claim:
        """What a daemon is given that takes a request."""
        daemon = Daemon(self.house)
        await daemon.start()
        return await daemon.take(request)


async def until(condition: Callable[[], object], timeout: float = 5.0) -> None:
    """Wait for a condition."""
    async with asyncio.timeout(timeout):
        while not condition():
            await asyncio.sleep(0.02)


def _entries(path: Path) -> int:
    with contextlib.closing(sqlite3.connect(path)) as database:
        return int(database.execute("select count(*) from entries").fetchone()[0])


def _stale(path: Path, tenant: str) -> int:
    query = "select count(*) from place where wanted > shown and dead is null and tenant = ?"
    with contextlib.closing(sqlite3.connect(path)) as database:
        return int(database.execute(query, (tenant,)).fetchone()[0])


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that is told to end waits for nothing."""
    monkeypatch.setattr("bots.feishu.bot.DRAIN_SECONDS", 0.05)


@pytest.fixture
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages and updates as fast as they come, for tests that are about something else than pace."""
    for name in ("CHAT", "CHAT_STRICT", "MESSAGE", "MESSAGE_STRICT"):
        monkeypatch.setattr(f"bots.feishu.turns.{name}", Allowance(1000, 10.0))


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
    async with FeishuEmulator() as feishu:
        owner = feishu.add_user("Olga Owner", locale="en_us")
        asker = feishu.add_user("Sarah Kim", locale="en_us")
        chat = feishu.add_chat("backend", [owner, asker])
        stage = Stage(feishu, house, folder, owner, asker, chat)
        await stage.link_owner()
        await stage.admit(asker)
        await stage.bind(chat)
        yield stage


@pytest.fixture
async def stage(running_relay: House, tmp_path: Path) -> AsyncIterator[Stage]:
    """Everything but the running bot."""
    async with open_stage(running_relay, tmp_path) as stage:
        yield stage
