"""A short form of `tests.daemon.inputs_kills`."""

import random

import pytest

from tests.daemon.inputs_kills import kill_often, open_play
from tests.daemon.scene import Scene


@pytest.mark.rule("J1", "J3", "J5", "O15")
@pytest.mark.timeout(300)
async def test_a_message_is_read_through_any_kill_and_by_the_turn_that_is_on_record(scene: Scene) -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    async with open_play("scripted", scene, seed) as play:
        tally = await kill_often(play, 5)
    assert tally.recorded + tally.waiting + tally.elsewhere == 5
