"""A house whose relay, daemon and Slack connector are processes of their own, and the people of the play."""

import asyncio
import shutil
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from relay.client import Unreachable
from relay.wire.people import AcceptInvite, Account, Binding, NewInvite, NewLink, RedeemLink, Who
from relay.wire.requests import EventView, RequestView
from tests.emulators.slack import Channel, ImpossibleGesture, Message, SlackEmulator, User
from tests.faults.children import Child, DaemonPart, RelayPart, SlackPart, free_port
from tests.faults.points import POINTS
from tests.house import House, build, open_store, serve

T = TypeVar("T")
PATH = "/usr/local/bin:/usr/bin:/bin"
TAPS = ("muti:approve", "muti:allow")


@dataclass
class Stage:
    """The workspace, the repository, and one child for each part."""

    folder: Path
    house: House
    slack: SlackEmulator
    owner: User
    asker: User
    channel: Channel
    children: list[Child] = field(default_factory=list)

    @property
    def work(self) -> Path:
        """The repository that the agent works in."""
        return self.house.directory

    def child(self, name: str) -> Child:
        """The process of a part."""
        return next(child for child in self.children if child.part.name == name)

    async def start(self, point: str | None = None) -> None:
        """Start all parts; the one of the point dies there."""
        for child in self.children:
            child.start(point if point is not None and POINTS[point].part == child.part.name else None)
        await self.slack.until_connected(timeout=30)

    async def raise_again(self, point: str) -> None:
        """Wait until the part of the point is dead, and start it anew."""
        child = self.child(POINTS[point].part)
        assert await child.died(40) == -9, child.words()
        child.start()

    async def surely(self, call: Callable[[], Awaitable[T]]) -> T:
        """Ask the relay until it answers, dead or alive."""
        while True:
            try:
                return await call()
            except Unreachable:
                await asyncio.sleep(0.03)

    async def tap_all(self) -> None:
        """The owner taps every Approve and every Allow that is shown, and again where nothing comes of it."""
        while True:
            shown = self.slack.from_bot(self.slack.dm_channel(self.owner)) or self.slack.from_bot(
                self.channel
            )
            for message in shown:
                for action in set(TAPS) & set(self.slack.actions(message)):
                    with suppress(ImpossibleGesture):
                        await self.slack.tap(self.owner, message.channel, message.ts, action)
            await asyncio.sleep(0.3)

    def parts(self, channel: Channel | None = None) -> list[str]:
        """What the bot's messages in a chat are, by the metadata that it gave them."""
        shown = self.slack.from_bot(channel or self.channel)
        return [str((one.metadata or {}).get("event_payload", {}).get("part", "")) for one in shown]

    def part(self, name: str) -> Message | None:
        """The bot's message in the channel that is this part."""
        found = dict(zip(self.parts(), self.slack.from_bot(self.channel), strict=True))
        return found.get(name)

    async def ended(self, seconds: float = 40) -> None:
        """Wait for the one final message, and until the card says so too."""
        final = await self.slack.until(lambda: self.part("final"), seconds)
        assert final is not None
        card = self.part("anchor")
        assert card is not None
        await self.slack.until(lambda: "Done" in self.slack.visible_text(card), seconds)
        await self.slack.until(lambda: self.part("link"), seconds)

    async def requests(self) -> list[RequestView]:
        """All requests of the room."""
        owner = self.house.client("owner")
        page = await self.surely(lambda: owner.requests_of(None, self.house.room))
        return (
            [await self.surely(lambda: owner.request(None, page.requests[0].request))]
            if page.requests
            else []
        )

    async def timeline(self, request: str) -> list[EventView]:
        """All of it."""
        owner, events = self.house.client("owner"), list[EventView]()
        while True:
            page = await owner.timeline(None, request, after=len(events))
            events += page.events
            if len(events) >= page.seq:
                return events

    def lines(self, name: str) -> list[str]:
        """A file of the repository; nothing if it is not there."""
        path = self.work / name
        return path.read_text().splitlines() if path.exists() else []

    def journal(self) -> dict[str, int]:
        """How many rows each table of the daemon's journal holds; for a daemon that has ended."""
        path = self.folder / "daemon" / "home" / "journal" / "journal.sqlite3"
        with closing(sqlite3.connect(path)) as database:
            tables = ("work", "report", "execution")
            return {t: database.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in tables}

    def words(self) -> str:
        """What all parts have logged, for a failed play."""
        return "\n".join(f"--- {child.part.name}\n{child.words()}" for child in self.children)


@asynccontextmanager
async def open_stage(folder: Path, database: str, **daemon: Any) -> AsyncIterator[Stage]:
    """A furnished house, nothing running yet. ``daemon`` is what `DaemonPart` has beyond the ordinary."""
    work = folder / "project"
    work.mkdir()
    subprocess.run(["git", "init", "-q", "-b", "work", str(work)], check=True)
    (work / "old.txt").write_text("old\n")
    async with SlackEmulator(retry_scale=0.02, ack_timeout=1.0) as slack:
        slack.limits.off()
        stage = await _furnish(folder, database, slack, work)
        stage.children = _children(stage, database, daemon)
        try:
            yield stage
        finally:
            for child in reversed(stage.children):
                child.close()
            await stage.house.close()


async def _furnish(folder: Path, database: str, slack: SlackEmulator, work: Path) -> Stage:
    """Owner, member and channel; the relay that took this ran in this process, and is gone."""
    owner = slack.add_user("olga", real_name="Olga Owner")
    asker = slack.add_user("sarah", real_name="Sarah Kim")
    channel = slack.add_channel("backend", members=[owner, asker])
    async with open_store(database) as store, serve(store) as url:
        house = await build(store, url, work)
        stage = Stage(folder, house, slack, owner, asker, channel)
        await _introduce(stage)
        await house.close()
        house.known.clear()
        house.clients.clear()
    return stage


async def _introduce(stage: Stage) -> None:
    house, tenant = stage.house, stage.slack.team.id
    own, chat = house.client("owner"), house.client("slack")
    code = await own.new_link(None, NewLink(direct=True))
    await chat.redeem_link(_who(stage.owner, tenant), RedeemLink(code=code.code))
    invite = await own.invite(None, house.room, NewInvite())
    assert invite.token is not None
    await chat.accept(_who(stage.asker, tenant), AcceptInvite(token=invite.token, name=stage.asker.real_name))
    await own.bind(None, house.room, Binding(platform="slack", tenant=tenant, channel=stage.channel.id))


def _who(user: User, tenant: str) -> Who:
    account = Account(platform="slack", tenant=tenant, subject=user.id)
    return Who(account=account, name=user.real_name)


def _children(stage: Stage, database: str, daemon: dict[str, Any]) -> list[Child]:
    house, slack, folder = stage.house, stage.slack, stage.folder
    port = free_port()
    house.url = f"http://127.0.0.1:{port}"
    for name in ("daemon", "bot"):
        (folder / name).mkdir()
    given = {"environment": {"PATH": PATH}, **daemon}
    parts = [
        RelayPart(database, port),
        DaemonPart(house.url, house.tokens["machine"], folder / "daemon", stage.work, **given),
        SlackPart(
            house.url, house.tokens["slack"], slack.bot_token, slack.app_token, folder / "bot", slack.api_url
        ),
    ]
    return [Child(part, folder / f"{part.name}.log") for part in parts]


def copy_database(template: Path, folder: Path) -> str:
    """A migrated, empty SQLite database; its address."""
    shutil.copy(template, folder / "relay.db")
    return f"sqlite:///{folder}/relay.db"
