"""Small checks that compose into the description of a call's arguments or of a card."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Complaint = tuple[str, str]
"""Where (a path such as ``body.uuid``) and what is wrong there."""
Check = Callable[[Any, str], Iterator[Complaint]]


@dataclass(frozen=True)
class Field:
    """One property: how it is checked and whether it must be there."""

    check: Check
    required: bool = False


def need(check: Check) -> Field:
    return Field(check, required=True)


def may(check: Check) -> Field:
    return Field(check)


def text(maximum: int | None = None, minimum: int = 0) -> Check:
    """A text of ``minimum`` to ``maximum`` characters."""

    def check(value: Any, path: str) -> Iterator[Complaint]:
        if not isinstance(value, str):
            yield path, "must be a string"
        elif maximum is not None and len(value) > maximum:
            yield path, f"the max len is {maximum}"
        elif len(value) < minimum:
            yield path, f"the min len is {minimum}"

    return check


def choice(*allowed: str) -> Check:
    def check(value: Any, path: str) -> Iterator[Complaint]:
        if value not in allowed:
            yield path, f"{value!r} is not one of the options: {','.join(allowed)}"

    return check


def boolean(value: Any, path: str) -> Iterator[Complaint]:
    if not isinstance(value, bool):
        yield path, "must be a bool"


def integer(minimum: int, maximum: int) -> Check:
    def check(value: Any, path: str) -> Iterator[Complaint]:
        if isinstance(value, bool) or not isinstance(value, int):
            yield path, "must be an int"
        elif not minimum <= value <= maximum:
            yield path, f"must be from {minimum} to {maximum}"

    return check


def digits(minimum: int = 0, maximum: int = 2**63) -> Check:
    """A number written as text, as query parameters are."""

    def check(value: Any, path: str) -> Iterator[Complaint]:
        if not isinstance(value, str) or not value.isascii() or not value.isdigit():
            yield path, "must be digits"
        elif not minimum <= int(value) <= maximum:
            yield path, f"must be from {minimum} to {maximum}"

    return check


def truth(value: Any, path: str) -> Iterator[Complaint]:
    """A bool written as text, as query parameters are."""
    yield from choice("true", "false")(value, path)


def anything(value: Any, path: str) -> Iterator[Complaint]:
    yield from ()


def json_text(value: Any, path: str) -> Iterator[Complaint]:
    """A text that holds a JSON object."""
    if not isinstance(value, str):
        yield path, "must be a string"
    elif not isinstance(parsed(value), dict):
        yield path, "must be a JSON object as text"


def parsed(value: str) -> Any:
    """The JSON value in a text; None if there is none."""
    try:
        return json.loads(value)
    except ValueError:
        return None


def array(item: Check, maximum: int | None = None, minimum: int = 0) -> Check:
    def check(value: Any, path: str) -> Iterator[Complaint]:
        if not isinstance(value, list):
            yield path, "must be a list"
            return
        if maximum is not None and len(value) > maximum:
            yield path, f"the max len is {maximum}"
        if len(value) < minimum:
            yield path, f"the min len is {minimum}"
        for index, entry in enumerate(value):
            yield from item(entry, f"{path}[{index}]")

    return check


def record(fields: Mapping[str, Field]) -> Check:
    """An object with no other properties than ``fields``."""

    def check(value: Any, path: str) -> Iterator[Complaint]:
        if not isinstance(value, dict):
            yield path, "must be an object"
            return
        for name in value.keys() - fields.keys():
            yield _below(path, name), "unknown property"
        for name, entry in fields.items():
            if name in value:
                yield from entry.check(value[name], _below(path, name))
            elif entry.required:
                yield _below(path, name), f"{name} is required"

    return check


def one_of(*checks: Check) -> Check:
    """A value that passes any of the checks; else the complaints of the last one."""

    def check(value: Any, path: str) -> Iterator[Complaint]:
        found: list[Complaint] = []
        for entry in checks:
            found = list(entry(value, path))
            if not found:
                return
        yield from found

    return check


def mapping(item: Check) -> Check:
    """An object with any names, whose values pass ``item``."""

    def check(value: Any, path: str) -> Iterator[Complaint]:
        if not isinstance(value, dict):
            yield path, "must be an object"
            return
        for name, entry in value.items():
            yield from item(entry, _below(path, name))

    return check


def _below(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
