"""What can be checked beside a report that something is done: recorded changes, the last command, whether it ran (V5)."""

import json
import re
from collections.abc import Sequence

from sqlalchemy import bindparam, select

from relay.requests import moves
from relay.store.sql import Row, Sql, literal, table
from relay.store.tables import EventRow
from relay.store.tx import Tx
from relay.wire.machines import ReportKind
from relay.wire.supervision import MOST_COMMANDS, TAIL_CHARACTERS, Command, Evidence

LOOKED_BACK = 300
"""Rows of a timeline that are looked at from its end."""

_TESTS = re.compile(
    r"\b(pytest|unittest|tox|nox|jest|vitest|mocha|ctest|phpunit|rspec|(?:[\w-]+ )?(?:run )?(?:tests?|check))\b"
)

events = table(EventRow)
COMMANDS = Sql(
    select(events.c.body, events.c.at)
    .where(
        events.c.request == bindparam("the_id"),
        events.c.seq > bindparam("the_seq"),
        events.c.kind == literal(ReportKind.tool_ended),
    )
    .order_by(events.c.seq.desc())
)


def of_each(tx: Tx, rows: Sequence[Row]) -> dict[str, Evidence]:
    """The evidence of those that have ended."""
    ended = [row for row in rows if moves.is_final(row.state)]
    began = [row for row in ended if row.started_at is not None][:MOST_COMMANDS]
    told = tx.together([(COMMANDS, {"the_id": row.id, "the_seq": row.seq - LOOKED_BACK}) for row in began])
    commands = {row.id: last_command(found) for row, found in zip(began, told, strict=True)}
    return {row.id: _evidence(row, commands.get(row.id)) for row in ended}


def _evidence(row: Row, command: Command | None) -> Evidence:
    files = json.loads(row.files)
    return Evidence(
        ran=row.started_at is not None,
        files=len(files),
        added=sum(one.get("added", 0) for one in files),
        removed=sum(one.get("removed", 0) for one in files),
        command=command,
    )


def last_command(newest_first: Sequence[Row]) -> Command | None:
    """The last test run that said how it ended; without one, the last such command."""
    bodies = [(json.loads(row.body), row.at) for row in newest_first]
    commands = [
        (body, at) for body, at in bodies if isinstance(body.get("exit_code"), int) or body.get("tail")
    ]
    tests = [(body, at) for body, at in commands if _TESTS.search(str(body.get("title", "")))]
    for body, at in [*tests, *commands]:
        return _command(body, at)
    return None


def _command(body: dict[str, object], at: int) -> Command:
    code = body.get("exit_code")
    return Command(
        title=str(body.get("title", ""))[:300],
        exit_code=code if isinstance(code, int) else None,
        failed=body.get("failed") is True,
        tail=str(body.get("tail", ""))[-TAIL_CHARACTERS:],
        at=at,
    )
