"""The journal's place on the disk: a private folder, a lock that a dead process does not keep, a sound file (J6)."""

import fcntl
import json
import os
import platform
import sqlite3
import time
from datetime import UTC, datetime
from pathlib import Path

import psutil

MARK = 0x6D757469
VERSION = 4
_INPUTS = """
CREATE TABLE input (
    position INTEGER PRIMARY KEY AUTOINCREMENT, message TEXT NOT NULL UNIQUE, agent TEXT NOT NULL, room TEXT NOT NULL,
    seen TEXT NOT NULL, turn TEXT, delivered INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX input_waiting ON input (agent, room, position) WHERE turn IS NULL;
CREATE TABLE feed (only INTEGER PRIMARY KEY CHECK (only = 0), after INTEGER NOT NULL) STRICT;
CREATE TABLE wait (
    request TEXT NOT NULL REFERENCES work (request), subject TEXT NOT NULL, what TEXT NOT NULL,
    PRIMARY KEY (request, subject)
) STRICT;
"""
_SCHEMA = f"""
CREATE TABLE work (
    position INTEGER PRIMARY KEY AUTOINCREMENT, request TEXT NOT NULL UNIQUE, fence INTEGER NOT NULL,
    claim TEXT NOT NULL, phase TEXT NOT NULL, session TEXT, process INTEGER, process_started REAL,
    last_report INTEGER NOT NULL DEFAULT 0, last_calls TEXT NOT NULL DEFAULT '[]', spent INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE report (
    position INTEGER PRIMARY KEY AUTOINCREMENT, request TEXT NOT NULL REFERENCES work (request), n INTEGER NOT NULL,
    body TEXT NOT NULL, UNIQUE (request, n)
) STRICT;
CREATE TABLE evidence (
    request TEXT NOT NULL REFERENCES work (request), input TEXT NOT NULL, PRIMARY KEY (request, input)
) STRICT;
CREATE TABLE execution (
    call TEXT NOT NULL, request TEXT NOT NULL REFERENCES work (request), digest TEXT NOT NULL, phase TEXT NOT NULL,
    outcome TEXT, action TEXT NOT NULL DEFAULT '', PRIMARY KEY (request, call)
) STRICT;
{_INPUTS}
PRAGMA application_id = {MARK};
PRAGMA user_version = {VERSION};
"""
_UPGRADES = {
    1: "ALTER TABLE execution ADD COLUMN action TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE work ADD COLUMN last_calls TEXT NOT NULL DEFAULT '[]';",
    2: "ALTER TABLE work ADD COLUMN spent INTEGER NOT NULL DEFAULT 0;",
    3: _INPUTS,
}
"""What makes a journal of an earlier version one of the next (O14)."""


REMNANT_SECONDS = 3.0


class JournalHeld(Exception):
    """Another daemon process already works here; stop that one first."""


class JournalDamaged(Exception):
    """The journal's file is damaged; move it aside, start again, and let the daemon reconcile with the relay."""


def make_private(folder: Path) -> None:
    """A folder that only its user can enter (0700).

    Raises:
        JournalDamaged: it is a link, or somebody else's.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = folder.lstat()
    if folder.is_symlink() or status.st_uid != os.geteuid():
        raise JournalDamaged(f"{folder} is a link or belongs to another user; use a folder of your own.")
    if status.st_mode & 0o077:
        folder.chmod(0o700)


class Lock:
    """The right to be the one daemon of this folder (X6), for as long as the process lives or until released."""

    def __init__(self, path: Path, machine: str) -> None:
        """Raises JournalHeld: another process has it; the message names that process."""
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            self._take()
            self._sign(machine or platform.node())
        except BlockingIOError as error:
            holder = os.pread(self._file, 1000, 0)
            os.close(self._file)
            raise JournalHeld(_name_holder(holder)) from error

    def _take(self) -> None:
        """A daemon that was killed while it started a program leaves the lock to that program for an instant."""
        end = time.monotonic() + REMNANT_SECONDS
        while True:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                if _lives(os.pread(self._file, 1000, 0)) or time.monotonic() >= end:
                    raise
                time.sleep(0.02)

    def _sign(self, machine: str) -> None:
        since = datetime.now(UTC).isoformat(timespec="seconds")
        holder = json.dumps({"pid": os.getpid(), "since": since, "machine": machine}).encode()
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, holder, 0)

    def release(self) -> None:
        """Give the lock up; the file stays, since removing it would let two processes in."""
        os.close(self._file)


def _lives(holder: bytes) -> bool:
    try:
        return psutil.Process(int(json.loads(holder)["pid"])).status() != psutil.STATUS_ZOMBIE
    except (ValueError, KeyError, TypeError, psutil.NoSuchProcess):
        return False


def _name_holder(holder: bytes) -> str:
    try:
        first = json.loads(holder)
        return (
            f"Another daemon already works here: process {first['pid']} on {first['machine']}, since {first['since']}. "
            "Stop that one first."
        )
    except (ValueError, KeyError, TypeError):
        return "Another daemon already works here; it has only just started. Stop that one first."


def open_database(path: Path) -> sqlite3.Connection:
    """The journal's data base; made whole under another name first, so that a file that is there is never empty.

    Raises:
        JournalDamaged: the file is cut, foreign, of another version, or a part of it is missing.
    """
    if not path.exists():
        _make_database(path)
    try:
        return _connect_sound(path)
    except sqlite3.Error as error:
        raise JournalDamaged(f"{path} is damaged ({error}). {JournalDamaged.__doc__}") from error


def _make_database(path: Path) -> None:
    if path.with_name(path.name + "-wal").exists():
        raise JournalDamaged(
            f"{path} is missing, but what was written to it last is there. {JournalDamaged.__doc__}"
        )
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    os.close(os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    database = sqlite3.connect(fresh, isolation_level=None)
    try:
        database.executescript(_SCHEMA)
    finally:
        database.close()
    sync(fresh)
    fresh.rename(path)
    sync(path.parent)


def sync(path: Path) -> None:
    """Wait until all that was written to a file, through whichever handle, is on the disk (fsync(2)). Raises OSError."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _connect_sound(path: Path) -> sqlite3.Connection:
    path.chmod(0o600)
    _check_size(path)
    database = sqlite3.connect(path, isolation_level=None, timeout=0)
    try:
        _check_sound(database, path)
        _upgrade(database)
        for setting in (
            "locking_mode = EXCLUSIVE",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
        ):
            database.execute(f"PRAGMA {setting}").fetchall()
    except BaseException:
        database.close()
        raise
    return database


def _check_size(path: Path) -> None:
    """SQLite fills a page that is cut with zeros and goes on, so its length is checked first.

    While a write-ahead log is there, the file itself may rightly be behind; sqlite.org/fileformat2.html, 1.3.
    """
    log = path.with_name(path.name + "-wal")
    if log.exists() and log.stat().st_size:
        return
    with path.open("rb") as file:
        header = file.read(100)
    page, pages = int.from_bytes(header[16:18], "big"), int.from_bytes(header[28:32], "big")
    if path.stat().st_size < max(100, page * pages):
        raise JournalDamaged(f"{path} is cut. {JournalDamaged.__doc__}")


def _check_sound(database: sqlite3.Connection, path: Path) -> None:
    mark = database.execute("PRAGMA application_id").fetchone()[0]
    version = database.execute("PRAGMA user_version").fetchone()[0]
    if mark != MARK or version not in (*_UPGRADES, VERSION):
        raise JournalDamaged(f"{path} is no journal of this version. {JournalDamaged.__doc__}")
    checked = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    if checked != "ok":
        raise JournalDamaged(f"{path} is damaged ({checked}). {JournalDamaged.__doc__}")


def _upgrade(database: sqlite3.Connection) -> None:
    """Each step whole or not at all; nothing that the journal holds is lost."""
    while (version := database.execute("PRAGMA user_version").fetchone()[0]) != VERSION:
        database.executescript(f"BEGIN; {_UPGRADES[version]} PRAGMA user_version = {version + 1}; COMMIT;")
