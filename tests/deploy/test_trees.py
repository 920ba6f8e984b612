"""`muti tree`, `muti move`, `muti revoke`: work between agents from a command line (V2, D6, D9, O5)."""

import json
from pathlib import Path

import pytest

from tests.deploy.at_home import child, make_home, ready

pytestmark = pytest.mark.slow


@pytest.mark.rule("V2", "D6", "D9", "O5")
def test_the_owner_sees_moves_and_takes_back_work_at_a_terminal(tmp_path: Path) -> None:
    home = make_home(tmp_path)
    with child(home, "up", "--json") as process:
        ready(process)
        script = json.dumps([{"plan": [["look", "in_progress"]]}, {"wait": 300}])
        top, below = (str(home.json("ask", script)["request"]["public_id"]) for _ in range(2))
        home.until(top, "running", 30)
        (node,) = home.json("tree", top)["tree"]["nodes"]
        assert (node["public_id"], node["below"]["all"], node["session"]) == (top, 0, "working")
        preview = home.json("move", below, top, "--preview")["moved"]
        assert (preview["moved"], preview["delegation"]) == (1, None)
        assert home.json("tree", top)["tree"]["nodes"][1:] == []
        asked = home.run("move", below, top)
        assert (asked.code, "--yes" in asked.err) == (2, True)
        flag = "--accept-narrower" if preview["narrower"] else "--yes"
        assert home.json("move", below, top, flag)["moved"]["delegation"] is not None
        text = home.run("tree", below, "--whole").out
        assert f"{top}: 1 below" in text and below in text
        reached = home.json("revoke", top, "--reason", "enough", "--yes")["revoked"]["reached"]
        assert {one["public_id"]: one["what"] for one in reached} == {top: "stopping", below: "stopped"}
        home.until(top, "cancelled", 30)
