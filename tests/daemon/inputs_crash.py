"""Crashes at every step of an input's way, in this process: which inputs are fed again?

    python -m tests.daemon.inputs_crash --count 10000 --seed 1

A crash is an exception that nothing catches, thrown inside or behind a transaction of the journal, or on either side
of a call to the relay; then everything in memory is dropped and the files decide. The journal, the mail and the
relay's verbs are the real ones; the model is a list of what it was given.
"""

import argparse
import asyncio
import random
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from daemon.contact import Hands
from daemon.inputs import FED_INPUTS
from daemon.journal import Journal, JournalUnclear
from daemon.mail import Mail
from relay.coordination import messages, receipts
from relay.messages import views
from relay.rooms.people import Speaker
from relay.store.migrate import migrate
from relay.store.store import Store
from relay.wire.machines import Hello
from relay.wire.messages import Feed, Receipted, Receipts, Say
from tests.house import House, build, open_store

STEPS = 14
"""A life that is not cut short passes about so many points."""


class Crash(BaseException):
    """The process is gone."""


@dataclass
class Fate:
    """Counts down to the crash of one life. ``broken`` breaks the disk instead, which closes the journal (J4)."""

    left: int
    broken: bool = False

    def point(self) -> None:
        """One step further."""
        self.left -= 1
        if self.left == 0:
            raise sqlite3.OperationalError("disk I/O error") if self.broken else Crash


@dataclass
class Tally:
    """What came of it. ``again`` counts inputs that the model has had more than once."""

    crashes: int = 0
    again: int = 0
    between: int = 0
    fed: "Counter[str]" = field(default_factory=Counter)
    recorded: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return (
            f"{self.crashes} crashes, {self.between} of them between the model's success and the record: "
            f"{self.again} of {len(self.fed)} inputs were fed again, exactly those without a record"
        )


class Doomed(Journal):
    """A journal whose process dies: inside a transaction, which is then none, or right behind it."""

    fate: Fate
    tally: Tally

    @contextmanager
    def _writing(self, *, durable: bool = True) -> Iterator[sqlite3.Connection]:
        with super()._writing(durable=durable) as database:
            yield database
            self.fate.point()
        self.committed()
        if not self.fate.broken:
            self.fate.point()

    committed: Any = staticmethod(lambda: None)

    def consumed(self, turn: str, messages: Sequence[str]) -> None:
        """Note what is surely on the disk: only what was committed."""
        self.committed = lambda: self.tally.recorded.update(dict.fromkeys(messages, turn))
        try:
            super().consumed(turn, messages)
        finally:
            self.committed = lambda: None


@dataclass
class Direct:
    """The relay's verbs without a network in between; a call may be lost on its way, and so may its answer."""

    store: Store
    house: House
    fate: Fate

    async def feed(self, after: int | None, wait: float = 0) -> Feed:
        """A page of the feed."""
        self.fate.point()
        return await self.store.read(views.feed_page, self.house.machine, after, FED_INPUTS)

    async def receipts(self, claims: Receipts) -> Receipted:
        """Claims."""
        self.fate.point()
        answer = await self.store.write(self.house.owner, receipts.receive, self.house.machine, claims)
        self.fate.point()
        return answer


async def crash_often(folder: Path, count: int, seed: int | None) -> Tally:
    """Lives of a daemon until so many of them were cut short.

    Raises:
        AssertionError: an input was fed again although its record stood, or was not fed although it did not.
    """
    chance, tally = random.Random(seed), Tally()
    await asyncio.to_thread(migrate, f"sqlite:///{folder}/relay.db")
    async with open_store(f"sqlite:///{folder}/relay.db") as store:
        house = await build(store, "", folder / "project")
        epoch = await _hello(store, house)
        number = 0
        while tally.crashes < count:
            number += 1
            for _ in range(chance.randrange(3)):
                said = Say(body=f"message {number}", agent="claude")
                await store.write(house.owner, messages.say, Speaker(person=house.owner), house.room, said)
            fate = Fate(chance.randint(1, STEPS), broken=chance.random() < 0.2)
            await _live(folder / "journal", store, house, fate, tally, f"turn-{number}", epoch)
        await _settle(folder / "journal", store, house, tally, epoch)
    return tally


async def _live(
    folder: Path, store: Store, house: House, fate: Fate, tally: Tally, turn: str, epoch: int
) -> None:
    """One life: hear, feed, complete, record, claim; cut short where its fate says so."""
    journal = Doomed(folder)
    journal.fate, journal.tally = fate, tally
    completed = False
    try:
        mail = Mail(Direct(store, house, fate), journal, Hands(), automatic=False)  # type: ignore[arg-type]
        mail.epoch = epoch
        await mail.take(await Direct(store, house, fate).feed(journal.cursor()))
        inputs = [one.message for one in journal.waiting(house.agent, house.room)]
        assert not tally.recorded.keys() & set(inputs), "an input with a record is fed again"
        if inputs:
            completed = True
            tally.again += sum(tally.fed[one] == 1 for one in inputs)
            tally.fed.update(inputs)
            fate.point()
            journal.consumed(turn, inputs)
            completed = False
        while await mail.claim_some():
            pass
    except (Crash, JournalUnclear, sqlite3.OperationalError):
        tally.crashes += 1
        tally.between += completed and not set(inputs) <= tally.recorded.keys()
    finally:
        journal.close()


async def _hello(store: Store, house: House) -> int:
    from relay.requests import hosts

    hello = Hello(process="crash", version="1")
    return (await store.write(house.owner, hosts.hello, house.machine, hello)).epoch


async def _settle(folder: Path, store: Store, house: House, tally: Tally, epoch: int) -> None:
    """In the end every message was read, and the relay knows the turn of the first record."""
    for number in range(1000):
        before = len(tally.recorded)
        await _live(folder, store, house, Fate(10**9), tally, f"last-{number}", epoch)
        if len(tally.recorded) == before:
            break
    agent = f"agent:{house.agent}"
    before_id: str | None = None
    while True:
        page = await store.read(views.inbox, house.room, agent, before_id, 200)
        for one in page.messages:
            assert one.read_turn == tally.recorded[one.message], one
        before_id = page.before
        if before_id is None:
            break
    assert tally.fed.keys() == tally.recorded.keys()
    assert tally.again <= tally.between * FED_INPUTS


async def _main(count: int, seed: int) -> None:
    with tempfile.TemporaryDirectory(prefix="inputs-") as folder:
        print(await crash_often(Path(folder), count, seed))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    asyncio.run(_main(given.count, given.seed))
