"""What changed in the working directory, whoever did it: each file with its lines, after each command (T1).

Bounded everywhere and never fatal: where it cannot be told, that is said once, and the request goes on.
"""

import asyncio
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from daemon.runtime import FileChanged, Notice, Step, ToolEnded
from daemon.scan import Mark, TooMuch, scan
from daemon.shadow import Difference, Shadow, ShadowBroke, find_git

R = TypeVar("R")
LARGE = 8 * 1024 * 1024
"""Bytes of a file that is only compared by its size and time."""
MOST_TOLD = 200
"""Files that are told one by one after one command; the others are counted."""
READING = frozenset(
    {
        "Read", "Glob", "Grep", "LS", "NotebookRead", "WebFetch", "WebSearch", "TodoWrite", "TodoRead", "ToolSearch",
        "mcp__muti__attach", "mcp__muti__progress", "mcp__muti__plan",
        "mcp__muti__agents", "mcp__muti__ask_agent", "mcp__muti__send_message", "mcp__muti__reply",
    }
)  # fmt: skip
"""Tools that change no file."""
GONE, EXECUTABLE, LINK = "000000", "100755", "120000"


class Changes:
    """The working directory of one request. ``folder`` is where the daemon keeps its own repository of it."""

    def __init__(self, folder: Path, directory: Path, tell: Callable[[Step], object]) -> None:
        self._folder, self._directory, self._tell = folder, directory, tell
        self._marks: dict[str, Mark] = {}
        self._ignored: set[str] = set()
        self._told: set[str] = set()
        self._shadow: Shadow | None = None
        self._tree = ""
        self._looking: asyncio.Task[None] | None = None
        self._looks: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Remember how everything is, before the agent does anything."""
        try:
            await _to_the_end(self._begin)
        except (TooMuch, OSError, ShadowBroke) as error:
            self._give_up(error)

    def noted(self, step: Step) -> None:
        """Hear of a step: a file that the runtime tells itself is not told again; after a command, look."""
        if isinstance(step, FileChanged):
            self._told.add(step.path)
        if isinstance(step, ToolEnded) and step.tool not in READING and self._shadow is not None:
            before = self._looking
            self._looking = asyncio.create_task(self._look_after(before, step.call))
            self._looks.add(self._looking)
            self._looking.add_done_callback(self._looks.discard)

    async def settled(self) -> None:
        """Wait until all that was done so far has been looked at."""
        while self._looking is not None:
            task = self._looking
            await asyncio.wait({task})
            if self._looking is task:
                self._looking = None
            if not task.cancelled() and (fault := task.exception()) is not None:
                raise fault

    async def stop(self) -> None:
        """Tell nothing more; when this is over, nothing of ours runs any more."""
        self._looking = None
        looks = list(self._looks)
        for task in looks:
            task.cancel()
        await asyncio.gather(*looks, return_exceptions=True)

    def end(self) -> None:
        """Forget everything."""
        shutil.rmtree(self._folder, ignore_errors=True)

    async def _look_after(self, before: "asyncio.Task[None] | None", call: str) -> None:
        if before is not None:
            await asyncio.wait({before})
        told, self._told = self._told, set()
        try:
            found = await _to_the_end(self._look)
        except (TooMuch, OSError, ShadowBroke) as error:
            self._give_up(error)
            return
        news = [one for one in found if one.path not in told]
        for one in news[:MOST_TOLD]:
            self._tell(_step(call, one))
        if len(news) > MOST_TOLD:
            self._tell(Notice(f"{len(news) - MOST_TOLD} more files were changed."))

    def _give_up(self, error: Exception) -> None:
        if self._shadow is not None or not self._tree:
            self._tell(Notice(f"Files that commands change are not told any more: {error}"))
        self._shadow, self._tree = None, "none"

    def _begin(self) -> None:
        git = find_git(self._directory)
        if git is None:
            raise ShadowBroke("There is no git on this machine; install it to see what commands change.")
        shadow = Shadow(git, self._folder, self._directory)
        shadow.begin()
        self._marks = scan(str(self._directory))
        self._ignored = shadow.ignored(set(self._marks) - shadow.known())
        self._tree = shadow.record({*self._countable(self._marks), *shadow.known()} - self._ignored)
        self._shadow = shadow

    def _look(self) -> list[Difference]:
        shadow = self._shadow
        if shadow is None:
            return []
        marks = scan(str(self._directory))
        before, self._marks = self._marks, marks
        changed = {path for path in before.keys() | marks.keys() if before.get(path) != marks.get(path)}
        self._ignored |= shadow.ignored(changed - before.keys())
        changed -= self._ignored
        if not changed:
            return []
        small = {path for path in changed if path not in marks or marks[path].size <= LARGE}
        tree = shadow.record(small)
        earlier, self._tree = self._tree, tree
        return [*shadow.compare(earlier, tree), *_large(changed - small, before)]

    def _countable(self, marks: dict[str, Mark]) -> Iterator[str]:
        return (path for path, mark in marks.items() if mark.size <= LARGE)


async def _to_the_end(work: Callable[[], R]) -> R:
    """Work in a thread, and wait for it also when cancelled: what it has started must not outlive us."""
    running = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait({running})
        raise


def _large(paths: Iterable[str], before: dict[str, Mark]) -> Iterator[Difference]:
    for path in sorted(paths):
        yield Difference(path, "100644" if path in before else GONE, "100644", None, None)


def _step(call: str, one: Difference) -> FileChanged:
    kept = GONE not in (one.before, one.after)
    return FileChanged(
        call=call,
        path=one.path,
        added=one.added or 0,
        removed=one.removed or 0,
        created=one.before == GONE,
        deleted=one.after == GONE,
        binary=one.added is None,
        renamed_from=one.renamed_from,
        mode=one.after if kept and one.before != one.after else None,
    )
