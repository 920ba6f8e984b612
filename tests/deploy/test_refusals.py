"""What goes wrong before anything runs: one sentence, what to do, an exit code (O5, O9)."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.muti import hoist
from tests.deploy.at_home import Home, make_home, start


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return make_home(tmp_path)


@pytest.mark.rule("O9")
def test_a_typo_in_the_configuration_is_told_with_its_line_and_the_remedy(home: Home) -> None:
    home.config.write_text(home.config.read_text().replace("directory =", "directry ="))
    line = home.config.read_text().splitlines().index(f'directry = "{home.project}"') + 1
    for words in (["up"], ["config", "check"], ["queue"], ["doctor"]):
        said = home.run(*words)
        assert said.code == 2, said
        assert f"{home.config}:{line}: agents[0].directry" in said.err
        assert "did you mean directory?" in said.err
        assert said.out == ""


@pytest.mark.rule("O9")
def test_the_current_directory_is_never_a_source_of_configuration(home: Home) -> None:
    (home.project / "config.toml").write_text("[owner]\nname = 'Mallory'\n")
    (home.project / "muti.toml").write_text("[owner]\nname = 'Mallory'\n")
    shown = subprocess.run(
        [sys.executable, "-m", "deploy.muti", "config", "show"],
        cwd=home.project,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Mallory" not in shown.stdout
    assert "owner.name = 'Owner'" in shown.stdout


@pytest.mark.rule("O5")
def test_without_a_token_it_says_where_one_comes_from(home: Home) -> None:
    said = home.run("queue")
    assert (said.code, "muti up" in said.err, "MUTI_TOKEN" in said.err) == (1, True, True)


@pytest.mark.rule("O5")
def test_a_relay_that_does_not_answer_is_told_with_what_to_do(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUTI_TOKEN", "muti_person_dummy")
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}"
    said = home.run("queue", "--relay", url, "--json")
    assert said.code == 1
    assert json.loads(said.out)["error"]["code"] == "unreachable"
    assert "muti up" in said.err


@pytest.mark.rule("O5")
def test_an_address_that_is_taken_is_told_with_what_to_do(home: Home) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        environ = {**os.environ, **home.environ, "MUTI_RELAY__LISTEN": f"127.0.0.1:{port}"}
        child = start("up", "--config", str(home.config), env=environ)
        out, err = child.communicate(timeout=30)
    assert (child.returncode, out) == (1, "")
    assert f"127.0.0.1:{port}: Another program listens" in err
    assert "MUTI_RELAY__LISTEN" in err


@pytest.mark.rule("O5")
def test_a_database_that_does_not_answer_is_told_without_its_password(home: Home) -> None:
    environ = {
        **os.environ,
        **home.environ,
        "MUTI_RELAY__DATABASE_URL": "postgresql://muti:hunter2hunter2@127.0.0.1:1/muti",
    }
    child = start("relay", "--config", str(home.config), env=environ)
    out, err = child.communicate(timeout=30)
    assert (child.returncode, out) == (1, "")
    assert "relay.database_url" in err
    assert "hunter2" not in err
    assert "Traceback" not in err


@pytest.mark.rule("P6")
def test_a_process_below_an_agent_gets_no_answer(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    marked = {**os.environ, **home.environ, "MUTI_MARK": "some-session"}
    unmarked = "import os, sys; os.environ.pop('MUTI_MARK'); os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    for words in (
        ["-m", "deploy.muti"],
        ["-c", f"{_SPAWN}", "-m", "deploy.muti"],
        ["-c", unmarked, "-m", "deploy.muti"],
    ):
        told = subprocess.run(
            [sys.executable, "-c", _SPAWN, *words, "queue", "--config", str(home.config)],
            env={**marked, "PYTHONPATH": str(Path.cwd())},
            capture_output=True,
            text=True,
            check=False,
        )
        assert told.returncode == 1
        assert "An agent cannot use its owner's command line" in told.stderr


_SPAWN = "import subprocess, sys; sys.exit(subprocess.run([sys.executable, *sys.argv[1:]]).returncode)"


@pytest.mark.rule("O4")
def test_init_writes_a_configuration_that_can_be_used_and_never_overwrites_one(home: Home) -> None:
    home.config.unlink()
    said = home.run("init", "--directory", str(home.project), "--runtime", "scripted", "--no-input")
    assert said.code == 0, said
    assert home.config.stat().st_mode & 0o077 == 0
    settings = home.json("config", "show")["settings"]
    assert [(agent["handle"], agent["directory"]) for agent in settings["agents"]] == [
        ("scripted", str(home.project))
    ]
    assert home.run("config", "check").code == 0
    before = home.config.read_text()
    again = home.run("init", "--directory", "/", "--no-input")
    assert (again.code, "--force" in again.err) == (1, True)
    assert home.config.read_text() == before


@pytest.mark.parametrize("folder", ['with "quotes" and \\ bars', "日本語 폴더", "tab\tand\x7f"])
def test_init_writes_any_folder_as_it_is(home: Home, folder: str) -> None:
    home.config.unlink()
    odd = home.folder / folder
    odd.mkdir()
    said = home.run("init", "--directory", str(odd), "--runtime", "scripted", "--no-input")
    assert said.code == 0, said
    assert home.json("config", "show")["settings"]["agents"][0]["directory"] == str(odd)


def test_init_refuses_what_it_cannot_mean(home: Home) -> None:
    home.config.unlink()
    for words in (["--directory", "/nowhere"], ["--runtime", "banana"], ["--language", "xx"]):
        said = home.run("init", *words, "--no-input")
        assert said.code == 2, said
        assert not home.config.exists()


def test_config_show_hides_secrets(home: Home) -> None:
    home.config.write_text(
        home.config.read_text() + '\n[slack]\nbot_token = "xoxb-dummy"\napp_token = "xapp-dummy"\n'
    )
    for words in (["config", "show"], ["config", "show", "--json"]):
        said = home.run(*words)
        assert said.code == 0, said
        assert "dummy" not in said.out
        assert "bot_token" in said.out


def test_options_can_stand_anywhere_but_behind_two_dashes() -> None:
    assert hoist(["ask", "x", "--json", "--config", "c", "--relay=r"]) == [
        "--json", "--config", "c", "--relay=r", "ask", "x",
    ]  # fmt: skip
    assert hoist(["ask", "--", "--json"]) == ["ask", "--", "--json"]
    assert hoist(["up", "--config"]) == ["--config", "up"]


def test_no_color_is_kept(home: Home) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "deploy.muti", "--help"],
        env={**os.environ, "NO_COLOR": "1", "FORCE_COLOR": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "\x1b[" not in told.stdout


def test_one_version_everywhere() -> None:
    import tomllib

    from daemon.options import VERSION as DAEMONS
    from deploy.version import VERSION

    project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    assert {VERSION, DAEMONS, project["version"]} == {VERSION}
