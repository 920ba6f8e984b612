"""Internal ids. They begin with their owner, so that anyone can tell the lane; they sort by time of making."""

import secrets


def new_owner() -> str:
    """A person's id. An owner's id is the lane of all that the owner has."""
    return secrets.token_hex(8)


def new_id(owner: str, now: int) -> str:
    """An id of something that belongs to ``owner``; ``now`` is in microseconds."""
    return f"{owner}-{now:014x}{secrets.token_hex(4)}"


def owner_of(name: str) -> str:
    """The owner in an id; for text that is no id of ours, a lane in which nothing is found."""
    return name.partition("-")[0][:64]
