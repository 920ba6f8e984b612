"""What lets a new request in without asking, and under which authority it is done (L3, D4, D5)."""

from dataclasses import dataclass

from relay.authority.allowance import under_allowance
from relay.authority.opening import Under, under_owner
from relay.store.sql import Row
from relay.store.tx import Tx


@dataclass(frozen=True)
class ByAgent:
    """An agent asks: what its request stands under, and whether the owner lets agents of the room ask."""

    agent: str
    under: Under
    let: bool


def authority_of(
    tx: Tx, grant: Row | None, decision: str | None, configured: str | None
) -> tuple[str | None, Under]:
    """The decision of a person's request as it stands after the day's allowance, and what it stands under.

    Whose allowance of the day is used up is asked about like anybody else (A6).
    """
    if decision != "grant" or grant is None or grant.allowance is None:
        return decision, under_owner(configured)
    under = under_allowance(tx, grant, configured)
    return (decision, under) if under is not None else (None, under_owner(configured))


def decision_of_agent(person: str, owner: str, grant: Row | None, by: ByAgent) -> str | None:
    """An agent's request is never the owner's own: the owner has let agents ask, and the person at the root may
    use the asked agent without asking (D5). A daily allowance is counted for what the person asks, so what an
    agent asks under one waits for the owner."""
    may = person == owner or (grant is not None and grant.allowance is None)
    return "grant" if by.let and may else None
