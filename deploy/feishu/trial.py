"""One message in a chat, on request: sent, updated, recalled."""

from collections.abc import Awaitable, Callable

from bots.connector import Later, Unfit, Unsure
from bots.feishu.api import Failed, FeishuApi
from bots.feishu.calls import delete_message
from bots.feishu.sending import Content, Sender, Target
from config.settings import FeishuSettings
from deploy.feishu.board import board
from deploy.findings import Finding, Status

REMEDIES = {
    "send": "grant im:message:send_as_bot and add the bot to the chat",
    "update": "grant im:message:update",
    "recall": "grant im:message:send_as_bot",
}


async def try_message(feishu: FeishuSettings, chat: str) -> list[Finding]:
    """Send a card there, update it, and take it back; the first that fails ends it."""
    assert feishu.app_secret is not None
    api = FeishuApi(feishu.app_id or "", feishu.app_secret.get_secret_value(), feishu.domain)
    await api.start()
    try:
        return await _try(api, Sender(api), chat)
    finally:
        await api.close()


async def _try(api: FeishuApi, sender: Sender, chat: str) -> list[Finding]:
    posted = ""

    async def send() -> None:
        nonlocal posted
        form = Content("interactive", board(set(), over=True))
        posted = (await sender.send(Target(chat, "chat_id"), [form], "")).message

    async def update() -> None:
        await sender.update(posted, [board(set(), over=True)])

    async def recall() -> None:
        await api.send(delete_message(posted))

    found: list[Finding] = []
    for name, step in (("send", send), ("update", update), ("recall", recall)):
        found.append(await _step(name, step, chat))
        if name == "send" and found[-1].status is not Status.ok:
            break
    return found


async def _step(name: str, step: Callable[[], Awaitable[None]], chat: str) -> Finding:
    try:
        await step()
    except (Failed, Later, Unfit, Unsure) as error:
        return Finding(f"feishu.{name}", Status.fail, f"{chat}: {error}", REMEDIES[name])
    return Finding(f"feishu.{name}", Status.ok, f"{chat}: done")
