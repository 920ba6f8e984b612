"""The short form of the soak: the walk finds nothing wrong, and finds what is wrong."""

from pathlib import Path

import pytest

from daemon.runtime import Action, Allow, Verdict
from tests.daemon.sides import ScriptedSide, Side
from tests.daemon.soak import Walk, walk


@pytest.mark.rule("P2", "P3", "P4")
async def test_no_call_of_a_random_walk_has_an_effect_that_was_not_decided(side: Side) -> None:
    quick = isinstance(side, ScriptedSide)

    tally = await walk(side, *((150, 7, 50) if quick else (40, 7, 20)), trouble=0.02)

    assert tally.wrong == []
    assert tally.asked >= (150 if quick else 40)
    assert tally.effects > 0
    assert {"Allow", "Deny"} <= tally.verdicts.keys()


async def test_the_walk_notices_a_denied_call_that_was_made(tmp_path: Path) -> None:
    class Blind(Walk):
        """A walk whose gate lets everything through, whatever it has decided."""

        async def _decide(self, action: Action) -> Verdict:
            await super()._decide(action)
            return Allow()

    one = Blind(ScriptedSide(tmp_path), seed=7, trouble=0)
    await one.turn(40, None)

    assert any("(Deny) had 1 effects" in sentence for sentence in one.tally.wrong)
