"""A furnished house without HTTP: verbs straight into the store, for plays that need thousands of them."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import bindparam, select

from relay import audit
from relay.machine import State
from relay.requests import ask, cancel, decide, hosts, queue, report, views
from relay.rooms import machines
from relay.rooms.agents import add_agent
from relay.rooms.members import add_member
from relay.rooms.people import Speaker, introduce
from relay.store.ids import new_owner
from relay.store.sql import Sql, table
from relay.store.store import Store
from relay.store.tables import RequestRow
from relay.store.tx import Tx
from relay.wire.audit import AuditState
from relay.wire.base import Problem
from relay.wire.machines import DeclaredAgent, Hello, Report, Reports, Start
from relay.wire.people import Account, Role, Who
from relay.wire.requests import Ask, Decide, Decision, RequestView, Spot
from tests.house import furnish

DAY = 24 * 3600.0
_requests = table(RequestRow)
_STATES = Sql(select(_requests.c.id, _requests.c.state).where(_requests.c.room == bindparam("the_room")))


@dataclass
class Scene:
    """One owner, one room, one member, one machine with some agents; ``stores`` are replicas on one database."""

    stores: list[Store]
    owner: str
    room: str
    machine: str
    agents: dict[str, str]
    member: Who
    epoch: int = 0
    _turn: "count[int]" = field(default_factory=count)
    _messages: "count[int]" = field(default_factory=lambda: count(1))

    @property
    def boss(self) -> Speaker:
        """The owner, by a token."""
        return Speaker(person=self.owner)

    @property
    def guest(self) -> Speaker:
        """The member, through a connector."""
        return Speaker(who=self.member)

    async def write(self, verb: Callable[..., Any], *args: Any) -> Any:
        """A verb in the owner's lane, on each replica in turn."""
        store = self.stores[next(self._turn) % len(self.stores)]
        return await store.write(self.owner, verb, *args)

    async def read(self, query: Callable[..., Any], *args: Any) -> Any:
        """A query on the first replica."""
        return await self.stores[0].read(query, *args)

    def spot(self, message: str | None = None) -> Spot:
        """A message in some chat."""
        said = message or str(next(self._messages))
        return Spot(platform="slack", tenant=self.owner, channel="C1", message=said)

    async def ask(
        self,
        speaker: Speaker | None = None,
        *,
        agent: str = "claude",
        ttl: float = DAY,
        message: str | None = None,
    ) -> str:
        """An ask; gives the request's id."""
        asked = Ask(spot=self.spot(message), prompt="do it", agent=agent)
        outcome = await self.write(ask.ask, speaker or self.guest, asked, self.room, ttl)
        return str(outcome.request)

    async def decide(
        self, request: str, decision: Decision = Decision.approve, *, key: str = "tap", version: int = 1
    ) -> Any:
        """The owner's tap: a row, or the problem that stands in the way."""
        said = Decide(version=version, decision=decision, key=key)
        return await self.write(decide.decide, self.boss, request, said)

    async def cancel(self, request: str, speaker: Speaker | None = None) -> Any:
        """The member cancels, or somebody else."""
        return await self.write(cancel.cancel, speaker or self.guest, request)

    async def claim(self, request: str) -> Any:
        """The machine takes a request."""
        return await self.write(queue.start, self.machine, request, Start(epoch=self.epoch, key="take"))

    async def report(self, request: str, *reports: Report) -> Any:
        """The machine reports."""
        says = Reports(fence=self.epoch, reports=list(reports))
        return await self.write(report.report, self.machine, request, says)

    async def hello(self, process: str) -> None:
        """A daemon process starts."""
        welcome = await self.write(hosts.hello, self.machine, Hello(process=process, version="1"))
        self.epoch = welcome.epoch

    async def view(self, request: str) -> RequestView:
        """A request as it stands."""
        found: RequestView | None = await self.read(views.one, request)
        assert found is not None
        return found

    async def history(self, request: str) -> list[str]:
        """The kinds of a request's timeline, checked to be without gaps."""
        events = (await self.read(views.timeline, request, self.owner, 0, 10_000)).events
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        return [event.kind for event in events]

    async def chain(self, kept: dict[int, str] | None = None) -> AuditState:
        """The owner's audit chain, checked from its first row."""
        check = audit.Check(kept)
        while rows := await self.read(audit.rows_after, self.owner, check.number):
            check.follow(rows)
            if check.fault is not None:
                break
        return check.state()

    async def acts(self, request: str) -> list[str]:
        """The audited acts of a request, oldest first."""
        page = await self.read(audit.page, self.owner, None, 200, request)
        return [row.act for row in reversed(page.rows)]

    async def states(self) -> dict[str, State]:
        """Every request of the room and its state."""
        return {row.id: State(row.state) for row in await self.read(_states, self.room)}


def _states(tx: Tx, room: str) -> list[Any]:
    return tx.all(_STATES, the_room=room)


async def set_scene(*stores: Store, agents: int = 0) -> Scene:
    """A new owner's house, with ``agents`` agents more than the one called claude."""
    owner = new_owner()
    member = Who(account=Account(platform="slack", tenant=owner, subject="U2"), name="Sarah")
    handles = [f"agent-{number}" for number in range(agents)]
    made = await stores[0].write(owner, _furnish, owner, member, handles)
    scene = Scene(list(stores), owner, made[0], made[1], made[2], member)
    await scene.hello("first")
    return scene


def _furnish(tx: Tx, owner: str, member: Who, handles: list[str]) -> tuple[str, str, dict[str, str]]:
    _, machine, claude, room = furnish(tx, owner, Path("/project/claude"), "scripted", owner)
    add_member(tx, room, owner, introduce(tx, member), Role.member, "test", None)
    declared = [
        DeclaredAgent(handle=handle, runtime="scripted", directory=f"/project/{handle}") for handle in handles
    ]
    more = machines.declare_agents(tx, machine, owner, declared)
    for agent in more.values():
        add_agent(tx, room, agent)
    return room, machine, {"claude": claude, **more}


async def outcome(call: Awaitable[Any]) -> Any:
    """What a verb gives, or the problem with which it refuses."""
    from relay.store.tx import Refuse

    try:
        return await call
    except Refuse as refusal:
        return refusal.problem


def problems(outcomes: Iterable[Any]) -> list[Problem]:
    """Those that were refused."""
    return [one for one in outcomes if isinstance(one, Problem)]


async def later(seconds: float, call: Awaitable[Any]) -> Any:
    """A call after a while."""
    await asyncio.sleep(seconds)
    return await call
