"""What a delegation says, and what a chain of them allows. It can only narrow (D4). Values in, values out.

An allow-list that is missing allows all that stands above it; an empty one allows nothing. Deny wins: what is
banned anywhere in a chain is banned, and what needs an approval anywhere needs it.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from relay.wire.coordination import MOST_LEVELS

NOTHING_ABOVE = "0" * 64
"""The lineage before the first delegation of a chain."""

Words = frozenset[str]
Covers = Callable[[str, str], bool]


@dataclass(frozen=True)
class Terms:
    """Limits. ``agents`` are ids, ``expires_at`` is in microseconds, ``depth`` counts the levels that may be below."""

    agents: Words | None = None
    tools: Words | None = None
    paths: Words | None = None
    hosts: Words | None = None
    bans: Words = frozenset()
    conditions: Words = frozenset()
    expires_at: int | None = None
    depth: int | None = None


ROOT = Terms(depth=4)
"""A person's own request: all that the owner's policy allows, and four levels below it."""


@dataclass(frozen=True)
class Refusal:
    """Why something is not delegated, for who asked and for who stands at the root."""

    reason: str


def _same(wide: str, narrow: str) -> bool:
    return wide == narrow


def _path_covers(wide: str, narrow: str) -> bool:
    return wide in (".", narrow) or narrow.startswith(f"{wide}/")


def _host_covers(wide: str, narrow: str) -> bool:
    return wide == narrow or (wide.startswith("*.") and narrow.endswith(wide[1:]))


COVERS: dict[str, Covers] = {
    "agents": _same,
    "tools": _same,
    "paths": _path_covers,
    "hosts": _host_covers,
}
"""By kind of allow-list, whether one entry allows another."""


# -- a chain ----------------------------------------------------------------------------------------------------


def authority(chain: Sequence[Terms]) -> Terms:
    """What the last of a chain allows; the first is the root."""
    found = chain[0]
    for own in chain[1:]:
        found = below(found, own)
    return found


def below(above: Terms, own: Terms) -> Terms:
    """What one more delegation leaves of what stands above it."""
    return both(_one_level_down(above), own)


def both(one: Terms, other: Terms) -> Terms:
    """What both allow."""
    lists = {
        name: _common(covers, getattr(one, name), getattr(other, name)) for name, covers in COVERS.items()
    }
    return Terms(
        **lists,
        bans=one.bans | other.bans,
        conditions=one.conditions | other.conditions,
        expires_at=_least(one.expires_at, other.expires_at),
        depth=_least(one.depth, other.depth),
    )


def _one_level_down(above: Terms) -> Terms:
    depth = MOST_LEVELS if above.depth is None else above.depth
    return Terms(**{**_as_dict(above), "depth": depth - 1})


def _common(covers: Covers, one: Words | None, other: Words | None) -> Words | None:
    if one is None or other is None:
        return other if one is None else one
    kept = {narrow for narrow in other if any(covers(wide, narrow) for wide in one)}
    return frozenset(kept | {narrow for narrow in one if any(covers(wide, narrow) for wide in other)})


def _least(*values: int | None) -> int | None:
    return min((value for value in values if value is not None), default=None)


def allows(terms: Terms, kind: str, word: str) -> bool:
    """Whether an allow-list has a place for this."""
    allowed: Words | None = getattr(terms, kind)
    return allowed is None or any(COVERS[kind](wide, word) for wide in allowed)


def is_banned(terms: Terms, *words: str) -> bool:
    """Whether one of these is banned, or the list of tools has no place for any of them."""
    if terms.bans & set(words):
        return True
    return not any(allows(terms, "tools", word) for word in words)


# -- narrowing --------------------------------------------------------------------------------------------------


def narrow(above: Terms, wished: Terms, now: int) -> Terms | Refusal:
    """What is delegated, as it is written down: the wish, where it is no wider than what stands above (D4)."""
    if above.depth is not None and above.depth < 1:
        return Refusal("No more levels of asking are allowed below this request.")
    try:
        tidy = _tidied(wished)
    except ValueError as error:
        return Refusal(str(error))
    wider = _wider(_one_level_down(above), tidy)
    if wider is not None:
        return Refusal(f"This would allow more than the request itself may do: {wider}.")
    if tidy.expires_at is not None and tidy.expires_at <= now:
        return Refusal("This would be over at once: give it a later end.")
    return tidy


def _wider(above: Terms, wished: Terms) -> str | None:
    """The first thing in which a wish goes beyond what stands above."""
    for name in COVERS:
        for word in sorted(getattr(wished, name) or ()):
            if not allows(above, name, word):
                return f"{name} '{word}'"
    for name in ("expires_at", "depth"):
        limit, value = getattr(above, name), getattr(wished, name)
        if limit is not None and value is not None and value > limit:
            return f"{name.removesuffix('_at')} {value}, where {limit} is the limit"
    return None


def _tidied(wished: Terms) -> Terms:
    """A wish in one spelling.

    Raises:
        ValueError: a path leaves the working directory, or a negative number was wished for.
    """
    if (wished.depth or 0) < 0 or (wished.expires_at or 0) < 0:
        raise ValueError("Depth and end cannot be negative.")
    values = _as_dict(wished)
    values["paths"] = _each(_tidy_path, wished.paths)
    values["hosts"] = _each(str.casefold, wished.hosts)
    return Terms(**values)


def _each(change: Callable[[str], str], words: Iterable[str] | None) -> Words | None:
    return None if words is None else frozenset(change(word) for word in words)


def _tidy_path(path: str) -> str:
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if path.startswith(("/", "~")) or ".." in parts or "\0" in path or "\\" in path:
        raise ValueError(f"The path '{path}' does not stand below the working directory.")
    return "/".join(parts) or "."


# -- comparing --------------------------------------------------------------------------------------------------


def lost(before: Terms, after: Terms) -> list[tuple[str, str, str]]:
    """What is narrower afterwards: its name, how it was, and how it is then (D7)."""
    found = [name for name in COVERS if _lost_words(name, before, after)]
    found += [name for name in ("bans", "conditions") if getattr(after, name) - getattr(before, name)]
    found += [
        name for name in ("expires_at", "depth") if _is_less(getattr(before, name), getattr(after, name))
    ]
    return [(name, said(getattr(before, name)), said(getattr(after, name))) for name in found]


def _lost_words(name: str, before: Terms, after: Terms) -> bool:
    was: Words | None = getattr(before, name)
    if was is None:
        return getattr(after, name) is not None
    return any(not allows(after, name, word) for word in was)


def _is_less(before: int | None, after: int | None) -> bool:
    return after is not None and (before is None or after < before)


def said(value: Words | int | None) -> str:
    """A limit in words."""
    if value is None:
        return "no limit"
    return str(value) if isinstance(value, int) else ", ".join(sorted(value)) or "none"


# -- as it is kept ----------------------------------------------------------------------------------------------


def written(terms: Terms, budget: dict[str, int]) -> str:
    """The terms as they are kept, with the budget that was granted with them: one spelling, for it is hashed."""
    values = {
        name: _listed(value) for name, value in _as_dict(terms).items() if value not in (None, frozenset())
    }
    # An empty allow-list allows nothing, and is no missing one.
    empty: dict[str, list[str]] = {name: [] for name in COVERS if getattr(terms, name) == frozenset()}
    return json.dumps({**values, **empty, "budget": budget}, sort_keys=True, separators=(",", ":"))


def read(text: str) -> Terms:
    """Terms as they were written."""
    values: dict[str, Any] = json.loads(text)
    lists = {name: frozenset(values[name]) for name in COVERS if name in values}
    return Terms(
        **lists,
        bans=frozenset(values.get("bans", ())),
        conditions=frozenset(values.get("conditions", ())),
        expires_at=values.get("expires_at"),
        depth=values.get("depth"),
    )


def lineage(above: str, text: str) -> str:
    """The hash of a chain: of what stands above, and of what this one says."""
    return hashlib.sha256((above + text).encode()).hexdigest()


def _as_dict(terms: Terms) -> dict[str, Any]:
    return {one.name: getattr(terms, one.name) for one in fields(Terms)}


def _listed(value: Words | int) -> list[str] | int:
    return sorted(value) if isinstance(value, frozenset) else value
