"""Start programs in a session of their own, read them to the end, and stop them with everything below them."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import psutil

from daemon.family import (
    MARK,
    Family,
    Force,
    Limits,
    Stop,
    describe_stop,
    kill_leftover,
    settle,
    started_at,
    stop_family,
)

__all__ = [
    "MARK",
    "Child",
    "Family",
    "Force",
    "Limits",
    "LineTooLong",
    "Stop",
    "describe_stop",
    "finish",
    "kill_leftover",
    "spawn",
    "started_at",
    "stop_family",
]

LINE_LIMIT = 64 * 1024 * 1024
GOING_SECONDS = 1.0
"""For a program whose pipes are closed to be gone."""

SIGNALLED = 128
ERRORS_KEPT = 8 * 1024

T = TypeVar("T")


class LineTooLong(Exception):
    """The program printed one line of more than 64 MiB, which is more than we hold in memory."""


class _Output(asyncio.SubprocessProtocol):
    """Takes everything the program prints, at once: a program whose pipe is full stands still."""

    def __init__(self) -> None:
        self.chunks: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.errors = bytearray()
        self.ended = asyncio.Event()
        self.closed = asyncio.Event()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 1:
            self.chunks.put_nowait(data)
        else:
            self.errors += data
            del self.errors[:-ERRORS_KEPT]

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 1:
            self.chunks.put_nowait(None)

    def process_exited(self) -> None:
        self.ended.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed.set()


class Child:
    """A program that we started. Read `chunks` or `lines` once, and `stop` it in the end, always."""

    def __init__(self, transport: asyncio.SubprocessTransport, output: _Output, family: Family) -> None:
        self._transport = transport
        self._output = output
        self._family = family
        self._known: set[psutil.Process] = set()

    @property
    def pid(self) -> int:
        """The number of the process, which is also that of its session and its group."""
        assert self._family.pid is not None
        return self._family.pid

    @property
    def started(self) -> float | None:
        """When it began, in seconds since 1970."""
        return self._family.started

    @property
    def exit_code(self) -> int | None:
        """The exit code, the negative number of the signal that ended it, or nothing while it runs."""
        return self._transport.get_returncode()

    @property
    def errors(self) -> str:
        """The end of what it printed on standard error."""
        return self._output.errors.decode(errors="replace").strip()

    def write(self, data: bytes) -> None:
        """Give it input.

        Raises:
            BrokenPipeError: it does not read any more.
        """
        pipe = cast("asyncio.WriteTransport | None", self._transport.get_pipe_transport(0))
        if pipe is None or pipe.is_closing():
            raise BrokenPipeError("the program does not read any more")
        pipe.write(data)

    def end_input(self) -> None:
        """Tell it that no input follows."""
        pipe = self._transport.get_pipe_transport(0)
        if pipe is not None:
            pipe.close()

    async def chunks(self) -> AsyncIterator[bytes]:
        """What it prints, as it comes."""
        while (chunk := await self._output.chunks.get()) is not None:
            yield chunk

    async def lines(self, limit: int = LINE_LIMIT) -> AsyncIterator[bytes]:
        """What it prints, line by line, without the line ends.

        Raises:
            LineTooLong: a line is longer than ``limit`` bytes.
        """
        parts: list[bytes] = []
        size = 0
        async for chunk in self.chunks():
            *whole, rest = chunk.split(b"\n")
            for line in whole:
                yield b"".join([*parts, line])
                parts, size = [], 0
            parts.append(rest)
            size += len(rest)
            if size > limit:
                raise LineTooLong
        if size:
            yield b"".join(parts)

    async def wait(self) -> int:
        """Wait until it has ended, and give its exit code."""
        await self._output.ended.wait()
        code = self.exit_code
        assert code is not None
        return code

    async def was_killed(self) -> bool:
        """Whether a signal has ended it, here or inside a box, which gives 128 and its number (bwrap(1))."""
        with suppress(TimeoutError):
            async with asyncio.timeout(GOING_SECONDS):
                await self._output.ended.wait()
        code = self.exit_code
        return code is not None and (code < 0 or code > SIGNALLED)

    async def stop(self, limits: Limits, grace: float = 0.0) -> Stop:
        """End it and everything below it; give it ``grace`` seconds to do so by itself first.

        Control comes back only when all are gone or cannot be ended, even if the caller is cancelled.
        """
        return await finish(self._stop(limits, grace))

    async def _stop(self, limits: Limits, grace: float) -> Stop:
        if self.exit_code is None:
            self._known |= self._family.members()
        self.end_input()
        with suppress(TimeoutError):
            async with asyncio.timeout(grace):
                await self._output.ended.wait()
        if self.exit_code is not None:
            await settle(self._family, self._known)
        stop = await stop_family(self._family, limits, self._known)
        self._transport.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(limits.kill):
                await self._output.closed.wait()
        return stop


async def spawn(
    command: Sequence[str],
    directory: Path,
    environment: Mapping[str, str],
    mark: str,
    merge_errors: bool = False,
) -> Child:
    """Start a program in its own session, with exactly this environment and the mark (S6).

    Raises:
        OSError: there is no such program or directory.
    """
    starting = asyncio.ensure_future(_start(command, directory, {**environment, MARK: mark}, merge_errors))
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        # The program may run already, and nobody else knows of it.
        await finish(_abandon(starting))
        raise


async def _start(
    command: Sequence[str], directory: Path, environment: Mapping[str, str], merge_errors: bool
) -> Child:
    transport, output = await asyncio.get_running_loop().subprocess_exec(
        _Output,
        *_tethered(command, environment),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT if merge_errors else asyncio.subprocess.PIPE,
        cwd=directory,
        env=environment,
        start_new_session=True,
    )
    pid = transport.get_pid()
    return Child(transport, output, Family(pid, started_at(pid), environment[MARK]))


async def _abandon(starting: asyncio.Future[Child]) -> None:
    with suppress(OSError):
        await (await starting).stop(Limits(0, 0, 5))


def _tethered(command: Sequence[str], environment: Mapping[str, str]) -> Sequence[str]:
    """The command, killed by the system when this process dies, where that can be had (prctl(2), PR_SET_PDEATHSIG).

    An agent's program whose daemon was killed would go on: it takes the silence for a no, and its model plays the
    turn to its end without having done anything.
    """
    tether = shutil.which("setpriv")
    program = shutil.which(command[0], path=environment.get("PATH"))
    if tether is None or program is None:
        return command  # that there is no such program is for the caller to hear
    return [tether, "--pdeathsig=KILL", program, *command[1:]]


async def finish(work: Coroutine[Any, Any, T]) -> T:
    """Await to the end what must not be left half done; a cancellation is raised afterwards."""
    task = asyncio.ensure_future(work)
    cancelled = False
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError:
            cancelled = True
    if cancelled:
        with suppress(Exception):
            task.result()
        raise asyncio.CancelledError
    return task.result()
