"""A daemon's coming and going: a process starts (N2), a machine is revoked (R9, R10)."""

from sqlalchemy import bindparam, select, update

from relay.machine import Command
from relay.requests import cancel, moves
from relay.requests.moves import requests
from relay.requests.running import machine_row
from relay.rooms.machines import agents_on, declare_agents
from relay.rooms.people import Speaker, identify
from relay.store.sql import Sql, table
from relay.store.tables import MachineRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.machines import LEASE_SECONDS, Hello, Stop, Welcome

machines = table(MachineRow)

_START = Sql(
    update(machines)
    .where(machines.c.id == bindparam("the_machine"))
    .values(
        epoch=machines.c.epoch + 1,
        process=bindparam("to_process"),
        version=bindparam("to_version"),
        last_contact_at=bindparam("to_now"),
    )
    .returning(machines.c.epoch, machines.c.name, machines.c.owner)
)
_RUNNING = Sql(
    select(requests.c.id).where(
        requests.c.machine == bindparam("the_machine"),
        requests.c.ended_at.is_(None),
        requests.c.owner == bindparam("the_owner"),
        requests.c.yielded_at.is_(None),
        moves.is_open_to(Command.finish),
    )
)
_REVOKE = Sql(
    update(machines)
    .where(
        machines.c.id == bindparam("the_machine"),
        machines.c.owner == bindparam("the_owner"),
        machines.c.revoked_at.is_(None),
    )
    .values(revoked_at=bindparam("to_now"), finish_until=bindparam("to_until"))
    .returning(machines.c.id)
)


def hello(tx: Tx, machine: str, says: Hello) -> Welcome:
    """A daemon process starts: a new epoch, unless it is the same process saying it again."""
    row = machine_row(tx, machine)
    if row.revoked_at is None:
        declare_agents(tx, machine, row.owner, says.agents)
    epoch = row.epoch
    if row.process != says.process:
        started = tx.one(
            _START,
            the_machine=machine,
            to_process=says.process,
            to_version=says.version,
            to_now=tx.now,
        )
        assert started is not None, "the machine was there a moment ago"
        epoch = started.epoch
        tx.wake(moves.machine_topic(machine))  # an older process that waits hears at once that it is replaced
    running = tx.all(_RUNNING, the_machine=machine, the_owner=row.owner)
    return Welcome(
        machine=machine,
        name=row.name,
        owner=row.owner,
        epoch=epoch,
        lease_seconds=LEASE_SECONDS,
        agents={agent.handle: agent.id for agent in agents_on(tx, machine)},
        running=[found.id for found in running],
    )


def revoke(tx: Tx, speaker: Speaker, machine: str, finish_seconds: float) -> None:
    """No new work for it; what is queued for it is cancelled, what runs may end (R9, R10)."""
    owner = identify(tx, speaker)
    until = tx.now + int(finish_seconds * 1_000_000)
    if tx.one(_REVOKE, the_machine=machine, the_owner=owner, to_now=tx.now, to_until=until) is None:
        raise Refuse(Problem(code=Code.unknown, detail="There is no such machine."))
    tx.audit(owner, "machine revoked", owner, account=speaker.account, machine=machine)
    cancel.stop(tx, owner, speaker.account, Stop(key=f"revoke:{machine}", machine=machine))
    tx.wake(moves.machine_topic(machine))
