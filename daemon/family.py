"""Find a program and everything that it started, and end it.

A coding agent starts shells in sessions of their own, so neither its process group nor its session reaches
them, and after its death they belong to nobody. They are found in three ways: as descendants, as members of
the program's session, and by the *mark*, a variable that every child inherits. A mark covers those that go on
behind it after a slash.
"""

import asyncio
import os
import signal
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

import psutil

MARK = "MUTI_MARK"
POLL = 0.02
CLOCK_SLACK = 2.0
SETTLING = 1.0
# Where Linux shows each process; psutil says the same everywhere, ten times slower.
PROCESSES = Path("/proc")
ON_LINUX = psutil.LINUX


class Force(IntEnum):
    """What it took to end a process, from nothing at all to the kill that no process can refuse."""

    none = 0
    interrupt = 1
    terminate = 2
    kill = 3


SIGNALS = {
    Force.interrupt: signal.SIGINT,
    Force.terminate: signal.SIGTERM,
    Force.kill: signal.SIGKILL,
}


@dataclass(frozen=True)
class Limits:
    """How long each kind of force may take to work, in seconds. Zero skips it; the kill is never skipped."""

    interrupt: float = 5.0
    terminate: float = 5.0
    kill: float = 5.0

    def of(self, force: Force) -> float:
        """The seconds for one kind of force."""
        return {Force.interrupt: self.interrupt, Force.terminate: self.terminate}.get(force, self.kill)


@dataclass(frozen=True)
class Stop:
    """How a process and everything below it was ended (X2).

    ``force`` is the strongest that was needed, ``ended`` how many processes it was needed for, and ``left``
    names what is still there.
    """

    force: Force = Force.none
    ended: int = 0
    left: tuple[str, ...] = ()


def describe_stop(stop: Stop) -> str | None:
    """What people should know of a stop: nothing where the program left by itself."""
    if stop.force is Force.none and not stop.left:
        return None
    word = {Force.interrupt: "interrupted", Force.terminate: "terminated"}.get(stop.force, "killed")
    count = "1 process" if stop.ended == 1 else f"{stop.ended} processes"
    left = f" Could not be ended: {', '.join(stop.left)}." if stop.left else ""
    return f"{count} had to be {word}.{left}"


@dataclass(frozen=True)
class Family:
    """How to find a program and what it started: its pid, its start, and the value of its mark."""

    pid: int | None = None
    started: float | None = None
    mark: str | None = None

    def members(self) -> set[psutil.Process]:
        """Every living process of the family; never this process or one above it."""
        root = self._root()
        found = {root} if root else set()
        with suppress(psutil.NoSuchProcess):
            found |= set(root.children(recursive=True)) if root else set()
        # A session keeps the number of its leader taken, so the number is proof while no stranger has it.
        session = self.pid if root or not self._is_taken() else None
        for pid in psutil.pids():
            if (session is not None and _session_of(pid) == session) or _has_mark(pid, self.mark):
                with suppress(psutil.NoSuchProcess):
                    found.add(psutil.Process(pid))
        return {process for process in found if _is_alive(process)} - _own_line() if found else set()

    def _is_taken(self) -> bool:
        return self.pid is not None and psutil.pid_exists(self.pid)

    def _root(self) -> psutil.Process | None:
        if self.pid is None or self.started is None:
            return None
        with suppress(psutil.NoSuchProcess):
            process = psutil.Process(self.pid)
            if abs(process.create_time() - self.started) < CLOCK_SLACK:
                return process
        return None


def started_at(pid: int) -> float | None:
    """When the process began, in seconds since 1970, or nothing when it is gone."""
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).create_time()
    return None


async def settle(family: Family, known: Iterable[psutil.Process]) -> None:
    """Give those who die with a program that has ended a moment: the processes of a box outlive it by an instant."""
    dying = family.members() | {process for process in known if _is_alive(process)}
    await _wait_until_gone(dying, time.monotonic() + SETTLING)


async def stop_family(family: Family, limits: Limits, known: Iterable[psutil.Process] = ()) -> Stop:
    """End a program and everything below it: interrupt, terminate, kill, until none is left.

    ``known`` are members seen earlier; one that broke away since is found through it.
    """
    members = family.members() | {process for process in known if _is_alive(process)}
    total: set[psutil.Process] = set()
    needed = Force.none
    for force, sent in SIGNALS.items():
        if members and (force is Force.kill or limits.of(force)):
            needed, total = force, total | members
            members = await _press(family, members, sent, limits.of(force))
    return Stop(needed, len(total), tuple(sorted(map(_describe, members))))


async def _press(
    family: Family, members: set[psutil.Process], sent: signal.Signals, seconds: float
) -> set[psutil.Process]:
    """One kind of force until its time is over, also for those that the last to go has started meanwhile."""
    end = time.monotonic() + seconds
    while members:
        _send(members, sent)
        members = await _wait_until_gone(members, end)
        if members:
            return members
        members = family.members()
    return set()


async def kill_leftover(pid: int | None, start_time: float | None, mark: str | None = None) -> Stop:
    """End at once what a daemon that crashed left behind, if it is still the same process."""
    if pid is not None and start_time is None:
        raise ValueError("a pid without its start time may be another program by now")
    return await stop_family(Family(pid, start_time, mark), Limits(0, 0, 5))


def _send(members: Iterable[psutil.Process], sent: signal.Signals) -> None:
    # A shell whose command was ended first would go on with the next one: all stand still, and hear it together.
    for one in (signal.SIGSTOP, sent, signal.SIGCONT):
        for process in members:
            with suppress(psutil.Error):
                process.send_signal(one)


async def _wait_until_gone(members: set[psutil.Process], end: float) -> set[psutil.Process]:
    while members and time.monotonic() < end:
        await asyncio.sleep(POLL)
        members = {process for process in members if _is_alive(process)}
    return members


def _is_alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _own_line() -> set[psutil.Process]:
    own = psutil.Process()
    return {own, *own.parents()}


def _has_mark(pid: int, mark: str | None) -> bool:
    if mark is None:
        return False
    with suppress(OSError, psutil.Error):
        return _is_below_mark(_mark_of(pid), mark)
    return False


def _mark_of(pid: int) -> str:
    if not ON_LINUX:
        return psutil.Process(pid).environ().get(MARK, "")
    own = (PROCESSES / str(pid) / "environ").read_bytes().split(b"\0")
    name = f"{MARK}=".encode()
    return next((one[len(name) :].decode(errors="replace") for one in own if one.startswith(name)), "")


def _is_below_mark(own: str, mark: str) -> bool:
    return own == mark or own.startswith(f"{mark}/")


def _session_of(pid: int) -> int | None:
    with suppress(OSError):
        return os.getsid(pid)
    return None


def _describe(process: psutil.Process) -> str:
    try:
        return f"{process.name()} (pid {process.pid})"
    except psutil.Error:
        return f"pid {process.pid}"
