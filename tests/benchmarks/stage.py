"""Databases to measure on: houses with requests that wait for their owner, made by the relay's own verbs."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from relay.requests import ask, decide
from relay.rooms import people
from relay.rooms.members import add_member
from relay.rooms.people import Speaker
from relay.store.store import Store
from relay.store.tx import Tx
from relay.wire.people import Account, Role, Who
from relay.wire.requests import Ask, Decide, Decision, Spot
from tests import needs
from tests.house import CHANNEL, House, build
from tests.postgres import PostgresServer, run_postgres

TTL = 24 * 3600.0
AT_ONCE = 500
PROMPT = "Please run the tests and tell me what fails."

_messages = count(1)


class NoPostgres(Exception):
    """This benchmark needs PostgreSQL (apt-get install postgresql)."""


@dataclass(frozen=True)
class Pending:
    """A request that waits for its owner."""

    owner: str
    request: str


async def furnish(store: Store, directory: Path, owners: int) -> list[House]:
    """Houses on one database, each with a Slack team of its own and a member who may ask."""
    houses = [await build(store, "", directory, tenant=f"T{number}") for number in range(1, owners + 1)]
    for house in houses:
        await store.write(house.owner, _admit, house)
    return houses


def asker_of(house: House) -> Who:
    """The member of a house."""
    account = Account(platform="slack", tenant=house.tenant, subject="USARAH")
    return Who(account=account, name="Sarah")


def _admit(tx: Tx, house: House) -> None:
    person = people.introduce(tx, asker_of(house))
    add_member(tx, house.room, house.owner, person, Role.member, "invite:test", "slack")


async def ask_many(store: Store, houses: list[House], number: int) -> list[Pending]:
    """``number`` asks, one house after another; each waits for its owner and has one place."""
    asks = [houses[index % len(houses)] for index in range(number)]
    found: list[Pending] = []
    for begin in range(0, number, AT_ONCE):
        part = asks[begin : begin + AT_ONCE]
        outcomes = await asyncio.gather(*(ask_one(store, house) for house in part))
        found += [Pending(house.owner, name) for house, name in zip(part, outcomes, strict=True)]
    return found


async def ask_one(store: Store, house: House) -> str:
    """One ask of the house's member."""
    spot = Spot(platform="slack", tenant=house.tenant, channel=CHANNEL, message=f"{next(_messages)}.000100")
    speaker = Speaker(who=asker_of(house))
    outcome = await store.write(house.owner, ask.ask, speaker, Ask(spot=spot, prompt=PROMPT), house.room, TTL)
    assert outcome.request is not None
    return outcome.request


def approval(request: str) -> Decide:
    """The owner's tap."""
    return Decide(version=1, decision=Decision.approve, key=f"tap:{request}")


async def approve_all(store: Store, work: list[Pending], callers: int) -> None:
    """Approve everything, so many at once."""
    waiting = iter(work)

    async def caller() -> None:
        for pending in waiting:
            speaker = Speaker(person=pending.owner)
            decided = approval(pending.request)
            row = await store.write(pending.owner, decide.decide, speaker, pending.request, decided)
            assert row.state == "approved"

    await asyncio.gather(*(caller() for _ in range(callers)))


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """An open store on a database that is migrated already."""
    store = Store(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def copy_of(database: Path, folder: Path) -> Path:
    """A copy of a SQLite database that nobody has open."""
    target = folder / f"copy-{next(_messages)}.db"
    shutil.copyfile(database, target)
    with target.open("rb") as file:
        os.fsync(file.fileno())  # or the first commit that is measured would pay for the copy
    return target


def remove(database: Path) -> None:
    """Remove a SQLite database with what lies beside it."""
    for suffix in ("", "-wal", "-shm", ".lock"):
        Path(f"{database}{suffix}").unlink(missing_ok=True)


@contextmanager
def durable_postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server that waits for its disk.

    Raises:
        NoPostgres: it is not installed.
    """
    programs = needs.find_postgres()
    if programs is None:
        raise NoPostgres(NoPostgres.__doc__)
    with run_postgres(programs, durable=True) as server:
        yield server
