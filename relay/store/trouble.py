"""What is wrong with the database, as one sentence for whoever has to mend it."""

import sqlite3

FULL = "The disk under the relay's database is full: nothing of this was kept. Make room there; then it goes on by itself."
AWAY = (
    "The relay's database does not answer now. Whether this was kept is not known; saying it again is safe. Start "
    "the database; then the relay goes on by itself."
)
BROKEN = "The relay's database cannot be read or written: nothing of this was kept. Look at its disk and its files."

DISK_FULL = "53100"
"""PostgreSQL manual, appendix A: disk_full."""


def say_trouble(error: BaseException) -> str | None:
    """The sentence; None where it is not the database."""
    if isinstance(error, sqlite3.OperationalError):
        return FULL if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL else BROKEN
    # psycopg is an extra, and not imported where it is not used.
    kinds = {kind.__name__ for kind in type(error).__mro__ if kind.__module__.startswith("psycopg")}
    if not kinds & {"OperationalError", "InterfaceError"}:
        return None
    return FULL if getattr(error, "sqlstate", None) == DISK_FULL else AWAY
