"""Machines and the agents that live on them: registering, declaring, listing."""

from sqlalchemy import bindparam, select, update

from relay.rooms.people import Speaker, identify, person_row
from relay.rooms.tokens import hash_token, make_token
from relay.store.ids import new_id
from relay.store.sql import Row, Sql, inserting, table
from relay.store.tables import AgentRow, MachineRow
from relay.store.tx import Refuse, Tx, canonical
from relay.wire.base import Code, Problem
from relay.wire.machines import DeclaredAgent, MachineToken, MachineView, NewMachine

machines, agents = table(MachineRow), table(AgentRow)

_NEW = inserting(MachineRow)
_NEW_AGENT = inserting(AgentRow)
_OF_OWNER = Sql(select(machines).where(machines.c.owner == bindparam("the_owner")).order_by(machines.c.id))
_ONE = Sql(select(machines.c.revoked_at).where(machines.c.id == bindparam("the_machine")))
_OURS = Sql(select(agents.c.id, agents.c.handle).where(agents.c.machine == bindparam("the_machine")))
_BY_HANDLE = Sql(
    select(agents).where(agents.c.owner == bindparam("the_owner"), agents.c.handle == bindparam("the_handle"))
)
_UPDATE_AGENT = Sql(
    update(agents)
    .where(agents.c.id == bindparam("the_id"))
    .values(
        machine=bindparam("to_machine"),
        runtime=bindparam("to_runtime"),
        directory=bindparam("to_directory"),
        approval_ttl=bindparam("to_ttl"),
        budget=bindparam("to_budget"),
        sandbox=bindparam("to_sandbox"),
    )
)


def register(tx: Tx, speaker: Speaker, new: NewMachine) -> MachineToken:
    """A machine of the owner's; its token is in this answer and nowhere else."""
    owner = identify(tx, speaker)
    if person_row(tx, owner) is None:
        raise Refuse(Problem(code=Code.unauthorized, detail="Log in first."))
    token = make_token("machine")
    machine = new_id(owner, tx.now)
    tx.run(
        _NEW,
        id=machine,
        owner=owner,
        name=new.name,
        token_hash=hash_token(token),
        epoch=0,
        created_at=tx.now,
    )
    tx.audit(owner, "machine registered", owner, account=speaker.account, machine=machine, name=new.name)
    return MachineToken(machine=machine, token=token)


def declare_agents(tx: Tx, machine: str, owner: str, declared: list[DeclaredAgent]) -> dict[str, str]:
    """The agents that live on a machine; gives handle to id.

    Raises:
        Refuse: a handle belongs to another machine of this owner.
    """
    found: dict[str, str] = {}
    for agent in declared:
        row = tx.one(_BY_HANDLE, the_owner=owner, the_handle=agent.handle)
        found[agent.handle] = _declare(tx, machine, owner, agent, row)
    return found


def _declare(tx: Tx, machine: str, owner: str, agent: DeclaredAgent, row: Row | None) -> str:
    ttl = int(agent.approval_ttl) if agent.approval_ttl else None
    budget = canonical(agent.budget) if agent.budget else None
    if row is None:
        made = new_id(owner, tx.now)
        tx.run(
            _NEW_AGENT,
            id=made,
            owner=owner,
            machine=machine,
            handle=agent.handle,
            runtime=agent.runtime,
            directory=agent.directory,
            avatar=agent.handle[:1].upper(),
            approval_ttl=ttl,
            budget=budget,
            sandbox=agent.sandbox,
            created_at=tx.now,
        )
        return made
    if row.machine != machine and not _is_revoked(tx, row.machine):
        detail = (
            f"The agent '{agent.handle}' lives on another machine of yours. Give this one another handle."
        )
        raise Refuse(Problem(code=Code.conflict, detail=detail))
    tx.run(
        _UPDATE_AGENT,
        the_id=row.id,
        to_machine=machine,
        to_runtime=agent.runtime,
        to_directory=agent.directory,
        to_ttl=ttl,
        to_budget=budget,
        to_sandbox=agent.sandbox,
    )
    return str(row.id)


def _is_revoked(tx: Tx, machine: str) -> bool:
    """A handle is free again when its machine was revoked: the owner has replaced the computer."""
    row = tx.one(_ONE, the_machine=machine)
    return row is not None and row.revoked_at is not None


def machines_of(tx: Tx, owner: str) -> list[MachineView]:
    """An owner's machines."""
    return [
        MachineView(
            machine=row.id,
            name=row.name,
            last_contact_at=row.last_contact_at,
            revoked_at=row.revoked_at,
            version=row.version,
            agents=[agent.handle for agent in tx.all(_OURS, the_machine=row.id)],
        )
        for row in tx.all(_OF_OWNER, the_owner=owner)
    ]


def agents_on(tx: Tx, machine: str) -> list[Row]:
    """The agents that live on a machine."""
    return tx.all(_OURS, the_machine=machine)
