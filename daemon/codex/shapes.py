"""Reading JSON that may have any shape: what is not there, or is something else, is empty. Pure.

Whatever comes over the program's pipe may come from the agent's own code: both run as the same user.
"""

from collections.abc import Mapping
from typing import Any


def part(whole: Any, name: str) -> Mapping[str, Any]:
    """An object in an object."""
    found = whole.get(name) if isinstance(whole, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def parts(whole: Any, name: str) -> list[Mapping[str, Any]]:
    """A list of objects in an object."""
    found = whole.get(name) if isinstance(whole, Mapping) else None
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []
