"""`muti policy explain`: what would come of a command, told without running it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from deploy.muti import app

Explain = Callable[..., Any]


@pytest.fixture
def explain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Explain:
    work = tmp_path / "work"
    (work / "scripts").mkdir(parents=True)
    (work / "scripts/wipe.sh").write_text("rm -rf src\n")
    (work / "src").mkdir()
    config = tmp_path / "muti.toml"
    config.write_text(
        f'home = "{tmp_path / "state"}"\n[[agents]]\nhandle = "one"\nruntime = "scripted"\nsandbox = "off"\n'
        f'directory = "{work}"\nallowed_commands = ["frobnicate"]\n'
    )
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> Any:
        return CliRunner().invoke(app, ["--config", str(config), "--json", "policy", "explain", *words])

    return run


@pytest.mark.rule("P1", "P2", "P6")
@pytest.mark.parametrize(
    ("text", "code", "outcome", "kind"),
    [
        ("ls src", 0, "allow", ""),
        ("frobnicate --now", 0, "allow", ""),
        ("bash scripts/wipe.sh", 1, "pause", "delete"),
        ("git push origin main", 1, "pause", "push"),
        ("muti approve R-07", 2, "refuse", "product"),
    ],
)
def test_the_verdict_its_reason_and_what_matched_are_told(
    explain: Explain, text: str, code: int, outcome: str, kind: str
) -> None:
    result = explain(text)
    assert result.exit_code == code, result.output
    document = json.loads(result.stdout)["judgement"]
    assert (document["outcome"], document["kind"]) == (outcome, kind)
    if kind:
        assert document["rule"] and document["matched"] and document["reason"].endswith(".")
    assert any("wipe.sh" in name for name in document["facts"]) == ("wipe" in text)


@pytest.mark.rule("P2")
def test_an_agent_is_chosen_by_its_handle_and_an_unknown_one_is_named(explain: Explain) -> None:
    assert explain("--agent", "one", "ls src").exit_code == 0
    unknown = explain("--agent", "two", "ls src")
    assert (unknown.exit_code, json.loads(unknown.stdout)["error"]["code"]) == (2, "agent")
    assert "one" in json.loads(unknown.stdout)["error"]["message"]
