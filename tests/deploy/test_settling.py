"""`muti settle`: the owner says at a terminal what came of an action whose outcome nobody knows (E3, O5)."""

import json
import signal
import time
from pathlib import Path

import pytest

from tests.deploy.at_home import Home, child, make_home, ready, stop

pytestmark = pytest.mark.slow


def begin(home: Home) -> str:
    """An approved action is under way when the whole process is killed; gives the request's public id."""
    (home.project / "old.txt").write_text("old\n")
    command = "touch begun; sleep 300; rm old.txt"
    with child(home, "up", "--json") as process:
        ready(process)
        public = str(home.json("ask", json.dumps([{"run": command}, {"done": "ok"}]))["request"]["public_id"])
        home.until_paused(public)
        assert home.run("approve", public, "--yes").code == 0
        for _ in range(600):
            if (home.project / "begun").exists():
                break
            time.sleep(0.05)
        stop(process, signal.SIGKILL)
    return public


@pytest.mark.rule("E3", "O5")
def test_the_owner_settles_what_a_crash_left_unknown(tmp_path: Path) -> None:
    home = make_home(tmp_path)
    public = begin(home)
    with child(home, "up", "--json") as process:
        ready(process)
        home.until(public, "done", 30)
        assert home.run("settle", public, "perhaps", "--yes").code == 2
        settled = home.json("settle", public, "did-not", "--evidence", "the file is there", "--yes")[
            "request"
        ]
        [action] = settled["actions"]
        assert (action["execution"], action["evidence"]) == ("failed", "the file is there")
        again = home.run("settle", public, "happened", "--yes")
        assert (again.code, "no action with an unknown outcome" in again.err) == (1, True)
        assert home.json("audit", "verify")["whole"]
    assert (home.project / "old.txt").exists()
