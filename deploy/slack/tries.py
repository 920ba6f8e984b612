"""What of Slack can be tried without a person: the tokens, the scopes, the connection, the channels (O7).

Errors: docs.slack.dev, the page of each method. Each finding names what is wrong and where it is put right.
"""

import time
from dataclasses import dataclass
from typing import Any

import aiohttp

from config.settings import Settings, SlackSettings
from deploy.findings import Finding, Status, timed, timed_together
from deploy.setup import rooms_of
from deploy.slack.address import judge_clock, try_address
from deploy.slack.manifest import scopes

CALL_SECONDS = 10.0
APP_PAGE = "api.slack.com/apps, your app"
TO_BOT_TOKEN = f"copy the bot token (xoxb-) from {APP_PAGE} → OAuth & Permissions"
TO_APP_TOKEN = (
    f"make an app token (xapp-) with connections:write at {APP_PAGE} → Basic Information → App-Level Tokens"
)
TO_SCOPES = (
    f"paste `muti slack manifest` at {APP_PAGE} → App Manifest, or add them at OAuth & Permissions → "
    "Bot Token Scopes; then install the app again at Install App"
)
NO_ANSWER = "no answer"
TO_NETWORK = "see that this computer reaches slack.com over https, or correct slack.api_url"
KINDS = {
    "xapp-": "an app token",
    "xoxb-": "a bot token",
    "xoxp-": "a token of a person",
    "xoxe": "a token that rotates: switch Token Rotation off by making the app anew",
}
DEAD = {
    "invalid_auth": "Slack does not know this token",
    "not_authed": "Slack does not know this token",
    "token_revoked": "the token was revoked",
    "token_expired": "the token has expired",
    "account_inactive": "the app was uninstalled, or its workspace is gone",
    "not_allowed_token_type": "this is not the kind of token that is needed here",
}


@dataclass(frozen=True)
class Said:
    """An answer of Slack's: what it says, and the scopes and the date that its headers name."""

    ok: bool
    error: str
    data: dict[str, Any]
    scopes: frozenset[str]
    date: str = ""


async def try_slack(settings: Settings) -> list[Finding]:
    """All that can be tried in some seconds, the first cause first."""
    slack = settings.slack
    if slack is None:
        return [Finding("slack.bot", Status.skip, "not configured")]
    if slack.bot_token is None:
        return [Finding("slack.bot", Status.fail, "slack.bot_token is not configured", TO_BOT_TOKEN)]
    swapped = kinds_of_tokens(slack)
    if swapped:
        return swapped
    found = [await timed("slack.bot", _bot(slack))]
    if found[0].status is Status.ok:
        found += [await timed("slack.scopes", _scopes(slack)), *await _channels(settings, slack)]
    if slack.address is not None:
        there = timed_together(try_address(slack, secret(slack, "signing_secret")))
        return [*found, await timed("slack.clock", _clock(slack)), *await there]
    return [*found, await timed("slack.socket", _socket(slack))]


def kinds_of_tokens(slack: SlackSettings) -> list[Finding]:
    """What is in the wrong place is named by its beginning; the token itself is never shown."""
    bot, app = secret(slack, "bot_token"), secret(slack, "app_token")
    if bot.startswith("xapp-") and app.startswith("xoxb-"):
        said = "slack.bot_token and slack.app_token are swapped"
        return [Finding("slack.tokens", Status.fail, said, "swap them: xoxb- is the bot's, xapp- the app's")]
    found = []
    if not bot.startswith("xoxb-"):
        found.append(_wrong_kind("bot_token", bot, "xoxb-", TO_BOT_TOKEN))
    if app and not app.startswith("xapp-"):
        found.append(_wrong_kind("app_token", app, "xapp-", TO_APP_TOKEN))
    return found


def secret(slack: SlackSettings, name: str) -> str:
    """A token of the configuration; empty if it is not there."""
    value = getattr(slack, name)
    return "" if value is None else str(value.get_secret_value()).strip()


def _wrong_kind(name: str, token: str, needed: str, remedy: str) -> Finding:
    kind = next((words for start, words in KINDS.items() if token.startswith(start)), "no token of Slack's")
    said = f"slack.{name} has to begin with {needed}; what is there is {kind}"
    return Finding("slack.tokens", Status.fail, said, remedy)


async def _bot(slack: SlackSettings) -> Finding:
    said = await call(slack, "auth.test", secret(slack, "bot_token"))
    if not said.ok:
        remedy = TO_NETWORK if said.error.startswith(NO_ANSWER) else TO_BOT_TOKEN
        return Finding("slack.bot", Status.fail, _why("auth.test", said.error), remedy)
    return Finding("slack.bot", Status.ok, f"auth.test: {said.data.get('user')} in {said.data.get('team')}")


async def _scopes(slack: SlackSettings) -> Finding:
    said = await call(slack, "auth.test", secret(slack, "bot_token"))
    missing = sorted(scopes() - said.scopes)
    if missing:
        return Finding("slack.scopes", Status.fail, f"not granted: {', '.join(missing)}", TO_SCOPES)
    return Finding("slack.scopes", Status.ok, f"all {len(scopes())} are granted")


async def _clock(slack: SlackSettings) -> Finding:
    said = await call(slack, "auth.test", secret(slack, "bot_token"))
    return judge_clock(said.date, time.time())


async def _socket(slack: SlackSettings) -> Finding:
    token = secret(slack, "app_token")
    if not token:
        return Finding("slack.socket", Status.fail, "slack.app_token is not configured", TO_APP_TOKEN)
    said = await call(slack, "apps.connections.open", token)
    if said.ok:
        return Finding("slack.socket", Status.ok, "apps.connections.open: Slack gives an address")
    if said.error == "missing_scope":
        why = "apps.connections.open: the app token lacks connections:write"
        return Finding("slack.socket", Status.fail, why, TO_APP_TOKEN)
    if said.error in DEAD:
        why = _why("apps.connections.open", said.error)
        return Finding("slack.socket", Status.fail, why, TO_APP_TOKEN)
    remedy = f"switch Socket Mode on at {APP_PAGE} → Socket Mode"
    if said.error.startswith(NO_ANSWER):
        remedy = TO_NETWORK
    return Finding("slack.socket", Status.fail, f"apps.connections.open: {said.error}", remedy)


async def _channels(settings: Settings, slack: SlackSettings) -> list[Finding]:
    named = [(room.name, channel) for room in rooms_of(settings) for channel in room.slack_channels]
    return [
        await timed(f"slack.channel.{channel}", _channel(slack, room, channel)) for room, channel in named
    ]


async def _channel(slack: SlackSettings, room: str, channel: str) -> Finding:
    name = f"slack.channel.{channel}"
    said = await call(slack, "conversations.info", secret(slack, "bot_token"), channel=channel)
    if not said.ok:
        remedy = f"invite the app there: /invite @muti; or correct the id in the room {room}"
        if said.error == "missing_scope":
            remedy = TO_SCOPES
        return Finding(name, Status.fail, f"conversations.info: {said.error}", remedy)
    about = said.data.get("channel") or {}
    shown = f"#{about.get('name', channel)}, room {room}"
    if about.get("is_archived"):
        return Finding(name, Status.fail, f"{shown}: archived", "unarchive it, or name another channel")
    if not about.get("is_member"):
        return Finding(name, Status.fail, f"{shown}: the app is not in it", "write there: /invite @muti")
    return Finding(name, Status.ok, f"{shown}: the app is in it")


async def call(slack: SlackSettings, method: str, token: str, **arguments: str) -> Said:
    """One call; a failure to get an answer is an error like the others."""
    headers = {"Authorization": f"Bearer {token}"}
    timeout = aiohttp.ClientTimeout(total=CALL_SECONDS)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.post(slack.api_url + method, headers=headers, data=arguments) as answer,
        ):
            data = await answer.json(content_type=None)
            granted, date = answer.headers.get("x-oauth-scopes", ""), answer.headers.get("Date", "")
    except (aiohttp.ClientError, TimeoutError, ValueError) as error:
        return Said(ok=False, error=f"{NO_ANSWER} ({type(error).__name__})", data={}, scopes=frozenset())
    scopes_there = frozenset(scope.strip() for scope in granted.split(",") if scope.strip())
    return Said(bool(data.get("ok")), str(data.get("error") or ""), data, scopes_there, date)


def _why(method: str, error: str) -> str:
    return f"{method}: {error}" + (f" ({DEAD[error]})" if error in DEAD else "")
