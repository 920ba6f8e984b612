"""Where keys and environment files lie in a working directory: reading a whole tree would read them too (P1)."""

import os
from pathlib import Path

from daemon.policy.credentials import is_credential

MOST_ENTRIES = 20_000
"""Entries that are looked at; a larger tree takes a moment that people would notice."""

PRUNED = frozenset({".git", "node_modules", ".venv", "__pycache__", ".tox", "target"})


def find_keys(directory: Path, most: int = MOST_ENTRIES) -> tuple[str, ...]:
    """The paths of key and environment files in a tree, as far as it is looked at."""
    found: list[str] = []
    seen = 0
    for folder, folders, files in os.walk(directory):
        folders[:] = sorted(name for name in folders if name not in PRUNED)
        seen += len(files) + len(folders)
        found += [path for name in files if is_credential(path := f"{folder}/{name}")]
        if seen > most:
            break
    return tuple(sorted(found))
