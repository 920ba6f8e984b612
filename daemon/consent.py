"""The owner's consent to one exact action: asked for, looked at again when it comes, and used once (P3, P4, E1).

What was approved is the input and the facts that it rests on; both are looked at again right before it happens.
"""

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass

from daemon.contact import FIRST_PAUSE, Lease, Running
from daemon.effects import Effects
from daemon.outside import Errand, Facts, Leave, Outside, command_of
from daemon.policy import Judgement, Outcome, digest
from daemon.records import ExecutionKnown
from daemon.repository import Unreadable
from daemon.runtime import Action, Allow, Deny, Halt, Verdict
from relay.client import Refused, RelayClient, Unreachable
from relay.wire.base import Code, Problem
from relay.wire.executions import State
from relay.wire.machines import ActionAnswer, AskAction, UseAction
from relay.wire.requests import ActionState

log = logging.getLogger(__name__)

SHOWN_CHARACTERS = 50_000
"""Of an exact input on a card; a longer one cannot be approved, only read as far as it is shown (P3)."""

FACTS_SHOWN = 50
FACT_CHARACTERS = 2_000

NOT_STARTED = frozenset({Code.used, Code.expired, Code.spent, Code.not_yours})
"""Refusals of a start after which the request goes on: the agent is told, and may ask anew."""

UNKNOWN = (
    "This very action was begun before, and whether it took effect is not known. It is not done again until the "
    "owner has said what came of it; the owner has been asked. Look whether it took effect, or go on without it."
)


@dataclass(frozen=True)
class Wish:
    """An action that needs consent: as it was judged, and what it would do outside, if anything."""

    action: Action
    judgement: Judgement
    errand: Errand | None
    facts: Facts

    @property
    def digest(self) -> str:
        """What an approval is bound to: the exact input, and every fact."""
        exact = digest(self.action)
        if not self.facts:
            return exact
        return hashlib.sha256(json.dumps([exact, self.facts]).encode()).hexdigest()


class Consent:
    """Obtains it for the actions of one request. ``redact`` hides secrets from the card."""

    def __init__(
        self,
        client: RelayClient,
        lease: Lease,
        running: Running,
        effects: Effects,
        outside: Outside,
        redact: Callable[[str], str],
    ) -> None:
        self._client, self._lease, self._running = client, lease, running
        self._effects, self._outside, self._redact = effects, outside, redact
        self.acting: set[str] = set()
        """The calls that are being carried out outside at this moment."""

    async def obtain(
        self, action: Action, judge: Callable[[], Judgement], leave: Callable[[], Leave | None]
    ) -> Verdict:
        """Ask, and do or allow what was approved. ``leave`` is there if the daemon is to carry it out (P7).

        Raises:
            Refused: the request has ended, or is in other hands.
        """
        try:
            wish = await self._wish(action, judge(), leave())
            try:
                _need_scope(wish.judgement)
                asked = await self._ask(self._card(wish))
            except Refused as refusal:
                if refusal.code is not Code.not_yours:
                    raise
                return Deny(refusal.problem.detail)
            if asked.execution is State.unknown:
                return Deny(UNKNOWN)
            answer = await self._answer(asked)
            if answer.state is not ActionState.allowed:
                return _refusal(answer)
            await self._lease.held()
            outside = leave()
            now = await self._wish(action, judge(), outside)
        except Unreadable as problem:
            return Deny(str(problem))
        if now.digest != wish.digest:
            return Deny("It has changed since it was shown to the owner; ask again.")
        return await self._use(now, asked.action, outside, judge)

    async def _wish(self, action: Action, judgement: Judgement, leave: Leave | None) -> Wish:
        errand = await self._outside.plan(action, judgement, leave) if leave is not None else None
        facts = errand.facts if errand is not None else await self._outside.facts(action)
        # What git itself says of a push is nearer to the truth than what reading the command has found.
        return Wish(action, judgement, errand, tuple({**dict(judgement.facts), **dict(facts)}.items()))

    async def _ask(self, card: AskAction) -> ActionAnswer:
        """The card of this call; a new one where an earlier process took its question with it."""
        asked = await self._ask_under(card)
        if asked.state is not ActionState.lapsed:
            return asked
        again = card.model_copy(update={"call": f"{card.call[:170]}:{card.fence}"})
        return await self._ask_under(again)

    async def _ask_under(self, card: AskAction) -> ActionAnswer:
        return await self._running.under(
            lambda under: self._client.ask_action(
                self._request, card.model_copy(update={"delegation": under})
            )
        )

    async def _answer(self, asked: ActionAnswer) -> ActionAnswer:
        if asked.state is not ActionState.pending:
            return asked
        return await self._running.wait_for(asked.action)

    async def _use(
        self, wish: Wish, name: str, leave: Leave | None, judge: Callable[[], Judgement]
    ) -> Verdict:
        """Written down here and at the relay before it happens: never a second time (E2, X7)."""
        call = wish.action.call
        try:
            self._effects.begin(call, wish.digest, name, self._redact(_text_of(wish.action)))
        except ExecutionKnown as known:
            return Deny(str(known))
        try:
            begun = await self._is_started(name, UseAction(fence=self._fence, digest=wish.digest), judge)
        except Refused as refusal:
            self._effects.forget(call)
            if refusal.code not in NOT_STARTED:
                raise
            return Deny(refusal.problem.detail)
        if not begun:
            self._effects.forget(call)
            return Deny("This approval was used already. Ask again.")
        if wish.errand is None or leave is None:
            return Allow()
        return await self._act(wish, wish.errand, leave.session)

    async def _is_started(self, name: str, use: UseAction, judge: Callable[[], Judgement]) -> bool:
        """Whether the relay has put the start on record for us: also when it did so and its answer was lost.

        Raises:
            Refused: it may not start; or the task was moved meanwhile, and may not do it any more (D9).
        """
        unheard = False
        while True:
            await self._running.current.wait()
            _need_scope(judge())
            under = use.model_copy(update={"delegation": self._running.claim.delegation})
            try:
                await self._client.use_action(self._request, name, under)
                return True
            except Unreachable as error:
                log.warning("an approved action waits for the relay: %s", error)
                unheard = True
                await asyncio.sleep(FIRST_PAUSE)
            except Refused as refusal:
                if refusal.code is Code.used:
                    return unheard
                self._running.follow(refusal)

    async def _act(self, wish: Wish, errand: Errand, mark: str) -> Verdict:
        """Carry it out here. Broken off in the middle, nobody knows what came of it (E3)."""
        call = wish.action.call
        self.acting.add(call)
        self._effects.seen(call)
        try:
            done = await self._outside.carry_out(errand, mark)
        except Unreadable as problem:
            self._effects.end(call, State.cancelled)
            return Deny(str(problem))
        except BaseException:
            self._effects.end(call, State.unknown)
            raise
        finally:
            self.acting.discard(call)
        self._effects.end(call, State.failed if done.exit_code else State.done, done.exit_code)
        return done

    def _card(self, wish: Wish) -> AskAction:
        action, judgement = wish.action, wish.judgement
        shown = self._redact(_text_of(action))
        facts = [
            (name[:200], self._redact(value)[:FACT_CHARACTERS]) for name, value in wish.facts[:FACTS_SHOWN]
        ]
        return AskAction(
            fence=self._fence,
            call=action.call[:200],
            digest=wish.digest,
            kind=judgement.kind or "unknown",
            tool=action.tool[:200],
            shown=shown[:SHOWN_CHARACTERS],
            whole=len(shown) <= SHOWN_CHARACTERS,
            directory=str(action.directory)[:200],
            reason=self._redact(judgement.reason)[:2000],
            facts=facts,
        )

    @property
    def _request(self) -> str:
        return self._running.claim.request

    @property
    def _fence(self) -> int:
        return self._running.claim.fence


def _need_scope(judgement: Judgement) -> None:
    if judgement.outcome is Outcome.refuse:
        raise Refused(Problem(code=Code.not_yours, detail=judgement.reason))


def _text_of(action: Action) -> str:
    command = command_of(action)
    return command or json.dumps(dict(action.input), ensure_ascii=False, indent=2)


def _refusal(answer: ActionAnswer) -> Verdict:
    """Denied, expired and lapsed are three different answers to the agent."""
    if answer.state is ActionState.denied:
        said = f" The owner says: {answer.answer}" if answer.answer else ""
        return Deny(f"The owner denied this.{said} Go on without it.")
    if answer.state is ActionState.expired:
        return Deny("Nobody decided in time, which counts as denied. Go on without it.")
    return Halt("The question has lapsed.")
