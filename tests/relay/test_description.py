"""The API description is true: right calls and wrong calls are answered as it says, whoever makes them."""

from collections.abc import Iterator

import pytest

from relay.wire.routes import ROUTES
from tests.relay.described import Described, play, served

FEW = 8
"""Calls of each route; `tests.relay.described` plays as many as one likes."""


@pytest.fixture(scope="module")
def relay(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Described]:
    with served(tmp_path_factory.mktemp("described")) as described:
        yield described


@pytest.mark.parametrize("name", sorted(ROUTES))
def test_every_call_is_answered_as_it_is_described(relay: Described, name: str) -> None:
    play(relay, name, FEW, derandomize=True)
