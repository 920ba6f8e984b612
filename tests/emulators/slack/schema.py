"""Small checks that compose into a schema; each yields the complaints in the words of the service."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Check = Callable[[Any, str], Iterator[str]]


@dataclass(frozen=True)
class Field:
    """One property of an object: how it is checked and whether it must be there."""

    check: Check
    required: bool = False


def need(check: Check) -> Field:
    return Field(check, required=True)


def may(check: Check) -> Field:
    return Field(check)


def complaint(text: str, pointer: str) -> str:
    return f"[ERROR] {text} [json-pointer:{pointer}]"


def string(maximum: int, minimum: int = 0) -> Check:
    """A text of ``minimum`` to ``maximum`` characters."""

    def check(value: Any, pointer: str) -> Iterator[str]:
        if not isinstance(value, str):
            yield complaint("must be a string", pointer)
        elif len(value) > maximum:
            yield complaint(f"must be less than {maximum + 1} characters", pointer)
        elif len(value) < minimum:
            yield complaint(f"must be more than {minimum - 1} characters", pointer)

    return check


def choice(*allowed: str) -> Check:
    def check(value: Any, pointer: str) -> Iterator[str]:
        if value not in allowed:
            yield complaint(f"must be a valid enum value: {value!r}", pointer)

    return check


def boolean(value: Any, pointer: str) -> Iterator[str]:
    if not isinstance(value, bool):
        yield complaint("must be a boolean", pointer)


def integer(value: Any, pointer: str) -> Iterator[str]:
    if isinstance(value, bool) or not isinstance(value, int):
        yield complaint("must be an integer", pointer)


def anything(value: Any, pointer: str) -> Iterator[str]:
    yield from ()


def array(item: Check, maximum: int, minimum: int = 1) -> Check:
    """A list of ``minimum`` to ``maximum`` items, each passing ``item``."""

    def check(value: Any, pointer: str) -> Iterator[str]:
        if not isinstance(value, list):
            yield complaint("must provide an array", pointer)
            return
        if len(value) > maximum:
            yield complaint(f"no more than {maximum} items allowed", pointer)
        if len(value) < minimum:
            yield complaint(f"no fewer than {minimum} items allowed", pointer)
        for index, entry in enumerate(value):
            yield from item(entry, f"{pointer}/{index}")

    return check


def record(fields: Mapping[str, Field], one_of: tuple[str, ...] = ()) -> Check:
    """An object with no other properties than ``fields``, and at least one of ``one_of``."""

    def check(value: Any, pointer: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield complaint("must provide an object", pointer)
            return
        for name in value.keys() - fields.keys():
            yield complaint(f"invalid additional property: {name}", pointer)
        for name, entry in fields.items():
            if value.get(name) is not None:
                yield from entry.check(value[name], f"{pointer}/{name}")
            elif entry.required:
                yield complaint(f"missing required field: {name}", pointer)
        if one_of and not any(value.get(name) for name in one_of):
            yield complaint(f"missing required field: {' or '.join(one_of)}", pointer)

    return check


def by_type(kinds: Mapping[str, Check]) -> Check:
    """An object whose ``type`` selects its own check; an unknown type is refused."""

    def check(value: Any, pointer: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield complaint("must provide an object", pointer)
            return
        kind = value.get("type")
        if kind is None:
            yield complaint("missing required field: type", pointer)
        elif kind not in kinds:
            yield complaint(f"unsupported type: {kind}", f"{pointer}/type")
        else:
            yield from kinds[kind](value, pointer)

    return check
