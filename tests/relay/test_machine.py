"""The table of states: every row moves, everything else is refused and changes nothing."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relay.machine import (
    FINAL,
    OPEN,
    RULES,
    By,
    Command,
    Illegal,
    State,
    advance,
    diagram,
    entry,
    sources,
    target,
)
from tests.diagram import ARCHITECTURE, drawn

LEGAL = {(rule.source, rule.command, by): rule.target for rule in RULES for by in sorted(rule.by)}
ILLEGAL = [said for said in product(State, Command, By) if said not in LEGAL]


@pytest.mark.rule("L1")
def test_there_are_exactly_the_seven_states_of_the_specification() -> None:
    assert list(State) == ["pending", "approved", "running", "done", "failed", "cancelled", "expired"]


@pytest.mark.rule("L2")
def test_the_table_connects_exactly_what_the_specification_connects() -> None:
    assert {(rule.source.value, rule.target.value) for rule in RULES} == {
        ("pending", "approved"),
        ("pending", "cancelled"),
        ("pending", "expired"),
        ("approved", "running"),
        ("approved", "cancelled"),
        ("running", "running"),
        ("running", "done"),
        ("running", "failed"),
        ("running", "cancelled"),
    }


@pytest.mark.rule("L1", "L2")
@pytest.mark.parametrize(("said", "becomes"), LEGAL.items(), ids=str)
def test_a_row_of_the_table_moves_the_request(said: tuple[State, Command, By], becomes: State) -> None:
    assert advance(*said) is becomes


@pytest.mark.rule("L1")
@pytest.mark.parametrize(("state", "command", "by"), ILLEGAL)
def test_whatever_is_not_in_the_table_is_refused_with_a_sentence(
    state: State, command: Command, by: By
) -> None:
    with pytest.raises(Illegal, match=f"{state} cannot take '{command}' from the {by}"):
        advance(state, command, by)


@pytest.mark.rule("L2")
@given(state=st.sampled_from(sorted(FINAL)), command=st.sampled_from(Command), by=st.sampled_from(By))
def test_nothing_leads_out_of_a_final_state(state: State, command: Command, by: By) -> None:
    with pytest.raises(Illegal):
        advance(state, command, by)


@pytest.mark.rule("L2")
def test_the_final_states_are_the_four_that_the_specification_names() -> None:
    assert {State.done, State.failed, State.cancelled, State.expired} == FINAL
    assert set(State) - FINAL == OPEN


@pytest.mark.rule("A5")
def test_an_expired_request_is_never_claimed() -> None:
    assert State.expired not in sources(Command.claim)
    assert sources(Command.claim) == (State.approved,)


@pytest.mark.rule("A2")
def test_only_the_owner_approves_and_only_a_machine_runs() -> None:
    assert {by for rule in RULES if rule.command is Command.approve for by in rule.by} == {By.owner}
    assert {by for rule in RULES if rule.target is State.running for by in rule.by} == {By.machine}


@pytest.mark.rule("L3")
def test_a_request_enters_as_pending_or_as_approved() -> None:
    assert entry(standing=False) is State.pending
    assert entry(standing=True) is State.approved


def test_each_command_has_one_target() -> None:
    for command in Command:
        assert {advance(source, command, by) for source, said, by in LEGAL if said is command} == {
            target(command)
        }


@pytest.mark.rule("L1")
def test_the_diagram_in_the_architecture_is_drawn_from_the_table() -> None:
    assert drawn(ARCHITECTURE.read_text(encoding="utf-8")) == diagram()


def test_the_diagram_shows_every_row_of_the_table() -> None:
    lines = diagram().splitlines()
    for rule in RULES:
        assert any(f"{rule.source} --> {rule.target}: {rule.command} (" in line for line in lines)
    assert sum(line.endswith("--> [*]") for line in lines) == len(FINAL)
