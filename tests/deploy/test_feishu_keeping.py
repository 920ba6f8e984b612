"""What the set-up of Feishu stores: the secret apart, the configuration as its owner wrote it (O8, O9)."""

import stat
from pathlib import Path

import pytest

from config.errors import ConfigError
from config.load import load
from config.secrets import read_keyring
from config.values import PLATFORM_DOMAINS
from deploy.feishu.keeping import check_file, edit, keep

CONFIG = """\
# What I wrote myself.
[owner]
name = "Olga"

[feishu]  # of the old app
# a word about the domain
domain = "lark"
app_id = "cli_old"
app_secret = "old-secret"

[[rooms]]
name = "Backend"
"""


@pytest.mark.rule("O8", "O9", "S6")
def test_the_secret_is_in_a_file_of_its_own_and_the_rest_in_the_configuration(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "config.toml"
    keep(path, "cli_new", "s3cret-of-the-app", PLATFORM_DOMAINS["lark"], keyring=False)
    settings = load(path, {"HOME": str(tmp_path)})
    assert settings.feishu is not None
    assert settings.feishu.app_secret is not None
    assert settings.feishu.app_secret.get_secret_value() == "s3cret-of-the-app"
    assert (settings.feishu.app_id, settings.feishu.domain) == ("cli_new", PLATFORM_DOMAINS["lark"])
    assert "s3cret" not in path.read_text()
    files = [path, path.parent / "feishu-app-secret"]
    assert [stat.S_IMODE(file.stat().st_mode) for file in files] == [0o600, 0o600]
    assert sorted(path.parent.iterdir()) == sorted(files)


@pytest.mark.rule("O8")
def test_a_configuration_keeps_its_comments_and_everything_else(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(CONFIG)
    keep(path, "cli_new", "new-secret", PLATFORM_DOMAINS["feishu"], keyring=False)
    text = path.read_text()
    assert text.startswith('# What I wrote myself.\n[owner]\nname = "Olga"\n\n[feishu]  # of the old app\n')
    assert text.endswith('# a word about the domain\n\n[[rooms]]\nname = "Backend"\n')
    assert "old" not in text.replace("of the old app", "")
    settings = load(path, {"HOME": str(tmp_path)})
    assert settings.feishu is not None
    assert settings.feishu.app_id == "cli_new"


@pytest.mark.rule("O8", "O9")
def test_with_the_keyring_nothing_of_the_secret_is_in_any_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import keyring
    from keyring.backend import KeyringBackend

    class Ring(KeyringBackend):
        priority = 1.0

        def __init__(self) -> None:
            super().__init__()  # type: ignore[no-untyped-call]
            self.kept: dict[tuple[str, str], str] = {}

        def get_password(self, service: str, username: str) -> str | None:
            return self.kept.get((service, username))

        def set_password(self, service: str, username: str, password: str) -> None:
            self.kept[service, username] = password

    before = keyring.get_keyring()
    keyring.set_keyring(Ring())
    try:
        path = tmp_path / "config.toml"
        path.write_text(CONFIG)
        kept = keep(path, "cli_new", "s3cret-of-the-app", PLATFORM_DOMAINS["feishu"], keyring=True)
        settings = load(path, {"HOME": str(tmp_path)}, read_keyring)
    finally:
        keyring.set_keyring(before)
    assert kept.secret == "the keyring"
    assert settings.feishu is not None
    assert settings.feishu.app_secret is not None
    assert settings.feishu.app_secret.get_secret_value() == "s3cret-of-the-app"
    assert [file.name for file in tmp_path.iterdir()] == ["config.toml"]
    assert "app_secret" not in path.read_text()


@pytest.mark.rule("O8", "O9")
def test_a_configuration_that_cannot_be_used_is_named_before_anybody_scans_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("[owner]\nnaem = 1\n")
    with pytest.raises(ConfigError, match=r"config\.toml:2: .*naem"):
        check_file(path, PLATFORM_DOMAINS["feishu"])
    with pytest.raises(ConfigError):
        keep(path, "cli_new", "secret-of-the-app", PLATFORM_DOMAINS["feishu"], keyring=False)
    assert path.read_text() == "[owner]\nnaem = 1\n"


def test_a_section_that_is_not_there_is_added_at_the_end() -> None:
    assert edit("", {"app_id": "cli_1"}) == '[feishu]\napp_id = "cli_1"\n'
    assert edit("home = '/a'", {"app_id": "x"}) == "home = '/a'\n\n[feishu]\napp_id = \"x\"\n"
