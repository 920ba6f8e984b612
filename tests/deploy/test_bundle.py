"""The bundle for whoever is asked for help: what is in it, and that no secret is (O7, S3)."""

import json
import os
import zipfile
from pathlib import Path

import pytest

from config.load import load
from daemon.redact import REDACTED
from deploy.doctor.bundle import LeftOver, Member, gather, known_secrets, write_bundle
from deploy.failures import Failure
from deploy.findings import Finding, Status
from deploy.tokens import TokenFolder
from deploy.version import VERSION
from tests.deploy.at_home import make_home
from tests.deploy.their_system import system

pytestmark = pytest.mark.rule("O7")

PLANTED = {
    "bot": "xoxb-1234567890-planted-in-the-file",
    "keyed": "planted-registry-password-77",
    "redact": "the customer Planted GmbH",
    "token": "muti_person_planted-in-the-token-folder-0123456789abcdef",
    "shell": "planted-in-the-shell-9876543210",
}


@pytest.mark.rule("S3", "S5")
async def test_no_planted_secret_gets_into_a_bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make_home(tmp_path)
    made.config.write_text(
        made.config.read_text().replace(
            'env = ["PATH"]', f'env = ["PATH", "REGISTRY_PASSWORD={PLANTED["keyed"]}"]'
        )
        + f'[slack]\nbot_token = "{PLANTED["bot"]}"\napp_token = "xapp-1-dummy-dummy"\n'
    )
    made.config.write_text(
        made.config.read_text().replace(
            'machine = "laptop"', f'machine = "laptop"\nredact = ["{PLANTED["redact"]}"]'
        )
    )
    settings = load(made.config, {"HOME": str(made.folder)})
    TokenFolder(settings.home).keep("person", PLANTED["token"])
    environ = {"GITHUB_TOKEN": PLANTED["shell"], "PATH": os.environ["PATH"]}
    manager = system(tmp_path / "system", monkeypatch, planted=" ".join(PLANTED.values()))
    found = [Finding("relay", Status.fail, f"refused {PLANTED['token']}", f"not {PLANTED['redact']}", 3)]

    members = await gather(settings, found, manager, environ)
    file = tmp_path / "bundle.zip"
    write_bundle(file, members, known_secrets(settings, environ))
    assert file.stat().st_mode & 0o077 == 0
    with zipfile.ZipFile(file) as bundle:
        texts = {name: bundle.read(name).decode() for name in bundle.namelist()}
    for name, text in texts.items():
        assert not [secret for secret in PLANTED.values() if secret in text], name
    assert texts["daemon.log"].count(REDACTED) >= len(PLANTED) - 1
    assert all(name in texts["CONTENTS.txt"] for name in texts if name != "CONTENTS.txt")
    assert json.loads(texts["doctor.json"])[0]["name"] == "relay"
    assert json.loads(texts["versions.json"])["muti"] == VERSION
    assert "owner.name = 'Olga'" in texts["settings.txt"]
    with pytest.raises(Failure, match="name another file"):
        write_bundle(file, members, ())


def test_a_bundle_in_which_a_secret_is_left_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(LeftOver, match="not written"):
        write_bundle(tmp_path / "b.zip", [Member("a", "x", "left planted-secret")], ["planted-secret"])
    assert not (tmp_path / "b.zip").exists()


def test_the_command_prints_the_table_of_contents(tmp_path: Path) -> None:
    made = make_home(tmp_path)
    said = made.run("doctor", "--bundle", str(tmp_path / "b.zip"), "--relay", "http://127.0.0.1:1", "--json")
    assert said.code == 1, said
    assert said.json["bundle"]["file"] == str(tmp_path / "b.zip")
    assert any(line.startswith("settings.txt") for line in said.json["bundle"]["contents"])
    again = made.run("doctor", "--bundle", str(tmp_path / "b.zip"), "--relay", "http://127.0.0.1:1")
    assert (again.code, "name another file" in again.err) == (2, True)
