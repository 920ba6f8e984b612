"""Bringing what is on the disk together with what the relay has, without running anything (J4, J5).

A queue that was closed because a write was unclear is read anew: only what is on the disk counts. The daemon does the
same at each start; by hand it can be looked at first, while the daemon stands still.
"""

import secrets
from dataclasses import dataclass

from daemon.contact import Hands
from daemon.declaring import declared
from daemon.journal import MOST_UNSENT, Journal
from daemon.mail import Mail
from daemon.options import VERSION, DaemonOptions
from daemon.records import Phase
from relay.client import RelayClient
from relay.wire.machines import Hello, Welcome


@dataclass(frozen=True)
class Reconciled:
    """What was found, and what was done. ``unknown`` are effects without an outcome, for their owner to settle (E3)."""

    heard: int
    waiting: int
    receipts: int
    works: int
    resting: int
    reports: int
    unknown: int
    elsewhere: int


async def reconcile(options: DaemonOptions) -> Reconciled:
    """Read the feed to its end, claim the receipts for which there is evidence, and count what is left for the daemon.

    Raises:
        JournalHeld: the daemon runs; stop it first.
        JournalDamaged: the file cannot be trusted; the message says what to do.
        Refused, Unreachable: the relay does not know this machine, or does not answer; what is on the disk is unchanged.
    """
    with Journal(options.home / "journal", machine=options.machine) as journal:
        async with RelayClient(options.relay_url, options.token) as client:
            welcome = await _hello(client, options)
            mail = Mail(client, journal, Hands(), automatic=False)
            mail.epoch = welcome.epoch
            heard = await _read_all(client, journal, mail)
            receipts = len(journal.unsaid(MOST_UNSENT))
            while await mail.claim_some():
                pass
            return _counted(journal, welcome, heard, receipts)


async def _hello(client: RelayClient, options: DaemonOptions) -> Welcome:
    """A process of its own: one that still ran elsewhere with this machine's token would be fenced off (N2)."""
    process = f"reconcile-{secrets.token_hex(8)}"
    return await client.hello(Hello(process=process, version=VERSION, agents=declared(options)))


async def _read_all(client: RelayClient, journal: Journal, mail: Mail) -> int:
    """How many changes the relay had that were not here."""
    heard = 0
    while True:
        page = await client.feed(journal.cursor())
        await mail.take(page)
        heard += len(page.changes)
        if page.after >= page.head:
            return heard


def _counted(journal: Journal, welcome: Welcome, heard: int, receipts: int) -> Reconciled:
    works = [work for work in journal.works() if work.phase is not Phase.ended]
    effects = [one for work in journal.works() for one in journal.executions(work.request)]
    return Reconciled(
        heard=heard,
        waiting=sum(len(journal.waiting(*session)) for session in journal.sessions()),
        receipts=receipts,
        works=len(works),
        resting=sum(work.phase is Phase.waiting for work in works),
        reports=len(journal.unsent(MOST_UNSENT)),
        unknown=sum(not one.ended for one in effects),
        elsewhere=len(set(welcome.running) - {work.request for work in works}),
    )
