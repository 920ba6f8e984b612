"""Whatever is asked, used, moved, revoked and ended in whatever order, at once and twice: the books are right, nobody
may do more than before, everything begins once and is settled once."""

import asyncio
import json
import shutil
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, rule
from sqlalchemy import bindparam, select

from relay.authority import chain, terms
from relay.authority.ledger import Account
from relay.authority.states import Delegation
from relay.coordination import moving, revoking
from relay.requests import actions, executions, granting
from relay.requests.actions import actions as action_rows
from relay.store.sql import Sql
from relay.store.store import Store
from relay.store.tx import Tx
from relay.wire.base import Problem
from relay.wire.coordination import Move, Revoke
from relay.wire.executions import Meter
from relay.wire.machines import AskAction, UseAction
from relay.wire.requests import DecideAction
from tests.relay.coordination.kin import Kin, kin_of
from tests.relay.players import said
from tests.relay.scene import outcome
from tests.relay.test_any_order import template

_DELEGATIONS = Sql(select(chain.delegations).where(chain.delegations.c.owner == bindparam("the_owner")))
_ACTIONS = Sql(select(action_rows).where(action_rows.c.owner == bindparam("the_owner")))
AGENTS = ["claude", "agent-0", "agent-1", "agent-2"]
NARROWINGS = st.fixed_dictionaries(
    {},
    optional={
        "bans": st.lists(st.sampled_from(["push", "delete", "x"]), max_size=2),
        "paths": st.lists(st.sampled_from(["src", "src/web", "docs"]), min_size=1, max_size=2),
        "budget": st.fixed_dictionaries({"cost": st.sampled_from([0, 5, 40, 200])}),
        "depth": st.integers(0, 4),
    },
)


class Broken(Exception):
    """A verb that fails after it has written: its whole group is done again, one by one."""


def _break(tx: Tx, request: str) -> None:
    actions.step(tx, request)
    raise Broken


class WorkInAnyOrder(RuleBasedStateMachine):
    """One owner, four agents on one machine; every rule is one thing that somebody says, perhaps several times."""

    requests = Bundle("requests")
    uses = Bundle("uses")

    @initialize(target=requests)
    def set_up(self) -> Any:
        """Two roots, and below the first a child with a limit and a grandchild with a smaller one."""
        self.folder = Path(tempfile.mkdtemp(prefix="muti-kin-"))
        self.runner = asyncio.Runner()
        self.store = Store(f"sqlite:///{shutil.copy(template(), self.folder / 'relay.db')}")
        self.run(self.store.open())
        self.kin: Kin = self.run(kin_of(self.store, agents=3))
        self.counted: dict[str, int] = {}
        self.ended: dict[str, tuple[str, int, str | None]] = {}
        self.allowed: dict[str, terms.Terms] = {}
        self.reports: dict[str, int] = {}
        self.told: dict[str, int] = {}
        self.raised = False
        self.number = 0
        return multiple(*self.run(self.family()))

    async def family(self) -> list[str]:
        """Some of their limits is used already, so that every move has something to settle."""
        first, second = await self.kin.root("claude"), await self.kin.root("agent-2")
        child = await self.kin.child(first, "agent-0", budget={"cost": 200}, bans=["x"])
        below = await self.kin.child(child, "agent-1", budget={"cost": 40}, paths=["src"])
        for request, units in ((child, 70), (below, 30)):
            await self.kin.spend(request, units=units)
            self.counted[(await self.kin.row(request)).delegation] = units
        return [first, second, child, below]

    def run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(coroutine)

    def next(self) -> str:
        self.number += 1
        return str(self.number)

    def say(self, copies: int, request: str, verb: Any, *args: Any) -> Any:
        """The same several times at once, with one that breaks the group among them; gives the answers."""

        async def together() -> list[Any]:
            calls = [outcome(self.kin.scene.write(verb, *args)) for _ in range(copies)]
            breaking = self.kin.scene.write(_break, request)
            *answers, _ = await asyncio.gather(*calls, breaking, return_exceptions=True)
            assert not any(isinstance(one, BaseException) for one in answers), answers
            return list(answers)

        return self.run(together())

    # -- what is said -----------------------------------------------------------------------------------------

    @rule(target=requests, agent=st.sampled_from(AGENTS))
    def a_person_asks(self, agent: str) -> str:
        request: str = self.run(self.kin.scene.ask(self.kin.scene.boss, agent=agent))
        return request

    @rule(request=requests)
    def claim(self, request: str) -> None:
        self.run(outcome(self.kin.scene.claim(request)))

    @rule(target=requests, parent=requests, agent=st.sampled_from(AGENTS), narrowing=NARROWINGS)
    def an_agent_asks(self, parent: str, agent: str, narrowing: dict[str, Any]) -> Any:
        key = self.next()

        async def twice() -> list[Any]:
            return await asyncio.gather(
                *(self.kin.ask(parent, agent, key=key, **narrowing) for _ in range(2))
            )

        made = {one.request for one in self.run(twice()) if not isinstance(one, Problem)}
        assert len(made) <= 1
        for child in made:
            self.run(outcome(self.kin.scene.claim(child)))
        return multiple(*made)

    @rule(request=requests, units=st.integers(1, 30))
    def something_is_measured(self, request: str, units: int) -> None:
        """Never more than is left here: what runs over is another test's."""
        row = self.run(self.kin.row(request))
        left = self.run(self.kin.left(request))
        units = units if left is None else min(units, left)
        if row.state == "open" and units and self.is_live(row.delegation):
            self.run(self.kin.spend(request, units=units))
            self.counted[row.delegation] = self.counted.get(row.delegation, 0) + units

    @rule(target=uses, request=requests, units=st.sampled_from([0, 1, 10, 60]), copies=st.integers(1, 3))
    def an_action_begins(self, request: str, units: int, copies: int) -> Any:
        call, scene = self.next(), self.kin.scene
        asking = AskAction(
            fence=scene.epoch, call=call, digest="d", kind="push", tool="Bash", shown="x", whole=True, directory="/",
            reason="r",
        )  # fmt: skip
        asked = self.run(outcome(scene.write(actions.ask, scene.machine, request, asking, 10**12)))
        if isinstance(asked, Problem):
            return multiple()
        tap = DecideAction(digest="d", allow=True, key="tap")
        assert self.run(scene.write(actions.decide, scene.boss, request, asked.action, tap)) is None
        wish = UseAction(fence=scene.epoch, digest="d", reserve={Meter.cost: units})
        links = self.run(scene.read(chain.chain_of, self.run(self.kin.row(request)).delegation))
        live = all(link.is_live for link in links)
        answers = self.say(copies, request, executions.start, scene.machine, request, asked.action, wish)
        begun = [one for one in answers if not isinstance(one, Problem)]
        assert len(begun) <= 1, "one start"
        assert live or not begun, "nothing begins under what has ended"
        return multiple((request, asked.action, units)) if begun else multiple()

    @rule(
        use=uses, share=st.sampled_from([0.0, 0.5, 1.0]), state=st.sampled_from(["done", "failed", "unknown"])
    )
    def it_comes_to_an_end(self, use: tuple[str, str, int], share: float, state: str) -> None:
        request, action, units = use
        body = {"action": action, "call": "c", "outcome": state, "used": {"cost": int(units * share)}}
        if self.report(request, "outcome", **body):
            self.told.setdefault(action, int(units * share))

    @rule(request=requests, kind=st.sampled_from(["done", "failed", "stopped"]))
    def a_request_ends(self, request: str, kind: str) -> None:
        self.report(request, kind, text="over")

    def report(self, request: str, kind: str, **body: Any) -> bool:
        number = self.reports.get(request, 0) + 1
        answer = self.run(outcome(self.kin.scene.report(request, said(number, kind, **body))))
        if not isinstance(answer, Problem):
            self.reports[request] = number
        return not isinstance(answer, Problem)

    @rule(request=requests, parent=requests, accepts=st.booleans(), copies=st.integers(1, 3))
    def a_person_moves(self, request: str, parent: str, accepts: bool, copies: int) -> None:
        wish = Move(parent=parent, accepts_narrower=accepts, key=self.next())
        answers = self.say(copies, request, moving.move, self.kin.scene.boss, request, wish)
        assert len({one.model_dump_json() for one in answers}) == 1

    @rule(request=requests)
    def the_owner_revokes(self, request: str) -> None:
        self.say(2, request, revoking.revoke, self.kin.scene.boss, request, Revoke(key="r"))

    @rule(request=requests, allow=st.booleans())
    def the_owner_answers_a_card(self, request: str, allow: bool) -> None:
        for card in self.run(self.kin.scene.view(request)).actions:
            if card.kind == "budget" and card.state == "pending":
                tap = DecideAction(digest=card.digest, allow=allow, key="answer")
                self.raised = self.raised or allow
                self.say(2, request, granting.decide, self.kin.scene.boss, request, card.action, tap)

    # -- what must hold ---------------------------------------------------------------------------------------

    def is_live(self, delegation: str) -> bool:
        row = self.run(self.kin.scene.read(chain.row_of, delegation))
        return bool(row.state == Delegation.live)

    @invariant()
    def the_books_are_right_at_every_node(self) -> None:
        if not hasattr(self, "kin"):
            return
        rows = self.run(self.kin.scene.read(_all, _DELEGATIONS, self.kin.scene.owner))
        acts = self.run(self.kin.scene.read(_all, _ACTIONS, self.kin.scene.owner))
        links = {row.id: chain.link_of(row) for row in rows}
        held, spent = dict.fromkeys(links, 0), dict(self.counted)
        for act in acts:
            if act.used_at is not None and act.meter is None:
                at, units = act.delegation, _cost(act.reserved)
                if act.outcome in (None, "unknown"):
                    held[at] += units
                elif act.outcome != "cancelled":
                    spent[at] = spent.get(at, 0) + self.used(act, units)
        for row in rows:
            one = account(links[row.id])
            below = [link for link in links.values() if link.row.parent == row.id]
            shares = [share(link) for link in below]
            assert one.held == held[row.id] + sum(share[0] for share in shares)
            assert one.spent == spent.get(row.id, 0) + sum(share[1] for share in shares)
            assert one.granted is None or one.held + one.spent <= one.granted

    def used(self, act: Any, reserved: int) -> int:
        """What the machine said that an action has used."""
        return self.told.get(act.id, reserved)

    @invariant()
    def no_move_makes_a_budget_larger(self) -> None:
        """Over all delegations of a task: what the ended ones used, and what the live one may use."""
        if not hasattr(self, "kin") or self.raised:
            return
        rows = self.run(self.kin.scene.read(_all, _DELEGATIONS, self.kin.scene.owner))
        by_task: dict[str, list[chain.Link]] = {}
        for row in sorted(rows, key=lambda one: one.made_at):
            by_task.setdefault(row.task, []).append(chain.link_of(row))
        for links in by_task.values():
            limit = account(links[0]).granted
            used = [sum(share(link)) for link in links]
            assert limit is None or sum(used) <= limit

    @invariant()
    def what_has_ended_stays_as_it_ended(self) -> None:
        if not hasattr(self, "kin"):
            return
        for row in self.run(self.kin.scene.read(_all, _DELEGATIONS, self.kin.scene.owner)):
            if row.state != Delegation.live:
                known = self.ended.setdefault(row.id, (row.state, row.ended_at, row.successor))
                assert known == (row.state, row.ended_at, row.successor), "settled once"

    @invariant()
    def nobody_may_do_more_than_before(self) -> None:
        if not hasattr(self, "kin"):
            return
        for request in self.run(self.kin.scene.states()):
            row = self.run(self.kin.row(request))
            links = self.run(self.kin.scene.read(chain.chain_of, row.delegation))
            assert chain.is_whole(links)
            now = chain.authority(links)
            before = self.allowed.setdefault(request, now)
            assert terms.lost(now, before) == []
            self.allowed[request] = now
            if row.parent is not None:
                above = self.allowed.get(row.parent)
                assert above is None or links[1].row.task == row.parent

    def teardown(self) -> None:
        if not hasattr(self, "kin"):
            return
        try:
            assert self.run(self.kin.scene.chain()).whole
        finally:
            self.run(self.store.close())
            self.runner.close()
            shutil.rmtree(self.folder)


def _all(tx: Tx, sql: Sql, owner: str) -> list[Any]:
    return tx.all(sql, the_owner=owner)


def share(link: chain.Link) -> tuple[int, int]:
    """What a delegation takes of the one above it: held, and spent."""
    one = account(link)
    return (one.granted, 0) if link.is_live and one.granted is not None else (one.held, one.spent)


def account(link: chain.Link) -> Account:
    return link.node.ledger.get(Meter.cost, Account())


def _cost(reserved: str) -> int:
    return int(json.loads(reserved).get("cost", 0))


TestWorkInAnyOrder = pytest.mark.rule("D1", "D2", "D4", "D6", "D7", "D10", "E2", "E5")(
    pytest.mark.slow(WorkInAnyOrder.TestCase)
)
TestWorkInAnyOrder.settings = settings(max_examples=15, stateful_step_count=25)
