"""How one task of a tree looks. Pure."""

import json

from relay.coordination.counting import blocked, runs
from relay.machine import State
from relay.requests import moves
from relay.store.sql import Row
from relay.wire.supervision import Counts, Evidence, Node


def node_of(
    row: Row, public_id: str, session: str, below: Counts, evidence: Evidence | None, now: int
) -> Node:
    """One task; that it has ended and something below it has not is shown, and judged by nobody here (V3)."""
    return Node(
        request=row.id,
        public_id=public_id,
        agent=row.agent,
        handle=row.handle,
        parent=row.parent,
        level=getattr(row, "level", 0),
        on_behalf_of=row.person_name or "",
        state=State(row.state),
        task=row.task or "open",
        session=session,
        runs=runs(row, now),
        blocked=blocked(row, now),
        percent=row.percent,
        plan=[(str(step[0]), str(step[1])) for step in json.loads(row.plan)],
        below=below,
        contradiction=moves.is_final(row.state) and below.open > 0,
        asked_at=row.asked_at,
        ended_at=row.ended_at,
        evidence=evidence,
    )
