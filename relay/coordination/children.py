"""An agent asks another one: a child request, on behalf of the person at the root and never in that person's name (D5).

What is refused for want of authority is told to the asking agent by the answer, and to the root by its timeline.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from relay.authority import budget, chain, terms
from relay.authority.chain import Links
from relay.authority.ledger import BudgetSpent
from relay.authority.opening import Under, limits_of
from relay.authority.tasks import children_of, task_of
from relay.authority.terms import Refusal, Terms
from relay.requests import actions, ask, budgets, moves
from relay.requests.chains import need_authority
from relay.requests.running import need_running
from relay.requests.standing import ByAgent
from relay.rooms.agents import agents_of_room
from relay.rooms.people import membership, person_row
from relay.store.sql import Row
from relay.store.tx import Refuse, Tx, canonical
from relay.wire.base import Code, Problem
from relay.wire.coordination import AskAgent, ChildAsked, Narrowing
from relay.wire.requests import Spot

ASKING = "ask_agent"
"""The kind of tool that asking is, for bans and allow-lists."""

MOST_CHILDREN = 50
"""Requests right below one; more is an agent that has lost count."""


@dataclass(frozen=True)
class Asking:
    """Who asks: the request, its task, its chain, and the room as the person at the root is in it."""

    row: Row
    task: Row
    links: Links
    room: Row


def ask_agent(tx: Tx, machine: str, request: str, wish: AskAgent, ttl: float) -> ChildAsked | Problem:
    """A child request of a running one. The same again gives the same request. ``ttl`` is in seconds.

    Raises:
        Refuse: the request does not run here, was moved, or there is no such agent; nothing is changed.
    """
    row = need_running(tx, machine, request, wish.fence)
    origin = f"child:{request}:{wish.key}"
    known = ask.asked_at(tx, origin)
    if known is not None:
        return _repeated(tx, known, wish)
    if row.cancel_at is not None:
        raise Refuse(Problem(code=Code.late, detail="The request is being stopped.", state=row.state))
    links = need_authority(tx, row, wish.delegation)
    task = task_of(tx, request)
    assert task is not None, "what has a delegation has a task"
    room = membership(tx, row.room, task.person)
    if room is None:
        return _refused(
            tx, row, task, wish, "The person on whose behalf this is done is no longer in the room."
        )
    asking = Asking(row, task, links, room)
    agent = ask.choose_agent(tx, room, wish.agent)
    reason = _why_not(tx, asking, agent)
    if reason is not None:
        return _refused(tx, row, task, wish, reason)
    return _delegated(tx, asking, agent, wish, origin, ttl)


def _repeated(tx: Tx, known: Row, wish: AskAgent) -> ChildAsked:
    task = task_of(tx, known.id)
    if task is None or task.wish != _digest(wish):
        raise Refuse(
            Problem(code=Code.conflict, detail="You asked something else under this key; use a new one.")
        )
    return _answer(tx, known, repeated=True)


def _digest(wish: AskAgent) -> str:
    """What was asked, as one hash."""
    said = wish.model_dump(mode="json", include={"agent", "prompt", "narrowing"})
    return sha256(canonical(said).encode()).hexdigest()


def _answer(tx: Tx, row: Row, *, repeated: bool) -> ChildAsked:
    handles = {agent.id: agent.handle for agent in agents_of_room(tx, row.room)}
    return ChildAsked(
        request=row.id,
        public_id=str(moves.public_id(row)),
        state=row.state,
        agent=row.agent,
        handle=handles.get(row.agent, ""),
        repeated=repeated,
    )


# -- may it ask -------------------------------------------------------------------------------------------------


def _why_not(tx: Tx, asking: Asking, agent: Row) -> str | None:
    """What stands in the way of asking this agent at all."""
    allowed = chain.authority(asking.links)
    if terms.is_banned(allowed, ASKING):
        return "This work was delegated without the right to ask other agents."
    if not terms.allows(allowed, "agents", agent.id):
        return f"This work was delegated without the right to ask {agent.handle}."
    if agent.id in agents_above(tx, asking.links):
        return f"{agent.handle} itself waits for this work: asking it would go round in a circle."
    if len(children_of(tx, asking.row.id)) >= MOST_CHILDREN:
        return f"This request has asked {MOST_CHILDREN} times already; go on without asking."
    return None


def agents_above(tx: Tx, links: Links) -> set[str]:
    """The agents of a chain, from the one that works under it up to the root."""
    tasks = [task_of(tx, link.row.task) for link in links if link.row.task is not None]
    return {str(task.agent) for task in tasks if task is not None}


def _delegated(
    tx: Tx, asking: Asking, agent: Row, wish: AskAgent, origin: str, ttl: float
) -> ChildAsked | Problem:
    """The child, with its part of what the asking one may do."""
    narrowed = terms.narrow(chain.authority(asking.links), _wished(tx, asking, wish.narrowing), tx.now)
    if isinstance(narrowed, Refusal):
        return _refused(tx, asking.row, asking.task, wish, narrowed.reason)
    nodes = chain.nodes(asking.links)
    try:
        limits = budget.portion(nodes, wish.narrowing.budget, limits_of(agent.budget))
    except BudgetSpent as spent:
        if spent.left < 1:
            budgets.ask_more(tx, asking.row, asking.links, spent.meter, max(1, spent.wanted))
        return _refused(tx, asking.row, asking.task, wish, str(spent), Code.spent)
    under = Under(asking.links, narrowed, limits, asking.task, _digest(wish))
    by = ByAgent(asking.row.agent, under, let=bool(asking.room.agents_ask))
    child = ask.create(tx, _wanted(tx, asking, agent, wish, origin, by), ttl)
    made = ask.asked_at(tx, origin)
    assert made is not None, "it was made a moment ago"
    said = {"child": child, "child_public_id": str(moves.public_id(made)), "handle": agent.handle}
    moves.record(tx, actions.step(tx, asking.row.id), "agent_asked", f"agent:{asking.row.agent}", said)
    return _answer(tx, made, repeated=False)


def _wished(tx: Tx, asking: Asking, wish: Narrowing) -> Terms:
    """The wish with agents by their ids.

    Raises:
        Refuse: there is no agent of that handle.
    """
    lists = {name: _words(getattr(wish, name)) for name in ("tools", "paths", "hosts")}
    agents = None
    if wish.agents is not None:
        agents = frozenset(str(ask.choose_agent(tx, asking.room, handle).id) for handle in wish.agents)
    return Terms(
        agents=agents,
        **lists,
        bans=frozenset(wish.bans),
        conditions=frozenset(wish.conditions),
        expires_at=None if wish.lifetime is None else tx.now + int(wish.lifetime * 1_000_000),
        depth=wish.depth,
    )


def _words(said: Sequence[str] | None) -> frozenset[str] | None:
    return None if said is None else frozenset(said)


def _wanted(tx: Tx, asking: Asking, agent: Row, wish: AskAgent, origin: str, by: ByAgent) -> ask.Wanted:
    """The request that is made: shown beside the one that asks, for the person at the root."""
    row, person = asking.row, person_row(tx, asking.task.person)
    spot = Spot.model_validate(json.loads(row.spot))
    return ask.Wanted(
        room=asking.room,
        agent=agent,
        person=asking.task.person,
        account=row.asker_account,
        outside=row.outside,
        language=person.language if person is not None else "en",
        origin=origin,
        spot=spot.model_copy(update={"thread": spot.thread or spot.message}),
        prompt=wish.prompt,
        by=by,
    )


def _refused(
    tx: Tx, row: Row, task: Row, wish: AskAgent, reason: str, code: Code = Code.not_yours
) -> Problem:
    """Nothing is asked; it is on the record, and on the timelines of who asked and of the root."""
    body = {"handle": wish.agent, "why": reason}
    for request in dict.fromkeys((row.id, str(task.root))):
        moved = actions.step(tx, request)
        moves.record(tx, moved, "asking_refused", f"agent:{row.agent}", body, result="refused")
    return Problem(code=code, detail=reason)
