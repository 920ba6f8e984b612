"""Slack as the connector tests see it."""

from contextlib import AbstractAsyncContextManager
from typing import Any

from relay.wire.requests import RequestView
from tests.bots.connector.side import ASKER, GUEST, OWNER, Sight
from tests.bots.slack.conftest import Stage, part_of
from tests.emulators.slack import Message

HOME = {"en": "en-US", "zh": "zh-CN", "ko": "ko-KR"}


class SlackSide:
    """A workspace."""

    def __init__(self, stage: Stage) -> None:
        self._stage, self._slack, self.house = stage, stage.slack, stage.house
        self._people = {OWNER: stage.owner, ASKER: stage.asker}
        stage.slack.limits.off()

    def running(self, folder: str = "bot", url: str | None = None) -> AbstractAsyncContextManager[Any]:
        return self._stage.running_bot(folder, url)

    async def ask(self, text: str, who: str = ASKER, below: Sight | None = None) -> Message:
        return await self._slack.mention(
            self._people[who], self._stage.channel, text, below.top if below else None
        )

    async def talk(self, text: str) -> None:
        await self._slack.say(self._stage.asker, self._stage.channel, text)

    async def edit(self, said: Message, text: str) -> None:
        await self._slack.edit(said.user, said.channel, said.ts, f"<@{self._slack.bot.id}> {text}")

    async def recall(self, said: Message) -> None:
        await self._slack.delete(said.channel, said.ts)

    async def repeat(self, said: Message) -> None:
        assert (await self._slack.replay(self._slack.deliveries_of(said)[0], 3)).acked

    async def tap(self, sight: Sight, act: str) -> None:
        message: Message = sight.raw
        delivery = await self._slack.tap(self._stage.owner, message.channel, message.ts, f"muti:{act}")
        assert delivery.acked

    async def ask_elsewhere(self, text: str) -> None:
        other = self._slack.add_channel("other", members=[self._stage.owner, self._stage.asker])
        await self._stage.bind(other)
        await self._slack.mention(self._stage.asker, other, text)

    async def ask_from_outside(self, text: str) -> None:
        elsewhere = self._slack.add_team("Elsewhere")
        self._people[GUEST] = guest = self._slack.add_user("eve", team=elsewhere)
        shared = self._slack.add_channel(
            "shared", members=[self._stage.owner, guest], shared_with=[elsewhere]
        )
        await self._stage.bind(shared)
        await self._slack.mention(guest, shared, text)

    async def speak(self, who: str, language: str) -> None:
        self._people[who].locale = HOME[language]

    async def remove_bot(self) -> None:
        await self._slack.kick(self._slack.bot, self._stage.channel)

    def sights(self, direct: bool = False) -> list[Sight]:
        where = self._slack.dm_channel(self._stage.owner) if direct else self._stage.channel
        return [self._see(message) for message in self._slack.from_bot(where)]

    def now(self, sight: Sight) -> Sight:
        return self._see(sight.raw)

    def told(self, who: str) -> list[str]:
        person = self._people[who]
        alone = [one.text for one in self._slack.ephemerals_of(person)]
        return alone + [
            m.text for m in self._slack.from_bot(self._slack.dm_channel(person)) if not part_of(m)
        ]

    def signed(self, said: Message) -> bool:
        return bool(self._slack.calls_of("reactions.add", "ok"))

    def acknowledged(self, said: Message) -> bool:
        return all(one.acked for one in self._slack.deliveries_of(said))

    def copies(self, number: int) -> None:
        self._slack.event_faults.copies = number

    def lose_an_answer(self) -> None:
        self._slack.faults.lose_reply("chat.postMessage")

    def ask_for_patience(self, seconds: float) -> None:
        for name in ("chat.postMessage", "chat.update"):
            self._slack.faults.rate_limit(name, seconds)

    async def drop_link(self) -> None:
        await self._slack.drop_connections(abort=True)
        await self._slack.until_connected(timeout=20)

    async def settled(self) -> None:
        await self._stage.settled(20)

    async def requests(self) -> list[RequestView]:
        return await self._stage.requests()

    def _see(self, message: Message) -> Sight:
        names = {person.id: name for name, person in self._people.items()}
        return Sight(
            message.ts,
            message.thread_ts or message.ts,
            part_of(message),
            self._slack.visible_text(message),
            frozenset(action.removeprefix("muti:") for action in self._slack.actions(message)),
            frozenset(names.get(one, one) for one in self._slack.pings(message)),
            message,
        )
