"""slack check: is the Slack app installed as it should be, and does each gesture arrive?"""

from typing import Annotated

import typer

from deploy.console import Console, command
from deploy.failures import Exit, Failure

WAIT_SECONDS = 300.0


@command
async def check(
    ctx: typer.Context,
    quick: Annotated[bool, typer.Option("--quick", help="Only what needs no person.")] = False,
    wait: Annotated[float, typer.Option("--wait", help="Seconds to wait for what you do.")] = WAIT_SECONDS,
) -> Exit:
    """Try the tokens, scopes and channels, then ask you to do some things in Slack, and say what does not arrive."""
    import asyncio
    import signal
    from dataclasses import asdict

    from config.load import load_settings
    from deploy.findings import Status, as_lines
    from deploy.slack.check import Check
    from deploy.slack.tries import try_slack

    console: Console = ctx.obj
    settings = load_settings(console.config)
    if settings.slack is None or settings.slack.bot_token is None:
        raise Failure("Slack is not configured: put its two tokens into the section [slack].", "config")
    found = await try_slack(settings)
    connected = any(one.name == "slack.socket" and one.status is Status.ok for one in found)
    if connected and not quick:
        checking = Check(settings.slack, console.note)
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, checking.finish)
        console.note("Ctrl-C ends the check and says what came until then.")
        found += await checking.run(wait)
    console.show({"probes": [asdict(one) for one in found]}, as_lines(found))
    return Exit.failed if any(one.status is Status.fail for one in found) else Exit.done
