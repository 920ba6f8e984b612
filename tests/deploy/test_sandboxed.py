"""`muti doctor` and `muti init` where there is a sandbox, where there is none, and where it is forbidden (P7, O7)."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from config.load import load
from deploy.agents import sandbox_of
from tests import needs
from tests.daemon.remote import write_program
from tests.deploy.at_home import Home, make_home

pytestmark = [pytest.mark.rule("P7", "O7"), pytest.mark.slow]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """An owner's computer with one agent."""
    return make_home(tmp_path)


def told(home: Home, runtime: str, monkeypatch: pytest.MonkeyPatch, path: str | None) -> Any:
    """What `muti doctor` says of the agent, with these programs in sight."""
    text = home.config.read_text().replace('runtime = "scripted"', f'runtime = "{runtime}"')
    more = 'env = ["PATH"]\noptions = { program = ["sh"] }' if runtime == "acp" else 'env = ["PATH"]'
    home.config.write_text(text.replace('env = ["PATH"]', more))
    if path is not None:
        monkeypatch.setenv("PATH", path)
    probes = home.run("doctor", "--json").json["probes"]
    return next(probe for probe in probes if probe["name"] == "sandbox.helper")


def without_bubblewrap(folder: Path) -> str:
    """A path with git, and without bubblewrap."""
    (folder / "bin").mkdir()
    for name in ("git", "sh"):
        (folder / "bin" / name).symlink_to(str(shutil.which(name)))
    return str(folder / "bin")


def test_without_bubblewrap_the_doctor_says_what_to_install(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = told(home, "acp", monkeypatch, without_bubblewrap(tmp_path))
    assert said["status"] == "fail"
    assert "apt-get install bubblewrap" in said["evidence"]
    assert 'sandbox = "off"' in said["evidence"]


def test_where_bubblewrap_is_forbidden_the_doctor_says_how_to_allow_it(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = without_bubblewrap(tmp_path)
    write_program(Path(path) / "bwrap", "echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1")
    said = told(home, "acp", monkeypatch, path)
    assert said["status"] == "fail"
    assert "AppArmor profile" in said["evidence"]


def test_the_doctor_says_whether_an_agent_is_kept_in(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    needs.require("sandbox")
    assert told(home, "scripted", monkeypatch, None)["evidence"] == "this runtime has none here"
    said = told(home, "acp", monkeypatch, None)
    assert (said["status"] in ("ok", "warn"), "no network" in said["evidence"]) == (True, True), said


@pytest.mark.parametrize("runtime", ["claude", "codex"])
def test_what_init_writes_keeps_its_agent_in(
    home: Home, monkeypatch: pytest.MonkeyPatch, runtime: str
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    home.config.unlink()
    written = home.run("init", "--runtime", runtime, "--directory", str(home.project), "--no-input")
    assert written.code == 0, written
    settings = load(home.config, {"HOME": str(home.folder)})
    [agent] = settings.agents
    assert sandbox_of(settings, agent, agent.environment({})) is not None
