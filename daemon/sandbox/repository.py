"""The parts of a git repository that git would run or obey later, outside: an agent may read them, not change them.

Git takes its settings from ``config`` and ``config.worktree``, from files that these include, and from another
repository altogether where a file ``commondir`` names one (gitrepository-layout(5)); it runs what lies in
``hooks`` or in ``core.hooksPath``.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from daemon.runtime import RuntimeUnfit
from daemon.sandbox.paths import is_link, must_be_plain

GUARDED = ("config", "hooks", "modules", "info/attributes", "remotes", "branches")

HELD = {"commondir": ".\n", "config.worktree": ""}
"""Files that must not come into being: what stands in their place meanwhile. Git works with them as without: a
`commondir` of "." says that the repository is its own."""

LONGEST_SETTINGS = 4 * 1024 * 1024

_PASSWORD = re.compile(r"://[^/\s@:]*:[^/\s@]+@|://[^/\s@:]{20,}@|extraheader\s*=\s*\S", re.IGNORECASE)
_HOOKS = re.compile(r"^\s*hookspath\s*=\s*(.+?)\s*$", re.IGNORECASE | re.MULTILINE)
_INCLUDED = re.compile(r"^\s*path\s*=\s*(.+?)\s*$", re.IGNORECASE | re.MULTILINE)


@dataclass
class Guarded:
    """``points`` must not be moved away, ``guards`` not be changed, ``made`` is removed after the turn."""

    points: list[Path] = field(default_factory=list)
    guards: list[Path] = field(default_factory=list)
    made: list[Path] = field(default_factory=list)


def guard(root: Path, top: bool, guarded: Guarded) -> None:
    """Add what must hold for the repository whose working folder is ``root``, if it is one.

    Raises:
        RuntimeUnfit: it cannot be held; the message says what to do.
    """
    git = root / ".git"
    if is_link(git) or (top and git.is_file()):
        raise RuntimeUnfit(
            f"{git} leads elsewhere: a linked working folder cannot be kept in a sandbox. "
            "Give the agent a clone of its own (git clone --no-hardlinks)."
        )
    if git.is_file():  # a submodule: which repository it belongs to must stay as it is
        guarded.guards.append(git)
    elif git.is_dir():
        _guard_folder(root, git, guarded)


def _guard_folder(root: Path, git: Path, guarded: Guarded) -> None:
    settings = _read_settings(git)
    (git / "hooks").mkdir(exist_ok=True)
    guarded.points.append(git)
    known = [git / name for name in GUARDED]
    for path in [path for path in known if os.path.lexists(path)] + list(_named(root, git, settings)):
        must_be_plain(path, root)
        guarded.guards.append(path)
    for name, content in HELD.items():
        _hold_place(git / name, content, guarded)


def _read_settings(git: Path) -> str:
    config = git / "config"
    must_be_plain(config, git)
    try:
        text = config.read_bytes()[:LONGEST_SETTINGS].decode(errors="replace")
    except FileNotFoundError:
        raise RuntimeUnfit(f"{git} is no whole repository: it has no config. Clone it anew.") from None
    if _PASSWORD.search(text):
        raise RuntimeUnfit(
            f"{config} holds a password, which the agent could read: take it out of the remote's address "
            "(git remote set-url), and keep it in a credential helper."
        )
    return text


def _named(root: Path, git: Path, settings: str) -> Iterator[Path]:
    """Hooks and settings that the repository keeps among its files."""
    hooks = [(root, text) for text in _HOOKS.findall(settings)]
    included = [(git, text) for text in _INCLUDED.findall(settings)]
    for base, text in hooks + included:
        path = Path(os.path.normpath(base / text.strip('"')))
        # husky's generated folder `.husky/_` calls the files beside it
        path = path.parent if path.name == "_" else path
        if path != root and path.is_relative_to(root) and os.path.lexists(path):
            yield path


def _hold_place(place: Path, content: str, guarded: Guarded) -> None:
    """A file that an agent could put there would give git other settings and hooks: ours stands there meanwhile."""
    try:
        descriptor = os.open(
            place, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644
        )
    except FileExistsError:
        _accept(place, content)
    else:
        with os.fdopen(descriptor, "w") as file:
            file.write(content)
    if place.read_text(errors="replace") == content:
        guarded.made.append(place)
    guarded.guards.append(place)


def _accept(place: Path, content: str) -> None:
    """What is there was left by a daemon that died, or is the owner's own."""
    if is_link(place) or not place.is_file():
        raise RuntimeUnfit(f"{place} is no file: look at it, and delete it.")
    if place.name == "commondir" and place.read_text(errors="replace") != content:
        raise RuntimeUnfit(f"{place} makes git take its settings from elsewhere: look at it, and delete it.")


def release(guarded: Guarded) -> None:
    """Take away what only stood there for the time of a turn."""
    for place in guarded.made:
        if not is_link(place) and place.is_file() and place.read_text(errors="replace") in HELD.values():
            place.unlink()
    guarded.made.clear()
