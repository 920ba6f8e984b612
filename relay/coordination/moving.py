"""Moving a task under another parent: one transaction, a person's act, and never more authority than before (D6-D12).

The old delegations end with settlement, new ones are made out of what was left, and stand below the new parent with
all that the old chain forbade. What is under way is settled where it was authorised.
"""

from hashlib import sha256

from sqlalchemy import bindparam, select, update

from relay.authority import chain
from relay.authority.states import DelegationCommand, Task
from relay.authority.subtree import Subtree, below, subtree_of, write_ended
from relay.authority.tasks import task_of
from relay.coordination import passage
from relay.coordination.family import family, family_of
from relay.coordination.passage import Passage, TooDeep
from relay.requests import actions, moves
from relay.requests.moves import requests
from relay.rooms.people import Speaker, identify
from relay.store.sql import Row, Sql, inserting, table
from relay.store.tables import MoveRow, TaskRow
from relay.store.tx import Refuse, Tx, canonical
from relay.wire.base import Code, Problem
from relay.wire.coordination import Move, Moved, Narrower

kept_moves, tasks = table(MoveRow), table(TaskRow)

_KNOWN = Sql(
    select(kept_moves).where(
        kept_moves.c.owner == bindparam("the_owner"), kept_moves.c.key == bindparam("the_key")
    )
)
_NEW_MOVE = inserting(MoveRow)
_UNDER = Sql(update(tasks).where(tasks.c.id == below.c.task).values(delegation=below.c.id))
_ROOT = Sql(update(tasks).where(tasks.c.id == family.c.id).values(root=bindparam("to_root")))
_PARENT = Sql(update(tasks).where(tasks.c.id == bindparam("the_id")).values(parent=bindparam("to_parent")))
_REQUEST = Sql(
    update(requests)
    .where(requests.c.id == below.c.task)
    .values(delegation=below.c.id, lineage=below.c.lineage)
)
"""One statement for all that moves, in place of one for each."""


def move(tx: Tx, speaker: Speaker, request: str, wish: Move) -> Moved | Problem:
    """Put a task under another parent, or say what that would make narrower. The same key again: the same answer.

    Raises:
        Refuse: it cannot be moved there, or it would become narrower and that was not accepted (D7); nothing is
            changed.
    """
    person = identify(tx, speaker)
    row = moves.visible(tx, request, person)
    if person != row.owner or (speaker.who and speaker.who.bot):
        tx.audit(
            row.owner,
            "move refused",
            person,
            account=speaker.account,
            request=request,
            result="not the owner",
        )
        return Problem(code=Code.owner_only, detail="Only the room's owner can move work.")
    known = None if wish.preview else tx.one(_KNOWN, the_owner=row.owner, the_key=wish.key)
    if known is not None:
        return _same_again(known, request, wish)
    target = moves.visible(tx, wish.parent, person)
    found = _passage(tx, row, target)
    narrower = _named(tx, found)
    if wish.preview:
        return Moved(request=request, parent=wish.parent, moved=len(found.family), narrower=narrower)
    if narrower and not wish.accepts_narrower:
        what = ", ".join(f"{one.public_id}: {one.what}" for one in narrower[:5])
        detail = (
            f"This move makes what may be done narrower ({what}). Look at the preview, and accept it or not."
        )
        raise Refuse(Problem(code=Code.changed, detail=detail))
    return _move(tx, speaker, row, target, wish, found, narrower)


def _same_again(known: Row, request: str, wish: Move) -> Moved:
    if known.digest != _digest(request, wish):
        raise Refuse(Problem(code=Code.conflict, detail="Another move has this key; use a new one."))
    return Moved.model_validate_json(known.answer)


def _digest(request: str, wish: Move) -> str:
    said = [request, wish.parent, wish.accepts_narrower]
    return sha256(canonical(said).encode()).hexdigest()


# -- may it be moved there --------------------------------------------------------------------------------------


def _passage(tx: Tx, row: Row, target: Row) -> Passage:
    """The move, worked out and not written.

    Raises:
        Refuse: something of it has ended, it would go round in a circle, or leave the room.
    """
    if target.room != row.room:
        raise Refuse(Problem(code=Code.bad_request, detail="Work cannot be moved out of its room."))
    task, above = _open_task(tx, row), _open_task(tx, target)
    if task.parent == above.id:
        raise Refuse(Problem(code=Code.bad_request, detail="It stands there already."))
    family = family_of(tx, task.id)
    if above.id in {one.id for one in family}:
        raise Refuse(Problem(code=Code.bad_request, detail="Work cannot be moved below itself."))
    tree = subtree_of(tx, task.delegation)
    if tree is None:
        raise Refuse(Problem(code=Code.late, detail="What it was delegated for is over; ask anew."))
    chain.need_live(tx, tree.chain(tree.top.row.id))
    links = chain.chain_of(tx, above.delegation)
    allowed = chain.need_live(tx, links)
    if not passage.may_stand_below(allowed, task.agent):
        detail = "The new parent was delegated without the right to ask this agent."
        raise Refuse(Problem(code=Code.not_yours, detail=detail))
    try:
        return passage.work_out(tree, links, family, above, tx.now)
    except TooDeep as deep:
        raise Refuse(Problem(code=Code.not_yours, detail=str(deep))) from deep


def _open_task(tx: Tx, row: Row) -> Row:
    task = task_of(tx, row.id)
    if moves.is_final(row.state):
        raise Refuse(moves.too_late(tx, row))
    if task is None or task.state != Task.open:
        raise Refuse(
            Problem(code=Code.late, detail=f"{moves.public_id(row)} has no open task.", state=row.state)
        )
    return task


def _named(tx: Tx, found: Passage) -> list[Narrower]:
    public = {one.id: str(moves.public_id(one)) for one in found.family}
    return [
        Narrower(request=task, public_id=public[task], what=what, before=before, after=after)
        for task, what, before, after in found.narrower
    ]


# -- moving -----------------------------------------------------------------------------------------------------


def _move(
    tx: Tx, speaker: Speaker, row: Row, target: Row, wish: Move, found: Passage, narrower: list[Narrower]
) -> Moved:
    _write(tx, found, row.id, target.id)
    top = found.new[0]
    body = {
        "parent": target.id,
        "parent_public_id": str(moves.public_id(target)),
        "before": found.family[0].parent,
        "moved": len(found.family),
        "delegation": top.id,
        "lineage": top.lineage,
        "narrower": len(narrower),
        "operation": wish.key,
    }
    moves.record(tx, actions.step(tx, row.id), "moved", row.owner, body, account=speaker.account)
    _show_to_others(tx, found, target)
    answer = Moved(
        request=row.id, parent=target.id, moved=len(found.family), narrower=narrower, delegation=top.id
    )
    tx.run(
        _NEW_MOVE,
        owner=row.owner,
        key=wish.key,
        digest=_digest(row.id, wish),
        answer=answer.model_dump_json(),
        at=tx.now,
    )
    return answer


def _write(tx: Tx, found: Passage, request: str, parent: str) -> None:
    tree: Subtree = found.tree
    write_ended(
        tx,
        tree,
        DelegationCommand.supersede,
        DelegationCommand.supersede,
        {one.old: one.id for one in found.new},
    )
    chain.insert_all(tx, [one.row for one in found.new])
    chain.keep(tx, found.changed_above)
    tx.run(_PARENT, the_id=request, to_parent=parent)
    tx.run(_ROOT, the_id=request, to_root=found.root)
    for statement in (_UNDER, _REQUEST):
        tx.run(statement, the_id=found.new[0].id)


def _show_to_others(tx: Tx, found: Passage, target: Row) -> None:
    """The old and the new parent show who stands below them; every daemon hears of its new delegation."""
    for name in dict.fromkeys(one for one in (found.family[0].parent, target.id) if one is not None):
        moved = actions.step(tx, name)
        tx.event(name, moved.seq, "children_changed", "relay", {"moved": found.family[0].id})
        moves.show(tx, moved)
    tx.wake(*{moves.machine_topic(one.machine) for one in found.family if one.machine is not None})
