"""One statement for many rows.

SQLite runs it row by row, which costs nothing there. To PostgreSQL every statement is a message to and from
another process: there it goes out once, with all rows as one JSON text.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import TableValuedAlias, Text, bindparam, cast, column, func, insert, select
from sqlalchemy.dialects.postgresql import JSON
from sqlalchemy.types import TypeEngine
from sqlmodel import SQLModel

from relay.store.sql import Sql, inserting, table

ROWS = "the_rows"


@dataclass(frozen=True)
class Bulk:
    """A statement in both forms: for one row by its values, for all rows at once by `as_parameters`.

    ``gives_rows``: the form for one row does. The other never: nobody waits for what it gives.
    """

    single: Sql
    at_once: Sql
    gives_rows: bool = False


def inserting_many(model: type[SQLModel]) -> Bulk:
    """The statement that inserts whole rows of a table."""
    rows = given({column.key: column.type for column in table(model).columns})
    at_once = insert(table(model)).from_select([column.key for column in rows.c], select(*rows.c))
    return Bulk(inserting(model), Sql(at_once))


def given(types: Mapping[str, TypeEngine[Any]]) -> TableValuedAlias:
    """The rows of the statement as a table (PostgreSQL manual, 9.16: json_to_recordset)."""
    text = cast(bindparam(ROWS, type_=Text), JSON)
    columns = (column(name, type_) for name, type_ in types.items())
    return func.json_to_recordset(text).table_valued(*columns).render_derived(name="given", with_types=True)


def as_parameters(rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Rows as the parameters of the statement for all of them."""
    return {ROWS: json.dumps(rows, ensure_ascii=False)}
