"""The short form of a test that has a long one."""

from collections.abc import Iterable

import pytest
from _pytest.mark import ParameterSet


def one_in(count: int, names: Iterable[str]) -> list[ParameterSet]:
    """Every ``count``-th of these is in the short form; `make soak` plays the others."""
    return [
        pytest.param(name, marks=[] if number % count == 0 else [pytest.mark.soak])
        for number, name in enumerate(names)
    ]
