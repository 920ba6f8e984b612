"""Reading a plain ``git push``: what it would send where. Pure.

Only the forms of git-push(1) that say by themselves what they do are read; all others are no plain push.
"""

import re
from dataclasses import dataclass

_PLAIN = re.compile(r"[A-Za-z0-9_./:@+\-]+")
_QUIET = frozenset(
    {"-q", "-v", "--quiet", "--verbose", "--progress", "--no-progress", "-u", "--set-upstream"}
)
"""Options that change what is printed, or only the settings of the working directory, which are left alone."""
_FORCE = frozenset({"-f", "--force"})
_DELETE = frozenset({"-d", "--delete"})
MOST_WORDS = 2


@dataclass(frozen=True)
class Push:
    """One push of one ref. Without ``remote`` it is the branch's usual one, without ``source`` what is checked out.

    ``target`` is the name on the other side, where the command gives another one than the source's.
    """

    remote: str | None = None
    source: str | None = None
    target: str | None = None
    force: bool = False
    delete: bool = False


def read_push(command: str) -> Push | None:
    """The push that a command is; None if it is anything else, or more, or cannot be read from the command alone."""
    words = command.strip().removesuffix("2>&1").split(" ")
    words = [word for word in words if word]
    if words[:2] != ["git", "push"] or not all(_PLAIN.fullmatch(word) for word in words):
        return None
    options = frozenset(word for word in words[2:] if word.startswith("-"))
    names = [word for word in words[2:] if not word.startswith("-")]
    if options - _QUIET - _FORCE - _DELETE or len(names) > MOST_WORDS:
        return None
    remote, refspec = (*names, None, None)[:2]
    push = Push(remote=remote, force=bool(options & _FORCE), delete=bool(options & _DELETE))
    return push if refspec is None and not push.delete else _with_refspec(push, refspec)


def mentions_push(command: str) -> bool:
    """Whether a command may have a push in it, however it is written."""
    return re.search(r"\bgit\b.*\bpush\b", command, re.DOTALL) is not None


def _with_refspec(push: Push, refspec: str | None) -> Push | None:
    if refspec is None:
        return None
    force = push.force or refspec.startswith("+")
    source, colon, target = refspec.removeprefix("+").partition(":")
    if push.delete or not source:
        name = source if push.delete and not colon else target
        return Push(push.remote, None, name, force, True) if name and not (push.delete and colon) else None
    if ":" in target or (colon and not target):
        return None
    return Push(push.remote, source, target or None, force, False)
