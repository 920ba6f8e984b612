"""Commands that list names of files: which names may come out of them, as a wildcard."""

import re
import shlex
from itertools import pairwise

ANY = "./**"
"""Whatever lies below the directory, hidden files too."""
_VISIBLE = "./(visible)*"
"""What such a lister shows: neither hidden files nor those that git is told to ignore."""
_SHOWS_HIDDEN = re.compile(r"-[a-zA-Z]*[HuI]\w*|--hidden|--no-ignore|--unrestricted")


def names_of(line: str) -> str:
    """A wildcard for the names that a command prints; `ANY` where it cannot be told."""
    try:
        words = shlex.split(line)
    except ValueError:
        return ANY
    lister = _LISTERS.get(words[0]) if words else None
    return lister(words[1:]) if lister else ANY


def _visible(words: list[str], option: str) -> list[str]:
    """The values of an option, where all of them stand for names that are not hidden."""
    found = [after for before, after in pairwise(words) if before == option]
    return [] if any(name.startswith((".", "[", "?")) for name in found) else found


def _find(words: list[str]) -> str:
    root = words[0].rstrip("/") if words and not words[0].startswith(("-", "(", "!")) else "."
    kept = [word for at, word in enumerate(words) if at < 1 or words[at - 1] not in ("-not", "!")]
    names = _visible(kept, "-name") or _visible(kept, "-iname")
    if not names or any(word in ("-path", "-regex", "-ipath", "-o") and len(names) == 1 for word in kept):
        return f"{root}/**"
    name = names[0] if len(names) == 1 else "*"
    return f"{root}/**{name}"


def _git(words: list[str]) -> str:
    """What git lists is tracked: a key file that is kept out of git is none of it, and one that is not is named."""
    specs = [word for word in words[1:] if not word.startswith("-") and "*" in word]
    return f"./**{specs[0].removeprefix('./')}" if len(specs) == 1 else "./(tracked)*"


def _fd(words: list[str]) -> str:
    if any(_SHOWS_HIDDEN.fullmatch(word) for word in words):
        return ANY
    ends = _visible(words, "-e") or _visible(words, "--extension")
    return f"./**.{ends[0]}" if len(ends) == 1 else _VISIBLE


def _rg(words: list[str]) -> str:
    if any(_SHOWS_HIDDEN.fullmatch(word) for word in words):
        return ANY
    globs = [name for name in _visible(words, "-g") if not name.startswith("!")]
    return f"./**{globs[0]}" if len(globs) == 1 and "*" in globs[0] else _VISIBLE


def _grep(words: list[str]) -> str:
    included = [word.partition("=")[2] for word in words if word.startswith("--include=")]
    plain = [word for word in words if not word.startswith("-")]
    if len(included) == 1 and not included[0].startswith("."):
        return f"./**{included[0]}"
    return f"{plain[1].rstrip('/')}/**" if len(plain) == 2 and plain[1] != "." else ANY


def _ls(words: list[str]) -> str:
    return ANY if any(re.match(r"-[a-zA-Z]*[aAf]|--a", word) for word in words) else "./*"


_LISTERS = {"find": _find, "git": _git, "fd": _fd, "fdfind": _fd, "rg": _rg, "grep": _grep, "ls": _ls}
