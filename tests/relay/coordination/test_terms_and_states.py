"""What a chain allows and what becomes of tasks and delegations: pure tables, and rules that hold for any values."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relay.authority import budget, ledger, states, terms
from relay.authority.budget import Node
from relay.authority.ledger import Account
from relay.authority.states import (
    Delegation,
    DelegationCommand,
    Illegal,
    Session,
    SessionCommand,
    Task,
    TaskCommand,
)
from relay.authority.terms import Refusal, Terms
from relay.wire.executions import Meter

WORDS = st.none() | st.frozensets(st.sampled_from(["a", "b", "c"]), max_size=3)
PATHS = st.none() | st.frozensets(
    st.sampled_from([".", "src", "src/web", "src/web/x", "docs", "srcs"]), max_size=3
)
HOSTS = st.none() | st.frozensets(
    st.sampled_from(["*.example.org", "a.example.org", "*.a.example.org", "b.a.example.org", "example.org"]),
    max_size=3,
)
SETS = st.frozensets(st.sampled_from(["push", "delete", "money"]), max_size=2)
TERMS = st.builds(
    Terms,
    agents=WORDS,
    tools=WORDS,
    paths=PATHS,
    hosts=HOSTS,
    bans=SETS,
    conditions=SETS,
    expires_at=st.none() | st.integers(1, 9),
    depth=st.none() | st.integers(0, 8),
)
PROBES = {
    "agents": ["a", "b", "c", "d"],
    "tools": ["a", "b", "c", "d"],
    "paths": [".", "src", "src/web", "src/web/x", "src/web/x/y", "docs", "srcs", "other"],
    "hosts": [
        "a.example.org",
        "b.a.example.org",
        "example.org",
        "x.example.org",
        "example.com",
        "notexample.org",
    ],
}


@pytest.mark.rule("D4")
@given(chain=st.lists(TERMS, min_size=1, max_size=4))
def test_a_chain_allows_exactly_what_each_of_it_allows_and_forbids_what_any_forbids(
    chain: list[Terms],
) -> None:
    found = terms.authority(chain)
    for kind, words in PROBES.items():
        for word in words:
            assert terms.allows(found, kind, word) == all(terms.allows(one, kind, word) for one in chain)
    assert found.bans == frozenset().union(*(one.bans for one in chain))
    assert found.conditions == frozenset().union(*(one.conditions for one in chain))
    ends = [one.expires_at for one in chain if one.expires_at is not None]
    assert found.expires_at == min(ends, default=None)


@pytest.mark.rule("D4")
@given(above=TERMS, wished=TERMS)
def test_what_is_delegated_is_never_wider_than_what_stands_above(above: Terms, wished: Terms) -> None:
    narrowed = terms.narrow(above, wished, now=0)
    if isinstance(narrowed, Refusal):
        return
    below = terms.below(above, narrowed)
    gained = [name for name in terms.COVERS if terms._lost_words(name, below, above)]
    assert gained == []
    assert below.bans >= above.bans
    assert below.conditions >= above.conditions
    assert (above.depth is None) or (below.depth is not None and 0 <= below.depth < above.depth)
    for kind, words in PROBES.items():
        assert not [w for w in words if terms.allows(below, kind, w) and not terms.allows(above, kind, w)]


@pytest.mark.rule("D4")
@given(said=TERMS, above=st.text("0123456789abcdef", min_size=64, max_size=64))
def test_what_is_written_down_is_read_back_and_its_lineage_is_of_all_of_it(said: Terms, above: str) -> None:
    text = terms.written(said, {"cost": 1})
    assert terms.read(text) == said
    assert terms.lineage(above, text) != terms.lineage(above, terms.written(said, {"cost": 2}))


@pytest.mark.rule("D1", "D3")
def test_nothing_leads_out_of_an_end_and_the_tables_name_every_way() -> None:
    tables = (
        (states.TASKS, Task, TaskCommand, {Task.completed, Task.stopped}),
        (states.DELEGATIONS, Delegation, DelegationCommand, set(Delegation) - {Delegation.live}),
        (states.SESSIONS, Session, SessionCommand, set()),
    )
    for rules, every, commands, final in tables:
        known = {(rule.source, rule.command): rule.target for rule in rules}
        assert len(known) == len(rules)
        assert set(every) - {source for source, _ in known} == final
        for pair in product(every, commands):
            if pair in known:
                assert states.advance(rules, *pair) is known[pair]
            else:
                with pytest.raises(Illegal):
                    states.advance(rules, *pair)


LEVELS = st.lists(st.none() | st.integers(0, 60), min_size=1, max_size=4)
STEPS = st.lists(
    st.tuples(st.sampled_from(["hold", "end", "close"]), st.integers(0, 40), st.integers(0, 40)), max_size=40
)


@pytest.mark.rule("D10", "E5", "D2")
@given(limits=LEVELS, steps=STEPS)
def test_what_is_held_and_spent_never_exceeds_a_limit_anywhere_and_all_is_settled_at_the_end(
    limits: list[int | None], steps: list[tuple[str, int, int]]
) -> None:
    meter = Meter.cost
    chain: list[Node] = []
    for number, limit in enumerate(limits):
        try:
            granted = budget.portion(chain, {} if limit is None else {meter: limit}, {})
        except ledger.BudgetSpent:
            break
        node = Node(str(number), {one: Account(units) for one, units in granted.items()})
        chain = [node, *_put(chain, budget.issue(chain, node))]
    spent, going = 0, []
    for act, units, used in steps:
        if act == "hold" and chain and chain[0].open:
            try:
                chain = _put(chain, budget.authorise(chain, {meter: units}))
            except ledger.BudgetSpent:
                continue
            going.append(units)
        elif act == "end" and going:
            held = going.pop()
            real = min(held, used)
            spent += real
            chain = _put(
                chain,
                budget.charge(chain, lambda kept, h=held, r=real: ledger.use(kept, {meter: h}, {meter: r})),
            )
        elif act == "close" and chain and chain[0].open:
            chain = _put(chain, budget.close(chain))
        for node in chain:
            one = node.ledger.get(meter, Account())
            assert one.granted is None or one.held + one.spent <= one.granted
    if chain and not chain[0].open and len(chain) > 1:
        above = chain[1].ledger.get(meter, Account())
        assert (above.held, above.spent) == (sum(going), spent)


def _put(chain: list[Node], changed: list[Node]) -> list[Node]:
    by_id = {node.id: node for node in changed}
    return [by_id.get(node.id, node) for node in chain]
