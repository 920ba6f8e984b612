"""A house whose relay, daemon and connector are processes of their own, and the people of the play."""

import asyncio
import json
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from relay.client import Refused, RelayClient, Unreachable
from relay.wire.people import Who
from relay.wire.requests import ActionView, Ask, Decide, DecideAction, Decision, EventView, RequestView
from tests.faults.children import Child, DaemonPart, RelayPart, free_port
from tests.faults.points import POINTS
from tests.house import House, build, open_store, serve

T = TypeVar("T")
PATH = "/usr/local/bin:/usr/bin:/bin"
MOVES = [
    {"say": "I write the notes."},
    {"write": "notes.txt", "content": "one\ntwo\n"},
    {"run": "echo once >> effects.txt"},
    {"delete": "old.txt"},
    {"done": "The notes are written."},
]


@dataclass
class Stage:
    """The folders, the people, and one child for each part."""

    folder: Path
    house: House
    sarah: Who
    relay: Child
    daemon: Child
    children: list[Child] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    @property
    def work(self) -> Path:
        """The repository that the agent works in."""
        return self.house.directory

    def child(self, name: str) -> Child:
        """The process of a part."""
        return next(child for child in self.children if child.part.name == name)

    def start(self, point: str) -> None:
        """Start all parts; the one of the point dies there."""
        for child in self.children:
            child.start(point if POINTS[point].part == child.part.name else None)

    async def raise_again(self, point: str) -> None:
        """Wait until the part of the point is dead, and start it anew."""
        child = self.child(POINTS[point].part)
        assert await child.died() == -9, child.words()
        child.start()

    async def surely(self, call: Callable[[], Awaitable[T]]) -> T:
        """Ask the relay until it answers, dead or alive."""
        while True:
            try:
                return await call()
            except Unreachable:
                await asyncio.sleep(0.03)

    def client(self, name: str) -> RelayClient:
        """A client that gives up at once, so that a dead relay is noticed."""
        return self.house.client(name)

    async def ask(self, moves: Sequence[dict[str, Any]] = MOVES) -> RequestView:
        """A member asks in the bound chat; however often it is said, it is one request."""
        spot = self.house.spot("1.000100")
        ask = Ask(spot=spot, prompt=json.dumps(list(moves)))
        asked = await self.surely(lambda: self.client("slack").ask(self.sarah, ask))
        assert asked.request is not None
        self.seen.add(asked.request.public_id)
        return asked.request

    async def decide_all(self, request: str) -> None:
        """The owner allows whatever asks, until the request has ended."""
        owner = self.client("owner")
        while True:
            view = await self.surely(lambda: owner.request(None, request))
            self.seen.add(view.public_id)
            if view.ended_at is not None:
                return
            with suppress(Refused):
                await self._decide(owner, view)
            await asyncio.sleep(0.02)

    async def _decide(self, owner: RelayClient, view: RequestView) -> None:
        if view.state == "pending":
            decide = Decide(version=view.version, decision=Decision.approve, key=f"tap:{view.request}")
            await self.surely(lambda: owner.decide(None, view.request, decide))
        for action in view.actions:
            if action.state == "pending":
                await self._tap(owner, view.request, action)

    async def _tap(self, owner: RelayClient, request: str, action: ActionView) -> None:
        tap = DecideAction(digest=action.digest, allow=True, key=f"tap:{action.action}")
        await self.surely(lambda: owner.decide_action(None, request, action.action, tap))

    async def timeline(self, request: str) -> list[EventView]:
        """All of it."""
        events: list[EventView] = []
        while True:
            page = await self.client("owner").timeline(None, request, after=len(events))
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
        database = sqlite3.connect(path)
        try:
            tables = ("work", "report", "execution")
            return {t: database.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in tables}
        finally:
            database.close()

    def words(self) -> str:
        """What all parts have logged, for a failed play."""
        return "\n".join(f"--- {child.part.name}\n{child.words()}" for child in self.children)


@asynccontextmanager
async def open_stage(folder: Path, database: str, **daemon: Any) -> AsyncIterator[Stage]:
    """A furnished house, nothing running yet."""
    work = folder / "project"
    work.mkdir()
    subprocess.run(["git", "init", "-q", str(work)], check=True)
    (work / "old.txt").write_text("old\n")
    port = free_port()
    house, sarah = await _furnish(database, work)
    house.url = f"http://127.0.0.1:{port}"
    relay = Child(RelayPart(database, port), folder / "relay.log")
    own = DaemonPart(house.url, house.tokens["machine"], folder / "daemon", work, {"PATH": PATH}, **daemon)
    (folder / "daemon").mkdir()
    stage = Stage(folder, house, sarah, relay, Child(own, folder / "daemon.log"))
    stage.children = [stage.relay, stage.daemon]
    try:
        yield stage
    finally:
        for child in reversed(stage.children):
            child.close()
        await house.close()


async def _furnish(database: str, work: Path) -> tuple[House, Who]:
    """A house with a member; the relay that took the invitation ran in this process, and is gone."""
    async with open_store(database) as store, serve(store) as url:
        house = await build(store, url, work)
        sarah = await house.member("sarah")
        await house.close()
        house.known.clear()
        house.clients.clear()
    return house, sarah
