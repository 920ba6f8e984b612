"""A short form of `tests.daemon.kills`: kills at moments that nobody chose, on every runtime."""

import random

import pytest

from tests.daemon.kills import kill_often, open_play
from tests.daemon.scene import Scene


@pytest.mark.rule("X4", "X7", "O15", "E3")
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("runtime", "count"),
    [
        ("scripted", 15),
        pytest.param("claude", 8, marks=pytest.mark.claude),
        pytest.param("codex", 8, marks=pytest.mark.codex),
    ],
)
async def test_a_kill_at_any_moment_repeats_no_effect_and_leaves_no_request_behind(
    scene: Scene, runtime: str, count: int
) -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    async with open_play(runtime, scene, seed) as play:
        tally = await kill_often(play, count)
    assert tally.ends.total() == count
    assert tally.ends["done"] == count, tally
