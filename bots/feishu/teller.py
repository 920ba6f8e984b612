"""A word to one person: in their direct chat with the bot, or where that is closed, as an answer to what they said."""

import structlog

from bots.connector import Later, Urgency
from bots.feishu.api import Failed, FeishuApi
from bots.feishu.people import People
from bots.feishu.sending import Content, Posted, Sender, Target
from bots.feishu.turns import Turns
from relay.wire.people import Who
from relay.wire.requests import Spot

log = structlog.get_logger()

TEXT_CHARACTERS = 10_000


class Teller:
    """One installation's."""

    def __init__(self, api: FeishuApi, people: People, turns: Turns) -> None:
        self._sender, self._people, self._turns = Sender(api), people, turns

    async def tell(self, who: Who, spot: Spot, text: str) -> None:
        """Only the person sees it, where Feishu can do that."""
        told = _post([{"tag": "text", "text": _fitting(text)}])
        if spot.direct and is_message(spot.message):
            await self._send(spot.channel, Target(spot.message, in_thread=spot.thread is not None), told)
            return
        try:
            await self.directly(who.account.subject, text)
        except Failed as failed:
            log.info("word.not_direct", code=failed.code)
            await self._openly(who.account.subject, spot, text)

    async def directly(self, union: str, text: str) -> None:
        """A direct message.

        Raises:
            Failed: the person cannot be written to.
            bots.connector.Later, bots.connector.Unsure, bots.connector.Unfit: as `FeishuApi.call`.
        """
        posted = await self._send(
            union, Target(union, "union_id"), _post([{"tag": "text", "text": _fitting(text)}])
        )
        self._turns.same(union, posted.chat)

    async def _openly(self, union: str, spot: Spot, text: str) -> None:
        if not is_message(spot.message):
            log.warning("word.lost")
            return
        named = [{"tag": "at", "user_id": union}, {"tag": "text", "text": f" {_fitting(text)}"}]
        try:
            await self._send(spot.channel, Target(spot.message, in_thread=True), _post(named))
        except Failed as failed:
            log.warning("word.lost", code=failed.code)

    async def _send(self, chat: str, target: Target, told: Content) -> Posted:
        await self._turns.send(chat, Urgency.answer)
        try:
            return await self._sender.send(target, [told], "")
        except Later as later:
            self._turns.refused(chat, later.seconds)
            raise


def is_message(reference: str) -> bool:
    """Whether a message stands at a reference; an ask by a button has none."""
    return reference.startswith("om_")


def _post(line: list[dict[str, str]]) -> Content:
    """A rich text, whose elements read no markup; a plain text message would."""
    return Content("post", {"zh_cn": {"title": "", "content": [line]}})


def _fitting(text: str) -> str:
    return text[:TEXT_CHARACTERS] or " "
