"""Feishu's SDK takes seconds and 160 MB to load: it is loaded where Feishu is used, and does no harm there (O3)."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from config.load import load
from deploy.feishu.bot import feishu_settings

ROOT = Path(__file__).parents[2]
KNOWS_THE_SDK = {"bots/feishu/loading.py", "bots/feishu/sdk.py", "deploy/feishu/registering.py"}

LIGHT = (
    "bots.feishu.parse", "bots.feishu.render", "bots.feishu.settings", "deploy.feishu.bot", "deploy.slack.bot",
    "deploy.muti", "deploy.embedded", "daemon.app", "relay.http.app",
)  # fmt: skip


def run(code: str) -> str:
    """What a fresh Python says to a program; a warning is a failure."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


@pytest.mark.rule("O3")
def test_what_does_not_talk_to_feishu_loads_no_sdk() -> None:
    told = run(f"""
import sys
from importlib import import_module
for name in {LIGHT}:
    import_module(name)
    print(name, *(sdk for sdk in ("lark_oapi", "Crypto") if sdk in sys.modules))
""")
    assert told.splitlines() == list(LIGHT)


@pytest.mark.rule("O3", "F1")
def test_the_connector_loads_it_beside_the_loop_and_leaves_the_loop_alone() -> None:
    told = run("""
import asyncio, sys
from deploy.feishu.bot import _load_bot

async def main():
    before = asyncio.get_running_loop()
    bot = await asyncio.to_thread(_load_bot)
    assert asyncio.get_running_loop() is before
    assert before is not sys.modules["lark_oapi.ws.client"].loop
    assert sys.modules["lark_oapi.ws.client"].loop.is_closed()
    print(bot.__name__)

asyncio.run(main())
""")
    assert told == "FeishuBot"


@pytest.mark.rule("F1")
def test_the_sdk_is_known_to_one_place_of_the_connector_and_to_the_registration() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for floor in ("bots", "config", "daemon", "deploy", "relay")
        for path in (ROOT / floor).rglob("*.py")
        if "lark_oapi" in _imports(path)
    }
    assert found <= KNOWS_THE_SDK


def _imports(path: Path) -> set[str]:
    """The packages that a module imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {one.name.partition(".")[0] for one in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add((node.module or "").partition(".")[0])
    return found


def test_a_missing_sdk_is_said_before_anything_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config.toml").write_text('[feishu]\napp_id = "cli_dummy"\napp_secret = "dummy"\n')
    settings = load(tmp_path / "config.toml", {"HOME": str(tmp_path)})
    assert feishu_settings(settings).app_id == "cli_dummy"
    monkeypatch.setitem(sys.modules, "lark_oapi", None)
    with pytest.raises(ModuleNotFoundError) as missing:
        feishu_settings(settings)
    assert missing.value.name == "lark_oapi"
