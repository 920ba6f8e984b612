"""A busy workspace with everything that can go wrong, and a checker of what came of it.

By hand: ``python -m tests.bots.slack.soak --events 100000 --seed 7``. Events are what Slack has to say (a message,
a mention, an edit, a deletion); repetitions of them are not counted.
"""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from relay.wire.people import AcceptInvite, Account, Binding, NewInvite, NewLink, RedeemLink, Who
from tests.bots.slack import soak_child
from tests.bots.slack.soak_checker import check
from tests.bots.slack.soak_child import Orders
from tests.bots.slack.soak_weather import Weather
from tests.bots.soaks.findings import Outcome, is_quiet
from tests.bots.soaks.process import Connector
from tests.bots.soaks.running import main, weather_it
from tests.emulators.slack import Channel, ImpossibleGesture, Message, SlackEmulator, User
from tests.house import House, open_house

CHANNELS = 8
ASKS_WAITING = 60
"""More asks than these do not wait for an answer at a time."""

LONGEST_WAIT = 5.0
RECORDS = 500


@dataclass
class Office:
    """The workspace, the relay's house, and what people did so far."""

    slack: SlackEmulator
    house: House
    folder: Path
    owner: User
    asker: User
    channels: list[Channel]
    dice: random.Random
    asks: dict[str, Message] = field(default_factory=dict)
    edited: set[str] = field(default_factory=set)
    deleted: set[str] = field(default_factory=set)
    tapped: list[str] = field(default_factory=list)
    talk: list[Message] = field(default_factory=list)
    events: int = 0

    @property
    def database(self) -> Path:
        return self.folder / "relay.db"

    @property
    def asked(self) -> int:
        return len(self.asks)

    async def arrived(self, seconds: float) -> None:
        await self.slack.until_connected(timeout=seconds)

    async def looked(self, seconds: float) -> None:
        passes = len(self.slack.calls_of("users.conversations", "ok"))
        await self.slack.until(
            lambda: len(self.slack.calls_of("users.conversations", "ok")) > passes, seconds
        )

    def is_quiet(self) -> bool:
        return is_quiet(self.database, self.folder / "bot", self.slack.team.id)

    def is_behind(self) -> bool:
        return len(self.asks) > ASKS_WAITING and not self._is_shown(list(self.asks)[-ASKS_WAITING])

    def _is_shown(self, ts: str) -> bool:
        """Whether something was answered below an ask, or it is too late to wait for that."""
        ask = self.asks[ts]
        late = self.slack.now() - ask.at > LONGEST_WAIT
        below = self.slack.thread(ask.channel, ask.thread_ts or ask.ts)
        return late or ask.deleted or any(m.user == self.slack.bot.id for m in below)

    async def act(self) -> None:
        acts = [
            (70, self._talk), (9, self._reply), (6, self._ask), (2, self._ask_in_thread), (2, self._ask_below_work),
            (2, self._ask_directly), (8, self._retouch), (3, self._edit), (1, self._delete), (2, self._tap),
        ]  # fmt: skip
        weights = [weight for weight, _ in acts]
        (chosen,) = self.dice.choices([act for _, act in acts], weights)
        with suppress(ImpossibleGesture, LookupError):
            await chosen()

    def forget(self) -> None:
        """Only the newest records are kept."""
        calls, deliveries = self.slack.calls, self.slack.deliveries
        if len(calls) + len(deliveries) > 2 * RECORDS:
            del calls[:-RECORDS]
            del deliveries[:-RECORDS]

    async def _talk(self) -> None:
        self.talk.append(await self.slack.say(self.asker, self.dice.choice(self.channels), "just talk"))
        self.events += 1

    async def _reply(self) -> None:
        root = self.dice.choice(self.talk[-50:])
        await self.slack.say(self.owner, root.channel, "more talk", thread_ts=root.ts)
        self.events += 1

    async def _ask(self) -> None:
        await self._mention(self.dice.choice(self.channels), None)

    async def _ask_in_thread(self) -> None:
        root = self.dice.choice(self.talk[-50:])
        await self._mention(self.slack.channel(root.channel), root.ts)

    async def _ask_below_work(self) -> None:
        channel = self.dice.choice(self.channels)
        work = [m for m in self.slack.from_bot(channel)[-20:] if not m.is_reply]
        await self._mention(channel, self.dice.choice(work).ts)

    async def _mention(self, channel: Channel, thread: str | None) -> None:
        order = self.dice.choice(("message_first", "mention_first", "message_only", "mention_only"))
        who = self.dice.choice((self.owner, self.asker, self.asker))
        ask = await self.slack.mention(who, channel, f"ask {len(self.asks)}", thread, order=order)
        self.asks[ask.ts] = ask
        self.events += 2 if order.endswith("first") else 1

    async def _ask_directly(self) -> None:
        twice = self.dice.random() < 0.3
        ask = await self.slack.dm(self.asker, f"ask {len(self.asks)}", also_mention=twice)
        self.asks[ask.ts] = ask
        self.events += 2 if twice else 1

    async def _retouch(self) -> None:
        """A link preview: the message changed, and its text did not."""
        message = self.dice.choice([*self.talk[-50:], *list(self.asks.values())[-50:]])
        await self.slack.unfurl(message.channel, message.ts)
        self.events += 1

    async def _edit(self) -> None:
        ask = self.dice.choice(list(self.asks.values())[-30:])
        mention = f"<@{self.slack.bot.id}> " if ask.channel.startswith("C") else ""
        await self.slack.edit(ask.user, ask.channel, ask.ts, f"{mention}{ask.text.split('> ')[-1]} again")
        self.edited.add(ask.ts)
        self.events += 1

    async def _delete(self) -> None:
        ask = self.dice.choice(list(self.asks.values())[-30:])
        await self.slack.delete(ask.channel, ask.ts)
        self.deleted.add(ask.ts)
        self.events += 1

    async def _tap(self) -> None:
        """The owner decides on some card; Slack delivers a tap once or never."""
        cards = [
            m for m in self.slack.from_bot(self.slack.dm_channel(self.owner))[-30:] if self.slack.actions(m)
        ]
        card = self.dice.choice(cards)
        action = self.dice.choice(("muti:approve", "muti:deny"))

        async def tap() -> None:
            with suppress(ImpossibleGesture, LookupError):
                delivery = await self.slack.tap(self.owner, card.channel, card.ts, action)
                if delivery.acked:
                    self.tapped.append(str((card.metadata or {}).get("event_payload", {}).get("request")))

        self.slack.dispatcher.spawn(tap())


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
            "bots.slack.bot",
        )
        weather = Weather(office.slack, connector, office.dice, kills=kills)
        return await weather_it(office, connector, weather, lambda: check(office), events, seconds)


def _orders(office: Office) -> Orders:
    slack = office.slack
    return Orders(
        office.house.url,
        office.house.tokens["slack"],
        slack.bot_token,
        slack.app_token,
        slack.api_url,
        office.folder / "bot",
    )


@asynccontextmanager
async def open_office(folder: Path, seed: int) -> AsyncIterator[Office]:
    """A workspace with an owner, a member and some channels that a room hears."""
    directory = folder / "project"
    directory.mkdir()
    async with (
        open_house(f"sqlite:///{folder / 'relay.db'}", directory) as house,
        SlackEmulator(ack_timeout=1.0, retry_scale=0.005, rate_limits=False) as slack,
    ):
        owner, asker = slack.add_user("olga", real_name="Olga"), slack.add_user("sarah", real_name="Sarah")
        channels = [slack.add_channel(f"c{n}", members=[owner, asker]) for n in range(CHANNELS)]
        office = Office(slack, house, folder, owner, asker, channels, random.Random(seed))
        await _let_in(office)
        yield office


async def _let_in(office: Office) -> None:
    house, chat = office.house.client("owner"), office.house.client("slack")
    people = {
        user.id: Who(
            account=Account(platform="slack", tenant=office.slack.team.id, subject=user.id),
            name=user.real_name,
        )
        for user in (office.owner, office.asker)
    }
    code = (await house.new_link(None, NewLink(direct=True))).code
    await chat.redeem_link(people[office.owner.id], RedeemLink(code=code))
    invite = await house.invite(None, office.house.room, NewInvite())
    assert invite.token is not None
    await chat.accept(people[office.asker.id], AcceptInvite(token=invite.token, name="Sarah"))
    for channel in office.channels:
        binding = Binding(platform="slack", tenant=office.slack.team.id, channel=channel.id)
        await house.bind(None, office.house.room, binding)


if __name__ == "__main__":
    main(soak)
