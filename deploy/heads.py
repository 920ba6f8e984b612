"""Heads of the audit chain that are kept on the owner's computer, outside the database (U1)."""

from pathlib import Path

from relay.client import RelayClient
from relay.wire.audit import AuditState

OURS = "audit-head"
DAEMONS = Path("daemon") / "audit-head"
"""Where the daemon keeps the newest head that it was told; the same form as ours, ``number:hash``."""


def keep_head(home: Path, number: int, digest: str) -> None:
    """Remember a head that was seen. A lower number than the one that is kept changes nothing."""
    kept = _read(home / OURS)
    if number and (kept is None or number > kept[0]):
        draft = home / f"{OURS}.new"
        draft.write_text(f"{number}:{digest}", encoding="utf-8")
        draft.replace(home / OURS)


def kept_heads(home: Path) -> dict[int, str]:
    """All heads that are kept here, number to hash."""
    found = [_read(home / OURS), _read(home / DAEMONS)]
    return {head[0]: head[1] for head in found if head is not None}


def drop_heads(home: Path) -> None:
    """Forget what was seen before: the relay was restored from a back-up that is older than it."""
    for name in (OURS, DAEMONS):
        (home / name).unlink(missing_ok=True)


async def find_fault(client: RelayClient, heads: dict[int, str], state: AuditState) -> str | None:
    """What a chain that agrees with itself may still hide: a cut tail, or a chain written anew.

    ``heads`` were read before ``state``: the chain goes on growing.
    """
    for number, digest in heads.items():
        if number > state.rows:
            return f"rows after {state.rows} are missing: this computer has seen {number}"
        rows = (await client.audit_page(None, before=number + 1, limit=1)).rows
        if not rows or rows[0].number != number or rows[0].hash != digest:
            return f"row {number} is not the one that this computer has seen"
    return None


def _read(path: Path) -> tuple[int, str] | None:
    try:
        number, _, digest = path.read_text(encoding="utf-8").strip().partition(":")
        return int(number), digest
    except (OSError, ValueError):
        return None
