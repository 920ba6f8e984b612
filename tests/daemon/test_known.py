"""What must never leave, by value: of listed files in every common shape, of the keyring, also when they change."""

from dataclasses import replace
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend

from config.secrets import NotInKeyring, read_entry
from daemon.known import Known, ListUnreadable
from daemon.listed import listed_values
from tests.daemon.scene import Scene
from tests.daemon.test_secrets import stored

pytestmark = pytest.mark.rule("S3")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("API_TOKEN=dummy-value-1\n", {"dummy-value-1"}),
        ("export API='dummy value 2'  # mine\n", {"dummy value 2"}),
        ("# note=of-no-matter\n[default]\naws_secret_access_key = dummy/value+3\n", {"dummy/value+3"}),
        ("password: dummy-value-4\nshort: abc\n", {"dummy-value-4"}),
        ('{"a": {"b": ["dummy-value-5", 7]}}', {"dummy-value-5"}),
        ("dummy-value-6\n", {"dummy-value-6"}),
        ("URL=postgres://me:dummy-value-7@db/x\nHOME=/home/someone\n", {"dummy-value-7"}),
        ("machine example.org login me password dummy-value-8", {"machine example.org login me password dummy-value-8"}),
        ("", set()),
    ],
)  # fmt: skip
def test_the_values_of_a_listed_file_are_found(text: str, values: set[str]) -> None:
    assert values <= listed_values(text)
    assert "/home/someone" not in listed_values(text)
    assert all(len(value) >= 8 for value in listed_values(text))


async def test_a_value_of_a_listed_file_leaves_by_no_report_also_when_the_file_is_written_later(
    scene: Scene,
) -> None:
    listed = scene.folder / "settings.env"
    scene.settings = {"redact_files": (listed,)}
    async with scene.daemon():
        request = await scene.ask(
            {"run": f"echo 'X=dummy-and-new-value' > {listed}"},
            {"run": f"tail -c +3 {listed}; tail -c +3 {listed} | base64"},
            {"done": "ok"},
        )
        async with scene.yielding(request):
            await scene.until_done(request)
        told = str(await scene.timeline(request))
    assert "[redacted]" in told
    assert b"ZHVtbXktYW5kLW5ldy12YWx1" not in stored(scene)


def test_a_listed_file_that_went_away_keeps_its_values_hidden(scene: Scene, tmp_path: Path) -> None:
    listed = tmp_path / "keys"
    listed.write_text("X=dummy-old-value\n")
    known = Known(replace(scene.options(), redact_files=(listed,)))
    listed.write_text("X=dummy-new-value\n")
    assert known.redact("dummy-old-value dummy-new-value") == "[redacted] [redacted]"
    listed.unlink()
    assert known.redact("dummy-old-value dummy-new-value") == "[redacted] [redacted]"
    listed.mkdir()
    assert known.redact("dummy-old-value") == "[redacted]"


def test_a_listed_file_that_cannot_be_read_stops_the_daemon_with_a_sentence(
    scene: Scene, tmp_path: Path
) -> None:
    with pytest.raises(ListUnreadable, match="cannot be read"):
        Known(replace(scene.options(), redact_files=(tmp_path,)))
    Known(replace(scene.options(), redact_files=(tmp_path / "nowhere",)))


class OneEntry(KeyringBackend):
    """A keyring with one secret."""

    priority = 1.0

    def get_password(self, service: str, username: str) -> str | None:
        """The secret of registry.example.org:olga."""
        return "dummy-kept-value" if (service, username) == ("registry.example.org", "olga") else None

    def set_password(self, service: str, username: str, password: str) -> None:
        """Nothing is kept."""


def test_an_entry_of_the_keyring_is_read_and_one_that_is_missing_is_said() -> None:
    before = keyring.get_keyring()
    keyring.set_keyring(OneEntry())
    try:
        assert read_entry("registry.example.org:olga") == "dummy-kept-value"
        with pytest.raises(NotInKeyring, match="elsewhere:olga"):
            read_entry("elsewhere:olga")
    finally:
        keyring.set_keyring(before)
