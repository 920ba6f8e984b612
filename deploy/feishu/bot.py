"""The Feishu connector of this installation, with the chats that the configuration gives its rooms."""

import asyncio
import logging
from importlib.util import find_spec
from typing import TYPE_CHECKING

from pydantic import SecretStr

from bots.feishu.settings import FeishuSettings, Mirrored
from config.settings import Settings
from deploy.setup import rooms_of
from deploy.tokens import TokenFolder
from relay.client import Refused, RelayClient
from relay.wire.people import Binding

if TYPE_CHECKING:
    from bots.feishu.bot import FeishuBot

log = logging.getLogger(__name__)


class NoApp(Exception):
    """Feishu needs feishu.app_id and feishu.app_secret (MUTI_FEISHU__APP_SECRET): add them."""


class NoKeys(Exception):
    """Feishu is heard over HTTP, which needs feishu.encrypt_key and feishu.verification_token: add them."""


class NoConnectorToken(Exception):
    """This computer has no token for its Feishu connector; start `muti up` or `muti relay` here first."""


async def run_feishu(settings: Settings, relay_url: str, person_token: str) -> None:
    """Hear and answer Feishu until cancelled.

    Raises:
        NoApp, NoKeys: the configuration lacks something.
        NoConnectorToken: no relay was set up here.
    """
    wanted = feishu_settings(settings)
    token = TokenFolder(settings.home).read("feishu")
    if token is None:
        raise NoConnectorToken(NoConnectorToken.__doc__)

    async def introduced(tenant: str) -> None:
        await bind_chats(settings, tenant, relay_url, person_token)

    bot = await asyncio.to_thread(_load_bot)
    async with RelayClient(relay_url, token) as client:
        await bot(client, wanted, introduced).run()


def _load_bot() -> "type[FeishuBot]":
    """The SDK takes seconds to load, in which others on the event loop go on."""
    from bots.feishu.bot import FeishuBot

    return FeishuBot


def feishu_settings(settings: Settings) -> FeishuSettings:
    """What the connector needs.

    Raises:
        NoApp, NoKeys: the configuration lacks something.
        ModuleNotFoundError: the SDK is not installed.
    """
    feishu = settings.feishu
    if feishu is None or not feishu.app_id or feishu.app_secret is None:
        raise NoApp(NoApp.__doc__)
    if feishu.address is not None and not (feishu.encrypt_key and feishu.verification_token):
        raise NoKeys(NoKeys.__doc__)
    if find_spec("lark_oapi") is None:
        # Known now, and not when it is loaded: that is in a thread, much later.
        raise ModuleNotFoundError("No module named 'lark_oapi'", name="lark_oapi")
    return FeishuSettings(
        app_id=feishu.app_id,
        app_secret=_text(feishu.app_secret),
        folder=settings.home / "inbox",
        url=feishu.domain,
        encrypt_key=_text(feishu.encrypt_key),
        verification_token=_text(feishu.verification_token),
        listen=feishu.address,
        tasks=mirrored(settings),
    )


def mirrored(settings: Settings) -> Mirrored:
    """Which requests have a Feishu task (F6)."""
    everywhere = settings.feishu is not None and settings.feishu.tasks
    told = {room.name: room.feishu_tasks for room in settings.rooms}
    return Mirrored(everywhere, {name: on for name, on in told.items() if on is not None})


async def bind_chats(settings: Settings, tenant: str, relay_url: str, person_token: str) -> None:
    """Only here is it known which organisation the configured chats are of."""
    rooms = {room.name: room.feishu_chats for room in rooms_of(settings) if room.feishu_chats}
    if not rooms:
        return
    async with RelayClient(relay_url, person_token) as owner:
        known = {room.name: room.room for room in (await owner.rooms(None)).rooms}
        for name, chats in rooms.items():
            for chat in chats:
                try:
                    await owner.bind(
                        None, known[name], Binding(platform="feishu", tenant=tenant, channel=chat)
                    )
                except Refused as refused:
                    log.error("room %s does not hear the chat %s: %s", name, chat, refused)


def _text(secret: SecretStr | None) -> str:
    return secret.get_secret_value() if secret else ""
