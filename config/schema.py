"""Which keys there are, read off the classes of `config.settings`."""

import types
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

from config.errors import Fault, Location, suggest, write_key
from config.settings import Settings


def kind_of(location: Location) -> Any:
    """The type of the value at a place; None where the settings have no such place."""
    kind: Any = Settings
    for part in location:
        kind = _entry(kind) if isinstance(part, int) else _fields(kind).get(part)
    return kind


def fields_of(location: Location) -> dict[str, Any]:
    """The keys of the section at a place, with their types; none where no section stands."""
    return _fields(kind_of(location))


def options_of(kind: Any) -> tuple[Any, ...]:
    """The types that a union is made of, without their annotations."""
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) in (Union, types.UnionType):
        return tuple(inner for option in get_args(kind) for inner in options_of(option))
    return (kind,)


def unknown_key(location: Location) -> Fault:
    """The fault of a key that no section has."""
    *parent, word = location
    where = f" of [{write_key(tuple(parent))}]" if parent else ""
    return Fault(location, f"is not a key{where}; {suggest(str(word), fields_of(tuple(parent)))}")


def _entry(kind: Any) -> Any:
    return next((get_args(option)[0] for option in options_of(kind) if get_origin(option) is tuple), None)


def _fields(kind: Any) -> dict[str, Any]:
    for option in options_of(kind):
        if isinstance(option, type) and issubclass(option, BaseModel):
            return {name: field.annotation for name, field in option.model_fields.items()}
    return {}
