"""Feishu, composed: the configured chats, one process with everything in it (O2)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from config.errors import ConfigError
from config.load import load
from config.settings import Settings
from deploy.embedded import Standing, run_embedded
from deploy.tokens import PERSON
from relay.client import RelayClient
from relay.wire.people import NewLink
from tests.emulators.feishu import FeishuEmulator

CONFIG = """
home = "{folder}/state"
[owner]
name = "Olga"
[relay]
listen = "127.0.0.1:0"
[feishu]
app_id = "{feishu.app.app_id}"
app_secret = "{feishu.app.secret}"
domain = "{feishu.base_url}"
{more}
[[agents]]
handle = "helper"
runtime = "scripted"
directory = "{folder}/project"
env = ["PATH"]
[[rooms]]
name = "Backend"
agents = ["helper"]
feishu_chats = [{chats}]
"""


def settings_for(feishu: FeishuEmulator, folder: Path, *chats: str, more: str = "") -> Settings:
    (folder / "project").mkdir(exist_ok=True)
    listed = ", ".join(f'"{chat}"' for chat in chats)
    (folder / "config.toml").write_text(CONFIG.format(folder=folder, feishu=feishu, chats=listed, more=more))
    return load(folder / "config.toml", {"HOME": str(folder), "PATH": "/usr/bin:/bin"})


@asynccontextmanager
async def standing(settings: Settings) -> AsyncIterator[Standing]:
    """Everything in this process."""
    stopping, said = asyncio.Event(), asyncio.get_running_loop().create_future()

    async def ready(house: Standing) -> None:
        said.set_result(house)

    running = asyncio.create_task(run_embedded(settings, ready, stopping))
    try:
        await asyncio.wait({running, said}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            await running
        yield said.result()
    finally:
        stopping.set()
        await running


@pytest.mark.rule("O2", "R7", "F1")
async def test_one_process_hears_feishu_in_the_configured_chat_and_does_the_work(tmp_path: Path) -> None:
    async with FeishuEmulator() as feishu:
        owner = feishu.add_user("Olga Owner", locale="en_us")
        chat = feishu.add_chat("backend", [owner])
        async with standing(settings_for(feishu, tmp_path, chat.id)) as house:
            await feishu.until_connected(timeout=20)
            async with RelayClient(house.url, house.house.tokens[PERSON]) as person:
                code = await person.new_link(None, NewLink(direct=True))
                direct = feishu.direct_chat(owner)
                await feishu.say(direct, owner, f"link {code.code}")
                await feishu.until(lambda: feishu.from_bot(direct), 10)
                await feishu.say(chat, owner, "say hello", mention=True)
                async with asyncio.timeout(20):
                    while not (
                        found := (await person.requests_of(None, house.house.rooms["Backend"])).requests
                    ):
                        await asyncio.sleep(0.05)
                assert found[0].prompt == "say hello"
                assert found[0].state != "pending"  # asked by its owner
                await feishu.until(lambda: feishu.from_bot(chat), 10)


async def test_over_http_both_keys_are_needed(tmp_path: Path) -> None:
    async with FeishuEmulator() as feishu:
        with pytest.raises(ConfigError, match=r"feishu\.encrypt_key is missing") as wrong:
            settings_for(feishu, tmp_path, more='events = "http"')
        assert "feishu.verification_token is missing" in str(wrong.value)
        keys = 'events = "http"\nencrypt_key = "k"\nverification_token = "t"\nlisten = "127.0.0.1:0"'
        settings = settings_for(feishu, tmp_path, more=keys)
        assert settings.feishu is not None
        assert settings.feishu.address == ("127.0.0.1", 0)
