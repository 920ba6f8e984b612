"""What the scripted agent does to the world: files and commands, with tool calls shaped like Claude Code's."""

import asyncio
import shlex
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any

from daemon.patches import patch_between
from daemon.process import Child, Limits, spawn
from daemon.runtime import FileChanged
from daemon.scripted.script import Move

OFFERED = "mcp__muti__"
"""How calls of the daemon's own tools are named, as with every runtime."""
OUTPUT_LIMIT = 8 * 1024 * 1024


@dataclass(frozen=True)
class Result:
    """What a tool call came back with."""

    output: str
    failed: bool = False
    exit_code: int | None = None
    change: FileChanged | None = None


@dataclass(frozen=True)
class Call:
    """A tool call: the name and the input that the gate sees."""

    tool: str
    input: Mapping[str, Any]


def call_of(move: Move, directory: Path) -> Call | None:
    """The tool call that a move makes, or nothing if it makes none."""
    path = str(directory / move.subject) if isinstance(move.subject, str) else ""
    match move.verb:
        case "write":
            return Call("Write", {"file_path": path, "content": move.more["content"]})
        case "edit":
            given = {"old_string": move.more["old"], "new_string": move.more["new"]}
            return Call("Edit", {"file_path": path, **given})
        case "read":
            return Call("Read", {"file_path": path})
        case "run":
            return Call("Bash", {"command": move.subject})
        case "delete":
            return Call("Bash", {"command": f"rm -- {shlex.quote(move.subject)}"})
        case "tool":
            return Call(move.subject, move.more["input"])
        case "use":
            return Call(OFFERED + move.subject, move.more["arguments"])
    return None


class Hand:
    """Makes the calls. `stop` ends the command that is running."""

    def __init__(self, directory: Path, environment: Mapping[str, str], mark: str, limits: Limits) -> None:
        self._directory = directory
        self._environment = environment
        self._mark = mark
        self._limits = limits
        self._child: Child | None = None

    async def make(self, call: str, made: Call) -> Result:
        """Make a call. A tool that fails is a result, never an exception."""
        given = made.input
        try:
            match made.tool:
                case "Write":
                    return self._write(call, Path(given["file_path"]), given["content"])
                case "Edit":
                    return self._edit(
                        call, Path(given["file_path"]), given["old_string"], given["new_string"]
                    )
                case "Read":
                    return _read(Path(given["file_path"]))
                case "Bash":
                    return await self._run(given["command"])
            return Result(f"{made.tool} does nothing here.")
        except OSError as problem:
            return Result(str(problem), failed=True)

    async def stop(self) -> None:
        """End the running command and everything below it."""
        if self._child is not None:
            await self._child.stop(self._limits)

    def _write(self, call: str, path: Path, content: str) -> Result:
        before = path.read_text(encoding="utf-8", errors="replace") if path.exists() else None
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        return Result(f"{path} is written.", change=self._change(call, path, before, content))

    def _edit(self, call: str, path: Path, old: str, new: str) -> Result:
        before = path.read_text(encoding="utf-8")
        if before.count(old) != 1:
            return Result(f"{old!r} is not exactly once in {path}.", failed=True)
        after = before.replace(old, new)
        path.write_text(after, encoding="utf-8")
        return Result(f"{path} is changed.", change=self._change(call, path, before, after))

    def _change(self, call: str, path: Path, before: str | None, after: str) -> FileChanged:
        lines = list(unified_diff((before or "").splitlines(), after.splitlines(), n=0))[2:]
        added = sum(line.startswith("+") for line in lines)
        removed = sum(line.startswith("-") for line in lines)
        known = path.is_relative_to(self._directory) and ".." not in path.parts
        name = path.relative_to(self._directory).as_posix() if known else str(path)
        patch = patch_between(before or "", after)
        return FileChanged(call, name, added, removed, created=before is None, patch=patch)

    async def _run(self, command: str) -> Result:
        self._child = await spawn(
            ["/bin/sh", "-c", command], self._directory, self._environment, self._mark, merge_errors=True
        )
        try:
            # A command ends for the caller when its shell does, whoever holds its output open.
            self._child.end_input()
            reading = asyncio.ensure_future(_read_tail(self._child.chunks()))
            code = await self._child.wait()
        finally:
            await self._child.stop(self._limits)
            self._child = None
        with suppress(TimeoutError):
            async with asyncio.timeout(self._limits.kill):
                return _result(await reading, code)
        return Result("The output could not be read to its end.", failed=True, exit_code=code)


def _read(path: Path) -> Result:
    return Result(path.read_text(encoding="utf-8", errors="replace"))


def _result(output: bytes, code: int) -> Result:
    return Result(output.decode(errors="replace"), failed=code != 0, exit_code=code)


async def _read_tail(chunks: AsyncIterator[bytes]) -> bytes:
    kept, dropped = bytearray(), 0
    async for chunk in chunks:
        kept += chunk
        if len(kept) > 2 * OUTPUT_LIMIT:
            dropped += len(kept) - OUTPUT_LIMIT
            del kept[:-OUTPUT_LIMIT]
    return b"[%d bytes left out]\n" % dropped + kept if dropped else bytes(kept)
