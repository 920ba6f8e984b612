"""What Feishu never delivered is found in the chats, as far as it lets us read them; and the rest is said."""

import asyncio
import sqlite3

import pytest

from bots.feishu import history, socket
from relay.machine import State
from tests.bots.feishu.conftest import Stage, until
from tests.emulators.feishu import Message

pytestmark = pytest.mark.rule("C5")

GROUP_HISTORY = "im:message.group_msg"


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "LONGEST_PAUSE", 0.3)
    monkeypatch.setattr(history, "EVERY_SECONDS", 0.4)
    monkeypatch.setattr(history, "PAUSES", (0.05, 0.05))


async def lost(stage: Stage, text: str, **more: object) -> Message:
    """An ask whose event never goes out."""
    stage.feishu.event_faults.drop_next = 1
    where = more.pop("where", stage.chat)
    return await stage.feishu.say(where, stage.asker, text, mention=where is stage.chat, **more)  # type: ignore[arg-type]


async def prompts(stage: Stage, number: int) -> list[str]:
    await stage.request(number, timeout=15)
    await stage.quiet()
    return [one.prompt for one in await stage.requests()]


async def looked(stage: Stage, times: int = 1) -> None:
    """Until the chat was read so many times more."""
    before = len(stage.feishu.calls_of("message.list", 0))
    await until(lambda: len(stage.feishu.calls_of("message.list", 0)) >= before + times, 10)


@pytest.mark.parametrize("how", ["while away", "while connected", "while down"])
async def test_an_ask_that_was_never_delivered_is_asked_once(stage: Stage, how: str) -> None:
    stage.feishu.app.scopes.add(GROUP_HISTORY)
    async with stage.running_bot():
        await stage.ask("known")
        await stage.settled()
        if how != "while down":
            await lost(stage, "lost")
            if how == "while away":
                await stage.feishu.drop_connections()
            assert await prompts(stage, 2) == ["known", "lost"]
    if how == "while down":
        await lost(stage, "lost")
        async with stage.running_bot():
            assert await prompts(stage, 2) == ["known", "lost"]
            await looked(stage, 2)
    assert len(await stage.requests()) == 2


async def test_what_was_delivered_as_well_is_one_request(stage: Stage) -> None:
    stage.feishu.app.scopes.add(GROUP_HISTORY)
    async with stage.running_bot():
        stage.feishu.hold_events()
        await stage.feishu.say(stage.chat, stage.asker, "late", mention=True)
        await stage.request()
        stage.feishu.release_events()
        await stage.quiet()
        await looked(stage, 2)
        assert len(await stage.requests()) == 1


async def test_asks_in_threads_and_direct_chats_are_found(stage: Stage) -> None:
    stage.feishu.app.scopes.add(GROUP_HISTORY)
    direct = stage.feishu.direct_chat(stage.asker)
    await stage.bind(direct)
    async with stage.running_bot():
        root = await stage.feishu.say(stage.chat, stage.owner, "a subject")
        await stage.feishu.say(stage.chat, stage.asker, "first", mention=True, reply_to=root, in_thread=True)
        await stage.request()
        await stage.feishu.say(direct, stage.asker, "second")
        await stage.request(2)
        await lost(stage, "lost in the thread", reply_to=root)
        thread = (await stage.request(3, timeout=15)).origin
        await lost(stage, "lost in the direct chat", where=direct)
        assert (await prompts(stage, 4))[2:] == ["lost in the thread", "lost in the direct chat"]
        assert thread is not None
        assert thread.thread == root.id


async def test_a_gap_of_several_pages_is_read_whole(stage: Stage) -> None:
    stage.feishu.app.scopes.add(GROUP_HISTORY)
    async with stage.running_bot():
        await stage.ask("known")
        await stage.settled()
    stage.feishu.event_faults.drop_next = 1000
    for number in range(70):
        await stage.feishu.say(stage.chat, stage.asker, f"chatter {number}")
    await stage.feishu.say(stage.chat, stage.asker, "at the end", mention=True)
    stage.feishu.event_faults.drop_next = 0
    async with stage.running_bot():
        assert await prompts(stage, 2) == ["known", "at the end"]


async def test_a_pass_that_is_refused_for_a_moment_is_made_up_for(stage: Stage) -> None:
    stage.feishu.app.scopes.add(GROUP_HISTORY)
    async with stage.running_bot():
        await stage.ask("known")
        await stage.settled()
    await lost(stage, "lost")
    stage.feishu.faults.http_error("message.list", 502, times=4)
    stage.feishu.faults.error("chat.list", 99991400, times=1, status=429)
    async with stage.running_bot():
        assert await prompts(stage, 2) == ["known", "lost"]


async def test_a_first_pass_that_is_broken_off_passes_over_nothing_that_came_since(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, hasty: None
) -> None:
    monkeypatch.setattr(history, "OVERLAP_SECONDS", 0.0)
    stage.feishu.app.scopes.add(GROUP_HISTORY)
    fault = stage.feishu.faults.http_error("message.list", 502, times=None)
    async with stage.running_bot():
        await until(lambda: fault.hits > 3, 15)
        await lost(stage, "lost")
    fault.times = 0
    async with stage.running_bot():
        assert await prompts(stage, 1) == ["lost"]


async def test_a_direct_chat_is_looked_through_from_its_first_ask_on(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, hasty: None
) -> None:
    monkeypatch.setattr(history, "OVERLAP_SECONDS", 0.0)
    monkeypatch.setattr(history, "EVERY_SECONDS", 600.0)
    direct = stage.feishu.direct_chat(stage.asker)
    await stage.bind(direct)
    async with stage.running_bot():
        await looked_at_all(stage)
        await stage.feishu.say(direct, stage.asker, "first")
        assert await prompts(stage, 1) == ["first"]
        await stage.settled()
        await lost(stage, "lost", where=direct)
    async with stage.running_bot():
        assert await prompts(stage, 2) == ["first", "lost"]


async def looked_at_all(stage: Stage) -> None:
    """Until the first pass is over: it has at least listed the groups."""
    await until(lambda: stage.feishu.calls_of("chat.list", 0), 10)


@pytest.mark.rule("C10")
async def test_one_chat_that_cannot_be_read_does_not_stop_the_others_and_the_owner_is_told(
    stage: Stage,
) -> None:
    stage.feishu.app.scopes.add(GROUP_HISTORY)
    direct = stage.feishu.direct_chat(stage.asker)
    await stage.bind(direct)
    async with stage.running_bot():
        await stage.feishu.say(direct, stage.asker, "known")
        await stage.request()
        await stage.settled()
        await looked(stage)
        stage.feishu.app.scopes.discard(GROUP_HISTORY)
        await lost(stage, "lost in the group")
        await lost(stage, "lost in the direct chat", where=direct)
        await stage.feishu.drop_connections()
        assert await prompts(stage, 2) == ["known", "lost in the direct chat"]
        owner = stage.feishu.direct_chat(stage.owner)

        def told() -> int:
            return sum(
                "backend" in stage.feishu.visible_text(m)
                for m in stage.feishu.from_bot(owner)
                if m.kind == "post"
            )

        await until(told, 10)
        await stage.feishu.drop_connections()
        await stage.feishu.until_connected()
        await lost(stage, "once more", where=direct)
        await prompts(stage, 3)
        assert told() == 1


async def test_what_was_asked_more_than_a_day_ago_is_not_done_unseen(stage: Stage) -> None:
    stage.feishu.app.scopes.add(GROUP_HISTORY)
    async with stage.running_bot():
        await stage.ask("known")
        await stage.settled()
    said = await lost(stage, "old")
    said.created -= 25 * 3600
    direct = stage.feishu.direct_chat(stage.asker)
    (path,) = stage.folder.glob("bot/feishu-*.db")
    with sqlite3.connect(path) as database:
        database.execute("update notes set value = cast(value as real) - 200000 where key like 'mark:%'")
    async with stage.running_bot():
        await stage.feishu.until(
            lambda: [
                m
                for m in stage.feishu.from_bot(direct)
                if "more than a day ago" in stage.feishu.visible_text(m)
            ]
        )
        assert len(await stage.requests()) == 1


@pytest.mark.rule("C9")
async def test_an_edit_before_the_decision_changes_the_request_and_one_after_it_is_said_to_be_ignored(
    stage: Stage,
) -> None:
    stage.feishu.app.scopes.add(GROUP_HISTORY)
    async with stage.running_bot():
        said, request = await stage.ask("delete the file")
        await stage.settled()
        await stage.feishu.edit(said, "@muti read the file")
        await until_prompt(stage, request.request, "read the file")
        card = await stage.card()
        await stage.feishu.until(lambda: "read the file" in stage.feishu.visible_text(card, "en_us"))
        tapped = await stage.tap(card=await stage.card())
        assert tapped.answer["toast"]["content"] == "Approved."
        await stage.feishu.edit(said, "@muti delete the folder")
        direct = stage.feishu.direct_chat(stage.asker)
        await stage.feishu.until(
            lambda: [
                m for m in stage.feishu.from_bot(direct) if "is ignored" in stage.feishu.visible_text(m)
            ],
            10,
        )
        assert (await stage.house.view(request.request)).prompt == "read the file"


async def until_prompt(stage: Stage, request: str, prompt: str) -> None:
    async with asyncio.timeout(10):
        while (await stage.house.view(request)).prompt != prompt:
            await asyncio.sleep(0.05)


@pytest.mark.rule("C9")
@pytest.mark.parametrize("by", ["message_owner", "group_manager"])
async def test_a_recall_before_the_decision_cancels_it(stage: Stage, by: str) -> None:
    async with stage.running_bot():
        said, request = await stage.ask()
        await stage.settled()
        await stage.feishu.recall(said, by=by)
        view = await stage.house.until(request.request, "cancelled")
        assert view.state is State.cancelled
        await stage.quiet()


@pytest.mark.rule("C9")
async def test_a_recall_that_overtakes_its_ask_is_no_request(stage: Stage) -> None:
    async with stage.running_bot():
        stage.feishu.hold_events()
        said = await stage.feishu.say(stage.chat, stage.asker, "run", mention=True)
        await stage.feishu.recall(said)
        stage.feishu.release_events(reverse=True)
        await stage.quiet()
        assert await stage.requests() == []


@pytest.mark.rule("C9")
async def test_a_recall_while_we_were_away_is_found(stage: Stage) -> None:
    stage.feishu.app.scopes.add(GROUP_HISTORY)
    async with stage.running_bot():
        said, request = await stage.ask()
        await stage.settled()
    stage.feishu.event_faults.drop_next = 1
    await stage.feishu.recall(said)
    async with stage.running_bot():
        await stage.house.until(request.request, "cancelled")


@pytest.mark.rule("C10")
@pytest.mark.parametrize("how", ["removed", "dissolved"])
async def test_the_owner_is_told_once_that_a_chat_is_lost_and_other_chats_go_on(
    stage: Stage, how: str
) -> None:
    other = stage.feishu.add_chat("another", [stage.owner, stage.asker])
    await stage.bind(other)
    stage.feishu.event_faults.copies = 2
    async with stage.running_bot():
        await stage.ask()
        await stage.card()
        await stage.settled()
        if how == "removed":
            await stage.feishu.remove_bot(stage.chat, stage.feishu.app, stage.owner)
        else:
            await stage.feishu.dissolve(stage.chat, stage.owner)
        direct = stage.feishu.direct_chat(stage.owner)

        def told() -> int:
            return sum(
                "backend" in stage.feishu.visible_text(m)
                for m in stage.feishu.from_bot(direct)
                if m.kind == "post"
            )

        await until(told)
        stage.feishu.event_faults.copies = 1
        await stage.feishu.say(other, stage.asker, "elsewhere", mention=True)
        assert (await prompts(stage, 2))[1] == "elsewhere"
        assert told() == 1


@pytest.mark.rule("C10")
async def test_an_owner_of_whom_nothing_is_known_yet_is_told_with_the_first_card(stage: Stage) -> None:
    other = stage.feishu.add_chat("another", [stage.owner, stage.asker])
    async with stage.running_bot():
        await stage.feishu.remove_bot(other, stage.feishu.app, stage.owner)
        await stage.quiet()
        direct = stage.feishu.direct_chat(stage.owner)
        assert stage.feishu.from_bot(direct) == []
        await stage.ask()
        await stage.feishu.until(
            lambda: [m for m in stage.feishu.from_bot(direct) if "another" in stage.feishu.visible_text(m)]
        )
