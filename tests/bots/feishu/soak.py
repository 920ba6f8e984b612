"""A busy organisation with everything that can go wrong, and a checker of what came of it.

By hand: ``python -m tests.bots.feishu.soak --events 100000 --seed 7``. Events are what people do (a message, a
mention, an edit, a recall, a tap); repetitions of them are not counted.
"""

import asyncio
import random
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from relay.client import Refused
from relay.wire.people import AcceptInvite, Account, Binding, NewInvite, NewLink, RedeemLink, Who
from tests.bots.feishu import soak_child
from tests.bots.feishu.soak_checker import check
from tests.bots.feishu.soak_child import Orders
from tests.bots.feishu.soak_weather import Weather
from tests.bots.soaks.findings import Outcome, is_quiet
from tests.bots.soaks.process import Connector
from tests.bots.soaks.running import main, weather_it
from tests.emulators.feishu import Chat, FeishuEmulator, ImpossibleGesture, Member, Message
from tests.emulators.feishu.state import Json
from tests.house import House, open_house
from tests.relay.players import Daemon, said

PLATFORM = "feishu"
GROUPS = 3
HISTORY = "im:message.group_msg"
ASKS_WAITING = 40
"""More asks than these do not wait for an answer at a time."""

LONGEST_WAIT = 5.0
RECENT_SECONDS = 25.0
"""What people still change, answer or continue: the connector looks no further back in its chats."""

RECORDS = 500
ACKNOWLEDGE_SECONDS = 1.5
REDELIVERY = (0.2, 1.0, 4.0, 16.0)
"""Feishu's own pauses are 15 s, 5 min, 1 h and 6 h."""


@dataclass
class Office:
    """The organisation, the relay's house, and what people did so far."""

    feishu: FeishuEmulator
    house: House
    folder: Path
    owner: Member
    asker: Member
    chats: list[Chat]
    dice: random.Random
    asks: dict[str, Message] = field(default_factory=dict)
    wanted: dict[str, str] = field(default_factory=dict)
    edited: set[str] = field(default_factory=set)
    recalled: set[str] = field(default_factory=set)
    taps: dict[str, list[tuple[str, str]]] = field(default_factory=lambda: defaultdict(list))
    """By request: what was tapped, and the kind of the toast that answered it."""

    talk: list[Message] = field(default_factory=list)
    events: int = 0

    @property
    def database(self) -> Path:
        return self.folder / "relay.db"

    @property
    def asked(self) -> int:
        return len(self.asks)

    async def arrived(self, seconds: float) -> None:
        await self.feishu.until_connected(timeout=seconds)
        # Feishu lists no direct chats: one is looked through from its first ask that arrives on.
        await self._ask_directly()
        direct = self.feishu.direct_chat(self.asker)
        await self.feishu.until(lambda: self.feishu.from_bot(direct), seconds)

    async def looked(self, seconds: float) -> None:
        passes = len(self.feishu.calls_of("chat.list", 0))
        await self.feishu.until(lambda: len(self.feishu.calls_of("chat.list", 0)) > passes, seconds)

    def is_quiet(self) -> bool:
        return is_quiet(self.database, self.folder / "bot", self.feishu.tenant.key)

    def is_behind(self) -> bool:
        return len(self.asks) > ASKS_WAITING and not self._is_answered(list(self.asks)[-ASKS_WAITING])

    def _is_answered(self, message: str) -> bool:
        """Whether a bot answered an ask, or it is too late to wait for that."""
        ask = self.asks[message]
        late = self.feishu.now() - ask.created > LONGEST_WAIT
        after = (m for m in self.feishu.messages(ask.chat)[-200:] if message in (m.parent_id, m.root_id))
        return late or ask.gone or any(self.feishu.user(m.sender).is_bot for m in after)

    def shown(self) -> Iterator[Message]:
        """Everything that the bot shows."""
        for chat in list(self.feishu.service.platform.chats.values()):
            yield from self.feishu.from_bot(chat)

    async def act(self) -> None:
        acts = [
            (50, self._talk), (6, self._ask), (2, self._ask_in_thread), (2, self._ask_below_work),
            (2, self._ask_directly), (4, self._edit), (1, self._recall), (6, self._tap), (1, self._tap_at_once),
        ]  # fmt: skip
        (chosen,) = self.dice.choices([act for _, act in acts], [weight for weight, _ in acts])
        with suppress(ImpossibleGesture, LookupError):
            await chosen()

    def forget(self) -> None:
        """Only the newest records are kept."""
        for records in (self.feishu.calls, self.feishu.deliveries, self.feishu.toasts):
            if len(records) > 2 * RECORDS:
                del records[:-RECORDS]

    async def _talk(self) -> None:
        chat = self.dice.choice(self.chats)
        above = self.dice.choice(self.talk[-20:]) if self.talk and self.dice.random() < 0.2 else None
        where = self.feishu.chat(above.chat) if above else chat
        said = await self.feishu.say(where, self.asker, "just talk", reply_to=above, in_thread=bool(above))
        self.talk.append(said)
        self.events += 1

    async def _ask(self) -> None:
        await self._mention(self.dice.choice(self.chats), None)

    async def _ask_in_thread(self) -> None:
        above = self.dice.choice([one for one in self.talk[-20:] if self._is_recent(one)])
        await self._mention(self.feishu.chat(above.chat), above)

    async def _ask_below_work(self) -> None:
        chat = self.dice.choice(self.chats)
        work = [m for m in self.feishu.from_bot(chat)[-20:] if m.card and self._is_recent(m)]
        await self._mention(chat, self.dice.choice(work))

    async def _mention(self, chat: Chat, above: Message | None) -> None:
        who, text = self.dice.choice((self.owner, self.asker, self.asker)), f"ask {len(self.asks)}"
        ask = await self.feishu.say(
            chat, who, text, mention=True, reply_to=above, in_thread=above is not None
        )
        self._note(ask, text)

    async def _ask_directly(self) -> None:
        text = f"ask {len(self.asks)}"
        self._note(await self.feishu.say(self.feishu.direct_chat(self.asker), self.asker, text), text)

    def _note(self, ask: Message, text: str) -> None:
        self.asks[ask.id], self.wanted[ask.id] = ask, text
        self.events += 1

    def _is_recent(self, message: Message) -> bool:
        return self.feishu.now() - message.created < RECENT_SECONDS and not message.gone

    def _some_ask(self) -> Message:
        return self.dice.choice([one for one in list(self.asks.values())[-30:] if self._is_recent(one)])

    async def _edit(self) -> None:
        ask, head = self._some_ask(), f"@{self.feishu.app.bot.name} "
        text = f"{self.wanted[ask.id]} again"
        await self.feishu.edit(ask, f"{head if ask.mentions else ''}{text}")
        self.wanted[ask.id] = text
        self.edited.add(ask.id)
        self.events += 1

    async def _recall(self) -> None:
        ask = self._some_ask()
        await self.feishu.recall(ask)
        self.recalled.add(ask.id)
        self.events += 1

    async def _tap(self) -> None:
        """The owner decides on some card; Feishu delivers a tap once or never."""
        card, values = self._some_card()
        self._press(card, self.dice.choice(values))

    async def _tap_at_once(self) -> None:
        """Everything on one card is pressed at once, as two people or one nervous finger do."""
        card, values = self._some_card()
        for value in [*values, values[0]]:
            self._press(card, value)

    def _some_card(self) -> tuple[Message, list[Json]]:
        direct = self.feishu.direct_chat(self.owner)
        card = self.dice.choice([m for m in self.feishu.from_bot(direct)[-30:] if self._decisions(m)])
        return card, self._decisions(card)

    def _decisions(self, card: Message) -> list[Json]:
        return [value for value in self.feishu.values(card) if value.get("act") in ("approve", "deny")]

    def _press(self, card: Message, value: Json) -> None:
        async def press() -> None:
            with suppress(ImpossibleGesture, LookupError):
                delivery = await self.feishu.tap(card, self.owner, value)
                if delivery.acked:
                    told = (str(value["act"]), str(delivery.answer["toast"]["type"]))
                    self.taps[str(value["request"])].append(told)

        self.events += 1
        self.feishu.dispatcher.spawn(press())


async def soak(
    events: int, seed: int, folder: Path, seconds: float = float("inf"), *, kills: bool = True
) -> Outcome:
    """Run it for so many events or seconds, let the storm pass, and look at what is there."""
    async with open_office(folder, seed) as office:
        connector = Connector(
            soak_child.run,
            _orders(office),
            folder / "connector.log",
            soak_child.__name__,
            "bots.feishu.bot",
            "bots.feishu.sdk",
        )
        weather = Weather(office.feishu, connector, office.dice, kills=kills)
        working = asyncio.create_task(_work(office.house))
        try:
            return await weather_it(office, connector, weather, lambda: check(office), events, seconds)
        finally:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)


async def _work(house: House) -> None:
    """The owner's machine: it does what was approved at once."""
    daemon = Daemon(house)
    await daemon.start()
    while True:
        for offer in (await daemon.poll(wait=1)).offers:
            with suppress(Refused):
                await daemon.take(offer.request, f"take {offer.request}")
                await daemon.report(offer.request, said(1, "progress", percent=50, text="half of it"))
                await daemon.finish(offer.request, 2, f"the result of {offer.public_id}")


def _orders(office: Office) -> Orders:
    app = office.feishu.app
    return Orders(
        office.house.url,
        office.house.tokens[PLATFORM],
        app.app_id,
        app.secret,
        office.feishu.base_url,
        office.folder / "bot",
    )


@asynccontextmanager
async def open_office(folder: Path, seed: int) -> AsyncIterator[Office]:
    """An organisation with an owner, a member, and groups of each kind that a room hears."""
    directory = folder / "project"
    directory.mkdir()
    async with (
        open_house(f"sqlite:///{folder / 'relay.db'}", directory) as house,
        FeishuEmulator(ack_seconds=ACKNOWLEDGE_SECONDS, rate_limits=False) as feishu,
    ):
        feishu.dispatcher.redelivery = REDELIVERY
        feishu.app.scopes.add(HISTORY)
        owner, asker = feishu.add_user("Olga", locale="en_us"), feishu.add_user("Sarah", locale="en_us")
        people = [owner, asker]
        chats = [feishu.add_chat(f"group {number}", people) for number in range(GROUPS)]
        chats += [
            feishu.add_chat("topics", people, kind="topic"),
            feishu.add_chat("threads", people, form="thread"),
        ]
        office = Office(feishu, house, folder, owner, asker, chats, random.Random(seed))
        await _let_in(office)
        yield office


async def _let_in(office: Office) -> None:
    own, chat, room = office.house.client("owner"), office.house.client(PLATFORM), office.house.room
    code = (await own.new_link(None, NewLink(direct=True))).code
    await chat.redeem_link(_who(office.owner), RedeemLink(code=code))
    invite = await own.invite(None, room, NewInvite())
    assert invite.token is not None
    await chat.accept(_who(office.asker), AcceptInvite(token=invite.token, name="Sarah"))
    for group in office.chats:
        await own.bind(
            None, room, Binding(platform=PLATFORM, tenant=office.feishu.tenant.key, channel=group.id)
        )


def _who(member: Member) -> Who:
    account = Account(platform=PLATFORM, tenant=member.tenant.key, subject=member.union_id)
    return Who(account=account, name=member.name)


if __name__ == "__main__":
    main(soak)
