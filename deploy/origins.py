"""Where each key of the configuration comes from: a line of the file, a variable, a secret's own place, or nowhere."""

from collections.abc import Iterator, Mapping
from typing import Any

from config.environment import read_environment
from config.errors import Location, write_key, write_variable
from config.lines import find_line
from config.schema import kind_of
from config.secrets import list_secrets
from config.settings import Settings

DEFAULT, KEYRING = "default", "keyring"


def keys_of(value: Any, at: Location = ()) -> Iterator[tuple[Location, Any]]:
    """Every key of a document, with its value; what is empty is left out."""
    if isinstance(value, dict) and value:
        for key, one in value.items():
            yield from keys_of(one, (*at, key))
    elif isinstance(value, list) and any(isinstance(one, dict) for one in value):
        for number, one in enumerate(value):
            yield from keys_of(one, (*at, number))
    elif value not in ({}, []):
        yield at, value


def origins_of(settings: Settings, environ: Mapping[str, str]) -> dict[str, str]:
    """The origin of each key that is in force, by the key as a person reads it."""
    text = settings.source.read_text(encoding="utf-8-sig") if settings.source else ""
    variables, _ = read_environment(environ)
    document = settings.model_dump(mode="json", exclude_none=True)
    return {write_key(key): _origin(_known(key), settings, text, variables) for key, _ in keys_of(document)}


def _known(key: Location) -> Location:
    """The part of a place that the settings know: what stands in a table of the owner's own has its origin."""
    while kind_of(key) is None:
        key = key[:-1]
    return key


def _origin(key: Location, settings: Settings, text: str, variables: Mapping[Location, Any]) -> str:
    for end in range(len(key), 0, -1):
        if key[:end] in variables:
            return write_variable(key[:end])
    line = find_line(text, key)
    if line is not None:
        return f"{settings.source}:{line}"
    if key not in list_secrets():
        return DEFAULT
    table = getattr(settings, str(key[0]))
    file = getattr(table, f"{key[1]}_file", None)
    return str(file) if file is not None else KEYRING
