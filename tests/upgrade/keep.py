"""``python -m tests.upgrade.keep VERSION`` keeps a filled database of this version, of both kinds, and its wire, for ever."""

import asyncio
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import needs
from tests.house import open_store
from tests.postgres import run_postgres
from tests.upgrade import shapes
from tests.upgrade.life import live

KEPT = Path(__file__).parent / "kept"


def keep(version: str) -> None:
    """Write ``<version>.sqlite.sql``, ``<version>.postgresql.sql`` and the shapes of what crosses the network."""
    shapes.keep(version)
    KEPT.mkdir(exist_ok=True)
    (KEPT / f"{version}.sqlite.sql").write_text(_from_sqlite(), encoding="utf-8")
    (KEPT / f"{version}.postgresql.sql").write_text(_from_postgres(), encoding="utf-8")


def _from_sqlite() -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "relay.db"
        asyncio.run(_fill(f"sqlite:///{path}"))
        database = sqlite3.connect(path)
        try:
            return "\n".join(database.iterdump()) + "\n"
        finally:
            database.close()


def _from_postgres() -> str:
    programs = needs.require("postgres")
    with run_postgres(programs) as server:
        url = server.url(server.create_database())
        asyncio.run(_fill(url))
        command = [
            (programs / "initdb").resolve().with_name("pg_dump"),
            "--no-owner",
            "--no-privileges",
            "--inserts",
            "-d",
            url,
        ]
        dumped = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    # psql's own commands, and what only a newer or older server knows, are left out.
    lines = (line for line in dumped.splitlines() if not line.startswith(("\\", "--", "SET ", "SELECT pg_")))
    return "\n".join(line for line in lines if line) + "\n"


async def _fill(url: str) -> None:
    async with open_store(url) as store:
        await live(store)


if __name__ == "__main__":
    keep(sys.argv[1])
