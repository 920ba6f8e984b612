"""Feishu as the connector tests see it."""

from contextlib import AbstractAsyncContextManager
from html import unescape
from typing import Any

from relay.wire.requests import RequestView
from tests.bots.connector.side import ASKER, GUEST, OWNER, Sight
from tests.bots.feishu.conftest import Stage
from tests.bots.feishu.showing import parts
from tests.emulators.feishu import Message

HOME = {"en": "en_us", "zh": "zh_cn", "ko": "ko_kr"}
HISTORY = "im:message.group_msg"
"""Feishu tells of no edit: who may read the group finds it."""


class FeishuSide:
    """An organisation."""

    def __init__(self, stage: Stage) -> None:
        self._stage, self._feishu, self.house = stage, stage.feishu, stage.house
        self._people = {OWNER: stage.owner, ASKER: stage.asker}
        stage.feishu.limits.off()
        stage.feishu.app.scopes.add(HISTORY)

    def running(self, folder: str = "bot", url: str | None = None) -> AbstractAsyncContextManager[Any]:
        return self._stage.running_bot(folder, url)

    async def ask(self, text: str, who: str = ASKER, below: Sight | None = None) -> Message:
        above = below.raw if below else None
        return await self._feishu.say(
            self._stage.chat,
            self._people[who],
            text,
            mention=True,
            reply_to=above,
            in_thread=above is not None,
        )

    async def talk(self, text: str) -> None:
        await self._feishu.say(self._stage.chat, self._stage.asker, text)

    async def edit(self, said: Message, text: str) -> None:
        await self._feishu.edit(said, f"@{self._feishu.app.bot.name} {text}")

    async def recall(self, said: Message) -> None:
        await self._feishu.recall(said)

    async def repeat(self, said: Message) -> None:
        assert (await self._feishu.replay(self._feishu.deliveries_of(said)[0])).acked

    async def tap(self, sight: Sight, act: str) -> None:
        message: Message = sight.raw
        value = self._stage.acts(message, act)[0]
        assert (await self._feishu.tap(message, self._stage.owner, value)).acked

    async def ask_elsewhere(self, text: str) -> None:
        other = self._feishu.add_chat("other", [self._stage.owner, self._stage.asker])
        await self._stage.bind(other)
        await self._feishu.say(other, self._stage.asker, text, mention=True)

    async def ask_from_outside(self, text: str) -> None:
        tenant = self._feishu.add_tenant("Elsewhere")
        self._people[GUEST] = guest = self._feishu.add_user("Eve", tenant=tenant, locale="en_us")
        self._feishu.app.shared_outside = True
        shared = self._feishu.add_chat("shared", [self._stage.owner, guest])
        await self._stage.bind(shared)
        await self._feishu.say(shared, guest, text, mention=True)

    async def speak(self, who: str, language: str) -> None:
        self._people[who].locale = HOME[language]

    async def remove_bot(self) -> None:
        await self._feishu.remove_bot(self._stage.chat, self._feishu.app, self._stage.owner)

    def sights(self, direct: bool = False) -> list[Sight]:
        where = self._feishu.direct_chat(self._stage.owner) if direct else self._stage.chat
        known = zip(self._feishu.from_bot(where), parts(self._stage, where), strict=True)
        return [self._see(message, name) for message, name in known]

    def now(self, sight: Sight) -> Sight:
        return self._see(sight.raw, sight.part)

    def told(self, who: str) -> list[str]:
        person = self._people[who]
        shown = self._feishu.from_bot(self._feishu.direct_chat(person))
        return [self._feishu.visible_text(m, person.locale) for m in shown if m.kind == "post"]

    def signed(self, said: Message) -> bool:
        return bool(said.reactions)

    def acknowledged(self, said: Message) -> bool:
        return all(one.acked for one in self._feishu.deliveries_of(said))

    def copies(self, number: int) -> None:
        self._feishu.event_faults.copies = number

    def lose_an_answer(self) -> None:
        self._feishu.faults.lose_reply("message.reply")

    def ask_for_patience(self, seconds: float) -> None:
        for name in ("message.create", "message.reply", "message.patch"):
            self._feishu.faults.rate_limit(name, seconds)

    async def drop_link(self) -> None:
        await self._feishu.drop_connections(abort=True)
        await self._feishu.until_connected(timeout=20)

    async def settled(self) -> None:
        await self._stage.settled(20)

    async def requests(self) -> list[RequestView]:
        return await self._stage.requests()

    def _see(self, message: Message, part: str) -> Sight:
        names = {person.key: name for name, person in self._people.items()}
        words = unescape(self._feishu.visible_text(message, "en_us"))
        return Sight(
            message.id,
            self._feishu.thread(message)[0].id if message.thread_id else message.id,
            part,
            words,
            frozenset(str(value.get("act")) for value in self._feishu.values(message)),
            frozenset(names.get(one, one) for one in self._feishu.notified(message)),
            message,
        )
