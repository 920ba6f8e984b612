"""A command line taken apart into its words, as a shell reads them; nothing is expanded. Pure.

Codex shows a command as one line that a shell would take for it: ``/bin/bash -c 'make test'``.
"""

import re

SHELLS = ("bash", "dash", "sh", "zsh")
COMMAND_FLAGS = ("-c", "-lc")

_PIECE = re.compile(
    r"""(?P<space>\s+) | '(?P<single>[^']*)' | "(?P<double>(?:[^"\\]|\\.)*)" | \\(?P<escaped>.) | (?P<plain>[^\s'"\\]+)""",
    re.DOTALL | re.VERBOSE,
)
_ESCAPED = re.compile(r"""\\([$`"\\\n])""")


def split_words(line: str) -> list[str] | None:
    """The words of a line, or nothing if its quotes do not close."""
    words: list[str] = []
    place, open_word = 0, False
    while place < len(line):
        piece = _PIECE.match(line, place)
        if piece is None:
            return None
        place = piece.end()
        if piece["space"] is not None:
            open_word = False
            continue
        if not open_word:
            words.append("")
            open_word = True
        words[-1] += _text(piece)
    return words


def _text(piece: re.Match[str]) -> str:
    if piece["double"] is not None:
        return _ESCAPED.sub(r"\1", piece["double"])
    return next(found for found in (piece["single"], piece["escaped"], piece["plain"]) if found is not None)


def shell_and_command(line: str) -> tuple[str, str] | None:
    """The shell and the command that it runs, if the line is exactly that."""
    words = split_words(line)
    if words is None or len(words) != 3 or words[1] not in COMMAND_FLAGS:
        return None
    return (words[0], words[2]) if words[0].rpartition("/")[2] in SHELLS else None
