"""The daemon: says hello, takes up what it had, polls for work, and starts every loop there is. Outbound only (S1)."""

import asyncio
import logging
import os
import secrets
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any

from daemon.automatic import Automatic
from daemon.contact import Hands, Lease, Running, boot_seconds, until_answered
from daemon.declaring import declared
from daemon.earlier import Earlier
from daemon.ending import end_work, redacting
from daemon.fitness import Fitness
from daemon.journal import Journal
from daemon.known import Known
from daemon.mail import Mail
from daemon.options import VERSION, DaemonOptions
from daemon.outside import KnownRemotes
from daemon.records import Work
from daemon.report import Reporter
from daemon.runtime import Ended, Outcome
from daemon.worker import Worker
from relay.client import Refused, RelayClient
from relay.wire.base import Code
from relay.wire.machines import Claim, Flag, Hello, Offer, Poll, Start, Welcome
from relay.wire.machines import Work as News
from relay.wire.messages import Change, ChangeKind

log = logging.getLogger(__name__)

POLL_SECONDS = 20.0
LETTING_GO_SECONDS = 0.5


class TakenOver(Exception):
    """A newer daemon process of this machine has started; this one ends."""


class NotWelcome(Exception):
    """The relay does not know this machine's token; register it with `muti machines add`."""


class WorkBroke(Exception):
    """The work on a request broke off; start the daemon again, it goes on from its journal."""


async def run_daemon(options: DaemonOptions) -> None:
    """Work until cancelled.

    Raises:
        JournalHeld: another daemon works for this machine (X6).
        NotWelcome: the relay does not know the token.
        TakenOver: a newer process has started.
    """
    options.home.mkdir(parents=True, exist_ok=True, mode=0o700)
    options.files.mkdir(parents=True, exist_ok=True, mode=0o700)
    with Journal(options.home / "journal", machine=options.machine) as journal:
        async with RelayClient(options.relay_url, options.token) as client:
            await Daemon(options, journal, client).run()


class Daemon:
    """One process's work for one machine."""

    def __init__(self, options: DaemonOptions, journal: Journal, client: RelayClient) -> None:
        self._options, self._journal, self._client = options, journal, client
        self._process = f"{os.getpid()}-{secrets.token_hex(8)}"
        self._hands = Hands()
        self._reporter = Reporter(client, journal, self._hands, options.home / "audit-head")
        self._agents = {agent.handle: agent for agent in options.agents}
        self._known = Known(options)
        self._mail = Mail(client, journal, self._hands, automatic=options.automatic_turns)
        self._automatic = Automatic(journal, self._mail, self._hands, self._take_turn)
        self._earlier = Earlier(options, journal, client, self._reporter, self._begin)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._mailing: list[asyncio.Task[None]] = []
        self._letting: set[asyncio.Task[None]] = set()
        self._fitness = Fitness()
        self._fault: BaseException | None = None
        self._freed = asyncio.Event()

    async def run(self) -> None:
        """Until cancelled; then what runs is left to be resumed, and what is written is sent as far as it goes."""
        for agent in self._options.agents:
            await self._fitness.check(agent)
        for agent in self._options.agents:
            await KnownRemotes(self._options.home).learn(agent.directory)
        welcome = await self._hello()
        self._lease = Lease(welcome.lease_seconds)
        self._epoch = self._mail.epoch = welcome.epoch
        self._mail.heard = self._hear_changes
        reporting = self._watched(self._reporter.run(), "reports")
        try:
            self._polling = asyncio.create_task(self._take_up_and_poll(welcome))
            self._mailing = [
                self._watched(self._mail.read_feed(), "the feed"),
                self._watched(self._mail.send_receipts(), "receipts"),
            ]
            await self._polling
        except asyncio.CancelledError:
            if self._fault is not None:
                raise WorkBroke(WorkBroke.__doc__) from self._fault
            raise
        finally:
            await self._drain(reporting)
            await gone(self._mailing)

    async def _take_up_and_poll(self, welcome: Welcome) -> None:
        await self._earlier.take_up(self._epoch, welcome.running)
        self._mailing.append(self._watched(self._automatic.run(), "automatic turns"))
        await self._poll_for_ever()

    def _watched(self, loop: Coroutine[Any, Any, None], name: str) -> "asyncio.Task[None]":
        """A loop whose end is the end of this process."""
        task = asyncio.create_task(loop, name=name)
        task.add_done_callback(self._stop_if_broken)
        return task

    async def _hello(self) -> Welcome:
        hello = Hello(process=self._process, version=VERSION, agents=declared(self._options))
        try:
            return await until_answered(lambda: self._client.hello(hello))
        except Refused as refusal:
            raise _final(refusal) from refusal

    # -- news -----------------------------------------------------------------------------------------------------

    async def _poll_for_ever(self) -> None:
        while True:
            try:
                await until_answered(self._poll_once)
            except Refused as refusal:
                raise _final(refusal) from refusal

    async def _poll_once(self) -> None:
        asked_at = boot_seconds()
        poll = Poll(
            epoch=self._epoch,
            # What is being let go of is done in a moment, and then its agent is free for the next.
            wait=LETTING_GO_SECONDS if self._hands.letting_go() else POLL_SECONDS,
            running=self._hands.names(),
            knows=self._hands.known(),
            under=self._hands.under(),
        )
        news = await self._polled(poll)
        if news is not None:
            self._lease.renew(asked_at)
            await self._hear(news)

    async def _polled(self, poll: Poll) -> News | None:
        """The answer; nothing if what is in hand changed meanwhile: then the relay has to know that first."""
        self._freed.clear()
        polling = asyncio.ensure_future(self._client.poll(poll))
        freed = asyncio.ensure_future(self._freed.wait())
        try:
            await asyncio.wait({polling, freed}, return_when=asyncio.FIRST_COMPLETED)
            return polling.result() if polling.done() else None
        finally:
            for task in (polling, freed):
                task.cancel()
            await asyncio.gather(polling, freed, return_exceptions=True)

    async def _hear(self, news: News) -> None:
        for flag in news.flags:
            self._flagged(flag)
        for answer in news.answers:
            running = self._hands.running.get(answer.request)
            if running is not None:
                running.answered(answer)
        for offer in news.offers:
            await self._take(offer)

    def _flagged(self, flag: Flag) -> None:
        running = self._hands.running.get(flag.request)
        if running is None:
            return
        if flag.delegation is not None and flag.authority is not None:
            running.stands_under(flag.delegation, flag.authority)
        if flag.cancel:
            running.stop("cancelled")
        elif flag.state != "running":
            running.gone = True
            running.stop(f"it is {flag.state}")

    def _hear_changes(self, changes: Sequence[Change]) -> None:
        """What else the feed says: a request that had yielded is over; for the rest, whoever waits looks again."""
        works = {work.request: work for work in self._journal.works()}
        for change in changes:
            work = works.get(change.subject)
            if (
                change.kind == ChangeKind.ended
                and work is not None
                and change.subject not in self._hands.running
            ):
                self._letting.add(task := asyncio.create_task(self._earlier.let_go(work)))
                task.add_done_callback(self._letting.discard)
        self._automatic.look()

    def _take_turn(self, claim: Claim) -> None:
        """A turn that messages have started: the request goes on where it yielded (H)."""
        self._begin(claim, self._work_of(claim.request))

    def _work_of(self, request: str) -> Work | None:
        return next((work for work in self._journal.works() if work.request == request), None)

    async def _take(self, offer: Offer) -> None:
        if offer.request in self._hands.running:
            return
        start = Start(epoch=self._epoch, key=offer.request)
        try:
            # The relay may have given it to us although its answer was lost: then nobody offers it again.
            claim = await until_answered(lambda: self._client.start(offer.request, start))
        except Refused as refusal:
            if refusal.code in (Code.fenced, Code.unauthorized):
                raise
            log.info("%s was not to be had: %s", offer.public_id, refusal)
            return
        self._begin(claim, self._work_of(claim.request))

    def _begin(self, claim: Claim, before: Work | None) -> None:
        if claim.request in self._hands.running:
            return  # offered, and given to a message, at the same moment
        self._journal.accept(claim.request, claim.fence, claim.model_dump(mode="json"), claim.reported)
        running = self._hands.running[claim.request] = Running(claim, unsure=self._freed.set)
        if claim.cancel:
            running.stop("cancelled")
        self._reporter.speak_as(claim.request, claim.fence)
        task = asyncio.create_task(self._work(claim, running, before), name=claim.public_id)
        self._tasks[claim.request] = task
        task.add_done_callback(lambda _: self._done(claim.request))

    async def _work(self, claim: Claim, running: Running, before: Work | None) -> None:
        agent = self._agents.get(claim.handle)
        if agent is not None and claim.handle in self._fitness.unfit:
            await self._fitness.check(agent)  # its owner may have mended it since
        if agent is None or claim.handle in self._fitness.unfit:
            why = self._fitness.unfit.get(
                claim.handle, f"This machine has no agent '{claim.handle}' any more."
            )
            end_work(self._journal, claim.request, Ended(Outcome.failed, why), redacting(self._known))
            return
        worker = Worker(
            self._options,
            agent,
            self._client,
            self._journal,
            self._reporter,
            self._lease,
            running,
            self._known,
            self._mail,
        )
        await worker.run(before)

    def _done(self, request: str) -> None:
        self._hands.running.pop(request, None)
        self._freed.set()
        self._automatic.look()
        self._stop_if_broken(self._tasks.pop(request))
        self._reporter.wake()

    def _stop_if_broken(self, task: "asyncio.Task[None]") -> None:
        """What is written down decides: this process ends, and the next one goes on from the journal."""
        if not task.cancelled() and task.exception() is not None:
            log.critical("the work on %s broke off", task.get_name(), exc_info=task.exception())
            self._fault = task.exception()
            self._polling.cancel()

    async def _drain(self, reporting: "asyncio.Task[None]") -> None:
        """Stop what runs, resumable; send what is written, for a while (O15)."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        try:
            async with asyncio.timeout(self._options.drain_seconds):
                while self._journal.unsent(1):
                    self._reporter.wake()
                    await asyncio.sleep(0.05)
        except TimeoutError:
            log.warning("some reports are sent at the next start")
        reporting.cancel()
        await asyncio.gather(reporting, return_exceptions=True)


async def gone(tasks: Iterable["asyncio.Task[Any]"]) -> None:
    """End some tasks, and wait until they have."""
    found = list(tasks)
    for task in found:
        task.cancel()
    await asyncio.gather(*found, return_exceptions=True)


def _final(refusal: Refused) -> Exception:
    if refusal.code is Code.fenced:
        return TakenOver(TakenOver.__doc__)
    if refusal.code is Code.unauthorized:
        return NotWelcome(NotWelcome.__doc__)
    return refusal
