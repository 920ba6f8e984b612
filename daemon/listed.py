"""The values that a file of settings or secrets holds, whichever common way it is written. Pure."""

import json
import re
from collections.abc import Iterator
from typing import Any

from daemon.needles import SHORTEST

_ASSIGNED = re.compile(
    r"^\s*(?:export\s+|set\s+)?[\"']?[\w.\- ]{1,100}[\"']?\s*(?:=>|:=|=|:\s)\s*(?P<value>.+)$"
)
_URL_PASSWORD = re.compile(r"://[^\s:/@]*:([^\s/@]+)@")
_TRAILING = re.compile(r"\s+#.*$")
_PLACE = ("/", "~/", "./", "../")


def listed_values(text: str) -> frozenset[str]:
    """Every value of eight characters or more: of ``NAME=value`` and ``name: value``, of JSON, and bare lines.

    Addresses count only for the password in them, and paths not at all, since both are shown all the time.
    """
    found = set(_of_json(text))
    for line in text.splitlines():
        found |= set(_of_line(line))
    passwords = {one for value in found | {text} for one in _URL_PASSWORD.findall(value)}
    values = {value for value in found if "://" not in value and not value.startswith(_PLACE)}
    return frozenset(value for value in values | passwords if len(value.strip()) >= SHORTEST)


def _of_line(line: str) -> Iterator[str]:
    line = line.strip()
    if not line or line.startswith(("#", ";", "//", "[")):
        return
    match = _ASSIGNED.match(line)
    value = (match["value"] if match else line).strip().rstrip(",").strip()
    yield from {_unquoted(value), _unquoted(_TRAILING.sub("", value))}


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value


def _of_json(text: str) -> Iterator[str]:
    try:
        yield from _strings(json.loads(text))
    except (ValueError, RecursionError):
        return


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _strings(inner)
