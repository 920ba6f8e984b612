"""What a daemon reports: numbered, in order, each once; the last one ends the request (T1-T4, N2)."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, case, func, select, update

from relay.authority import ledger
from relay.machine import Command
from relay.requests import actions, endings, executions, moves, waiting
from relay.requests.moves import requests
from relay.requests.running import GONE, flag_of, of_machine
from relay.store.sql import Row, Sql, inserting, table
from relay.store.tables import SessionRow
from relay.store.tx import Refuse, Tx, canonical
from relay.wire.base import Code, Problem
from relay.wire.executions import Meter
from relay.wire.machines import LAST, Report, Reported, ReportKind, Reports
from relay.wire.plans import Steps, carry_on

sessions = table(SessionRow)

BODY_LIMIT = 64 * 1024
"""Characters of one report as JSON; the daemon cuts output long before that (T4)."""

FILES_LIMIT = 1000
"""Files that the summary of a request lists; the timeline has them all."""

PAIR = 2
MOST_DOLLARS = 1_000_000
MOST_LINES = 10**9

_FOLD = (
    update(requests)
    .where(requests.c.id == bindparam("the_id"), requests.c.fence == bindparam("the_fence"))
    .values(
        seq=bindparam("to_seq"),
        reported=bindparam("to_reported"),
        changed_at=bindparam("to_now"),
        session=bindparam("to_session"),
        percent=bindparam("to_percent"),
        progress=bindparam("to_progress"),
        plan=bindparam("to_plan"),
        files=bindparam("to_files"),
    )
)
_NOTE = Sql(_FOLD.where(moves.is_open_to(Command.finish)))
_SESSION = Sql(
    select(sessions.c.reference).where(
        sessions.c.agent == bindparam("the_agent"), sessions.c.room == bindparam("the_room")
    )
)
_NEW_SESSION = inserting(SessionRow)
_MOVE_SESSION = Sql(
    update(sessions)
    .where(sessions.c.agent == bindparam("the_agent"), sessions.c.room == bindparam("the_room"))
    .values(
        reference=bindparam("to_reference"),
        created_at=bindparam("to_now"),
        generation=func.coalesce(sessions.c.generation, 1)
        + case((sessions.c.reference == bindparam("to_reference"), 0), else_=1),
    )
)
_ENDED: dict[str, Any] = {
    "ended_at": bindparam("to_now"),
    "ended_by": bindparam("to_by"),
    "result": bindparam("to_result"),
}
_END = {
    ReportKind.done: moves.move(Command.finish, **_ENDED),
    ReportKind.failed: moves.move(Command.fail, **_ENDED),
    ReportKind.stopped: moves.move(Command.stop, **_ENDED),
}
_AS_EVENT = {ReportKind.stopped: "cancelled"}


def report(tx: Tx, machine: str, request: str, says: Reports) -> Reported:
    """Store what is new of a batch. A batch that begins too late is answered with the number that is missing.

    Raises:
        Refuse: the request has ended or is in other hands; nothing is changed.
    """
    row = of_machine(tx, machine, request)
    fresh = [one for one in says.reports if one.number > row.reported]
    if not fresh:
        return _answer(tx, row, row.reported)
    if moves.is_final(row.state):
        raise Refuse(moves.too_late(tx, row))
    if row.fence != says.fence or row.started_at is None:
        raise Refuse(GONE)
    in_order = _in_order(fresh, row.reported)
    for one in in_order:
        _check(one)
    return _store(tx, machine, row, in_order, says) if in_order else _answer(tx, row, row.reported)


def _in_order(fresh: Sequence[Report], reported: int) -> list[Report]:
    """The reports that follow on what is stored without a gap, up to one that ends the request (T3)."""
    found: list[Report] = []
    for one in sorted(fresh, key=lambda report: report.number):
        if one.number != reported + len(found) + 1 or (found and found[-1].kind in LAST):
            break
        found.append(one)
    return found


def _check(one: Report) -> None:
    if len(canonical(one.body)) > BODY_LIMIT:
        detail = (
            f"Report {one.number} has more than {BODY_LIMIT} characters; cut it and say what was left out."
        )
        raise Refuse(Problem(code=Code.too_long, detail=detail))


def _store(tx: Tx, machine: str, row: Row, fresh: Sequence[Report], says: Reports) -> Reported:
    end = fresh[-1] if fresh[-1].kind in LAST else None
    seen = list(fresh[:-1] if end else fresh)
    actor = f"agent:{row.agent}"
    seq = row.seq
    for one in seen:
        seq += 1
        tx.event(row.id, seq, one.kind, actor, {**one.body, "happened_at": one.at})
    folded = fold(row, seen)
    tx.run(
        _NOTE,
        the_id=row.id,
        the_fence=row.fence,
        to_seq=seq,
        to_reported=row.reported + len(fresh),
        to_now=tx.now,
        **folded,
    )
    waits_for = _account(tx, row, fresh, says.delegation)
    if folded["to_session"] != row.session:
        _keep_session(tx, row, folded["to_session"])
    if end is not None and end.kind is ReportKind.waiting:
        waiting.rest(tx, row, {**end.body, "happened_at": end.at})
    elif end is not None:
        _finish(tx, machine, row, end)
    else:
        tx.touch(row.id, seq)
        tx.wake(moves.room_topic(row.room))
    return _answer(tx, of_machine(tx, machine, row.id), row.reported + len(fresh), waits_for)


def fold(row: Row, reports: Sequence[Report]) -> dict[str, Any]:
    """The request's summary after some reports: session, progress, plan, files."""
    session, percent, progress, plan = row.session, row.percent, row.progress, row.plan
    files = {one["path"]: one for one in json.loads(row.files)}
    for one in reports:
        match one.kind:
            case ReportKind.session:
                session = str(one.body.get("session", session))
            case ReportKind.progress:
                percent = _percent(one.body.get("percent"), percent)
                progress = str(one.body.get("text", ""))[:500]
            case ReportKind.plan:
                plan = canonical(carry_on(_steps(json.loads(plan)), _steps(one.body.get("steps")))[0])
            case ReportKind.file:
                _add_file(files, one.body)
    return {
        "to_session": session,
        "to_percent": percent,
        "to_progress": progress,
        "to_plan": plan,
        "to_files": canonical(list(files.values())),
    }


def _account(tx: Tx, row: Row, reports: Sequence[Report], known: str | None) -> str | None:
    """Outcomes of executions, and what was used besides them. A call that is an execution was debited at its start.

    Gives the card that asks for more, where a budget is used up while the work goes on.
    """
    for one in reports:
        if one.kind is ReportKind.outcome:
            executions.heard(tx, row, one.body)
    calls = [one.body.get("call") for one in reports if one.kind is ReportKind.tool_started]
    debited = {one.call for one in executions.started(tx, row.id)} if calls else set()
    used = used_by(reports[-1].body) if reports[-1].kind in LAST else {}
    spent = {Meter.tool_calls: sum(call not in debited for call in calls), **used}
    return executions.count(tx, row, known, spent, ends=reports[-1].kind in LAST)


def used_by(body: dict[str, Any]) -> dict[Meter, int]:
    """What the last report says that the agent's program has used."""
    usage, cost = body.get("usage"), body.get("cost_usd")
    tokens = [count for count in usage.values() if type(count) is int] if isinstance(usage, dict) else []
    micros = int(cost * 1_000_000) if isinstance(cost, int | float) and 0 <= cost < MOST_DOLLARS else 0
    return ledger.amounts_of({Meter.tokens: sum(tokens), Meter.cost: micros})


def _percent(said: object, before: int | None) -> int | None:
    return max(0, min(100, said)) if isinstance(said, int) else before


def _steps(said: object) -> Steps:
    """Pairs of text and state; whatever else a report calls a plan is left out."""
    steps = said if isinstance(said, list) else []
    return tuple(
        (str(step[0]), str(step[1])) for step in steps if isinstance(step, list) and len(step) == PAIR
    )


def _lines(said: object) -> int:
    return max(0, min(MOST_LINES, said)) if isinstance(said, int) else 0


def _add_file(files: dict[str, dict[str, Any]], body: dict[str, Any]) -> None:
    said = body.get("renamed_from")
    path, old = str(body.get("path", ""))[:1000], said[:1000] if isinstance(said, str) else ""
    before = files.pop(old, None) or files.get(path, {})
    if path not in files and len(files) >= FILES_LIMIT:
        return
    files[path] = {
        "path": path,
        "added": before.get("added", 0) + _lines(body.get("added")),
        "removed": before.get("removed", 0) + _lines(body.get("removed")),
        **_marks(before, body, old),
    }


def _marks(before: dict[str, Any], body: dict[str, Any], old: str) -> dict[str, Any]:
    """What the file is now, beside what it was when the request began."""
    marks = {
        "created": (before.get("created") or body.get("created")) is True,
        "deleted": body.get("deleted") is True,
        "binary": body.get("binary") is True,
        "renamed_from": before.get("renamed_from") or old or None,
    }
    return {name: value for name, value in marks.items() if value}


def _keep_session(tx: Tx, row: Row, reference: str) -> None:
    """The agent's session in this room, before its first tool call (R4, X8)."""
    if tx.one(_SESSION, the_agent=row.agent, the_room=row.room) is None:
        tx.run(
            _NEW_SESSION,
            agent=row.agent,
            room=row.room,
            reference=reference,
            created_at=tx.now,
            generation=1,
            person_turn=None,
        )
    else:
        tx.run(_MOVE_SESSION, the_agent=row.agent, the_room=row.room, to_reference=reference, to_now=tx.now)


def _finish(tx: Tx, machine: str, row: Row, end: Report) -> None:
    """The terminal report moves the state. A stop that nobody asked for is a failure, and says so."""
    kind, body = end.kind, dict(end.body)
    if kind is ReportKind.stopped and row.cancel_at is None:
        kind, body = ReportKind.failed, {"text": "the agent stopped although nobody asked it to"}
    actor = f"machine:{machine}"
    by = row.cancel_by if kind is ReportKind.stopped else actor
    text = str(body.get("text", ""))
    moved = tx.one(_END[kind], the_id=row.id, to_now=tx.now, to_by=by, to_result=text)
    assert moved is not None, "the lane kept the state"
    if kind is ReportKind.done:
        waiting.had_turn(tx, row)
    actions.lapse(tx, row.id)
    executions.lose(tx, moved)
    moves.record(tx, moved, _AS_EVENT.get(kind, kind.value), actor, {**body, "happened_at": end.at})
    endings.ended(tx, moved)
    tx.wake(moves.machine_topic(machine))


def _answer(tx: Tx, row: Row, reported: int, waits_for: str | None = None) -> Reported:
    number, newest = tx.head(row.owner)
    flag = flag_of(row) if waits_for is None else flag_of(row).model_copy(update={"waits_for": waits_for})
    return Reported(expected=reported + 1, flag=flag, audit_head=f"{number}:{newest}")
