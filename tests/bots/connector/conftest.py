"""Both platforms, each before a real relay."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bots.pace import Allowance
from relay.store.migrate import migrate
from tests.bots.connector.feishu import FeishuSide
from tests.bots.connector.side import Side
from tests.bots.connector.slack import SlackSide
from tests.bots.feishu.conftest import open_stage as open_feishu
from tests.bots.slack.conftest import open_stage as open_slack
from tests.house import open_house

BRISK = Allowance(1000, 10.0)


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with all its tables: made once, copied for each test."""
    path = tmp_path_factory.mktemp("template") / "relay.db"
    migrate(f"sqlite:///{path}")
    return path


@pytest.fixture(params=["slack", "feishu"])
async def side(
    request: pytest.FixtureRequest, migrated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Side]:
    """A platform with everything but the running bot, which does not dawdle."""
    _hurry(monkeypatch)
    path, directory = tmp_path / "relay.db", tmp_path / "project"
    shutil.copy(migrated, path)
    directory.mkdir()
    async with open_house(f"sqlite:///{path}", directory) as house:
        if request.param == "slack":
            async with open_slack(house, tmp_path) as stage:
                yield SlackSide(stage)
        else:
            async with open_feishu(house, tmp_path) as place:
                yield FeishuSide(place)


def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("POSTS_BURST", "POSTS_STRICT", "EDITS_OF_ONE", "EDITS_OF_ONE_STRICT", "EDITS_SMOOTH"):
        monkeypatch.setattr(f"bots.slack.connector.{name}", BRISK)
    for name in ("CHAT", "CHAT_STRICT", "MESSAGE", "MESSAGE_STRICT"):
        monkeypatch.setattr(f"bots.feishu.turns.{name}", BRISK)
    monkeypatch.setattr("bots.feishu.history.EVERY_SECONDS", 0.4)
    for name in ("slack", "feishu"):
        monkeypatch.setattr(f"bots.{name}.bot.DRAIN_SECONDS", 0.05)
