"""The patches of Codex's ``apply_patch`` tool, and what they are to the policy. Pure.

The format is the tool's own grammar, which Codex sends to its model with every request: ``*** Begin Patch``,
then for each file ``*** Add File: PATH`` with ``+`` lines, ``*** Delete File: PATH``, or ``*** Update File:
PATH`` with an optional ``*** Move to: PATH`` and hunks of `` ``, ``-`` and ``+`` lines behind ``@@``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from daemon.codex.shapes import part
from daemon.patches import patch_of_new

BEGIN, END, END_OF_FILE = "*** Begin Patch", "*** End Patch", "*** End of File"
ADD, DELETE, UPDATE, MOVE = "*** Add File: ", "*** Delete File: ", "*** Update File: ", "*** Move to: "
HEADS = {ADD: "add", DELETE: "delete", UPDATE: "update"}


class BadPatch(Exception):
    """This is no patch that Codex would take."""


@dataclass
class Change:
    """What happens to one file: ``kind`` is add, delete or update. ``edits`` are (old, new) texts."""

    kind: str
    path: str
    moved_to: str | None = None
    lines: list[str] = field(default_factory=list)
    edits: list[tuple[list[str], list[str]]] = field(default_factory=list)

    @property
    def content(self) -> str:
        """The text of a file that is added."""
        return "".join(f"{line}\n" for line in self.lines)


def parse_patch(text: str) -> tuple[Change, ...]:
    """The changes that a patch makes.

    Raises:
        BadPatch: it cannot be read.
    """
    lines = text.strip().split("\n")
    if len(lines) < 3 or lines[0].strip() != BEGIN or lines[-1].strip() != END:
        raise BadPatch("A patch begins with *** Begin Patch and ends with *** End Patch.")
    changes: list[Change] = []
    for line in lines[1:-1]:
        head = next((head for head in HEADS if line.startswith(head)), None)
        if head is not None:
            changes.append(Change(HEADS[head], line.removeprefix(head).strip()))
        elif not changes:
            raise BadPatch(f"A patch names a file first, not {line[:80]!r}.")
        else:
            _take_line(changes[-1], line)
    return tuple(changes)


def _take_line(change: Change, line: str) -> None:
    if change.kind == "add" and line.startswith("+"):
        change.lines.append(line[1:])
    elif change.kind == "update" and line.startswith(MOVE):
        change.moved_to = line.removeprefix(MOVE).strip()
    elif change.kind == "update":
        _take_edit(change, line)
    elif line.strip():
        raise BadPatch(f"A patch has no such line: {line[:80]!r}.")


def _take_edit(change: Change, line: str) -> None:
    if line.startswith("@@"):
        change.edits.append(([], []))
        return
    if line.strip() == END_OF_FILE:
        return
    if line[:1] not in ("", " ", "-", "+"):
        raise BadPatch(f"A patch has no such line: {line[:80]!r}.")
    if not change.edits:
        change.edits.append(([], []))
    old, new = change.edits[-1]
    if line[:1] != "+":
        old.append(line[1:])
    if line[:1] != "-":
        new.append(line[1:])


def as_tool(patch: str, directory: Path) -> tuple[str, dict[str, Any]]:
    """The tool and the input that a patch is to the gate.

    One file that is written is what other runtimes call ``Write``, ``Edit`` or ``MultiEdit``; anything else is
    ``apply_patch`` with all its changes, and what cannot be read is ``apply_patch`` with its text.
    """
    try:
        changes = parse_patch(patch)
    except BadPatch:
        return "apply_patch", {"patch": patch}
    if len(changes) == 1 and changes[0].kind != "delete" and changes[0].moved_to is None:
        return _as_file_tool(changes[0], directory)
    return "apply_patch", {"changes": [_describe(change, directory) for change in changes]}


def _as_file_tool(change: Change, directory: Path) -> tuple[str, dict[str, Any]]:
    path = {"file_path": str(directory / change.path)}
    if change.kind == "add":
        return "Write", {**path, "content": change.content}
    edits = list(_edits(change))
    if len(edits) == 1:
        return "Edit", {**path, **edits[0]}
    return "MultiEdit", {**path, "edits": edits}


def _describe(change: Change, directory: Path) -> dict[str, Any]:
    described: dict[str, Any] = {"kind": change.kind, "file_path": str(directory / change.path)}
    if change.kind == "add":
        described["content"] = change.content
    if change.kind == "update":
        described["edits"] = list(_edits(change))
    if change.moved_to is not None:
        described["moved_to"] = str(directory / change.moved_to)
    return described


def _edits(change: Change) -> Iterator[dict[str, str]]:
    for old, new in change.edits:
        yield {"old_string": "\n".join(old), "new_string": "\n".join(new)}


def as_item(changes: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The input that a ``fileChange`` item of the program is to the gate: paths, kinds and whole diffs."""
    return {"changes": [_of_item(change) for change in changes]}


def _of_item(change: Mapping[str, Any]) -> dict[str, Any]:
    kind = part(change, "kind")
    described = {"kind": kind.get("type"), "file_path": change.get("path")}
    described["content" if kind.get("type") == "add" else "diff"] = change.get("diff")
    if kind.get("move_path"):
        described["moved_to"] = kind["move_path"]
    return described


def is_same(patch: str, changes: Sequence[Mapping[str, Any]], directory: Path) -> bool:
    """Whether the program is about to do what the patch said: the same files, and new ones with the same text."""
    try:
        wanted = {_key(change, directory) for change in parse_patch(patch)}
    except BadPatch:
        return False
    return wanted == {_key_of_item(change) for change in changes}


def _key(change: Change, directory: Path) -> tuple[str | None, ...]:
    moved = str(directory / change.moved_to) if change.moved_to else None
    return (
        change.kind,
        str(directory / change.path),
        moved,
        change.content if change.kind == "add" else None,
    )


def _key_of_item(change: Mapping[str, Any]) -> tuple[Any, ...]:
    described = _of_item(change)
    return (
        described["kind"],
        described["file_path"],
        described.get("moved_to"),
        described.get("content"),
    )


def patch_of(change: Mapping[str, Any]) -> str:
    """The hunks of a finished change of a ``fileChange`` item: of a new file or one that is gone it has the text."""
    kind, diff = part(change, "kind").get("type"), str(change.get("diff") or "")
    if kind in ("add", "delete"):
        return patch_of_new(diff, "+" if kind == "add" else "-")
    return diff


def count_lines(change: Mapping[str, Any]) -> tuple[int, int]:
    """The lines that a finished change of a ``fileChange`` item added and removed."""
    kind, lines = part(change, "kind").get("type"), str(change.get("diff") or "").splitlines()
    if kind == "add":
        return len(lines), 0
    if kind == "delete":
        return 0, len(lines)
    return sum(line.startswith("+") for line in lines), sum(line.startswith("-") for line in lines)
