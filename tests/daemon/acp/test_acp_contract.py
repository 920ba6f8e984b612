"""Where the generic runtime is weaker than the contract: told in one table, and held by its box instead."""

import inspect
import json
from pathlib import Path

import pytest

from daemon.runtime import Action, Deny, Outcome, Verdict
from tests.daemon import test_contract_gate, test_contract_phases, test_runtime_contract
from tests.daemon.acp.side import AcpSide
from tests.daemon.acp.weaker import SPARED
from tests.daemon.sandbox.world import REAL_KEY, SECRETS, World
from tests.daemon.sides import AskedGate, Run, Say, Write, play
from tests.daemon.test_contract_gate import plant, settings

STRICT = {"strict_side", "strict_program_side"}


def test_the_table_names_each_test_of_the_contract_that_it_is_spared() -> None:
    modules = (test_runtime_contract, test_contract_gate, test_contract_phases)
    tests = {
        name: one for module in modules for name, one in vars(module).items() if name.startswith("test_")
    }
    assert {name for name, one in tests.items() if STRICT & set(inspect.signature(one).parameters)} == set(
        SPARED
    )


@pytest.mark.acp
@pytest.mark.claude
@pytest.mark.sandbox
@pytest.mark.timeout(120)
@pytest.mark.rule("P2", "P6", "P7")
@pytest.mark.parametrize("planted", [False, True], ids=["unasked", "settings"])
async def test_what_it_does_not_ask_about_reaches_nothing_outside_its_box(
    side: AcpSide, world: World, planted: bool
) -> None:
    async def refuse(action: Action) -> Verdict:
        return Deny("not this")

    traces = world.folder / "traces"
    traces.mkdir()
    if planted:
        plant_what_it_obeys(side.work, traces)
    secrets = [world.home / name for name in SECRETS]
    reading = " ".join(map(str, secrets))
    gate = AskedGate(refuse)
    deeds = [Run(f"ls -la ~ / {world.home}"), *(Run(f"cat {path}") for path in secrets[:2])]
    deeds += [Run(f"cat {reading}; env"), Run(f"touch inside.txt {traces}/ran"), Write("../out.txt", "x")]

    steps = await play(side, side.turn([*deeds, Say("done")]), gate)

    assert (steps[-1].outcome, steps[-1].text) == (Outcome.done, "done")
    assert (side.work / "inside.txt").exists() is planted
    assert list(traces.iterdir()) == []
    assert not (side.work.parent / "out.txt").exists()
    seen = json.dumps([side.model.requests, [repr(step) for step in steps]])
    # A box has an address of its own on the port of the product.
    telling = {name: text for name, text in SECRETS.items() if len(text) > 12 and "address" not in name}
    assert [name for name, text in telling.items() if text in seen] == []
    assert REAL_KEY not in seen


def plant_what_it_obeys(work: Path, traces: Path) -> None:
    """A hostile directory whose settings leave the agent able to work."""
    plant(work, traces)
    kept = {name: value for name, value in settings(traces).items() if name in ("permissions", "hooks")}
    for name in ("settings.json", "settings.local.json"):
        (work / ".claude" / name).write_text(json.dumps(kept))
