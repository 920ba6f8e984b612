"""What a transaction does otherwise on PostgreSQL, where every statement is a message to another process.

All that is appended goes out in one statement, its rows as JSON, and nothing is waited for but rows that a verb
reads: psycopg's pipeline sends the rest behind each other.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property
from typing import Any

from sqlalchemy import CTE, Text, bindparam, cast, column, func, insert, select
from sqlalchemy.dialects.postgresql import JSON
from sqlmodel import SQLModel

from relay.store.sql import Row, Sql, literal, table
from relay.store.tables import AuditRow, EventRow
from relay.store.tx import Question, Tx, moving_head, place_topic, touching

CHANNEL = "muti"
"""What replicas listen to (PostgreSQL manual, NOTIFY); a payload is a JSON list of topics."""


def _inserting(model: type[SQLModel], name: str) -> CTE:
    """Inserts the rows of a parameter (PostgreSQL manual, 9.16: json_to_recordset)."""
    columns = table(model).columns
    rows = func.json_to_recordset(cast(bindparam(name, type_=Text), JSON))
    given = rows.table_valued(*(column(one.key, one.type) for one in columns))
    given = given.render_derived(name=f"given_{name}", with_types=True)
    chosen = select(*given.c)
    return insert(table(model)).from_select([one.key for one in columns], chosen).cte(f"insert_{name}")


_APPEND = Sql(moving_head.add_cte(_inserting(EventRow, "events"), _inserting(AuditRow, "audits")))
_touched = touching.cte("touched")
_topics = func.json_build_array(place_topic(_touched.c.platform, _touched.c.tenant))
_TOUCH_AND_TELL = Sql(select(func.pg_notify(literal(CHANNEL), cast(_topics, Text)).label("told")))


class PipelineTx(Tx):
    """One transaction with its owner's head locked, or one that only reads.

    What is written has a cursor of its own: an answer that nobody waits for may come while the next statement is
    sent, and would stand there as that one's.
    """

    @cached_property
    def _writing(self) -> Any:
        return self._cursor.connection.cursor()

    def run(self, sql: Sql, **values: Any) -> None:
        """Write, without looking at what comes back."""
        compiled = sql.compiled(self._dialect)
        self._writing.execute(compiled.text, compiled.bind(values))
        self.dirty = True

    def many(self, sql: Sql, rows: Sequence[dict[str, Any]]) -> None:
        """Write the same statement for many rows."""
        if rows:
            compiled = sql.compiled(self._dialect)
            self._writing.executemany(compiled.text, [compiled.bind(row) for row in rows])
            self.dirty = True

    def together(self, questions: Sequence[Question]) -> list[list[Row]]:
        """All are asked before the first answer is waited for."""
        with ExitStack() as stack:
            asked = []
            for sql, values in questions:
                compiled = sql.compiled(self._dialect)
                cursor = stack.enter_context(self._cursor.connection.cursor())
                cursor.execute(compiled.text, compiled.bind(values))
                asked.append((compiled, cursor))
            return [[compiled.row(row) for row in cursor.fetchall()] for compiled, cursor in asked]

    def _append(self) -> None:
        for owner in self._moved_heads():
            number, newest = self._heads[owner]
            mine = owner in self._locked
            self.run(
                _APPEND,
                the_owner=owner,
                to_number=number,
                to_hash=newest,
                to_at=self.now,
                events=_as_json(self._events if mine else ()),
                audits=_as_json([row for row in self._audits if row["owner"] == owner]),
            )

    def _bring_to(self, subject: str, version: int) -> None:
        """The database tells those who listen: to read the places first would be one more wait in each commit."""
        self.run(_TOUCH_AND_TELL, the_subject=subject, to_wanted=version, to_at=self.now)


def _as_json(rows: Sequence[Mapping[str, Any]]) -> str:
    return json.dumps(rows, ensure_ascii=False)
