"""How each part runs in its process. Imported once, by the fork server."""

import asyncio

from aiohttp import web

from bots import lease
from bots.slack.bot import SlackBot, SlackSettings
from daemon.app import run_daemon
from daemon.claude import ClaudeRuntime, Patience
from daemon.codex import CodexRuntime
from daemon.codex import Patience as CodexPatience
from daemon.options import AgentOptions, DaemonOptions
from daemon.process import Limits
from daemon.runtime import Runtime
from daemon.scripted import ScriptedRuntime
from relay.client import RelayClient
from relay.http.app import relay_app
from relay.store.store import Store
from tests.faults.children import DaemonPart, Part, RelayPart, SlackPart

LIMITS = Limits(1, 1, 5)


async def run_part(part: Part) -> None:
    """Until cancelled."""
    match part:
        case RelayPart():
            await _run_relay(part)
        case DaemonPart():
            await run_daemon(_daemon_options(part))
        case SlackPart():
            await _run_slack(part)


async def _run_relay(part: RelayPart) -> None:
    store = Store(part.database)
    await store.open()
    runner = web.AppRunner(relay_app(store), handler_cancellation=True, access_log=None)
    try:
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", part.port, reuse_address=True).start()
        await asyncio.Event().wait()
    finally:
        await runner.cleanup()
        await store.close()


def _daemon_options(part: DaemonPart) -> DaemonOptions:
    agent = AgentOptions(
        part.handle, part.runtime, _runtime(part), part.directory, part.environment, part.options
    )
    return DaemonOptions(
        relay_url=part.relay_url,
        token=part.token,
        home=part.folder / "home",
        files=part.folder / "files",
        machine="laptop",
        agents=(agent,),
    )


def _runtime(part: DaemonPart) -> Runtime:
    state = part.folder / part.runtime
    if part.runtime == "scripted":
        return ScriptedRuntime(state, patience=1.0, limits=LIMITS)
    if part.runtime == "codex":
        own = CodexPatience(call=1.0, force=LIMITS)
        return CodexRuntime(state, part.program, part.environment, patience=own)
    patience = Patience(call=1.0, answer=5.0, farewell=5.0, force=LIMITS)
    return ClaudeRuntime(state, part.program, part.environment, patience=patience)


async def _run_slack(part: SlackPart) -> None:
    # A process that was killed gives nothing back: its successor waits for the end of its lease.
    lease.LEASE_SECONDS, lease.RENEW_SECONDS, lease.MARGIN_SECONDS = 3.0, 0.8, 0.6
    settings = SlackSettings(part.bot_token, part.app_token, part.folder, part.api_url)
    async with RelayClient(part.relay_url, part.token) as client:
        await SlackBot(client, settings).run()
