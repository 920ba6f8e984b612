"""Requests that ask each other, moved by hand: verbs straight into the store."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from relay.authority import budget, chain
from relay.authority.ledger import Account
from relay.authority.tasks import task_of
from relay.coordination import children, limits, moving, revoking, tree
from relay.requests import executions
from relay.requests.chains import request_row
from relay.rooms.people import Speaker
from relay.store.sql import Row
from relay.store.tx import Tx
from relay.wire.base import Problem
from relay.wire.coordination import (
    AskAgent,
    ChildAsked,
    Move,
    Moved,
    Narrowing,
    Revoke,
    Revoked,
    RoomSwitch,
    TaskTree,
)
from relay.wire.executions import Meter
from tests.relay.scene import DAY, Scene, outcome, set_scene


@dataclass
class Kin:
    """A room whose agents ask each other."""

    scene: Scene
    _keys: "count[int]" = field(default_factory=count)

    @property
    def agents(self) -> dict[str, str]:
        return self.scene.agents

    async def let(self, agents_ask: bool = True) -> None:
        """The owner's switch of the room."""
        await self.scene.write(
            limits.let_agents_ask, self.scene.boss, self.scene.room, RoomSwitch(agents_ask=agents_ask)
        )

    async def root(self, agent: str = "claude", speaker: Speaker | None = None) -> str:
        """A running request of the owner, or of somebody whom the owner has let in."""
        request = await self.scene.ask(speaker or self.scene.boss, agent=agent)
        if (await self.scene.view(request)).state == "pending":
            await self.scene.decide(request)
        await self.scene.claim(request)
        return request

    async def ask(self, parent: str, agent: str, *, key: str | None = None, delegation: str | None = None,
                  prompt: str = "look at this", **narrowing: Any) -> ChildAsked | Problem:  # fmt: skip
        """The agent of a request asks another one; what is refused comes as its problem."""
        wish = AskAgent(
            fence=self.scene.epoch,
            agent=agent,
            prompt=prompt,
            narrowing=Narrowing(**narrowing),
            delegation=delegation,
            key=key or f"k{next(self._keys)}",
        )
        return await outcome(self.scene.write(children.ask_agent, self.scene.machine, parent, wish, DAY))

    async def child(self, parent: str, agent: str, **narrowing: Any) -> str:
        """A child that runs."""
        asked = await self.ask(parent, agent, **narrowing)
        assert isinstance(asked, ChildAsked), asked
        if asked.state == "pending":
            await self.scene.decide(asked.request)
        await self.scene.claim(asked.request)
        return asked.request

    async def move(
        self, request: str, parent: str, *, key: str | None = None, speaker: Speaker | None = None, **how: Any
    ) -> Moved | Problem:
        """A person moves a task."""
        wish = Move(parent=parent, key=key or f"m{next(self._keys)}", **how)
        return await outcome(self.scene.write(moving.move, speaker or self.scene.boss, request, wish))

    async def revoke(self, request: str, speaker: Speaker | None = None) -> Revoked | Problem:
        wish = Revoke(key="r")
        return await outcome(self.scene.write(revoking.revoke, speaker or self.scene.boss, request, wish))

    async def spend(
        self, request: str, meter: Meter = Meter.cost, units: int = 1, known: str | None = None
    ) -> None:
        """Something was measured."""
        await self.scene.write(_spend, request, meter, units, known)

    async def task(self, request: str) -> TaskTree:
        found: TaskTree | None = await self.scene.read(tree.task_tree, request, self.scene.owner)
        assert found is not None
        return found

    async def row(self, request: str) -> Row:
        return await self.scene.read(task_of, request)

    async def account(self, delegation: str, meter: Meter = Meter.cost) -> Account:
        links = await self.scene.read(chain.chain_of, delegation)
        return links[0].node.ledger.get(meter, Account())

    async def left(self, request: str, meter: Meter = Meter.cost) -> int | None:
        links = await self.scene.read(chain.chain_of, (await self.row(request)).delegation)
        return budget.left(chain.nodes(links), meter)


def _spend(tx: Tx, request: str, meter: Meter, units: int, known: str | None) -> None:
    executions.count(tx, request_row(tx, request), known, {meter: units})


async def kin_of(*stores: Any, agents: int = 4) -> Kin:
    """An owner's room with some agents on one machine; they may ask each other."""
    kin = Kin(await set_scene(*stores, agents=agents))
    await kin.let()
    return kin
