"""Questions of the program's hook, through files: a box has no network, and its programs need only a shell.

The hook puts what it was given into a file, rings a bell, and waits at a pipe of its own for the answer. Whatever fails on its way ends in exit code 2, which blocks the call. Should the program not call the hook
at all, its approvals still come over the wire: nothing hangs on these files alone.
"""

import asyncio
import errno
import json
import os
import stat
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from daemon.sources import open_plain

BELL = "bell"
PAUSE, TRIES = 0.002, 5000
LARGEST = 256 * 1024 * 1024  # bytes of one question

SCRIPT = """#!/bin/sh
# Asks the owner's daemon whether a tool call may happen. Without an answer it may not.
refuse() { echo "The owner's machine could not be asked, so this may not happen." >&2; exit 2; }
umask 077
own="$1/$$"
cat > "$own.ask" || refuse
mkfifo "$own.go" || refuse
echo $$ > "$1/bell" || refuse
answer=$(cat "$own.go") || refuse
[ -n "$answer" ] || refuse
printf '%s\\n' "$answer"
"""

Answer = Callable[[Mapping[str, Any]], Awaitable[Mapping[str, Any]]]


class Questions:
    """Hears the hook of one turn. ``answer`` says what the hook prints; it may take hours."""

    def __init__(self, folder: Path, answer: Answer) -> None:
        self._folder = folder
        self._answer = answer
        self._bell: int | None = None
        self._heard = b""
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Begin to listen."""
        bell = self._folder / BELL
        os.mkfifo(bell, 0o600)
        # Also for writing: a pipe that nobody writes to for a moment would look like one that is closed.
        self._bell = os.open(bell, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        asyncio.get_running_loop().add_reader(self._bell, self._hear)

    def withdraw(self) -> None:
        """Take back every question that is open: nobody waits for the answer any more."""
        for task in self._tasks:
            task.cancel()

    async def close(self) -> None:
        """Listen no more."""
        if self._bell is not None:
            asyncio.get_running_loop().remove_reader(self._bell)
            os.close(self._bell)
            self._bell = None
        self.withdraw()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _hear(self) -> None:
        assert self._bell is not None
        with suppress(BlockingIOError):
            self._heard += os.read(self._bell, 64 * 1024)
        *names, self._heard = self._heard.split(b"\n")
        for name in names:
            if name.isdigit():
                task = asyncio.get_running_loop().create_task(self._take(self._folder / name.decode()))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _take(self, own: Path) -> None:
        ask, pipe = own.with_suffix(".ask"), own.with_suffix(".go")
        with suppress(OSError):
            question = await asyncio.to_thread(_read, ask)
            answer = await self._answer(question)
            await _tell(pipe, json.dumps(answer).encode() + b"\n")
            pipe.unlink()


def _read(path: Path) -> Mapping[str, Any]:
    with open_plain(path) as file:
        text = file.read(LARGEST)
    path.unlink()
    try:
        question = json.loads(text)
    except ValueError:
        return {}
    return question if isinstance(question, dict) else {}


async def _tell(pipe: Path, answer: bytes) -> None:
    """Give the hook its answer, as soon as it stands at its pipe; one that is gone is not waited for."""
    for _ in range(TRIES):
        try:
            descriptor = _open_pipe(pipe)
        except OSError as problem:
            if problem.errno != errno.ENXIO:
                raise
            await asyncio.sleep(PAUSE)
        else:
            await asyncio.to_thread(_write, descriptor, answer)
            return


def _open_pipe(pipe: Path) -> int:
    """The pipe itself: whatever else an agent puts in its place could be a file of the owner's."""
    descriptor = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW)
    if not stat.S_ISFIFO(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is no pipe", str(pipe))
    return descriptor


def _write(descriptor: int, answer: bytes) -> None:
    os.set_blocking(descriptor, True)
    with open(descriptor, "wb") as pipe:
        pipe.write(answer)
