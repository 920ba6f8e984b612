"""Whatever people, the clock and machines say in whatever order, twice, or over restarts: what must hold, holds."""

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, rule

from relay.machine import FINAL, RULES, State
from relay.requests import cancel, hosts, queue, report
from relay.store.migrate import migrate
from relay.store.store import Store
from relay.sweeper import sweep
from relay.wire.base import Code, Problem
from relay.wire.machines import Claim, Hello, Poll, Reports, Start
from relay.wire.requests import Decision, RequestView
from tests.relay.players import said
from tests.relay.scene import Scene, outcome, set_scene

LIFETIME = 100.0
"""Seconds that an approval waits here; time passes only when the play says so."""

MOVES = {(one.source, one.target) for one in RULES}
FIXED = ("public_id", "owner", "asker", "asker_account", "agent", "room", "asked_at", "origin", "retry_of")


@cache
def template() -> Path:
    """An empty, migrated database file."""
    path = Path(tempfile.mkdtemp(prefix="muti-template-")) / "relay.db"
    migrate(f"sqlite:///{path}")
    return path


@dataclass
class Told:
    """What the play remembers of a request."""

    view: RequestView
    epochs: set[int] = field(default_factory=set)
    reports: list[tuple[str, str]] = field(default_factory=list)


class RelayInAnyOrder(RuleBasedStateMachine):
    """One owner, one member, two agents on one machine; every rule is one thing that somebody says."""

    requests = Bundle("requests")
    messages = Bundle("messages")

    @initialize()
    def set_up(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="muti-play-"))
        self.url = f"sqlite:///{shutil.copy(template(), self.folder / 'relay.db')}"
        self.runner = asyncio.Runner()
        self.run(self.reopen())
        self.scene: Scene = self.run(set_scene(self.store, agents=1))
        self.epochs = [self.scene.epoch]
        self.known: dict[str, Told] = {}
        self.asked: dict[str, str] = {}
        self.written = 0

    def run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(coroutine)

    async def reopen(self) -> None:
        self.store = Store(self.url)
        await self.store.open()

    def say(self, verb: Any, *args: Any) -> Any:
        """A verb; gives its answer, or the problem with which it was refused."""
        return self.run(outcome(self.scene.write(verb, *args)))

    # -- people -----------------------------------------------------------------------------------------------

    @rule(target=messages, agent=st.sampled_from(["claude", "agent-0"]), own=st.booleans())
    def write_a_message(self, agent: str, own: bool) -> tuple[str, str, bool]:
        self.written += 1
        return str(self.written), agent, own

    @rule(target=requests, message=messages, copies=st.integers(1, 3))
    def deliver(self, message: tuple[str, str, bool], copies: int) -> str:
        name, agent, own = message
        speaker = self.scene.boss if own else self.scene.guest

        async def together() -> list[str]:
            asks = (self.scene.ask(speaker, agent=agent, ttl=LIFETIME, message=name) for _ in range(copies))
            return await asyncio.gather(*asks)

        (request,) = set(self.run(together()))
        assert self.asked.setdefault(name, request) == request
        return str(request)

    @rule(
        request=requests,
        decision=st.sampled_from(Decision),
        version=st.sampled_from([1, 1, 2]),
        key=st.sampled_from("ab"),
    )
    def tap(self, request: str, decision: Decision, version: int, key: str) -> None:
        before = self.run(self.scene.view(request))
        answer = self.run(self.scene.decide(request, decision, key=key, version=version))
        after = self.run(self.scene.view(request))
        if isinstance(answer, Problem):
            assert after == before
            assert answer.code in (Code.late, Code.changed)
            if answer.code is Code.late:
                assert answer.state == after.state or answer.state == "expired"
        elif before.state is State.pending:
            assert after.decided_at is not None
            assert before.deadline is not None
            assert after.decided_at < before.deadline

    @rule(request=requests, own=st.booleans())
    def cancel(self, request: str, own: bool) -> None:
        self.say(cancel.cancel, self.scene.boss if own else self.scene.guest, request)

    @rule(request=requests)
    def give_the_machine_up(self, request: str) -> None:
        before = self.run(self.scene.view(request))
        answer = self.say(cancel.close, self.scene.boss, request, "")
        if before.state is State.running and before.interrupted_since:
            assert answer.state == "failed"
        elif before.state is not State.running and before.state is not State.failed:
            assert isinstance(answer, Problem)

    # -- time -------------------------------------------------------------------------------------------------

    @rule(seconds=st.sampled_from([5.0, 61.0, 101.0]), swept=st.booleans())
    def time_passes(self, seconds: float, swept: bool) -> None:
        clock = self.store.engine.clock  # type: ignore[attr-defined]
        clock.keep_after(clock.now() + int(seconds * 1_000_000))
        if swept:
            self.run(sweep(self.store))

    @rule()
    def restart_the_relay(self) -> None:
        async def again() -> None:
            await self.store.close()
            await self.reopen()
            self.scene.stores = [self.store]
            await sweep(self.store)

        self.run(again())

    # -- machines ---------------------------------------------------------------------------------------------

    @rule()
    def a_new_daemon_starts(self) -> None:
        answer = self.say(hosts.hello, self.scene.machine, Hello(process=f"p{len(self.epochs)}", version="1"))
        assert answer.epoch == self.epochs[-1] + 1
        self.epochs.append(answer.epoch)

    @rule(request=requests, old=st.booleans())
    def claim(self, request: str, old: bool) -> None:
        self.take(queue.start, request, old)

    @rule(request=requests, old=st.booleans())
    def take_up(self, request: str, old: bool) -> None:
        self.take(queue.take_up, request, old)

    def take(self, verb: Any, request: str, old: bool) -> None:
        epoch = self.epochs[0] if old else self.epochs[-1]
        answer = self.say(verb, self.scene.machine, request, Start(epoch=epoch, key="k"))
        if isinstance(answer, Claim):
            assert answer.fence == epoch == self.epochs[-1]
            assert answer.request == request

    @rule(data=st.data(), request=requests, old=st.booleans())
    def renew(self, data: st.DataObject, request: str, old: bool) -> None:
        epoch = self.epochs[0] if old else self.epochs[-1]
        answer = self.say(queue.renew, self.scene.machine, Poll(epoch=epoch, running=[request]))
        assert answer is None or (answer.code is Code.fenced and epoch != self.epochs[-1])

    @rule(
        request=requests,
        first=st.integers(1, 4),
        kinds=st.lists(
            st.sampled_from(["said", "session", "done", "failed", "stopped"]), min_size=1, max_size=4
        ),
        old=st.booleans(),
        backwards=st.booleans(),
    )
    def report(self, request: str, first: int, kinds: list[str], old: bool, backwards: bool) -> None:
        epoch = self.epochs[0] if old else self.epochs[-1]
        reports = [said(number, kind, session="s", text=kind) for number, kind in enumerate(kinds, first)]
        batch = Reports(fence=epoch, reports=reports[::-1] if backwards else [*reports, *reports])
        before = self.run(self.scene.view(request))
        answer = self.say(report.report, self.scene.machine, request, batch)
        after = self.run(self.scene.view(request))
        if isinstance(answer, Problem) or before.state in FINAL:
            assert after == before
        else:
            assert after.seq - before.seq <= len(reports)

    @rule(request=consumes(requests))
    def forget(self, request: str) -> None:
        """Fewer requests in play mean deeper plays."""

    # -- what must hold ---------------------------------------------------------------------------------------

    @invariant()
    def each_request_keeps_what_it_is_and_moves_by_the_table(self) -> None:
        if not hasattr(self, "scene"):
            return
        for request in set(self.asked.values()):
            view = self.run(self.scene.view(request))
            told = self.known.setdefault(request, Told(view))
            before = told.view
            assert [getattr(view, name) for name in FIXED] == [getattr(before, name) for name in FIXED]
            assert view.state == before.state or (before.state, view.state) in MOVES
            assert view.seq >= before.seq
            if before.state in FINAL:
                assert view == before
            told.view = view

    @invariant()
    def an_agent_runs_one_request_at_a_time(self) -> None:
        agents = [
            told.view.agent
            for told in getattr(self, "known", {}).values()
            if told.view.state is State.running
        ]
        assert len(agents) == len(set(agents))

    @invariant()
    def numbers_are_given_once_and_none_is_skipped(self) -> None:
        numbers = sorted(
            told.view.public_id.partition("-")[2] for told in getattr(self, "known", {}).values()
        )
        days = {told.view.public_id.partition("-")[0] for told in getattr(self, "known", {}).values()}
        if len(days) == 1:
            assert numbers == sorted(f"{number:02d}" for number in range(1, len(numbers) + 1))

    def teardown(self) -> None:
        if not hasattr(self, "scene"):
            return
        try:
            self.run(self.check_histories())
        finally:
            self.run(self.store.close())
            self.runner.close()
            shutil.rmtree(self.folder)

    async def check_histories(self) -> None:
        """Each timeline is whole, nothing ran before it was approved, nothing ran twice, nothing came after the end."""
        state = await self.scene.chain()
        assert state.whole, state.fault
        assert set(await self.scene.states()) == set(self.asked.values())
        for request, current in (await self.scene.states()).items():
            history = await self.scene.history(request)
            assert history.count("started") <= 1
            assert history.count("approved") <= 1
            if "started" in history:
                assert history.index("approved") < history.index("started")
            ends = [kind for kind in history if kind in ("done", "failed", "cancelled", "denied", "expired")]
            assert len(ends) == (1 if current in FINAL else 0)
            if ends:
                assert history[-1] == ends[0]
            for act in ("approved", "started", "denied", "expired", "done", "failed", "cancelled"):
                assert (await self.scene.acts(request)).count(act) == history.count(act)


TestInAnyOrder = pytest.mark.rule("L1", "L2", "L4", "L5", "C5", "N2", "X1", "Q1", "T2", "U3")(
    pytest.mark.slow(RelayInAnyOrder.TestCase)
)
TestInAnyOrder.settings = settings(max_examples=25, stateful_step_count=30)
