"""Finding out who we are: the bot's own open id, by which it is mentioned, and the organisation that it works in."""

import asyncio

import structlog

from bots.connector import Later, Unfit, Unsure
from bots.feishu.api import Failed, FeishuApi
from bots.feishu.calls import list_chats, query_tenant
from bots.feishu.people import Home
from bots.inbox import Inbox

log = structlog.get_logger()

NOTE = "home:tenant:"
LONGEST_PAUSE = 30.0


async def find_bot(api: FeishuApi) -> tuple[str, str]:
    """The bot's open id and name; asked until Feishu answers, since without the id nobody can be told to mean us."""
    pause = 0.5
    while True:
        try:
            found = (await api.call("GET", "/open-apis/bot/v3/info")).get("bot") or {}
            if found.get("open_id"):
                return str(found["open_id"]), str(found.get("app_name") or "")
            log.warning(
                "feishu.no_bot", hint="The app has no bot; add one on its page and publish a version."
            )
        except (Failed, Later, Unfit, Unsure) as error:
            log.warning("feishu.not_ready", error=str(error))
        await asyncio.sleep(pause)
        pause = min(LONGEST_PAUSE, pause * 2)


async def recall_tenant(inbox: Inbox, app: str) -> str:
    """What an earlier process found out; an app is in one organisation for ever."""
    return (await inbox.notes(NOTE)).get(app, "")


async def ask_tenant(api: FeishuApi) -> str:
    """The organisation's key, as the interface tells it: by its own call, or with any group that is its own.

    Empty where neither helps: the app may not ask, and is in no group yet. Then the first event tells it.
    """
    try:
        found = (await api.send(query_tenant())).get("tenant") or {}
        if found.get("tenant_key"):
            return str(found["tenant_key"])
    except (Failed, Later, Unfit, Unsure) as error:
        log.info("tenant.not_told", error=str(error))
    try:
        chats = (await api.send(list_chats(""))).get("items") or []
    except (Failed, Later, Unfit, Unsure) as error:
        log.info("tenant.not_listed", error=str(error))
        return ""
    own = (str(one.get("tenant_key") or "") for one in chats if not one.get("external"))
    return next((key for key in own if key), "")


async def keep_tenant(inbox: Inbox, home: Home) -> None:
    """For the next process."""
    await inbox.note({NOTE + home.app: home.tenant})
