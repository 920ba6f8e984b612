"""Replicas that disagree about the time, late answers, partitions: is a live runner ever shown as interrupted?

    python -m tests.relay.presence --count 10000 --seed 1

The verbs are the real ones, on a database in memory whose time this simulation moves; so is the daemon's own lease.
Each replica has a clock of its own that is wrong by up to an hour, and sweeps when it likes. A transaction takes its
time from the database when it begins and may be committed seconds later. A daemon polls one replica or the other; a
poll may be lost, or its answer.
"""

import argparse
import random
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool
from sqlmodel import SQLModel

from daemon import contact
from relay.requests import expiry, queue
from relay.requests.queue import LEASE
from relay.rooms.agents import PRESENT_SECONDS, is_present
from relay.store import clock
from relay.store.tables import RequestRow
from relay.store.tx import Tx
from relay.wire.machines import LEASE_SECONDS, Poll

SECOND = 1_000_000
POLL_SECONDS = 20.0
LONGEST_SILENCE = 45.0
"""Seconds between two polls that arrive, at most: longer, and the runner is no live one for its relay."""

HORIZON = 600.0
SKEW = 3600.0
STALL = 4.0


@dataclass
class World:
    """A database in memory with one running request, and the time that it is there."""

    connection: sqlite3.Connection
    now: int = 10**15
    skews: list[float] = field(default_factory=lambda: [0.0, 0.0])

    @contextmanager
    def transaction(self, chance: random.Random) -> Iterator[Tx]:
        """One transaction of a replica: it knows the time of its beginning, whenever it is committed."""
        began = self.now
        cursor = self.connection.cursor()
        tx = Tx(cursor, "sqlite", lambda: began)
        yield tx
        tx.flush()
        self.connection.commit()
        self.now += int(chance.uniform(0, STALL) * SECOND) if chance.random() < 0.1 else 1000

    def reset(self) -> None:
        """The request was just claimed."""
        self.connection.execute(
            "UPDATE request SET state = 'running', lease_until = ?, interrupted_at = NULL",
            (self.now + LEASE,),
        )
        self.connection.execute("UPDATE machine SET last_contact_at = ?", (self.now,))
        self.connection.execute("DELETE FROM event")
        self.connection.execute("DELETE FROM audit")
        self.connection.execute("DELETE FROM head")
        self.connection.commit()

    def one(self, query: str) -> Any:
        """One value."""
        return self.connection.execute(query).fetchone()[0]


def world() -> World:
    """The tables, and the fewest rows that a running request needs."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    SQLModel.metadata.create_all(engine)
    raw = engine.raw_connection()
    connection: sqlite3.Connection = raw.driver_connection  # type: ignore[assignment]
    with connection:
        values = {
            "person": "('o','Olga','en',0)",
            "machine": "('m','o','laptop','h',1,'p','1',0,0,NULL,NULL)",
        }
        for table, row in values.items():
            connection.execute(f"INSERT INTO {table} VALUES {row}")
        connection.execute(
            "INSERT INTO agent (id, owner, machine, handle, runtime, directory, avatar, created_at) "
            "VALUES ('a','o','m','claude','scripted','/project','a',0)"
        )
        connection.execute(
            "INSERT INTO room (id, owner, name, hears_outsiders, created_at) VALUES ('r','o','Backend',0,0)"
        )
        _insert_request(connection)
    made = World(connection)
    made.skews, made.connection.isolation_level = [0.0, 0.0], None
    _kept.append(raw)
    return made


_kept: list[Any] = []


def _insert_request(connection: sqlite3.Connection) -> None:
    known: dict[str, Any] = {
        "id": "o-1", "owner": "o", "day": 20260906, "number": 1, "room": "r", "agent": "a", "asker": "o",
        "asker_account": "token", "outside": 0, "origin": "x", "prompt": "do it", "attachments": "[]", "quoted": "[]",
        "version": 1, "seq": 3, "state": "running", "asked_at": 0, "changed_at": 0, "machine": "m", "fence": 1,
        "started_at": 0, "reported": 0, "plan": "[]", "files": "[]",
    }  # fmt: skip
    names = [column.name for column in RequestRow.__table__.columns if column.name in known]  # type: ignore[attr-defined]
    marks = ", ".join("?" for _ in names)
    connection.execute(
        f"INSERT INTO request ({', '.join(names)}) VALUES ({marks})",
        [known[name] for name in names],
    )


def play(here: World, chance: random.Random, *, live: bool) -> bool:
    """One schedule; whether the request was ever shown as interrupted, or its machine as absent.

    A live runner's polls arrive within `LONGEST_SILENCE` of each other. One that is not falls silent in the middle.
    """
    here.reset()
    here.skews = [chance.uniform(-SKEW, SKEW) for _ in range(2)]
    end = here.now + int(HORIZON * SECOND)
    quiet = None if live else here.now + int(chance.uniform(0.1, 0.5) * HORIZON * SECOND)
    due, shown = here.now, False
    sweeps = [here.now, here.now]
    while here.now < end:
        here.now = max(here.now, min(due, *sweeps))
        replica = min((0, 1), key=lambda one: sweeps[one])
        if due <= here.now:
            if quiet is None or here.now < quiet:
                _poll(here, chance)
            due = here.now + int(chance.uniform(0.2, LONGEST_SILENCE - 2 * STALL) * SECOND)
        else:
            _sweep(here, chance, replica)
            sweeps[replica] = here.now + int(chance.choice((0.25, 1, 5, 30)) * SECOND)
        shown |= here.one("SELECT interrupted_at FROM request") is not None
        if live:
            shown |= not is_present(here.one("SELECT last_contact_at FROM machine"), here.now)
    return shown


def _poll(here: World, chance: random.Random) -> None:
    """A poll that arrives at one of the replicas; what it read may be old when it writes."""
    poll = Poll(epoch=1, running=["o-1"], wait=0)
    with here.transaction(chance) as tx:
        _, due = queue.look(tx, "m", poll)
    if due:
        with here.transaction(chance) as tx:
            queue.renew(tx, "m", poll)


def _sweep(here: World, chance: random.Random, replica: int) -> None:
    """A replica looks what is due, and moves it some time later, with its own clock far off."""
    with _wrong(here.skews[replica]):
        with here.transaction(chance) as tx:
            found = expiry.due(tx)["leases"]
        for row in found:
            with here.transaction(chance) as tx:
                expiry.interrupt(tx, row.id)


@contextmanager
def _wrong(seconds: float) -> Iterator[None]:
    """Whatever asks this replica's own clock is answered wrongly."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock.time, "time_ns", lambda: int(seconds * 1e9))
        yield


def simulate(count: int, seed: int | None) -> tuple[int, int, int]:
    """Schedules of live runners, and a tenth as many of some that fall silent.

    Gives how many live ones were shown as interrupted, and of the silent ones how many were, and how many there were.
    """
    assert LONGEST_SILENCE < LEASE_SECONDS * contact.MARGIN + 2 * STALL
    assert PRESENT_SECONDS > LEASE_SECONDS
    chance, here = random.Random(seed), world()
    wrong = sum(play(here, chance, live=True) for _ in range(count))
    silent = max(1, count // 10)
    found = sum(play(here, chance, live=False) for _ in range(silent))
    return wrong, found, silent


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    wrong, found, silent = simulate(given.count, given.seed)
    print(
        f"{given.count} schedules of a live runner: {wrong} shown as interrupted; {silent} of a runner that fell silent: "
        f"{found} shown as interrupted"
    )
