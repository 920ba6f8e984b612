"""Keys that lie in a working directory are known, so that reading the whole tree asks first (P1)."""

from pathlib import Path

import pytest

from daemon.keys import find_keys
from daemon.options import AgentOptions, DaemonOptions, rules_for
from daemon.policy import Outcome, judge
from daemon.runtime import Action
from daemon.scripted import ScriptedRuntime


@pytest.fixture
def work(tmp_path: Path) -> Path:
    directory = tmp_path / "work"
    (directory / "app").mkdir(parents=True)
    (directory / "node_modules").mkdir()
    (directory / "app" / ".env").write_text("KEY=1")
    (directory / "node_modules" / ".env").write_text("KEY=1")
    (directory / "app" / "main.py").write_text("")
    return directory


def test_keys_are_found_below_and_not_in_what_was_installed(work: Path) -> None:
    assert find_keys(work) == (str(work / "app" / ".env"),)


def test_the_search_has_an_end(work: Path) -> None:
    for number in range(50):
        (work / f"{number}").mkdir()
    assert find_keys(work, most=10) == ()


@pytest.mark.rule("P1", "P2")
@pytest.mark.parametrize("command", ["grep -rI KEY .", "rg --hidden KEY"])
def test_reading_a_tree_with_a_key_in_it_pauses_and_without_it_does_not(work: Path, command: str) -> None:
    assert outcome(work, command) is Outcome.pause
    (work / "app" / ".env").unlink()
    assert outcome(work, command) is Outcome.allow


def outcome(work: Path, command: str) -> Outcome:
    agent = AgentOptions("a", "scripted", ScriptedRuntime(work.parent / "state"), work, {})
    options = DaemonOptions(
        "http://127.0.0.1:1", "dummy", work.parent / "home", work.parent / "files", "m", (agent,)
    )
    rules = rules_for(options, agent, work.parent / "files" / "r")
    return judge(Action("c", "Bash", {"command": command}, work), rules).outcome
