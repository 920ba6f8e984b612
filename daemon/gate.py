"""The one decision point between an agent's tool call and its effect (P2): policy, owner, lease, cancel.

Every call of every runtime comes through `Gatekeeper.decide`, before it happens and with its exact input.
"""

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from daemon.contact import FIRST_PAUSE, Lease, Running, until_answered
from daemon.journal import Journal
from daemon.policy import Judgement, Outcome, Rules, digest, judge
from daemon.records import ExecutionKnown
from daemon.report import Reporter
from daemon.runtime import Action, Allow, Deny, Halt, ToolEnded, Verdict
from relay.client import Refused, RelayClient, Unreachable
from relay.wire.base import Code
from relay.wire.machines import ActionAnswer, AskAction, ReportKind, UseAction
from relay.wire.requests import ActionState

log = logging.getLogger(__name__)

SHOWN_CHARACTERS = 50_000
"""Of an exact input on a card; a longer one cannot be approved, only read as far as it is shown (P3)."""

Report = Callable[[ReportKind, dict[str, Any]], None]


class Gatekeeper:
    """Decides for one request. ``report`` writes to the journal; ``redact`` hides secrets from the card."""

    def __init__(
        self,
        client: RelayClient,
        journal: Journal,
        reporter: Reporter,
        lease: Lease,
        running: Running,
        rules: Rules,
        redact: Callable[[str], str],
        report: Report,
    ) -> None:
        self._client, self._journal, self._reporter = client, journal, reporter
        self._lease, self._running, self._rules = lease, running, rules
        self._redact, self._report = redact, report
        self._judged: dict[str, Judgement] = {}
        self._begun: set[str] = set()
        self._stored = False

    async def decide(self, action: Action) -> Verdict:
        """What happens to a tool call. May take hours; a cancel ends the wait."""
        asking = asyncio.ensure_future(self._decide(action))
        stopping = asyncio.ensure_future(self._running.stopping.wait())
        try:
            await asyncio.wait({asking, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if self._running.stopping.is_set():
                return Halt(self._running.reason)
            return asking.result()
        finally:
            for task in (asking, stopping):
                task.cancel()
            await asyncio.gather(asking, stopping, return_exceptions=True)

    def ended(self, step: ToolEnded) -> None:
        """A call came back: what it made is the request's own (P1), and its outcome is known (X7)."""
        judgement = self._judged.pop(step.call, None)
        if judgement is not None and not step.failed:
            self._rules = replace(
                self._rules,
                created_paths=(*self._rules.created_paths, *judgement.creates),
                changed_paths=(*self._rules.changed_paths, *judgement.writes),
            )
        if step.call in self._begun:
            self._begun.discard(step.call)
            self._journal.end_execution(self._request, step.call, {"failed": step.failed})

    @property
    def _request(self) -> str:
        return self._running.claim.request

    async def _decide(self, action: Action) -> Verdict:
        if not self._stored:
            await self._reporter.delivered(self._request)  # the session, before the first call (X8)
            self._stored = True
        await self._lease.held()
        judgement = judge(action, self._rules)
        self._judged[action.call] = judgement
        match judgement.outcome:
            case Outcome.allow:
                return Allow()
            case Outcome.refuse:
                self._report(
                    ReportKind.refused,
                    {"call": action.call, "tool": action.tool, "reason": self._redact(judgement.reason)},
                )
                return Deny(f"Refused: {judgement.reason}")
            case Outcome.pause:
                return await self._ask_owner(action, judgement)

    async def _ask_owner(self, action: Action, judgement: Judgement) -> Verdict:
        exact = digest(action)
        try:
            asked = await self._ask(self._card(action, judgement))
            answer = await self._answer(asked)
            if answer.state is not ActionState.allowed:
                return _refusal(answer)
            await self._lease.held()
            if digest(action) != exact:
                return Deny("The input has changed since it was shown to the owner; ask again.")
            return await self._use(action, asked.action, exact)
        except Refused as refusal:
            # The request has ended, or is in other hands: nothing of it may happen here any more.
            self._running.stop(refusal.problem.detail)
            return Halt(refusal.problem.detail)

    async def _ask(self, card: AskAction) -> ActionAnswer:
        """The card of this call; a new one where an earlier process took its question with it."""
        asked = await until_answered(lambda: self._client.ask_action(self._request, card))
        if asked.state is not ActionState.lapsed:
            return asked
        again = card.model_copy(update={"call": f"{card.call[:170]}:{card.fence}"})
        return await until_answered(lambda: self._client.ask_action(self._request, again))

    async def _use(self, action: Action, name: str, exact: str) -> Verdict:
        """Written down here and at the relay before it happens: never a second time (X7)."""
        try:
            self._journal.start_execution(self._request, action.call, exact)
        except ExecutionKnown as known:
            return Deny(str(known))
        self._begun.add(action.call)
        if await self._is_used(name, UseAction(fence=self._running.claim.fence, digest=exact)):
            return Allow()
        self._begun.discard(action.call)
        self._journal.end_execution(self._request, action.call, {"used": "before"})
        return Deny("This approval was used already. Ask again.")

    async def _is_used(self, name: str, use: UseAction) -> bool:
        """Whether the relay has put the use on record for us: also when it did so and its answer was lost."""
        unheard = False
        while True:
            try:
                await self._client.use_action(self._request, name, use)
                return True
            except Unreachable as error:
                log.warning("an approved action waits for the relay: %s", error)
                unheard = True
                await asyncio.sleep(FIRST_PAUSE)
            except Refused as refusal:
                if refusal.code is not Code.used:
                    raise
                return unheard

    def _card(self, action: Action, judgement: Judgement) -> AskAction:
        exact = action.input.get("command") if action.tool == "Bash" else None
        text = (
            exact if isinstance(exact, str) else json.dumps(dict(action.input), ensure_ascii=False, indent=2)
        )
        shown = self._redact(text)
        return AskAction(
            fence=self._running.claim.fence,
            call=action.call[:200],
            digest=digest(action),
            kind=judgement.kind or "unknown",
            tool=action.tool[:200],
            shown=shown[:SHOWN_CHARACTERS],
            whole=len(shown) <= SHOWN_CHARACTERS,
            directory=str(action.directory)[:200],
            reason=self._redact(judgement.reason)[:2000],
        )

    async def _answer(self, asked: ActionAnswer) -> ActionAnswer:
        if asked.state is not ActionState.pending:
            return asked
        return await self._running.wait_for(asked.action)


def _refusal(answer: ActionAnswer) -> Verdict:
    """Denied, expired and lapsed are three different answers to the agent."""
    if answer.state is ActionState.denied:
        said = f" The owner says: {answer.answer}" if answer.answer else ""
        return Deny(f"The owner denied this.{said} Go on without it.")
    if answer.state is ActionState.expired:
        return Deny("Nobody decided in time, which counts as denied. Go on without it.")
    return Halt("The question has lapsed.")
