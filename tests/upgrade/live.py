"""``python -m tests.upgrade.live v0.2.0``: that version's relay with this daemon, and this relay with its daemon (O14).

Run by hand, in a checkout that has the tag: the older program is taken out of git into a temporary folder, and plays
with the packages that are installed here. In CI `test_wire` holds the shapes together, which need no history.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.deploy.at_home import CONFIG

HERE = Path(__file__).parents[2]
SCRIPT = json.dumps([{"run": "echo once >> log.txt"}, {"done": "it is done"}])
SECONDS = 120.0


def main(version: str) -> None:
    """Both ways; fails where a request is not done in time."""
    with tempfile.TemporaryDirectory(prefix="muti-live-") as made:
        older = Path(made) / "older"
        older.mkdir()
        archive = subprocess.run(["git", "archive", version], cwd=HERE, capture_output=True, check=True)
        subprocess.run(["tar", "-x"], cwd=older, input=archive.stdout, check=True)
        for number, (relay, daemon) in enumerate([(older, HERE), (HERE, older)]):
            state = play(relay, daemon, Path(made) / str(number))
            print(f"relay of {name(relay, version)}, daemon of {name(daemon, version)}: {state}")
            if state != "done":
                sys.exit(1)


def name(program: Path, version: str) -> str:
    return "this version" if program == HERE else version


def play(relay: Path, daemon: Path, folder: Path) -> str:
    """One request; the state in which it is at the end."""
    (folder / "project").mkdir(parents=True)
    config = folder / "config.toml"
    config.write_text(CONFIG.format(home=folder / "state", project=folder / "project"))
    environ = {**os.environ, "MUTI_HOME": str(folder / "state")}

    def muti(program: Path, *words: str, **more: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", "deploy.muti", *words, "--config", str(config)]
        return subprocess.Popen(
            command, cwd=program, env={**environ, **more}, stdout=subprocess.PIPE, text=True
        )

    def told(*words: str) -> str:
        out, _ = muti(relay, *words, "--json").communicate(timeout=SECONDS)
        return str(json.loads(out)["request"]["state" if words[0] == "status" else "public_id"])

    serving = muti(relay, "relay", "--json")
    assert serving.stdout is not None
    url = json.loads(serving.stdout.readline())["api"]
    working = muti(daemon, "daemon", "run", MUTI_DAEMON__RELAY_URL=url)
    try:
        asked, until = told("ask", SCRIPT), time.monotonic() + SECONDS
        while (
            (state := told("status", asked)) != "done" and time.monotonic() < until and working.poll() is None
        ):
            time.sleep(0.5)
        return state
    finally:
        for process in (working, serving):
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=60)


if __name__ == "__main__":
    main(sys.argv[1])
