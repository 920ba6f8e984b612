"""A daemon at work between a real relay and a scripted agent, and what a test sees of it."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import psutil

from daemon.app import run_daemon
from daemon.options import AgentOptions, DaemonOptions
from daemon.process import Limits
from daemon.scripted import ScriptedRuntime
from relay.wire.requests import ActionView, DecideAction, EventView, RequestView
from tests.house import House

PATH = os.environ["PATH"]
LIMITS = Limits(1, 1, 5)


@dataclass
class Scene:
    """One house, one machine's daemon. ``url`` is where the daemon finds the relay; a test may set another."""

    house: House
    folder: Path
    url: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    agent: dict[str, Any] = field(default_factory=dict)

    @property
    def work(self) -> Path:
        """The agent's directory."""
        return self.house.directory

    def runtime(self) -> ScriptedRuntime:
        """The scripted agent, as a fresh daemon process finds it."""
        return ScriptedRuntime(self.folder / "scripted", patience=1.0, limits=LIMITS)

    def options(self) -> DaemonOptions:
        """What the daemon is told."""
        environment = {"PATH": PATH, "HOME": str(self.folder / "agent-home"), **self.environment}
        agent = AgentOptions("claude", "scripted", self.runtime(), self.work, environment)
        options = DaemonOptions(
            relay_url=self.url or self.house.url,
            token=self.house.tokens["machine"],
            home=self.folder / "home",
            files=self.folder / "files",
            machine="laptop",
            agents=(replace(agent, **self.agent),),
        )
        return replace(options, **self.settings)

    @asynccontextmanager
    async def daemon(self) -> AsyncIterator["asyncio.Task[None]"]:
        """A running daemon; it ends by itself, or with the block."""
        task = asyncio.create_task(run_daemon(self.options()))
        try:
            yield task
        finally:
            await end(task)

    async def ask(self, *moves: dict[str, Any], words: str = "") -> RequestView:
        """The owner asks the agent to play moves; nobody need approve that."""
        return await self.house.ask(None, f"{words} {json.dumps(moves)}" if moves else words)

    async def until_done(self, request: RequestView, state: str = "done") -> RequestView:
        """Wait for its end."""
        return await self.house.until(request.request, state, 15)

    async def timeline(self, request: RequestView) -> list[EventView]:
        """All of it; checks that it has no gap (T2)."""
        client, events = self.house.client("owner"), []
        while True:
            page = await client.timeline(None, request.request, after=len(events), limit=200)
            events += page.events
            if len(events) >= page.seq or not page.events:
                break
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        return events

    async def event(self, request: RequestView, kind: str, count: int = 1, seconds: float = 10) -> EventView:
        """Wait until the timeline has the ``count``-th event of a kind."""
        async with asyncio.timeout(seconds):
            while True:
                found = of(kind, await self.timeline(request))
                if len(found) >= count:
                    return found[count - 1]
                await asyncio.sleep(0.02)

    async def card(self, request: RequestView, seconds: float = 10, kind: str | None = None) -> ActionView:
        """Wait for an action that asks the owner, of one kind or of any."""
        async with asyncio.timeout(seconds):
            while True:
                view = await self.house.view(request.request)
                pending = [action for action in view.actions if action.state == "pending"]
                waiting = [action for action in pending if kind in (None, action.kind)]
                if waiting:
                    return waiting[0]
                await asyncio.sleep(0.02)

    async def answer(
        self, request: RequestView, card: ActionView, *, allow: bool = True, reason: str | None = None
    ) -> None:
        """The owner decides an action."""
        decided = DecideAction(digest=card.digest, allow=allow, reason=reason, key=f"tap:{card.action}")
        await self.house.client("owner").decide_action(None, request.request, card.action, decided)

    @asynccontextmanager
    async def yielding(self, request: RequestView) -> AsyncIterator[None]:
        """An owner who allows every action that asks."""
        task = asyncio.create_task(self._allow_all(request))
        try:
            yield
        finally:
            await end(task)

    async def _allow_all(self, request: RequestView) -> None:
        while True:
            await self.answer(request, await self.card(request, 60))

    async def cancel(self, request: RequestView) -> None:
        """The owner cancels."""
        await self.house.client("owner").cancel(None, request.request, f"cancel:{request.request}")

    def lines(self, name: str) -> list[str]:
        """What a file of the agent's directory holds, by lines; nothing if it is not there."""
        path = self.work / name
        return path.read_text().splitlines() if path.exists() else []


async def end(task: "asyncio.Task[None]") -> None:
    """As SIGTERM ends a daemon; an error that ended it before is raised."""
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that is dead and only waits to be taken note of does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def of(kind: str, events: Sequence[EventView]) -> list[EventView]:
    """The events of one kind."""
    return [event for event in events if event.kind == kind]


def kinds(events: Sequence[EventView]) -> list[str]:
    """What happened, in order."""
    return [event.kind for event in events]


async def until(condition: Callable[[], Any], seconds: float = 10.0) -> Any:
    """Wait for something to become true."""
    async with asyncio.timeout(seconds):
        while not (found := condition()):
            await asyncio.sleep(0.02)
    return found
