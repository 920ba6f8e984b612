"""The environment as configuration: ``MUTI_<SECTION>__<KEY>`` sets any key over what the file says (O9)."""

import tomllib
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, get_origin

from config.errors import Fault, Location, write_key
from config.schema import kind_of, options_of, unknown_key

PREFIX = "MUTI_"


def read_environment(environ: Mapping[str, str]) -> tuple[dict[Location, Any], list[Fault]]:
    """The keys that variables set, in the order in which to lay them over a file, and what is wrong.

    An empty variable is one that is not set. A list or table is written as in TOML, and a list of texts also
    with commas between.
    """
    given: dict[Location, Any] = {}
    faults = []
    for location, text in sorted(_named(environ), key=lambda pair: _by_position(pair[0])):
        kind = kind_of(location)
        try:
            given[location] = _convert(text, kind)
        except ValueError as error:
            faults.append(Fault(location, str(error)))
        if kind is None:
            faults.append(unknown_key(location))
    return {location: value for location, value in given.items() if kind_of(location) is not None}, faults


def overlay(tree: dict[str, Any], given: Mapping[Location, Any]) -> list[Fault]:
    """Write ``given`` into ``tree``; a place that is not there is a fault."""
    faults = []
    for location, value in given.items():
        try:
            _write(tree, location, value)
        except LookupError as missing:
            entry = write_key(location[: missing.args[0]])
            faults.append(
                Fault(location, f"has no {entry} to belong to; number the entries from 0 without a gap")
            )
    return faults


def _named(environ: Mapping[str, str]) -> Iterator[tuple[Location, str]]:
    for name, text in environ.items():
        words = name.removeprefix(PREFIX).split("__")
        location = tuple(int(word) if word.isdecimal() else word.lower() for word in words)
        is_key = len(location) > 1 or kind_of(location) is not None
        if name.startswith(PREFIX) and text and is_key:
            yield location, text


def _by_position(location: Location) -> list[tuple[int, str]]:
    """Sections by name, entries of a list by number."""
    return [(part, "") if isinstance(part, int) else (0, part) for part in location]


def _convert(text: str, kind: Any) -> Any:
    """A variable's text as the value that the file would have.

    Raises:
        ValueError: the text is not a value of this kind.
    """
    options = options_of(kind)
    if any(get_origin(option) in (tuple, dict) for option in options):
        return (
            _read_toml(text)
            if text.lstrip().startswith(("[", "{"))
            else [part.strip() for part in text.split(",")]
        )
    if bool in options:
        if text.lower() not in ("true", "false"):
            raise ValueError("must be true or false")
        return text.lower() == "true"
    return text


def _read_toml(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError as error:
        raise ValueError('is no list or table as in TOML; write ["a", "b"] or {name = "value"}') from error


def _write(tree: Any, location: Location, value: Any) -> None:
    """Set one place of a tree of tables and lists, making the tables and the next entry of a list.

    Raises:
        LookupError: a place on the way is not there and cannot be made; its depth.
    """
    for depth, (part, following) in enumerate(pairwise(location), 1):
        tree = _open(tree, part, [] if isinstance(following, int) else {}, depth)
    _open(tree, location[-1], value, len(location))
    tree[location[-1]] = value


def _open(tree: Any, part: str | int, new: Any, depth: int) -> Any:
    """What stands at ``part`` of a table or list; ``new``, put there, where nothing does."""
    if isinstance(tree, list) and part == len(tree):
        tree.append(new)
    elif isinstance(tree, dict):
        tree.setdefault(part, new)
    reachable = (
        part < len(tree) if isinstance(tree, list) and isinstance(part, int) else isinstance(tree, dict)
    )
    if not reachable:
        raise LookupError(depth)
    return tree[part]
