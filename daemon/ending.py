"""How work on a request ends, or rests, in the journal; and what a daemon that died has left running."""

import logging
import time
from typing import Any

from daemon.effects import lose_all
from daemon.journal import Journal
from daemon.outside import mark_of
from daemon.process import Stop, describe_stop, kill_leftover
from daemon.records import Work
from daemon.runtime import Ended
from daemon.tell import Hides, Redact, harmless, tell
from relay.wire.machines import ReportKind

log = logging.getLogger(__name__)


async def end_leftovers(work: Work) -> Stop:
    """End what a daemon that died has left of a request: what it ran outside, and the agent's program."""
    if work.session is not None:
        outside = await kill_leftover(None, None, mark_of(work.session))
        if outside.ended or outside.left:
            log.warning("left over outside: %s", describe_stop(outside))
    return await kill_leftover(work.process, work.process_started, work.session)


def redacting(known: Hides) -> Redact:
    """The one step that every text for the relay passes (S3), made fit for every database (T6)."""
    return lambda text: known.redact(harmless(text))


def end_work(journal: Journal, request: str, end: Ended, redact: Redact) -> None:
    """The last report of a request, and the end of its work; what has no outcome by then is unknown (E3)."""
    lose_all(journal, request)
    write_down(journal, request, *tell(end, redact))
    journal.end(request)


def rest_work(journal: Journal, request: str, end: Ended, redact: Redact) -> None:
    """The turn is over and an answer is waited for: that is said, and noted, in one write (X1)."""
    lose_all(journal, request)
    _, body = tell(end, redact)
    report = reported(ReportKind.waiting, {**body, "for": list(journal.waits(request))})
    journal.rest(request, [report])


def write_down(journal: Journal, request: str, kind: ReportKind, body: dict[str, Any]) -> None:
    """On disk before it is said (J6)."""
    journal.append(request, [reported(kind, body)])


def reported(kind: ReportKind, body: dict[str, Any]) -> dict[str, Any]:
    """A report as the journal keeps it."""
    return {"kind": kind, "at": time.time_ns() // 1000, "body": body}
