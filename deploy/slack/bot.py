"""The Slack connector of this installation, with the channels that the configuration gives its rooms."""

import logging

from pydantic import SecretStr

from bots.slack.api import SlackApi
from bots.slack.bot import SlackBot, SlackSettings
from config.settings import Settings
from deploy.setup import rooms_of
from deploy.tokens import TokenFolder
from relay.client import Refused, RelayClient
from relay.wire.people import Binding

log = logging.getLogger(__name__)


class NoAppToken(Exception):
    """Slack is heard over Socket Mode, which needs slack.app_token (MUTI_SLACK__APP_TOKEN): add it."""


class NoSigningSecret(Exception):
    """Slack is heard over HTTP, which needs slack.signing_secret (MUTI_SLACK__SIGNING_SECRET): add it."""


class NoConnectorToken(Exception):
    """This computer has no token for its Slack connector; start `muti up` or `muti relay` here first."""


async def run_slack(settings: Settings, relay_url: str, person_token: str) -> None:
    """Hear and answer Slack until cancelled.

    Raises:
        NoAppToken, NoSigningSecret: the configuration has none.
        NoConnectorToken: no relay was set up here.
    """
    wanted = slack_settings(settings)
    token = TokenFolder(settings.home).read("slack")
    if token is None:
        raise NoConnectorToken(NoConnectorToken.__doc__)
    await _bind_channels(settings, wanted, relay_url, person_token)
    async with RelayClient(relay_url, token) as client:
        await SlackBot(client, wanted).run()


def slack_settings(settings: Settings) -> SlackSettings:
    """What the connector needs.

    Raises:
        NoAppToken, NoSigningSecret: the configuration has none.
    """
    slack = settings.slack
    if slack is None or slack.bot_token is None or (slack.address is None and slack.app_token is None):
        raise NoAppToken(NoAppToken.__doc__)
    if slack.address is not None and slack.signing_secret is None:
        raise NoSigningSecret(NoSigningSecret.__doc__)
    return SlackSettings(
        bot_token=slack.bot_token.get_secret_value(),
        app_token=_text(slack.app_token),
        folder=settings.home / "inbox",
        api_url=slack.api_url,
        signing_secret=_text(slack.signing_secret),
        listen=slack.address,
    )


def _text(secret: SecretStr | None) -> str:
    return secret.get_secret_value() if secret else ""


async def _bind_channels(
    settings: Settings, wanted: SlackSettings, relay_url: str, person_token: str
) -> None:
    """Only here is it known which workspace the configured channels are of."""
    rooms = {room.name: room.slack_channels for room in rooms_of(settings) if room.slack_channels}
    if not rooms:
        return
    tenant = await _tenant(wanted)
    async with RelayClient(relay_url, person_token) as owner:
        known = {room.name: room.room for room in (await owner.rooms(None)).rooms}
        for name, channels in rooms.items():
            for channel in channels:
                try:
                    binding = Binding(platform="slack", tenant=tenant, channel=channel)
                    await owner.bind(None, known[name], binding)
                except Refused as refused:
                    log.error("room %s does not hear the channel %s: %s", name, channel, refused)


async def _tenant(wanted: SlackSettings) -> str:
    api = SlackApi(wanted.bot_token, wanted.api_url)
    await api.start()
    try:
        reply = await api.call("auth.test")
    finally:
        await api.close()
    team, enterprise = str(reply["team_id"]), reply.get("enterprise_id")
    return f"{enterprise}:{team}" if enterprise else team
