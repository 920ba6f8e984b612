"""Stopping, being killed, and running the parts apart (O2, O13, O15)."""

import json
import os
import signal
from pathlib import Path

import pytest

from tests.deploy.at_home import child, make_home, ready, start, stop

pytestmark = pytest.mark.slow


@pytest.mark.rule("O13", "X4")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_what_runs_when_the_process_ends_goes_on_in_the_next_one(
    tmp_path: Path, number: signal.Signals
) -> None:
    home = make_home(tmp_path)
    script = json.dumps([{"run": "echo once >> log.txt"}, {"wait": 2}, {"done": "it went on"}])
    with child(home, "up", "--json") as process:
        ready(process)
        asked = home.json("ask", script)["request"]
        home.until(asked["public_id"], "running")
        _wait_for(home.project / "log.txt")
        err = stop(process, number)
        assert process.returncode == (0 if number is signal.SIGTERM else -signal.SIGKILL), err
        assert "Traceback" not in err
    with child(home, "up", "--json") as process:
        ready(process)
        view = home.until(asked["public_id"], "done", 30)
        assert view.result == "it went on"
        assert view.request == asked["request"]
        assert (home.project / "log.txt").read_text() == "once\n"
        assert home.json("audit", "verify")["whole"]


def _wait_for(path: Path) -> None:
    import time

    for _ in range(400):
        if path.exists():
            return
        time.sleep(0.05)
    raise AssertionError(f"{path} did not come")


@pytest.mark.rule("O2")
def test_relay_and_daemon_run_apart(tmp_path: Path) -> None:
    home = make_home(tmp_path)
    with child(home, "relay", "--json") as relay:
        url = ready(relay)["api"]
        asked = home.json("ask", json.dumps([{"done": "from afar"}]))["request"]
        away = home.run("status")
        assert (away.code, "helper on laptop: away" in away.out) == (3, True)
        assert home.run("daemon", "status").code == 3

        with child(home, "daemon", "run", MUTI_DAEMON__RELAY_URL=url) as daemon:
            assert home.until(asked["public_id"], "done", 30).result == "from afar"
            assert home.run("status").code == 0

            second = start("daemon", "run", "--config", str(home.config), env={**os.environ, **home.environ})
            _, err = second.communicate(timeout=30)
            assert second.returncode == 1
            assert str(daemon.pid) in err, "the second is told who works already (X6)"
            assert stop(daemon, signal.SIGTERM) is not None
            assert daemon.returncode == 0
        stop(relay, signal.SIGTERM)
        assert relay.returncode == 0
