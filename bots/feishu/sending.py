"""Sending one message: as a card, as something plainer where Feishu does not take it, or as a file."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import structlog

from bots.connector import Later
from bots.feishu.api import Failed, FeishuApi
from bots.feishu.calls import create_message, patch_message, reply_message
from bots.feishu.elements import Json, markdown
from bots.feishu.limits import encode
from bots.feishu.refusals import CONTENT, LOCKED_SECONDS, NO_THREADS, is_locked

log = structlog.get_logger()

REMEMBERED = 5000


@dataclass(frozen=True)
class Target:
    """Where a message goes: into a chat or to a person (``kind`` of the id), or as a reply (``kind`` empty)."""

    id: str
    kind: str = ""
    in_thread: bool = False


@dataclass(frozen=True)
class Content:
    """A message's type and content."""

    form: str
    content: Json


@dataclass(frozen=True)
class Posted:
    """Where it stands."""

    message: str
    chat: str


class Sender:
    """Sends and updates. Nothing is repeated here."""

    def __init__(self, api: FeishuApi) -> None:
        self._api = api
        self.threads: OrderedDict[str, str] = OrderedDict()
        """The thread that answers to a message stand in, as Feishu told when the last one was sent."""

    async def send(self, target: Target, forms: list[Content], key: str) -> Posted:
        """Send the first of these forms that Feishu takes; without a key, twice is twice.

        Raises:
            Failed: it takes none, or nothing can be sent there.
            bots.connector.Later, bots.connector.Unsure, bots.connector.Unfit: as `FeishuApi.call`.
        """
        for form in forms[:-1]:
            try:
                return await self._send(target, form, key)
            except Failed as failed:
                if failed.code not in CONTENT:
                    raise
                log.warning("message.refused", code=failed.code, inner=failed.inner)
        return await self._send(target, forms[-1], key)

    async def update(self, message: str, cards: list[Json]) -> None:
        """Show the first of these cards that Feishu takes.

        Raises: as `send`.
        """
        for card in cards[:-1]:
            try:
                await self._update(message, card)
                return
            except Failed as failed:
                if failed.code not in CONTENT:
                    raise
                log.warning("update.refused", code=failed.code, inner=failed.inner)
        await self._update(message, cards[-1])

    async def _send(self, target: Target, form: Content, key: str) -> Posted:
        told = (form.form, encode(form.content), key)
        if target.kind:
            return _posted(await self._api.send(create_message(target.kind, target.id, *told)))
        if not target.in_thread:
            return _posted(await self._api.send(reply_message(target.id, *told, in_thread=False)))
        try:
            reply = await self._api.send(reply_message(target.id, *told, in_thread=True))
            self._note_thread(target.id, str(reply.get("thread_id") or ""))
            return _posted(reply)
        except Failed as failed:
            if failed.code not in NO_THREADS:
                raise
            return _posted(await self._api.send(reply_message(target.id, *told, in_thread=False)))

    def _note_thread(self, message: str, thread: str) -> None:
        if thread:
            self.threads[message] = thread
            self.threads.move_to_end(message)
            if len(self.threads) > REMEMBERED:
                self.threads.popitem(last=False)

    async def _update(self, message: str, card: Json) -> None:
        try:
            await self._api.send(patch_message(message, encode(card)))
        except Failed as failed:
            if is_locked(failed):
                raise Later(LOCKED_SECONDS) from failed
            raise


def _posted(reply: Mapping[str, Any]) -> Posted:
    return Posted(str(reply["message_id"]), str(reply.get("chat_id") or ""))


def plainer(card: Json, refused: str) -> list[Json]:
    """The card, its title with one sentence, and its title alone with the words ``refused``."""
    summary = card["config"]["summary"]
    said = {"tag": "div", "text": {"tag": "plain_text", **summary}}
    return [card, _only(card, said), _only(card, markdown(refused))]


def as_post(card: Json) -> Content:
    """A card as a rich text of its title and one sentence: for what is never updated."""
    title = str(((card.get("header") or {}).get("title") or {}).get("content") or "")
    text = str(card["config"]["summary"]["content"])
    return Content("post", {"zh_cn": {"title": title, "content": [[{"tag": "text", "text": text}]]}})


def addressed(card: Json, mention: str) -> Json:
    """A card that tells somebody of it, in its first line."""
    first, *rest = card["body"]["elements"]
    told = {**first, "content": f"{mention} {first['content']}"}
    if "i18n_content" in first:
        told["i18n_content"] = {name: f"{mention} {text}" for name, text in first["i18n_content"].items()}
    return {**card, "body": {**card["body"], "elements": [told, *rest]}}


def _only(card: Json, element: Json) -> Json:
    first = card["body"]["elements"][0]
    mark = {"element_id": first["element_id"]} if "element_id" in first else {}
    config = {**card["config"]}
    return {**card, "config": config, "body": {"elements": [{**element, **mark}]}}
