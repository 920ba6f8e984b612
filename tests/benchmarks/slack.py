"""Slack: from the mention to the card, the sign and the answer, beside a bare slack-bolt app and two peers' figures.

The emulator's clock is the judge: it sees the mention go out and the posts come in. Its rate limits are off.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import psutil

from relay.client import RelayClient
from relay.wire.people import AcceptInvite, Account, Binding, NewInvite, NewLink, NewRoom, RedeemLink, Who
from tests import needs
from tests.benchmarks import slack_answer
from tests.benchmarks.children.process import Child, started
from tests.benchmarks.children.relay import running
from tests.benchmarks.harness import Report, Taken, percentile
from tests.emulators.slack import Channel, Message, SlackEmulator, User
from tests.house import House, build, open_store

RATE = 20.0
CHANNELS = 80
IDLE_SECONDS = 3
ONE_AT_A_TIME = 0.1
ALL_SECONDS = 60.0


async def run(report: Report) -> None:
    """Start, idle, one at a time, twenty a second in turns with the bare app, and to the final answer."""
    report.title(f"Slack: {RATE:.0f} mentions a second over {CHANNELS} channels, and one at a time")
    with TemporaryDirectory(prefix="muti-bench-") as name:
        async with _open_stage(Path(name)) as stage:
            await _start(report, stage, 2 if report.quick else 5)
            async with stage.connector():
                await stage.warm_up()
                await _one_at_a_time(report, stage, 10 if report.quick else 50)
                await _under_load(report, stage, *((40, 1) if report.quick else (160, 4)))
    if needs.find_claude() is None:
        report.missing("mention → final answer: needs Claude Code")
        return
    await slack_answer.run(report)


async def _start(report: Report, stage: "_Stage", times: int) -> None:
    starts, sizes = [], []
    for _ in range(times):
        report.calibrate()
        began = time.perf_counter()
        async with stage.connector() as child:
            starts.append(time.perf_counter() - began)
            await asyncio.sleep(IDLE_SECONDS)
            sizes.append(psutil.Process(child.process.pid).memory_info().rss / 2**20)
        await stage.ours.until(lambda: not stage.ours.connections)
    report.at_most("connector: started → connected", median(starts), 1.6, "s")
    report.at_most("connector: memory when idle", median(sizes), 109, "MiB")


async def _one_at_a_time(report: Report, stage: "_Stage", times: int) -> None:
    signs, cards = [], []
    for index in range(times):
        asked = await stage.ours.mention(stage.asker, stage.channels[index % CHANNELS], f"one {index}")
        card = await stage.card(asked)
        signs.append(min(card.at, stage.sign_at(asked)) - asked.at)
        cards.append(card.at - asked.at)
        await asyncio.sleep(ONE_AT_A_TIME)
    report.say(
        f"one at a time: sign {median(signs) * 1e3:.1f} ms, card {median(cards) * 1e3:.1f} ms, p99 "
        f"{percentile(cards, 0.99) * 1e3:.0f} ms"
    )
    report.at_most("first sign, one at a time", median(signs) * 1e3, 20, "ms")


async def _under_load(report: Report, stage: "_Stage", mentions: int, rounds: int) -> None:
    found = await report.in_turns(
        rounds, {"bare": lambda: stage.bare_round(mentions), "ours": lambda: stage.our_round(mentions)}
    )
    waits = {name: [wait for taken in turns for wait in taken.each] for name, turns in found.items()}
    for name, values in waits.items():
        report.say(
            f"{name}: card after {median(values) * 1e3:.1f} ms, p99 {percentile(values, 0.99) * 1e3:.0f} ms"
        )
    ours, bare = waits["ours"], waits["bare"]
    report.at_most("card beside a bare slack-bolt app, median", median(ours) / median(bare), 3)
    report.at_most("the same, p99", percentile(ours, 0.99) / percentile(bare, 0.99), 5)
    acks = [one.latency for one in stage.ours.deliveries if one.sent_at and one.latency is not None]
    lost = [one for one in stage.ours.deliveries if one.latency is None]
    report.at_most("acknowledgement at p99", percentile(acks, 0.99), 1, "s")
    report.at_most("events without an acknowledgement", len(lost), 0, "events")
    report.at_most("first sign at p99", percentile(stage.signs, 0.99), 1, "s")


@dataclass
class _Stage:
    """Two workspaces, one for each app; a relay with a room for every channel of ours."""

    ours: SlackEmulator
    bare: SlackEmulator
    house: House
    relay: str
    folder: Path
    asker: User
    channels: list[Channel]
    bare_asker: User
    bare_channels: list[Channel]
    signs: list[float]

    @asynccontextmanager
    async def connector(self) -> AsyncIterator[Child]:
        """The connector, once it is connected."""
        wish = {
            "relay": self.relay, "token": self.house.tokens["slack"], "bot_token": self.ours.bot_token,
            "app_token": self.ours.app_token, "api_url": self.ours.api_url, "folder": str(self.folder),
        }  # fmt: skip
        async with started("slack_bot", json.dumps(wish)) as child:
            await self.ours.until_connected(timeout=30)
            yield child

    async def warm_up(self) -> None:
        """One mention in each workspace's first channel: what is looked up once is known then."""
        await self.card(await self.ours.mention(self.asker, self.channels[0], "warm up"))
        await self._answer(await self.bare.mention(self.bare_asker, self.bare_channels[0], "warm up"))

    async def our_round(self, mentions: int) -> Taken:
        asked = await self._mention(self.ours, self.asker, self.channels, mentions)
        cards = [await self.card(one) for one in asked]
        self.signs += [
            min(card.at, self.sign_at(one)) - one.at for one, card in zip(asked, cards, strict=True)
        ]
        return _taken(asked, cards)

    async def bare_round(self, mentions: int) -> Taken:
        asked = await self._mention(self.bare, self.bare_asker, self.bare_channels, mentions)
        return _taken(asked, [await self._answer(one) for one in asked])

    async def _mention(
        self, slack: SlackEmulator, who: User, channels: list[Channel], number: int
    ) -> list[Message]:
        began, asked = time.perf_counter(), []
        for index in range(number):
            asked.append(await slack.mention(who, channels[index % CHANNELS], f"mention {index}"))
            await asyncio.sleep(max(0.0, began + (index + 1) / RATE - time.perf_counter()))
        return asked

    async def card(self, asked: Message) -> Message:
        """The card of an ask: the bot's first message after it at the top of the channel."""
        return await self._first(self.ours, asked)

    async def _answer(self, asked: Message) -> Message:
        return await self._first(self.bare, asked)

    async def _first(self, slack: SlackEmulator, asked: Message) -> Message:
        def found() -> list[Message]:
            return [one for one in slack.from_bot(asked.channel) if one.at > asked.at and not one.is_reply]

        return (await slack.until(found, ALL_SECONDS))[0]

    def sign_at(self, asked: Message) -> float:
        """When the reaction to an ask came, if it came."""
        moments = (
            call.at
            for call in reversed(self.ours.calls_of("reactions.add", "ok"))
            if (call.args["channel"], call.args["timestamp"]) == (asked.channel, asked.ts)
        )
        return next(moments, float("inf"))


def _taken(asked: list[Message], answers: list[Message]) -> Taken:
    each = tuple(answer.at - one.at for one, answer in zip(asked, answers, strict=True))
    return Taken(len(each), sum(each), each=each)


@asynccontextmanager
async def _open_stage(folder: Path) -> AsyncIterator[_Stage]:
    database = f"sqlite:///{folder}/relay.db"
    async with SlackEmulator() as ours, SlackEmulator() as bare:
        for slack in (ours, bare):
            slack.limits.off()
        async with open_store(database) as store:
            house = await build(store, "", folder, tenant=ours.team.id)
        bolt = started("bolt", bare.bot_token, bare.app_token, bare.api_url)
        async with running(database) as url, bolt:
            house.url = url
            asker, channels = await _furnish(house, ours)
            bare_asker = bare.add_user("sarah")
            bare_channels = [bare.add_channel(f"c{n}", members=[bare_asker]) for n in range(CHANNELS)]
            await bare.until_connected(timeout=30)
            yield _Stage(
                ours, bare, house, url, folder / "bot", asker, channels, bare_asker, bare_channels, []
            )
            await house.close()


async def _furnish(house: House, slack: SlackEmulator) -> tuple[User, list[Channel]]:
    """An owner and a member with accounts in the workspace, and a room for each channel."""
    owner, asker = slack.add_user("olga", real_name="Olga"), slack.add_user("sarah", real_name="Sarah")
    own, chat = house.client("owner"), house.client("slack")
    code = await own.new_link(None, NewLink(direct=True))
    await chat.redeem_link(_who(slack, owner), RedeemLink(code=code.code))
    channels = []
    for number in range(CHANNELS):
        channel = slack.add_channel(f"c{number}", members=[owner, asker])
        await _room(own, chat, slack, asker, channel)
        channels.append(channel)
    return asker, channels


async def _room(
    own: RelayClient, chat: RelayClient, slack: SlackEmulator, asker: User, channel: Channel
) -> None:
    room = (await own.new_room(None, NewRoom(name=channel.name, agents=["claude"]))).room
    await own.bind(None, room, Binding(platform="slack", tenant=slack.team.id, channel=channel.id))
    invite = await own.invite(None, room, NewInvite())
    assert invite.token is not None
    await chat.accept(_who(slack, asker), AcceptInvite(token=invite.token, name=asker.real_name))


def _who(slack: SlackEmulator, user: User) -> Who:
    account = Account(platform="slack", tenant=slack.team.id, subject=user.id)
    return Who(account=account, name=user.real_name)
