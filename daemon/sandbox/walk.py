"""A look through a working directory: files that have another name outside it, and the repositories in it."""

import os
import stat
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from daemon.runtime import RuntimeUnfit

MOST_ENTRIES = 3_000_000
MOST_REPOSITORIES = 200


@dataclass(frozen=True)
class Tree:
    """What was found. ``outside`` are files that have a name outside the directory too."""

    outside: tuple[Path, ...]
    repositories: tuple[Path, ...]


@dataclass(frozen=True)
class _File:
    """A file by its number on its disk, and how many names it has."""

    device: int
    number: int
    names: int


def walk(directory: Path) -> Tree:
    """Look through all of it; links are not followed.

    Raises:
        RuntimeUnfit: it is larger than can be looked through.
    """
    names: defaultdict[_File, list[str]] = defaultdict(list)
    repositories: list[Path] = []
    folders, seen = [str(directory)], 0
    while folders:
        folder = folders.pop()
        for entry in _entries(folder):
            seen += 1
            if entry.name == ".git" and folder != str(directory):
                repositories.append(Path(folder))
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            elif file := _file_of_many_names(entry):
                names[file].append(entry.path)
        if seen > MOST_ENTRIES or len(repositories) > MOST_REPOSITORIES:
            raise RuntimeUnfit(
                f"{directory} is too large to be looked through: give the agent a smaller folder."
            )
    outside = [Path(found[0]) for file, found in names.items() if len(found) < file.names]
    return Tree(tuple(sorted(outside)), tuple(sorted(repositories)))


def refuse_shared_files(directory: Path, tree: Tree) -> None:
    """A file with a second name outside would be changed there, too.

    Raises:
        RuntimeUnfit: there are such files.
    """
    if tree.outside:
        raise RuntimeUnfit(
            f"{len(tree.outside)} files in {directory} are hard links to files outside, which the agent would "
            f"change with them ({tree.outside[0]}). Make them files of their own: git clone --no-hardlinks, "
            "cp -a, or pnpm's package-import-method=copy."
        )


def _entries(folder: str) -> "list[os.DirEntry[str]]":
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except (PermissionError, FileNotFoundError):
        return []  # what cannot be entered here cannot be entered in the box; what is gone is gone


def _file_of_many_names(entry: "os.DirEntry[str]") -> _File | None:
    try:
        found = entry.stat(follow_symlinks=False)
    except FileNotFoundError:
        return None
    if found.st_nlink < 2 or not stat.S_ISREG(found.st_mode):
        return None
    return _File(found.st_dev, found.st_ino, found.st_nlink)
