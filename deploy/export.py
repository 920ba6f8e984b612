"""The audit log as a file: one JSON object a line, or CSV."""

import csv
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from deploy.failures import Failure
from relay.wire.audit import AuditRow

COLUMNS = ("number", "at", "act", "who", "account", "request", "agent", "result", "body", "hash")


@contextmanager
def open_output(path: Path | None) -> Iterator[TextIO]:
    """A new file for its owner only, or standard output.

    Raises:
        Failure: the file is there already, or cannot be made.
    """
    if path is None:
        yield sys.stdout
        return
    try:
        path.touch(mode=0o600, exist_ok=False)
    except OSError as error:
        raise Failure(f"{path} cannot be made ({error.strerror}); name another file.", "files") from error
    with path.open("w", encoding="utf-8", newline="") as file:
        yield file


def write_lines(file: TextIO, rows: Sequence[AuditRow]) -> None:
    """One JSON object a line."""
    for row in rows:
        file.write(json.dumps(row.model_dump(mode="json"), ensure_ascii=False) + "\n")


def write_csv(file: TextIO, rows: Sequence[AuditRow]) -> None:
    """Comma-separated values with a heading (RFC 4180); no cell is a formula for a spreadsheet."""
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    for row in rows:
        values = row.model_dump(mode="json")
        values["body"] = json.dumps(values["body"], ensure_ascii=False)
        writer.writerow([_cell(values[name]) for name in COLUMNS])


def _cell(value: object) -> object:
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return "'" + value
    return value


WRITERS: dict[str, Callable[[TextIO, Sequence[AuditRow]], None]] = {"jsonl": write_lines, "csv": write_csv}
