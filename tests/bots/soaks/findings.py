"""What a soak found, and what the databases of the relay and of the connector say about it."""

import contextlib
import json
import sqlite3
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass
class Findings:
    """What is wrong; each a message's place."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    unshown: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    untrue: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        return not (self.lost or self.doubled or self.unshown or self.stale or self.untrue)


@dataclass(frozen=True)
class Outcome:
    """One soak: how much there was, and what was wrong."""

    events: int
    asks: int
    faults: Counter[str]
    kills: int
    seconds: float
    findings: Findings


def read_requests(database: Path) -> dict[str, dict[str, Any]]:
    """Every request by the message that asked; a message that asked twice is an error of its own."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        rows = connection.execute("select id, spot, state, prompt, seq, decision from request").fetchall()
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        message = json.loads(row["spot"])["message"]
        assert message not in found, f"{message} is two requests"
        found[message] = dict(row)
    return found


def is_quiet(database: Path, folder: Path, tenant: str) -> bool:
    """Whether nothing waits to be handled or shown."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        query = "select count(*) from place where wanted > shown and dead is null and tenant = ?"
        stale = connection.execute(query, (tenant,)).fetchone()
    with contextlib.closing(sqlite3.connect(next(folder.glob("*.db")))) as connection:
        waiting = connection.execute("select count(*) from entries").fetchone()
    return bool(stale == waiting == (0,))
