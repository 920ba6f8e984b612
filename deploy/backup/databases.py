"""Copying a database while the relay works, and putting a copy where there is none.

SQLite by its own online back-up (sqlite.org/backup.html), PostgreSQL by pg_dump and pg_restore. The password goes to
them in their environment, where no other account can read it.
"""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

from deploy.failures import Failure

Rows = list[tuple[Any, ...]]


class Database(Protocol):
    """One kind of database, as a back-up sees it."""

    kind: str

    def copy(self, target: Path) -> None:
        """Write one state of it into a new file."""
        ...

    def is_empty(self) -> bool:
        """Whether a back-up can be put there."""
        ...

    def put(self, source: Path) -> None:
        """Make it what the file says."""
        ...

    def rows(self, query: str) -> Rows:
        """What a fixed query gives."""
        ...


def database_at(url: str) -> Database:
    """The database that the configuration names."""
    if url.startswith("sqlite:///"):
        return SqliteFile(Path(url.removeprefix("sqlite:///")))
    return PostgresDatabase(url)


class SqliteFile:
    """A database in a file."""

    kind = "sqlite"

    def __init__(self, path: Path) -> None:
        self.path = path

    def copy(self, target: Path) -> None:
        """The relay may write meanwhile: the copy is of one moment.

        Raises:
            Failure: there is no database, or it is damaged.
        """
        if not self.path.exists():
            raise Failure(f"There is no database at {self.path} yet; start `muti up` once.", "database")
        with closing(sqlite3.connect(self.path)) as source, closing(sqlite3.connect(target)) as copied:
            source.execute("PRAGMA busy_timeout=10000")
            source.backup(copied)
            copied.execute("PRAGMA journal_mode=delete")
        SqliteFile(target).check()

    def check(self) -> None:
        """Raises:
        Failure: the file is damaged.
        """
        said = self.rows("PRAGMA integrity_check")
        if said != [("ok",)]:
            raise Failure(
                f"The database {self.path} is damaged: {said[0][0]}. Use an older back-up.", "database"
            )

    def is_empty(self) -> bool:
        """The file is not there, or has nothing in it."""
        return not self.path.exists() or self.path.stat().st_size == 0

    def put(self, source: Path) -> None:
        """What an older file left beside it would be read as part of the new one."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        for ending in ("", "-wal", "-shm"):
            Path(f"{self.path}{ending}").unlink(missing_ok=True)
        self.path.touch(mode=0o600)
        SqliteFile(source).copy(self.path)

    def rows(self, query: str) -> Rows:
        """What a fixed query gives."""
        with closing(sqlite3.connect(self.path)) as connection:
            return connection.execute(query).fetchall()


class PostgresDatabase:
    """A database of a PostgreSQL server."""

    kind = "postgresql"

    def __init__(self, url: str) -> None:
        self._url = url

    def copy(self, target: Path) -> None:
        """One snapshot, in pg_dump's own compressed form.

        Raises:
            Failure: pg_dump is missing or does not go well.
        """
        self._run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--file", str(target))

    def is_empty(self) -> bool:
        """No table is there."""
        return self.rows("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [(0,)]

    def put(self, source: Path) -> None:
        """All or nothing.

        Raises:
            Failure: pg_restore is missing or does not go well.
        """
        name = self._variables()["PGDATABASE"]
        options = ("--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error")
        self._run("pg_restore", *options, "--dbname", name, str(source))

    def rows(self, query: str) -> Rows:
        """What a fixed query gives."""
        import psycopg

        with psycopg.connect(self._url) as connection:
            return connection.execute(query.encode()).fetchall()

    def _run(self, program: str, *arguments: str) -> None:
        ran = subprocess.run(  # noqa: S603 - a program of PostgreSQL's, and words of ours
            [find_program(program), *arguments],
            env={**os.environ, **self._variables()},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode != 0:
            said = ran.stderr.strip().splitlines() or [f"status {ran.returncode}"]
            raise Failure(f"{program} did not go well: {said[-1]}. Nothing was kept of it.", "database")

    def _variables(self) -> dict[str, str]:
        """The address as libpq's variables (PostgreSQL manual, 34.15)."""
        from psycopg.conninfo import conninfo_to_dict

        parts = conninfo_to_dict(self._url)
        parts["database"] = parts.pop("dbname", None)
        return {f"PG{name.upper()}": str(value) for name, value in parts.items() if value is not None}


def find_program(name: str) -> str:
    """The newest of PostgreSQL's programs of that name; Debian keeps them off the PATH.

    Raises:
        Failure: there is none.
    """
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
    found = str(debian[-1]) if debian else shutil.which(name)
    if found is None:
        raise Failure(f"{name} is not installed here: apt-get install postgresql-client.", "missing")
    return found
