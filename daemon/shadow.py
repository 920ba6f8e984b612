"""A repository of the daemon's own beside a working directory: it counts lines, and nothing of the agent's runs.

git is used for what it is good at, comparing two states of a tree, but never in the agent's repository: that one's
settings, hooks, filters and file monitor are programs that the agent may have written. This one has none of them,
an index and objects of its own, and only reads what the other knows (gitrepository-layout(5)).
"""

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from daemon.repository import NO_SETTINGS, PROGRAMS

SECONDS = 60.0
LARGEST_INDEX = 64 * 1024 * 1024
QUIET = (
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.untrackedCache=false",
    "-c",
    "gc.auto=0",
    "-c",
    "core.fsync=none",
)


class ShadowBroke(Exception):
    """git could not compare the working directory with what it was before."""


@dataclass(frozen=True)
class Difference:
    """One file between two states; ``added`` is None where there are no lines (a binary file)."""

    path: str
    before: str
    after: str
    added: int | None
    removed: int | None
    renamed_from: str | None = None


def find_git(directory: Path) -> str | None:
    """git's absolute path, of the system's own folders and never from inside the working directory."""
    found = shutil.which("git", path=PROGRAMS)
    real = Path(found).resolve() if found else None
    return str(real) if real is not None and not real.is_relative_to(directory.resolve()) else None


class Shadow:
    """The repository. Its methods block, for seconds where much has changed."""

    def __init__(self, git: str, folder: Path, directory: Path) -> None:
        self._git, self._folder, self._directory = git, folder, directory

    def begin(self) -> None:
        """Make it anew, with what the directory's own repository knows already.

        Raises ShadowBroke.
        """
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(parents=True, mode=0o700)
        self._run("init", "--quiet", "--bare", "--template=", str(self._folder))
        theirs = self._directory / ".git"
        if theirs.is_symlink() or not theirs.is_dir():
            return
        self._copy_excludes(theirs / "info/exclude")
        objects, index = (theirs / "objects").resolve(), theirs / "index"
        if objects.is_dir() and index.is_file() and not index.is_symlink():
            self._borrow(objects, index)

    def _copy_excludes(self, theirs: Path) -> None:
        if theirs.is_file() and not theirs.is_symlink() and theirs.stat().st_size < LARGEST_INDEX:
            (self._folder / "info").mkdir(exist_ok=True)
            shutil.copyfile(theirs, self._folder / "info/exclude")

    def _borrow(self, objects: Path, index: Path) -> None:
        """What is known is not read again. An index that is of no use to us is left where it is."""
        if index.stat().st_size > LARGEST_INDEX or "\n" in str(objects):
            return
        (self._folder / "objects/info").mkdir(parents=True, exist_ok=True)
        (self._folder / "objects/info/alternates").write_text(f"{objects}\n", encoding="utf-8")
        shutil.copyfile(index, self._folder / "index")
        try:
            flags = self._run("ls-files", "-v", "-z").split(b"\0")
            self._run("write-tree")
        except ShadowBroke:
            flags = [b"?"]
        if any(flag and not flag.startswith(b"H ") for flag in flags):
            # Not to be read, or some files are marked as never to be looked at.
            (self._folder / "index").unlink()

    def known(self) -> set[str]:
        """The paths in its index."""
        return set(_names(self._run("ls-files", "--cached", "-z")))

    def ignored(self, paths: Iterable[str]) -> set[str]:
        """Those of the paths that the directory's own rules leave out (gitignore(5))."""
        told = _zeroed(paths)
        return (
            set(_names(self._run("check-ignore", "-z", "--stdin", given=told, fine=(0, 1))))
            if told
            else set()
        )

    def record(self, paths: Iterable[str]) -> str:
        """Take these paths in as they are now, gone ones too; the name of the whole state."""
        told = _zeroed(paths)
        if told:
            self._run("update-index", "--add", "--remove", "--replace", "-z", "--stdin", given=told)
        return self._run("write-tree").decode().strip()

    def compare(self, before: str, after: str) -> list[Difference]:
        """What differs between two states."""
        look = (
            "diff-tree",
            "-r",
            "-z",
            "-M",
            "-l400",
            "--raw",
            "--numstat",
            "--no-ext-diff",
            "--no-textconv",
        )
        return list(_differences(self._run(*look, before, after)))

    def _run(self, *arguments: str, given: bytes = b"", fine: Sequence[int] = (0,)) -> bytes:
        where = {"GIT_DIR": str(self._folder), "GIT_WORK_TREE": str(self._directory)}
        try:
            ended = subprocess.run(  # noqa: S603 - git itself, by its absolute path
                [self._git, *QUIET, *arguments],
                cwd=self._directory,
                env={
                    "PATH": PROGRAMS,
                    **NO_SETTINGS,
                    "LC_ALL": "C",
                    **(where if arguments[0] != "init" else {}),
                },
                input=given,
                capture_output=True,
                timeout=SECONDS,
                start_new_session=True,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ShadowBroke(f"{ShadowBroke.__doc__} ({error})") from error
        if ended.returncode not in fine:
            said = ended.stderr.decode("utf-8", "replace").strip()[-300:]
            raise ShadowBroke(f"{ShadowBroke.__doc__} ({said})")
        return ended.stdout


def _zeroed(paths: Iterable[str]) -> bytes:
    return b"".join(os.fsencode(path) + b"\0" for path in paths)


def _names(printed: bytes) -> list[str]:
    return [os.fsdecode(name) for name in printed.split(b"\0") if name]


def _differences(printed: bytes) -> Iterator[Difference]:
    """The raw lines, then the counts, as git-diff-tree(1) describes them for -z."""
    parts = iter(printed.split(b"\0"))
    modes: dict[str, tuple[str, str, str | None]] = {}
    for part in parts:
        if part.startswith(b":"):
            before, after, _, _, kind = part[1:].decode().split(" ")
            first = os.fsdecode(next(parts))
            moved = kind[0] in "RC"
            path = os.fsdecode(next(parts)) if moved else first
            modes[path] = before, after, first if moved else None
        elif part:
            added, removed, name = part.split(b"\t", 2)
            if not name:
                next(parts)
            path = os.fsdecode(name or next(parts))
            before, after, old = modes[path]
            yield Difference(path, before, after, _count(added), _count(removed), old)


def _count(text: bytes) -> int | None:
    return None if text == b"-" else int(text)
