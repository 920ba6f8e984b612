"""The state diagram in ARCHITECTURE.md: ``python -m tests.diagram`` checks it, ``--write`` draws it anew."""

import re
import sys
from pathlib import Path

from relay.machine import diagram

ARCHITECTURE = Path(__file__).parent.parent / "ARCHITECTURE.md"
BEGIN, END = (
    "<!-- states: drawn from relay/machine.py by python -m tests.diagram --write -->",
    "<!-- states end -->",
)
_BLOCK = re.compile(f"{re.escape(BEGIN)}\n```mermaid\n(.*?)\n```\n{re.escape(END)}", re.DOTALL)


class NoPlace(Exception):
    """ARCHITECTURE.md has no place for the diagram: put the two `states` markers back."""


def drawn(text: str) -> str:
    """The diagram as it stands in a text.

    Raises:
        NoPlace: the markers are not there.
    """
    return _found(text)[1]


def redrawn(text: str) -> str:
    """The text with the diagram of the table."""
    found = _found(text)
    return f"{text[: found.start(1)]}{diagram()}{text[found.end(1) :]}"


def _found(text: str) -> re.Match[str]:
    found = _BLOCK.search(text)
    if found is None:
        raise NoPlace(NoPlace.__doc__)
    return found


def main(arguments: list[str]) -> int:
    """Check or write; 1 if the diagram is not the table's."""
    text = ARCHITECTURE.read_text(encoding="utf-8")
    if "--write" in arguments:
        ARCHITECTURE.write_text(redrawn(text), encoding="utf-8")
        return 0
    if drawn(text) == diagram():
        return 0
    print(
        "The diagram in ARCHITECTURE.md is not the table's: python -m tests.diagram --write", file=sys.stderr
    )
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
