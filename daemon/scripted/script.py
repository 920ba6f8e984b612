"""The scripts that the scripted agent plays. Pure: text in, moves out.

A script is a list of moves, in JSON within a prompt, or in a JSON or TOML file (there as ``[[moves]]``). Each
move is a table with one verb:

``{"say": "text"}`` · ``{"write": "path", "content": "text"}`` · ``{"edit": "path", "old": "a", "new": "b"}`` ·
``{"read": "path"}`` · ``{"run": "command"}`` · ``{"delete": "path"}`` · ``{"tool": "name", "input": {}}`` ·
``{"use": "attach", "arguments": {}}``, a tool of the daemon's ·
``{"progress": 40, "text": "how far"}`` · ``{"plan": [["step", "pending"]]}`` · ``{"wait": seconds}`` ·
``{"ask": "question"}`` · ``{"done": "last word"}`` · ``{"fail": "error"}`` · ``{"lose": "what died"}``

``ask``, ``done``, ``fail`` and ``lose`` end the turn; the session's next turn goes on behind an ``ask`` or a
``lose``.
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

PLAN_STATES = ("pending", "in_progress", "completed", "cancelled")


class BadScript(Exception):
    """The script is not one that can be played."""


@dataclass(frozen=True)
class Move:
    """One step of a script: a verb, what it is done to, and the rest of its table."""

    verb: str
    subject: Any
    more: Mapping[str, Any] = field(default_factory=dict)

    def table(self) -> dict[str, Any]:
        """The move as it stands in a script."""
        return {self.verb: self.subject, **self.more}


# Each verb: the type of its subject, and the keys that belong to it with theirs.
VERBS: dict[str, tuple[type | tuple[type, ...], dict[str, type]]] = {
    "say": (str, {}),
    "write": (str, {"content": str}),
    "edit": (str, {"old": str, "new": str}),
    "read": (str, {}),
    "run": (str, {}),
    "delete": (str, {}),
    "tool": (str, {"input": dict}),
    "use": (str, {"arguments": dict}),
    "progress": (int, {"text": str}),
    "plan": (list, {}),
    "wait": ((int, float), {}),
    "ask": (str, {}),
    "done": (str, {}),
    "fail": (str, {}),
    "lose": (str, {}),
}

DEMO = (
    Move("plan", [["write a greeting", "in_progress"], ["look at it", "pending"]]),
    Move("say", "I will write a greeting into `hello.txt` and look at it."),
    Move("write", "hello.txt", {"content": "Hello from your agent.\n"}),
    Move("progress", 50, {"text": "the greeting is written"}),
    Move("plan", [["write a greeting", "completed"], ["look at it", "in_progress"]]),
    Move("run", "ls"),
    Move("run", "cat hello.txt"),
    Move("plan", [["write a greeting", "completed"], ["look at it", "completed"]]),
    Move("progress", 100, {"text": "done"}),
    Move("done", "Done: `hello.txt` holds a greeting."),
)


def find_script(prompt: str) -> tuple[Move, ...] | None:
    """The script that stands anywhere in a prompt, or nothing.

    Raises:
        BadScript: there is a list that begins like a script and is none.
    """
    decoder = json.JSONDecoder()
    start = prompt.find("[")
    while start != -1:
        try:
            value, _ = decoder.raw_decode(prompt, start)
        except ValueError:
            value = None
        if (
            isinstance(value, list)
            and value
            and isinstance(value[0], dict)
            and VERBS.keys() & value[0].keys()
        ):
            return read_moves(value)
        start = prompt.find("[", start + 1)
    return None


def parse_file(name: str, text: str) -> tuple[Move, ...]:
    """The script in a file's text; the name's ending tells JSON from TOML.

    Raises:
        BadScript: it cannot be read.
    """
    try:
        value = tomllib.loads(text).get("moves") if name.endswith(".toml") else json.loads(text)
    except ValueError as problem:
        raise BadScript(f"{name} is no script: {problem}") from problem
    if not isinstance(value, list):
        raise BadScript(f"{name} is no script: it holds no list of moves")
    return read_moves(value)


def read_moves(tables: Sequence[Any]) -> tuple[Move, ...]:
    """The moves of a script.

    Raises:
        BadScript: with the number of the move and what is wrong with it.
    """
    return tuple(_read_move(number, table) for number, table in enumerate(tables, 1))


def _read_move(number: int, table: Any) -> Move:
    if not isinstance(table, dict):
        raise BadScript(f"move {number} is no table")
    verbs = [verb for verb in VERBS if verb in table]
    if len(verbs) != 1:
        raise BadScript(f"move {number} needs exactly one verb of: {', '.join(VERBS)}")
    kind, keys = VERBS[verbs[0]]
    subject = table[verbs[0]]
    more = {key: value for key, value in table.items() if key != verbs[0]}
    right = {key: type(value) for key, value in more.items()} == keys
    if not isinstance(subject, kind) or isinstance(subject, bool) or not right:
        needed = ", ".join([verbs[0], *keys])
        raise BadScript(f"move {number} is not right: it needs {needed} and nothing else")
    if verbs[0] == "plan":
        _check_plan(number, subject)
    return Move(verbs[0], subject, more)


def _check_plan(number: int, steps: Any) -> None:
    for step in steps:
        if not (isinstance(step, list) and len(step) == 2 and step[1] in PLAN_STATES):
            raise BadScript(f"move {number}: a plan is pairs of text and one of {', '.join(PLAN_STATES)}")
