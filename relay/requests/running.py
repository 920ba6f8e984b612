"""Requests in the hands of a machine: who may speak of them, and until when (N2)."""

from sqlalchemy import bindparam, select

from relay import machine as table_of_states
from relay.machine import Command
from relay.requests import moves
from relay.requests.moves import requests
from relay.store.sql import Row, Sql, table
from relay.store.tables import MachineRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.machines import Flag

machines = table(MachineRow)

_OF_MACHINE = Sql(
    select(requests).where(
        requests.c.id == bindparam("the_id"), requests.c.machine == bindparam("the_machine")
    )
)
_MACHINE = Sql(select(machines).where(machines.c.id == bindparam("the_machine")))

GONE = Problem(code=Code.fenced, detail="A newer process of this machine, or nobody, has this request now.")


def of_machine(tx: Tx, machine: str, request: str) -> Row:
    """A request of an agent on this machine.

    Raises:
        Refuse: there is none.
    """
    row = tx.one(_OF_MACHINE, the_id=request, the_machine=machine)
    if row is None:
        raise Refuse(Problem(code=Code.unknown, detail="This machine has no such request."))
    return row


def machine_row(tx: Tx, machine: str) -> Row:
    """The machine itself."""
    row = tx.one(_MACHINE, the_machine=machine)
    if row is None:
        raise Refuse(Problem(code=Code.unauthorized, detail="This machine is not registered."))
    return row


def need_epoch(tx: Tx, machine: str, epoch: int) -> Row:
    """The machine, if this is its newest daemon process."""
    row = machine_row(tx, machine)
    if row.epoch != epoch:
        raise Refuse(Problem(code=Code.fenced, detail="A newer daemon process of this machine has started."))
    return row


def need_running(tx: Tx, machine: str, request: str, fence: int) -> Row:
    """A request that runs here under this fencing number.

    Raises:
        Refuse: it has ended, or the number is old; nothing is changed (N2).
    """
    row = of_machine(tx, machine, request)
    if row.state not in table_of_states.sources(Command.finish):
        raise Refuse(moves.too_late(tx, row))
    if row.fence != fence:
        raise Refuse(GONE)
    return row


def flag_of(row: Row) -> Flag:
    """What a daemon must know of a request."""
    return Flag(
        request=row.id,
        state=row.state,
        cancel=row.cancel_at is not None,
        cancel_by=row.cancel_by,
        lease_until=row.lease_until or 0,
        delegation=row.delegation,
    )
