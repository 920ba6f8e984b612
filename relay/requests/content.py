"""What people and models wrote, as the audit log holds it: by digest, so that the text itself can be erased (O16)."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from relay.store.tx import canonical

TEXTS = frozenset({"answer", "reason", "text"})
"""Keys under which somebody's own words stand."""

ON_RECORD = frozenset({"evidence"})
"""What an owner says of an unknown outcome is part of the record itself (E3)."""

LONGEST_NAME = 100
"""Characters of a word, an id or a digest; what is longer was written by somebody."""


def by_digest(body: Mapping[str, Any], salt: str | None) -> dict[str, Any]:
    """The body for the audit log: numbers, ids and single words as they are, texts as ``sha256:`` and their digest.

    The salt is the request's own and goes with its texts: then nobody can try guesses against the digest.
    """
    return {key: value if _is_plain(key, value) else digest(value, salt) for key, value in body.items()}


def digest(value: Any, salt: str | None) -> str:
    """SHA-256 of the salt and the value's canonical JSON."""
    return "sha256:" + sha256(f"{salt or ''}{canonical(value)}".encode()).hexdigest()


def _is_plain(key: str, value: Any) -> bool:
    if key in ON_RECORD or value is None or isinstance(value, bool | int | float):
        return True
    return isinstance(value, str) and key not in TEXTS and len(value) <= LONGEST_NAME
