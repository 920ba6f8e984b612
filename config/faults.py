"""What pydantic and `tomllib` find wrong, as faults in our words; and where in the file each one stands."""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from config.errors import Fault, Location, suggest, write_key, write_variable
from config.lines import find_line
from config.schema import fields_of, kind_of, options_of, unknown_key

EXPECTED = {
    "string_type": "a text in quotes",
    "bool_type": "true or false",
    "tuple_type": 'a list such as ["a", "b"]',
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}
NAMES = ((bool, "true or false"), (int | float, "a number"), (str, "a text"), (list, "a list"))


def translate(error: ValidationError) -> list[Fault]:
    """The faults that pydantic found, each once: a union of types complains once for each of them."""
    return list(dict.fromkeys(_translate(detail) for detail in error.errors()))


def _translate(detail: ErrorDetails) -> Fault:
    if detail["type"] == "extra_forbidden":
        return unknown_key(detail["loc"])
    location = _trim(detail["loc"])
    if detail["type"] == "missing":
        return Fault(location, f"is missing; add {location[-1]} to [{write_key(location[:-1])}]")
    if location != detail["loc"]:
        return Fault(location, "must hold texts, whole numbers, true or false, or lists of texts only")
    return Fault(location, _explain(detail, location))


def _explain(detail: ErrorDetails, location: Location) -> str:
    if detail["type"] == "value_error":
        return str(detail["ctx"]["error"])
    if detail["type"] == "literal_error":
        choices = [choice for option in options_of(kind_of(location)) for choice in get_args(option)]
        return f"must be one of {', '.join(choices)}; {suggest(str(detail['input']), choices)}"
    if detail["type"] == "tuple_type" and fields_of((*location, 0)):
        return f"must be a list of tables; begin each with [[{write_key(location)}]]"
    if detail["type"] in EXPECTED:
        return f"must be {EXPECTED[detail['type']]}, not {_name(detail['input'])}"
    return detail["msg"]


def _name(value: Any) -> str:
    return next((name for kind, name in NAMES if isinstance(value, kind)), "a table or a date")


def _trim(location: Location) -> Location:
    """The part of a place that the settings know: below it pydantic adds words of its own."""
    depth = next(
        (end for end in range(1, len(location) + 1) if kind_of(location[:end]) is None), len(location) + 1
    )
    return location[: depth - 1]


class Places:
    """Says where a fault stands: in a variable, or on a line of the file."""

    def __init__(self, path: Path | None, text: str, variables: Collection[Location]) -> None:
        self.path = path
        self.text = text
        self.variables = variables

    def write(self, fault: Fault) -> str:
        """The whole sentence of a fault."""
        return f"{self._find(fault.location)}: {write_key(fault.location)} {fault.sentence}"

    def _find(self, location: Location) -> str:
        for place in _outwards(location):
            if place in self.variables:
                return write_variable(place)
            line = find_line(self.text, place)
            if line is not None:
                return f"{self.path}:{line}"
        return str(self.path or "configuration")


def _outwards(location: Location) -> Iterator[Location]:
    """A key, the file that it is read from, then the sections around it."""
    yield location
    if isinstance(location[-1], str):
        yield (*location[:-1], f"{location[-1]}_file")
    yield from (location[:end] for end in range(len(location) - 1, 0, -1))
