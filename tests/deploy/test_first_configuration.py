"""`muti init`: asked on a terminal or by options alone, in any order and again; what it writes and where secrets go (O4)."""

import fcntl
import os
import pty
import subprocess
import sys
import termios
import time
import tomllib
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring

from config.load import load
from deploy.writing import append_section
from tests.deploy.at_home import Home, make_home

pytestmark = pytest.mark.rule("O4", "O9")

TOKENS = {"MUTI_SLACK__BOT_TOKEN": "xoxb-dummy-bot-token", "MUTI_SLACK__APP_TOKEN": "xapp-dummy-app-token"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    made = make_home(tmp_path)
    made.config.unlink()
    monkeypatch.setattr(keyring.core, "_keyring_backend", NoKeyring())
    for name in [name for name in os.environ if name.startswith("MUTI_")]:
        monkeypatch.delenv(name)
    return made


def init(home: Home, *words: str) -> list[str]:
    return ["init", "--directory", str(home.project), "--runtime", "scripted", "--no-input", *words]


def test_run_twice_it_changes_nothing(home: Home) -> None:
    first = home.json(*init(home, "--language", "ko"))
    assert (first["changed"], first["language"], first["chats"]) == (True, "ko", [])
    before, at = home.config.read_text(), home.config.stat().st_mtime_ns
    for words in (
        init(home, "--language", "ko"),
        init(home),
        ["init", "--no-input"],
        init(home, "--no-slack"),
    ):
        again = home.json(*words)
        assert {**again, "changed": True} == first
        assert again["changed"] is False
    assert (home.config.read_text(), home.config.stat().st_mtime_ns) == (before, at)
    other = home.run(*init(home, "--language", "zh"))
    assert (other.code, "--language zh" in other.err, "--force" in other.err) == (1, True, True)
    assert home.config.read_text() == before
    assert home.json(*init(home, "--language", "zh", "--force"))["language"] == "zh"


def test_it_says_what_to_do_next_and_slack_is_for_later(home: Home) -> None:
    told = home.run(*init(home)).out
    assert all(word in told for word in ("muti up --browser", "muti doctor", "now or later"))


def test_the_agent_that_is_found_is_named_with_its_path(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    program = home.folder / "bin" / "claude"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    said = home.run("init", "--directory", str(home.project), "--no-input")
    assert (said.code, f"Found claude at {program}." in said.err) == (0, True)
    assert tomllib.loads(home.config.read_text())["agents"][0]["runtime"] == "claude"


def test_slack_is_added_later_with_every_comment_kept_and_no_secret_in_the_file(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.json(*init(home))
    written = home.config.read_text() + "\n# mine: do not touch\n"
    home.config.write_text(written)
    for name, token in TOKENS.items():
        monkeypatch.setenv(name, token)
    added = home.json("init", "--slack", "--no-input")
    assert (added["changed"], added["chats"]) == (True, ["slack"])
    text = home.config.read_text()
    assert text.startswith(written)
    assert not any(token in text for token in TOKENS.values())
    for name in TOKENS:
        monkeypatch.delenv(name)
    slack = load(home.config, {"HOME": str(home.folder)}).slack
    assert slack is not None
    assert slack.bot_token is not None
    assert slack.bot_token.get_secret_value() == TOKENS["MUTI_SLACK__BOT_TOKEN"]
    assert slack.bot_token_file is not None
    assert slack.bot_token_file.stat().st_mode & 0o077 == 0
    assert home.json("init", "--slack", "--no-input")["changed"] is False


class Drawer(KeyringBackend):
    """A keyring that works."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


def test_a_keyring_that_works_takes_the_secrets(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    drawer = Drawer()
    monkeypatch.setattr(keyring.core, "_keyring_backend", drawer)
    monkeypatch.setenv("MUTI_FEISHU__APP_ID", "cli_dummy")
    monkeypatch.setenv("MUTI_FEISHU__APP_SECRET", "dummy-feishu-secret")
    assert home.json(*init(home, "--feishu"))["chats"] == ["feishu"]
    assert drawer.kept == {("muti", "feishu.app_secret"): "dummy-feishu-secret"}
    assert tomllib.loads(home.config.read_text())["feishu"] == {"app_id": "cli_dummy"}
    assert sorted(path.name for path in home.folder.iterdir() if path.is_file()) == ["config.toml"]
    monkeypatch.delenv("MUTI_FEISHU__APP_SECRET")
    shown = home.json("config", "show", "--origin")
    assert shown["origins"]["feishu.app_secret"] == "keyring"


@pytest.mark.parametrize(
    ("environ", "told"),
    [
        ({}, "MUTI_SLACK__BOT_TOKEN"),
        ({"MUTI_SLACK__BOT_TOKEN": "xoxb-dummy"}, "MUTI_SLACK__APP_TOKEN"),
        (
            {"MUTI_SLACK__BOT_TOKEN": "xapp-dummy", "MUTI_SLACK__APP_TOKEN": "xoxb-dummy"},
            "has to begin with xoxb-",
        ),
    ],
)
def test_a_secret_that_is_missing_or_wrong_is_told_and_nothing_is_written(
    home: Home, environ: dict[str, str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in environ.items():
        monkeypatch.setenv(name, text)
    said = home.run(*init(home, "--slack"))
    assert (said.code, told in said.err, home.config.exists()) == (2, True, False), said
    assert not list(home.folder.glob("slack-*"))


def test_a_file_that_cannot_be_used_is_told_by_its_own_name_and_left_alone(home: Home) -> None:
    home.config.write_text("[owner]\nnmae = 'Olga'\n")
    said = home.run("init", "--no-input")
    assert (said.code, f"{home.config}:2" in said.err) == (2, True)
    assert home.config.read_text() == "[owner]\nnmae = 'Olga'\n"


def test_a_section_is_appended_to_anything_that_is_toml() -> None:
    for text in ("", "a = 1", "a = 1\n\n\n", "[[rooms]]\nname = 'x' # last line, no end"):
        grown = append_section(text, "slack", {"bot_token_file": '/odd "path"'})
        assert tomllib.loads(grown) == {**tomllib.loads(text), "slack": {"bot_token_file": '/odd "path"'}}


def test_it_asks_one_thing_after_the_other_on_a_terminal(home: Home) -> None:
    shown = on_terminal(
        home,
        ("Language (en, zh, ko)", "zh"),
        ("Agent (claude, codex, scripted)", "scripted"),
        ("Folder that it works in", str(home.project)),
        ("Set Slack up now?", "y"),
        ("Bot token", "banana"),
        ("does not begin with xoxb-", ""),
        ("Bot token", "xoxb-typed-unseen"),
        ("App token", "xapp-typed-unseen"),
        ("Set Feishu up now?", "n"),
    )
    assert "muti slack check" in shown
    assert "typed-unseen" not in shown
    written = tomllib.loads(home.config.read_text())
    assert (written["owner"]["language"], written["agents"][0]["directory"]) == ("zh", str(home.project))
    assert Path(written["slack"]["bot_token_file"]).read_text() == "xoxb-typed-unseen\n"
    assert "feishu" not in written


def on_terminal(home: Home, *talk: tuple[str, str]) -> str:
    """`muti init` on a terminal of its own: each answer once its question stands there. Gives what was shown."""
    ours, theirs = pty.openpty()
    environ = {
        **os.environ,
        **home.environ,
        "NO_COLOR": "1",
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
    }
    child = subprocess.Popen(
        [sys.executable, "-m", "deploy.muti", "init", "--config", str(home.config)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environ,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(theirs)
    shown, seen = "", 0
    try:
        for question, answer in talk:
            while question not in shown[seen:]:
                piece = _read(ours)
                assert piece, shown
                shown += piece
            seen = shown.index(question, seen) + len(question)
            if "token" in question:
                _wait_until_unseen(ours)
            if answer:
                os.write(ours, f"{answer}\n".encode())
        while piece := _read(ours):
            shown += piece
        assert child.wait(timeout=30) == 0, shown
    finally:
        child.kill()
        child.wait()
        os.close(ours)
    return shown


def _wait_until_unseen(terminal: int) -> None:
    """What is typed before the echo is off is thrown away with it."""
    while termios.tcgetattr(terminal)[3] & termios.ECHO:
        time.sleep(0.01)


def _read(terminal: int) -> str:
    try:
        return os.read(terminal, 65536).decode(errors="replace")
    except OSError:  # the far end is closed: the program has ended
        return ""
