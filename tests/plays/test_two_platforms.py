"""One request in two chats and a browser: asked in Slack, approved in Feishu, watched in the room."""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bots.feishu.bot import FeishuBot, FeishuSettings
from bots.slack.bot import SlackBot, SlackSettings
from relay.machine import State
from relay.wire.people import AcceptInvite, Account, Binding, NewInvite, NewLink, RedeemLink, Who
from relay.wire.requests import RequestView
from tests.bots.web.scene import Room, Surfer, serve_room
from tests.bots.web.test_live import Lines, following
from tests.emulators.feishu import Chat, FeishuEmulator, Member
from tests.emulators.feishu import Message as FeishuMessage
from tests.emulators.slack import Channel, SlackEmulator, User
from tests.emulators.slack import Message as SlackMessage
from tests.faults.children import Child, DaemonPart
from tests.house import House, open_house
from tests.plays.stage import PATH

pytestmark = [pytest.mark.rule("C11"), pytest.mark.timeout(100)]

WAIT = 30.0
RESULT = "The notes are written."
MOVES = [{"write": "notes.txt", "content": "one\n"}, {"delete": "old.txt"}, {"done": RESULT}]


@dataclass
class Play:
    """A room that is bound to a channel of Slack and a group of Feishu; its owner is in both, its asker in Slack."""

    house: House
    slack: SlackEmulator
    feishu: FeishuEmulator
    olga_in_slack: User
    sarah: User
    channel: Channel
    olga_in_feishu: Member
    wei: Member
    group: Chat
    room: Room

    async def in_slack(self, action: str) -> SlackMessage:
        """The owner's card in Slack that has this button."""
        direct = self.slack.dm_channel(self.olga_in_slack)

        def cards() -> list[SlackMessage]:
            return [m for m in self.slack.from_bot(direct) if action in self.slack.actions(m)]

        return (await self.slack.until(cards, WAIT))[-1]

    async def in_feishu(self, act: str) -> tuple[FeishuMessage, dict[str, Any]]:
        """The owner's card in Feishu that has a button for this, and what the button sends."""
        direct = self.feishu.direct_chat(self.olga_in_feishu)

        def buttons() -> list[tuple[FeishuMessage, dict[str, Any]]]:
            shown = self.feishu.from_bot(direct)
            return [(m, v) for m in shown for v in self.feishu.values(m) if v.get("act") == act]

        return (await self.feishu.until(buttons, WAIT))[-1]

    def slack_words(self, message: SlackMessage) -> str:
        return self.slack.visible_text(message)

    def feishu_words(self, message: FeishuMessage) -> str:
        return self.feishu.visible_text(message, "en_us")

    async def request(self) -> RequestView:
        [view] = (await self.house.client("owner").requests_of(None, self.house.room)).requests
        return view


@pytest.fixture
async def play(migrated: Path, tmp_path: Path) -> AsyncIterator[Play]:
    """Everything runs: the relay, both connectors, the browser room and the owner's machine."""
    shutil.copy(migrated, tmp_path / "relay.db")
    work = tmp_path / "project"
    work.mkdir()
    (work / "old.txt").write_text("old\n")
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(open_house(f"sqlite:///{tmp_path / 'relay.db'}", work))
        slack = await stack.enter_async_context(SlackEmulator(retry_scale=0.02))
        feishu = await stack.enter_async_context(FeishuEmulator())
        slack.limits.off()
        room = await stack.enter_async_context(asynccontextmanager(serve_room)(house))
        found = _furnish(house, slack, feishu, room)
        await _let_in(found)
        await stack.enter_async_context(_bots(found, tmp_path))
        stack.enter_context(_machine(found, tmp_path))
        yield found


def _furnish(house: House, slack: SlackEmulator, feishu: FeishuEmulator, room: Room) -> Play:
    olga, sarah = slack.add_user("olga", real_name="Olga"), slack.add_user("sarah", real_name="Sarah")
    owner, wei = feishu.add_user("Olga", locale="en_us"), feishu.add_user("Wei", locale="zh_cn")
    channel, group = (
        slack.add_channel("backend", members=[olga, sarah]),
        feishu.add_chat("后端", [owner, wei]),
    )
    return Play(house, slack, feishu, olga, sarah, channel, owner, wei, group, room)


async def _let_in(play: Play) -> None:
    house, own = play.house, play.house.client("owner")
    team, tenant = play.slack.team.id, play.feishu.tenant.key
    owners = {
        "slack": _who("slack", team, play.olga_in_slack.id),
        "feishu": _who("feishu", tenant, play.olga_in_feishu.union_id),
    }
    for platform, who in owners.items():
        code = (await own.new_link(None, NewLink(direct=True))).code
        await house.client(platform).redeem_link(who, RedeemLink(code=code))
    invite = await own.invite(None, house.room, NewInvite())
    assert invite.token is not None
    sarah = _who("slack", team, play.sarah.id, "Sarah")
    await house.client("slack").accept(sarah, AcceptInvite(token=invite.token, name="Sarah"))
    for platform, where, chat in (("slack", team, play.channel.id), ("feishu", tenant, play.group.id)):
        await own.bind(None, house.room, Binding(platform=platform, tenant=where, channel=chat))


def _who(platform: str, tenant: str, subject: str, name: str = "Olga") -> Who:
    return Who(account=Account(platform=platform, tenant=tenant, subject=subject), name=name)


@asynccontextmanager
async def _bots(play: Play, folder: Path) -> AsyncIterator[None]:
    slack, feishu = play.slack, play.feishu
    (folder / "bots").mkdir()
    in_slack = SlackSettings(slack.bot_token, slack.app_token, folder / "bots", slack.api_url)
    in_feishu = FeishuSettings(feishu.app.app_id, feishu.app.secret, folder / "bots", feishu.base_url)
    bots = (
        SlackBot(play.house.client("slack"), in_slack),
        FeishuBot(play.house.client("feishu"), in_feishu),
    )
    tasks = [asyncio.create_task(bot.run()) for bot in bots]
    try:
        async with asyncio.timeout(WAIT):
            for bot in bots:
                await bot.connected.wait()
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class _machine:
    """The owner's machine, with the scripted agent."""

    def __init__(self, play: Play, folder: Path) -> None:
        place = folder / "daemon"
        place.mkdir()
        token = play.house.tokens["machine"]
        part = DaemonPart(play.house.url, token, place, play.house.directory, {"PATH": PATH})
        self._child = Child(part, folder / "daemon.log")

    def __enter__(self) -> None:
        self._child.start()

    def __exit__(self, *_: object) -> None:
        self._child.close()


@asynccontextmanager
async def watching(play: Play) -> AsyncIterator[Lines]:
    """The owner's browser, on the page of the room."""
    surfer = Surfer(play.room)
    try:
        await surfer.come_in(await play.room.owner_link())
        async with following(surfer) as lines:
            yield lines
    finally:
        await surfer.close()


async def picture(lines: Lines, holds: Callable[[str], bool]) -> str:
    """The request as the browser shows it, once it is so."""
    async with asyncio.timeout(WAIT):
        while not holds(found := str((await lines.next("request", WAIT))["card"])):
            pass
    return found


@pytest.mark.rule("C3", "W2", "A1", "U1")
async def test_an_ask_in_slack_is_approved_in_feishu_and_watched_in_the_browser(play: Play) -> None:
    async with watching(play) as lines:
        asked = f"please play {json.dumps(MOVES)}"
        await play.slack.mention(play.sarah, play.channel, asked)
        await picture(lines, lambda card: 'value="approve"' in card)
        in_slack = await play.in_slack("muti:approve")
        in_feishu, button = await play.in_feishu("approve")
        assert (await play.feishu.tap(in_feishu, play.olga_in_feishu, button)).acked
        await play.slack.until(lambda: "Approved by you" in play.slack_words(in_slack), WAIT)
        await play.feishu.until(lambda: "Approved by you" in play.feishu_words(in_feishu), WAIT)
        # What it pauses for is allowed on the other platform, and is over on both.
        card, _ = await play.in_feishu("allow")
        pause = await play.in_slack("muti:allow")
        await play.slack.tap(play.olga_in_slack, pause.channel, pause.ts, "muti:allow")
        await play.feishu.until(lambda: not play.feishu.values(card), WAIT)
        await play.slack.until(lambda: not play.slack.actions(pause), WAIT)
        await picture(lines, lambda shown: RESULT in shown)
    assert (await play.request()).state is State.done
    assert not (play.house.directory / "old.txt").exists()
    await check_who_was_told(play)


async def check_who_was_told(play: Play) -> None:
    """One message at the end where it was asked; elsewhere the picture changed, and nobody's phone rang for it."""
    slack, feishu = play.slack, play.feishu

    def ended() -> list[SlackMessage]:
        return [m for m in slack.from_bot(play.channel) if RESULT in play.slack_words(m) and m.is_reply]

    [final] = await slack.until(ended, WAIT)
    assert slack.pings(final) == {play.sarah.id}
    [mirror] = await feishu.until(lambda: feishu.from_bot(play.group), WAIT)
    await feishu.until(lambda: feishu.title(mirror, "en_us").endswith("Done"), WAIT)
    assert feishu.title(mirror, "zh_cn").endswith("已完成")
    assert feishu.buttons(mirror) == []
    assert feishu.notified(mirror) == set()
    assert feishu.notifications(play.wei) == []
    rang = feishu.notifications(play.olga_in_feishu)
    assert {message.chat for message in rang} == {feishu.direct_chat(play.olga_in_feishu).id}
    assert len(rang) == 2  # the request and what it paused for


@pytest.mark.rule("L5", "C3")
async def test_of_two_taps_at_once_on_both_platforms_the_first_wins_and_both_show_it(play: Play) -> None:
    await play.slack.mention(play.sarah, play.channel, "please do it")
    in_slack = await play.in_slack("muti:deny")
    in_feishu, button = await play.in_feishu("approve")
    tap, tapped = await asyncio.gather(
        play.slack.tap(play.olga_in_slack, in_slack.channel, in_slack.ts, "muti:deny"),
        play.feishu.tap(in_feishu, play.olga_in_feishu, button),
    )
    assert tap.acked
    assert tapped.acked

    def outcomes() -> set[str]:
        words = (play.slack_words(in_slack), play.feishu_words(in_feishu))
        return {next(one for one in ("Approved by you", "Denied by you") if one in text) for text in words}

    def decided() -> set[str] | None:
        try:
            found = outcomes()
        except StopIteration:
            return None
        return found if len(found) == 1 else None

    [shown] = await play.slack.until(decided, WAIT) or set()
    won = tapped.answer["toast"]["type"] == "success"
    assert shown == ("Approved by you" if won else "Denied by you")
    assert ((await play.request()).state is not State.cancelled) == won
    decisions = {"approve", "always", "deny"}
    assert not [value for value in play.feishu.values(in_feishu) if value.get("act") in decisions]
    assert not {"muti:approve", "muti:always", "muti:deny"} & set(play.slack.actions(in_slack))
