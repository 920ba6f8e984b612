"""What a repository says of itself, read from its files: no program of the repository's is started by looking.

git itself, run inside it, would follow its settings, and the agent may have written those. The files are those of
gitrepository-layout(5); anything that is not as described there is not read.
"""

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from daemon.sources import open_plain

_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_NAME = re.compile(r"(?!.*\.\.)(?!.*\.lock$)[A-Za-z0-9_.+@][A-Za-z0-9_./+@-]*")
MOST_BYTES = 16 * 1024 * 1024
PROGRAMS = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin"
"""Where git is looked for; never in a place that stands in a path of the working directory's."""

NO_SETTINGS = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "HOME": "/nonexistent",
}


class Unreadable(Exception):
    """This repository cannot be read as a plain one; its owner can do this by hand."""


@dataclass(frozen=True)
class Repository:
    """A repository with a folder ``.git`` of its own."""

    work: Path

    @property
    def folder(self) -> Path:
        """Its ``.git``."""
        return self.work / ".git"

    def branch(self) -> str | None:
        """The branch that is checked out; None if it is a commit."""
        head = self._text("HEAD")
        return head.removeprefix("ref: refs/heads/") if head.startswith("ref: refs/heads/") else None

    def resolve(self, name: str) -> tuple[str, str | None]:
        """The commit that a name stands for, and the full name of the branch or tag if it is one.

        Raises:
            Unreadable: it stands for nothing, or for more than a plain name can.
        """
        if name in ("HEAD", "@"):
            branch = self.branch()
            return (self._text("HEAD"), None) if branch is None else self.resolve(f"refs/heads/{branch}")
        if _COMMIT.fullmatch(name):
            return name, None
        if not _NAME.fullmatch(name):
            raise Unreadable(f"{name} is not a plain branch, tag or commit; name one of these.")
        for full in (name,) if name.startswith("refs/") else (f"refs/heads/{name}", f"refs/tags/{name}"):
            commit = self._ref(full)
            if commit is not None:
                return commit, full
        raise Unreadable(f"There is no branch or tag {name} in {self.work}.")

    def _ref(self, full: str) -> str | None:
        loose = self.folder / full
        if loose.is_file():
            text = self._text(full)
            return text if _COMMIT.fullmatch(text) else None
        for line in self._text("packed-refs").splitlines():
            commit, _, name = line.partition(" ")
            if name == full and _COMMIT.fullmatch(commit):
                return commit
        return None

    def _text(self, name: str) -> str:
        path = self.folder / name
        if not path.resolve().is_relative_to(self.folder.resolve()):
            raise Unreadable(f"{path} leads out of the repository.")
        try:
            with open_plain(path.resolve()) as file:
                return file.read(MOST_BYTES).decode("utf-8", "replace").strip()
        except OSError:
            return ""

    async def setting(self, name: str) -> list[str]:
        """The values of one setting in the repository's own file: what it includes from elsewhere is not followed."""
        file = self.folder / "config"
        if not file.is_file():
            return []
        look = ("config", "--file", str(file), "--no-includes", "--get-all", name)
        _, printed = await run_git(Path("/"), *look)
        return printed.splitlines()


async def run_git(folder: Path, *arguments: str) -> tuple[int, str]:
    """Run git for a look or a preparation: no settings of anybody, no credentials, nothing fetched on the way.

    Raises:
        Unreadable: there is no git.
    """
    try:
        child = await asyncio.create_subprocess_exec(
            "git",
            *arguments,
            cwd=folder,
            env={"PATH": PROGRAMS, **NO_SETTINGS},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
    except OSError as problem:
        raise Unreadable(f"git cannot be started: {problem}") from problem
    try:
        printed, _ = await child.communicate()
    except BaseException:
        with suppress(ProcessLookupError):
            child.kill()
        raise
    return child.returncode or 0, printed.decode("utf-8", "replace")


def repository_of(directory: Path, top: Path) -> Repository | None:
    """The repository that a directory is in, not above ``top``."""
    inside = directory.resolve()
    if not inside.is_relative_to(top.resolve()):
        return None
    for folder in (inside, *inside.parents):
        git = folder / ".git"
        if git.exists() or git.is_symlink():
            return Repository(folder) if git.is_dir() and not git.is_symlink() else None
        if folder == top.resolve():
            return None
    return None
