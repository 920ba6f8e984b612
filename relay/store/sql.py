"""Statements written once with SQLAlchemy Core, compiled once to each driver's own text.

Compiling at every call costs more than the statement itself; this keeps the tables defined once and leaves
only the driver's work for the hot path.
"""

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from sqlalchemy import ColumnElement, Executable, Table, insert, literal_column
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import Dialect
from sqlmodel import SQLModel

Row = Any
"""A named tuple with the columns of its statement."""

_DIALECTS: dict[str, Callable[[], Dialect]] = {
    "sqlite": lambda: sqlite.dialect(paramstyle="qmark"),
    "postgresql": lambda: postgresql.dialect(paramstyle="pyformat"),  # type: ignore[no-untyped-call]
}


def literal(value: str) -> ColumnElement[str]:
    """A constant of ours as part of the text: a bound value would hide a partial index from PostgreSQL."""
    return literal_column(f"'{value}'")


def table(model: type[SQLModel]) -> Table:
    """The table of a model."""
    return model.__table__  # type: ignore[attr-defined,no-any-return]


class Sql:
    """One statement. Compiled on first use for each dialect."""

    def __init__(self, statement: Executable) -> None:
        self.statement = statement
        self.writes = not getattr(statement, "is_select", False)
        self._compiled: dict[str, Compiled] = {}

    def compiled(self, dialect: str) -> "Compiled":
        """The statement for one database."""
        found = self._compiled.get(dialect)
        if found is None:
            found = self._compiled[dialect] = Compiled(self.statement, _DIALECTS[dialect]())
        return found


class Compiled:
    """A statement in a driver's own words."""

    def __init__(self, statement: Executable, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)  # type: ignore[attr-defined]
        self.text = str(compiled)
        self._fixed = dict(compiled.params)
        self._ordered = _taker(compiled.positiontup) if compiled.positional else None
        columns = list(getattr(statement, "exported_columns", ()))
        self._row: Callable[[Any], Row] | None = _row_type([column.key for column in columns])
        self._read = [
            (index, processor)
            for index, column in enumerate(columns)
            if (processor := _reader(column, dialect)) is not None
        ]

    def bind(self, values: Mapping[str, Any]) -> Any:
        """The parameters in the shape that the driver wants."""
        known = {**self._fixed, **values}
        return known if self._ordered is None else self._ordered(known)

    def row(self, values: Any) -> Row:
        """A row as a named tuple, with the types of its columns."""
        if self._read:
            values = list(values)
            for index, processor in self._read:
                values[index] = processor(values[index])
        assert self._row is not None
        return self._row(values)


def _taker(names: Sequence[str]) -> Callable[[Mapping[str, Any]], Any]:
    """What takes the values of some names out of a mapping, in order; made once, because it is used always."""
    return itemgetter(*names) if len(names) > 1 else lambda known: tuple(known[name] for name in names)


def _reader(column: Any, dialect: Dialect) -> Callable[[Any], Any] | None:
    return column.type.dialect_impl(dialect).result_processor(dialect, None)  # type: ignore[no-any-return]


def _row_type(names: list[str]) -> Callable[[Any], Row] | None:
    return namedtuple("Row", names)._make if names else None  # type: ignore[attr-defined]


def inserting(model: type[SQLModel]) -> Sql:
    """The statement that inserts one whole row of a table."""
    return Sql(insert(table(model)).values({column.key: None for column in table(model).columns}))
