"""What an earlier daemon process had in hand: the journal and the relay decide together what goes on (X4)."""

import logging
import shutil
from collections.abc import Callable, Iterable

from daemon.contact import until_answered
from daemon.effects import drop_all
from daemon.ending import end_leftovers
from daemon.journal import MOST_UNSENT, Journal
from daemon.options import DaemonOptions
from daemon.process import describe_stop
from daemon.records import Phase, Work
from daemon.report import Reporter
from relay.client import Refused, RelayClient
from relay.wire.base import Code
from relay.wire.machines import Claim, Start

log = logging.getLogger(__name__)


class Earlier:
    """Takes it up. ``begin`` takes a request in hand."""

    def __init__(
        self,
        options: DaemonOptions,
        journal: Journal,
        client: RelayClient,
        reporter: Reporter,
        begin: Callable[[Claim, Work | None], None],
    ) -> None:
        self._options, self._journal, self._client = options, journal, client
        self._reporter, self._begin = reporter, begin

    async def take_up(self, epoch: int, running: Iterable[str]) -> None:
        """All that is in the journal, and all that runs here for the relay; what ended meanwhile is let go."""
        works = {work.request: work for work in self._journal.works()}
        for name in dict.fromkeys([*works, *running]):
            await self._take_up_one(epoch, name, works.get(name))

    async def _take_up_one(self, epoch: int, name: str, work: Work | None) -> None:
        try:
            start = Start(epoch=epoch, key=name)
            claim = await until_answered(lambda: self._client.take_up(name, start))
        except Refused as refusal:
            if work is not None and refusal.code is Code.not_first:
                self._reporter.speak_as(name, work.fence)  # it waits for an answer (X1)
                return
            log.info("%s is not ours any more: %s", name, refusal)
            if work is not None:
                await self.let_go(work)
            return
        if work is not None and self._has_only_to_report(work):
            self._journal.accept(name, claim.fence, work.claim, claim.reported)
            self._reporter.speak_as(name, claim.fence)
            return
        self._begin(claim, work)

    def _has_only_to_report(self, work: Work) -> bool:
        """Whether only its last reports are missing: that it has ended, or that it waits."""
        unsent = bool(self._journal.unsent(1, work.request))
        return work.phase is Phase.ended or (work.phase is Phase.waiting and unsent)

    async def let_go(self, work: Work) -> None:
        """Nobody waits for it any more: what may still run of it is ended, and what was to be said is dropped."""
        name = work.request
        stop = await end_leftovers(work)
        if sentence := describe_stop(stop):
            log.warning("left over from %s: %s", name, sentence)
        if work.phase is not Phase.ended:
            self._journal.end(name)
        drop_all(self._journal, name)
        for kept in self._journal.unsent(MOST_UNSENT, name)[-1:]:
            self._journal.mark_sent(name, kept.n)
        self._journal.forget(name)
        shutil.rmtree(self._options.files / name, ignore_errors=True)
        shutil.rmtree(self._options.home / "changes" / name, ignore_errors=True)
