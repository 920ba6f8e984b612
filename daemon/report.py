"""The reporter: drains the journal to the relay, in order, as often as it takes; resending is harmless (T3)."""

import asyncio
import logging
import random
from contextlib import suppress
from pathlib import Path

from daemon.contact import Hands, Running
from daemon.journal import MOST_UNSENT, Journal
from daemon.records import Report as Kept
from relay.client import Refused, RelayClient, Unreachable
from relay.wire.base import BODY_LIMIT, Code
from relay.wire.machines import ENDS, REPORT_BATCH, Flag, Report, Reported, ReportKind, Reports

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 30.0
BATCH_BYTES = BODY_LIMIT // 8
GATHER_SECONDS = 0.05
"""How long steps wait for others to be sent with them; nobody who watches sees it."""
GATHERED = frozenset(
    {ReportKind.said, ReportKind.tool_started, ReportKind.tool_ended, ReportKind.file, ReportKind.progress}
)
"""Reports of which there are many. Whatever else there is to say is said at once."""
OVER = frozenset({Code.late, Code.fenced, Code.unknown})
"""Refusals after which a request is no longer this machine's."""


class Reporter:
    """Sends what the journal holds. One at a time, oldest first, so that the relay never sees a gap of ours."""

    def __init__(self, client: RelayClient, journal: Journal, hands: Hands, head: Path) -> None:
        self._client, self._journal, self._hands, self._head = client, journal, hands, head
        self._more, self._hurry = asyncio.Event(), asyncio.Event()
        self._kept = ""
        self._sent: dict[str, asyncio.Event] = {}
        self._fences: dict[str, int] = {}
        self._under: dict[str, str | None] = {}

    def speak_as(self, request: str, fence: int) -> None:
        """From now on this request is reported under this fencing number."""
        self._fences[request] = fence
        self._under.pop(request, None)
        self.wake()

    def wake(self) -> None:
        """There is something in the journal that should be said at once."""
        self._hurry.set()
        self._more.set()

    def tell(self, kind: ReportKind) -> None:
        """There is a new report in the journal, of this kind."""
        self._more.set()
        if kind not in GATHERED:
            self._hurry.set()

    async def delivered(self, request: str) -> None:
        """Wait until the relay has all that the journal holds of a request by now."""
        newest = self._journal.newest(request)
        while request in self._fences:
            first = self._journal.unsent(1, request)
            if not first or first[0].n > newest:
                return
            event = self._sent.setdefault(request, asyncio.Event())
            event.clear()
            self.wake()
            await event.wait()

    async def run(self) -> None:
        """Until cancelled."""
        pause = FIRST_PAUSE
        while True:
            await self._more.wait()
            await self._gather()
            try:
                while await self.send_some():
                    pause = FIRST_PAUSE
            except Unreachable as error:
                log.warning("reports wait: %s", error)
                await asyncio.sleep(pause * random.uniform(0.5, 1))  # noqa: S311 - jitter, no secret
                pause = min(pause * 2, LONGEST_PAUSE)
                self._more.set()

    async def _gather(self) -> None:
        """Let steps come together, unless somebody waits for what is to be said."""
        with suppress(TimeoutError):
            async with asyncio.timeout(GATHER_SECONDS):
                await self._hurry.wait()
        self._more.clear()
        self._hurry.clear()

    async def send_some(self) -> bool:
        """One batch of the oldest request that can be spoken of; whether there was any."""
        for request, fence in list(self._fences.items()):
            kept = self._journal.unsent(REPORT_BATCH, request)
            if kept:
                await self._journal.secure()  # on disk before it is said (J6)
                await self._send(request, fence, _fitting([_report_of(one) for one in kept]))
                return True
            self._journal_is_done(request)
        return False

    async def _send(self, request: str, fence: int, reports: list[Report]) -> None:
        try:
            says = Reports(fence=fence, reports=reports, delegation=self._delegation(request))
            answer = await self._client.report(request, says)
        except Unreachable:
            raise  # a busy relay refuses too, but has not said no
        except Refused as refusal:
            if refusal.code is Code.unauthorized:
                raise Unreachable(
                    str(refusal)
                ) from refusal  # the next poll says the same, and ends this process
            if refusal.code not in OVER:
                await self._send_fewer(request, fence, reports, refusal)
                return
            self._drop(request, refusal)
        else:
            self._heard(request, answer)
        self._sent.setdefault(request, asyncio.Event()).set()

    def _delegation(self, request: str) -> str | None:
        """What the work was done under, as far as is known here: that is charged with its use (D10)."""
        running = self._hands.running.get(request)
        if running is not None:
            self._under[request] = running.claim.delegation
        return self._under.get(request)

    async def _send_fewer(self, request: str, fence: int, reports: list[Report], refusal: Refused) -> None:
        """A report that the relay cannot take must not hold up those behind it: its place tells why it is missing."""
        log.error("the relay refuses reports of %s: %s", request, refusal)
        first = reports[0]
        if len(reports) > 1:
            await self._send(request, fence, [first])
            return
        missing = f"What stood here could not be told: {refusal.problem.detail}"[:1000]
        if first.body == {"text": missing}:
            raise refusal
        kind = first.kind if first.kind in ENDS else ReportKind.notice
        told = first.model_copy(update={"kind": kind, "body": {"text": missing}})
        await self._send(request, fence, [told])

    def _heard(self, request: str, answer: Reported) -> None:
        self._journal.mark_sent(request, answer.expected - 1)
        running = self._hands.running.get(request)
        if running is not None:
            _heed(running, answer.flag)
        if answer.audit_head != self._kept:
            self._kept = answer.audit_head
            _keep_head(self._head, answer.audit_head)

    def _drop(self, request: str, refusal: Refused) -> None:
        """The request has ended elsewhere, or is in other hands: there is nobody to tell any more."""
        log.info("reports of %s are dropped: %s", request, refusal)
        for last in self._journal.unsent(MOST_UNSENT, request)[-1:]:
            self._journal.mark_sent(request, last.n)
        running = self._hands.running.get(request)
        if running is not None:
            running.gone = True
            running.stop(f"the relay has ended it: {refusal.problem.detail}")

    def _journal_is_done(self, request: str) -> None:
        if request in self._hands.running:
            return
        if self._journal.rests(request) or self._journal.forget(request):
            self._fences.pop(request, None)
            self._sent.pop(request, None)
            self._under.pop(request, None)


def _heed(running: Running, flag: Flag) -> None:
    """What the answer to a report says of its request: it is to stop, was moved, or has used up its budget."""
    if flag.cancel:
        running.stop("cancelled")
    if flag.delegation is not None:
        running.superseded(flag.delegation)
    if flag.waits_for is not None:
        running.held.add(flag.waits_for)


def _report_of(kept: Kept) -> Report:
    return Report(number=kept.n, **kept.body)


def _fitting(reports: list[Report]) -> list[Report]:
    """As many of the first reports as one call can carry."""
    size = 0
    fitting: list[Report] = []
    for one in reports:
        size += len(one.model_dump_json().encode())
        if fitting and size > BATCH_BYTES:
            break
        fitting.append(one)
    return fitting


def _keep_head(path: Path, head: str) -> None:
    """The head of the owner's audit chain, kept outside the database (U1). It only ever grows."""
    try:
        known = int(path.read_text(encoding="utf-8").partition(":")[0])
    except (OSError, ValueError):
        known = 0
    if int(head.partition(":")[0]) > known:
        draft = path.with_suffix(".new")
        draft.write_text(head, encoding="utf-8")
        draft.replace(path)
