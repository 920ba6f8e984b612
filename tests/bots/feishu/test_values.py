"""What buttons carry comes back as what it was, in whatever form a client sends it."""

import json

import pytest

from bots.feishu.values import (
    OnAction,
    OnGrant,
    OnJoin,
    OnOutcome,
    OnRequest,
    OnWork,
    Value,
    make_value,
    read_value,
)
from relay.wire.executions import Settlement
from relay.wire.people import JoinDecision
from relay.wire.requests import Decision

VALUES: list[Value] = [
    *(OnRequest("r1", 3, decision) for decision in Decision),
    OnAction("r1", "x1", "d" * 64, allow=True),
    OnAction("r1", "x1", "d" * 64, allow=False),
    *(OnOutcome("r1", "x1", settlement) for settlement in Settlement),
    *(OnJoin("j1", decision) for decision in JoinDecision),
    *(OnWork("r1", command) for command in ("cancel", "retry", "close")),
    OnGrant("g1"),
]


@pytest.mark.rule("A3")
@pytest.mark.parametrize("value", VALUES, ids=str)
def test_a_value_is_read_as_it_was_made_as_an_object_or_as_text(value: Value) -> None:
    made = make_value(value)
    assert read_value(made) == value
    assert read_value(json.dumps(made)) == value


@pytest.mark.rule("A2")
@pytest.mark.parametrize(
    "found",
    [
        None, "", "approve", "[]", "{", 7, {}, {"act": "approve"}, {"act": "approve", "request": "r1"},
        {"act": "approve", "request": "r1", "version": "x"}, {"act": "fly", "request": "r1", "version": 1},
        {"act": "approve", "request": ["r1"], "version": 1}, {"act": "revoke", "grant": "g" * 300},
        {"act": "allow", "request": "r1", "action": "x1", "digest": ""}, {"act": "x", "join": "j1"},
    ],
)  # fmt: skip
def test_what_is_not_ours_means_nothing(found: object) -> None:
    assert read_value(found) is None
