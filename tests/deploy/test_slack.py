"""Slack, composed: the manifest, the configured channels, one process with everything in it (O2, O5)."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from config.load import load
from config.settings import Settings
from deploy.embedded import Standing, run_embedded
from deploy.findings import Status
from deploy.probes import examine
from deploy.slack.manifest import scopes
from deploy.tokens import PERSON
from relay.client import RelayClient
from relay.wire.people import NewLink
from tests.emulators.slack import SlackEmulator

CONFIG = """
home = "{folder}/state"
[owner]
name = "Olga"
[relay]
listen = "127.0.0.1:0"
[slack]
bot_token = "{slack.bot_token}"
app_token = "{slack.app_token}"
api_url = "{slack.api_url}"
[[agents]]
handle = "helper"
runtime = "scripted"
directory = "{folder}/project"
env = ["PATH"]
[[rooms]]
name = "Backend"
agents = ["helper"]
slack_channels = [{channels}]
"""


def settings_for(slack: SlackEmulator, folder: Path, *channels: str) -> Settings:
    (folder / "project").mkdir(exist_ok=True)
    (folder / "config.toml").write_text(
        CONFIG.format(folder=folder, slack=slack, channels=", ".join(f'"{name}"' for name in channels))
    )
    return load(folder / "config.toml", {"HOME": str(folder), "PATH": "/usr/bin:/bin"})


@asynccontextmanager
async def standing(settings: Settings, *, connectors: bool = True) -> AsyncIterator[Standing]:
    """Everything in this process, with or without the connectors."""
    stopping, said = asyncio.Event(), asyncio.get_running_loop().create_future()

    async def ready(house: Standing) -> None:
        said.set_result(house)

    running = asyncio.create_task(run_embedded(settings, ready, stopping, connectors=connectors))
    try:
        await asyncio.wait({running, said}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            await running
        yield said.result()
    finally:
        stopping.set()
        await running


@pytest.mark.rule("O2", "R7")
async def test_one_process_hears_slack_in_the_configured_channel_and_answers_there(tmp_path: Path) -> None:
    async with SlackEmulator(retry_scale=0.01) as slack:
        slack.service.scopes = scopes()
        owner = slack.add_user("olga", real_name="Olga Owner")
        channel = slack.add_channel("backend", members=[owner])
        async with standing(settings_for(slack, tmp_path, channel.id)) as house:
            await slack.until_connected(timeout=20)
            async with RelayClient(house.url, house.house.tokens[PERSON]) as person:
                code = (await person.new_link(None, NewLink(direct=True))).code
            await slack.dm(owner, f"link {code}")
            await slack.until(lambda: slack.from_bot(slack.dm_channel(owner)), 20)

            await slack.mention(owner, channel, "greet me")
            await slack.until(
                lambda: [m for m in slack.from_bot(channel) if "holds a greeting" in slack.visible_text(m)],
                20,
            )
            assert (tmp_path / "project" / "hello.txt").exists()
            refused = [call for call in slack.calls if "missing_scope" in str(call)]
            assert refused == []


@pytest.mark.rule("O2")
async def test_bots_run_apart_from_the_relay(tmp_path: Path) -> None:
    async with SlackEmulator(retry_scale=0.01) as slack:
        asker = slack.add_user("sarah", real_name="Sarah Kim")
        channel = slack.add_channel("backend", members=[asker])
        settings = settings_for(slack, tmp_path, channel.id)
        async with standing(settings, connectors=False) as house:
            environ = {**os.environ, "MUTI_HOME": str(settings.home), "MUTI_RELAY_URL": house.url}
            bots = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "deploy.muti", "bots", "--config", str(tmp_path / "config.toml")),
                env=environ,
            )
            try:
                await slack.until_connected(timeout=30)
                await slack.mention(asker, channel, "let me in")
                told = await slack.until(lambda: slack.ephemerals_of(asker) or slack.from_bot(channel), 20)
                assert told
                bots.terminate()
                assert await asyncio.wait_for(bots.wait(), 20) == 0
            finally:
                if bots.returncode is None:
                    bots.kill()
                    await bots.wait()


@pytest.mark.rule("O7")
async def test_doctor_compares_the_granted_scopes_with_the_manifest(tmp_path: Path) -> None:
    async with SlackEmulator() as slack:
        settings = settings_for(slack, tmp_path)

        async def probe() -> dict[str, tuple[Status, str, str]]:
            found = await examine(settings, "http://127.0.0.1:1", {})
            return {one.name: (one.status, one.evidence, one.remedy) for one in found}

        found = await probe()
        assert found["slack.bot"][0] is found["slack.socket"][0] is Status.ok
        assert found["relay"][0] is Status.fail
        assert found["clock"][0] is Status.skip

        slack.scopes.discard("reactions:write")
        status, evidence, remedy = (await probe())["slack.scopes"]
        assert (status, "reactions:write" in evidence, "manifest" in remedy) == (Status.fail, True, True)

        slack.service.revoked_tokens.add(slack.bot_token)
        status, evidence, remedy = (await probe())["slack.bot"]
        assert (status, "xoxb-" in remedy) == (Status.fail, True)
