"""A test that lacks what it needs is skipped by name at home, and fails in CI."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import needs

ROOT = Path(__file__).parents[1]


@pytest.fixture
def without_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MUTI_TEST_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", "/nowhere")


@pytest.mark.usefixtures("without_browser")
@pytest.mark.rule("O1")
def test_what_is_missing_is_skipped_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MUTI_TEST_REQUIRE_ALL", raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"needs Chromium \(apt-get install chromium\)"):
        needs.require("browser")


@pytest.mark.usefixtures("without_browser")
@pytest.mark.rule("O1")
def test_what_is_missing_in_ci_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUTI_TEST_REQUIRE_ALL", "1")
    with pytest.raises(pytest.fail.Exception, match="needs Chromium"):
        needs.require("browser")


def test_what_is_there_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = tmp_path / "chromium"
    browser.touch(mode=0o755)
    monkeypatch.setenv("MUTI_TEST_CHROMIUM", str(browser))
    assert needs.require("browser") == browser


@pytest.mark.parametrize("word", [*needs.NEEDS])
def test_every_need_has_its_mark(pytestconfig: pytest.Config, word: str) -> None:
    assert any(line.startswith(f"{word}:") for line in pytestconfig.getini("markers"))


@pytest.mark.rule("O1")
def test_a_marked_test_asks_before_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A run of its own, with our conftest, on a machine whose PATH has no browser.
    test = tmp_path / "test_page.py"
    test.write_text("import pytest\n@pytest.mark.browser\ndef test_page():\n    raise SystemExit('it ran')\n")
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("MUTI_TEST_CHROMIUM", raising=False)
    said = {}
    for strict in ("0", "1"):
        monkeypatch.setenv("MUTI_TEST_REQUIRE_ALL", strict)
        options = ["-q", "-c", ROOT / "pyproject.toml", "-p", "tests.conftest", "--no-fold-skipped"]
        command = [sys.executable, "-m", "pytest", *options, test]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        said[strict] = run.stdout
    assert "::test_page - Skipped: needs Chromium" in said["0"]
    assert "1 failed" in said["1"] or "1 error" in said["1"]
    assert "it ran" not in "".join(said.values())
