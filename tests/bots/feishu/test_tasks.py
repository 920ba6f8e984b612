"""A request as a Feishu task, where the owner wants it: one task each, true at every moment, heard for follow-ups."""

import asyncio
import multiprocessing
import os
import signal
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

import pytest

from bots.feishu.bot import FeishuBot
from bots.feishu.tasks import Mirrored
from relay.machine import State
from tests.bots.feishu.conftest import Stage, until
from tests.bots.feishu.process import run_bot
from tests.bots.feishu.showing import approved, direct, part, parts, running
from tests.emulators.feishu.tasks import Task

pytestmark = pytest.mark.usefixtures("brisk")

ON = Mirrored(everywhere=True)


def tasked(
    stage: Stage, mirrored: Mirrored = ON, folder: str = "bot"
) -> AbstractAsyncContextManager[FeishuBot]:
    """A running bot that mirrors requests as tasks."""
    stage.feishu.limits.off()
    return stage.running_bot(folder, settings=replace(stage.settings(folder), tasks=mirrored))


async def the_task(stage: Stage, begins: str, timeout: float = 8.0) -> Task:
    """The one task whose summary begins so."""

    def found() -> list[Task]:
        return [one for one in stage.feishu.tasks if str(one.fields["summary"]).startswith(begins)]

    tasks = await stage.feishu.until(found, timeout)
    assert len(tasks) == 1
    return tasks[0]


@pytest.mark.rule("F6")
async def test_a_request_is_one_task_that_shows_its_state_and_is_ticked_off_at_its_end(stage: Stage) -> None:
    async with tasked(stage):
        _, request, daemon = await running(stage)
        task = await the_task(stage, f"{request.public_id} · Running: run the tests")
        assert not task.done
        await daemon.finish(request.request, 1, "42 of 42 pass")
        await the_task(stage, f"{request.public_id} · Done")
        await stage.settled()
        assert task.done
        assert len(stage.feishu.tasks) == 1
        assert {member["key"] for member in task.members} == {stage.owner.key, stage.asker.key}
        assert {member["role"] for member in task.members} == {"follower"}


@pytest.mark.rule("F6")
async def test_a_task_links_to_the_thread_of_its_work(stage: Stage) -> None:
    async with tasked(stage):
        anchor, request, daemon = await running(stage)
        task = await the_task(stage, request.public_id)
        assert f"openChatId={stage.chat.id}" in str(task.fields["origin"])
        await daemon.finish(request.request, 1, "done")
        await part(stage, "final")
        await stage.settled()
        thread = stage.feishu.found(anchor).thread_id
        assert f"open_thread_id={thread}" in str(task.fields["description"])
        assert "Sarah Kim" in str(task.fields["description"])


@pytest.mark.rule("F6")
@pytest.mark.parametrize("mirrored", [Mirrored(), Mirrored(everywhere=True, rooms={"Backend": False})])
async def test_without_the_owners_wish_there_is_no_task(stage: Stage, mirrored: Mirrored) -> None:
    name = (await stage.house.client("owner").rooms(None)).rooms[0].name
    wish = replace(mirrored, rooms={name: False} if mirrored.rooms else {})
    async with tasked(stage, wish):
        await approved(stage)
        await stage.settled()
        assert stage.feishu.tasks == []
        assert stage.feishu.calls_of("task.create") == []


@pytest.mark.rule("F6")
async def test_one_room_may_have_tasks_where_the_others_have_none(stage: Stage) -> None:
    name = (await stage.house.client("owner").rooms(None)).rooms[0].name
    async with tasked(stage, Mirrored(rooms={name: True})):
        _, request = await stage.ask()
        await the_task(stage, f"{request.public_id} · Waiting for approval")


@pytest.mark.rule("F6", "F3")
async def test_a_comment_is_a_follow_up_of_its_author_in_the_same_thread(stage: Stage) -> None:
    async with tasked(stage):
        anchor, request, daemon = await running(stage)
        await daemon.finish(request.request, 1, "done")
        await part(stage, "final")
        task = await the_task(stage, f"{request.public_id} · Done")
        await stage.settled()
        await stage.feishu.comment(task, stage.asker, "and now lint")
        second = await stage.request(2)
        assert second.origin is not None
        assert (second.prompt, second.asker_name, second.state) == (
            "and now lint",
            "Sarah Kim",
            State.pending,
        )
        assert second.asker_account.endswith(f":{stage.feishu.tenant.key}:{stage.asker.union_id}")
        assert (second.origin.channel, second.origin.thread) == (stage.chat.id, anchor.id)
        await the_task(stage, second.public_id)
        shown = await stage.feishu.until(
            lambda: [m for m in stage.feishu.thread(anchor) if second.public_id in stage.feishu.title(m)]
        )
        assert shown[0].thread_id == stage.feishu.found(anchor).thread_id


@pytest.mark.rule("F6")
async def test_a_comment_on_a_task_of_a_direct_message_is_a_follow_up_there(stage: Stage) -> None:
    chat = direct(stage)
    async with tasked(stage):
        await stage.feishu.say(chat, stage.owner, "run")
        request = await stage.request()
        task = await the_task(stage, request.public_id)
        await stage.settled()  # the owner is no member of it before
        await stage.feishu.comment(task, stage.owner, "and lint", reply_to="")
        second = await stage.request(2)
        assert second.origin is not None
        assert (second.origin.channel, second.origin.direct) == (chat.id, True)
        assert second.state is not State.pending  # asked by the owner


@pytest.mark.rule("F6", "C5")
async def test_a_comment_that_comes_again_and_again_is_one_request(stage: Stage) -> None:
    stage.feishu.event_faults.copies = 5
    async with tasked(stage):
        _, request = await stage.ask()
        task = await the_task(stage, request.public_id)
        await stage.settled()
        await stage.feishu.comment(task, stage.asker, "and lint")
        await stage.request(2)
        await stage.settled()
        told = [d for d in stage.feishu.deliveries if d.type == "task.task.comment_updated_v1"]
    async with tasked(stage, folder="elsewhere"):  # a process that remembers nothing
        assert (await stage.feishu.replay(told[0])).acked
        await stage.quiet()
        assert len(await stage.requests()) == 2


@pytest.mark.rule("F6", "C5")
async def test_a_comment_is_kept_while_feishu_and_the_relay_do_not_answer(stage: Stage) -> None:
    async with tasked(stage):
        _, request = await stage.ask()
        task = await the_task(stage, request.public_id)
        await stage.settled()
        stage.feishu.faults.http_error("comment.get", 502, times=2)
        stage.feishu.faults.rate_limit("task.get", 1.0)
        await stage.feishu.comment(task, stage.asker, "and lint")
        await until(lambda: all(d.acked for d in stage.feishu.deliveries))
        assert (await stage.request(2, timeout=10)).prompt == "and lint"


@pytest.mark.rule("F6", "A2")
async def test_what_the_bot_comments_and_what_is_edited_later_asks_nothing(stage: Stage) -> None:
    async with tasked(stage):
        _, request = await stage.ask()
        task = await the_task(stage, request.public_id)
        await stage.settled()
        read = len(stage.feishu.calls_of("task.get"))
        own = stage.feishu.service.tasks.comment(task, stage.feishu.app.bot, "I say something")
        said = stage.feishu.service.tasks.comment(task, stage.asker, "changed later")
        for comment, kind in ((own, 1), (said, 3), (said, 4)):
            event = {"task_id": task.guid, "comment_id": comment.id, "parent_id": "0", "obj_type": kind}
            stage.feishu.service.push(stage.feishu.app, "task.task.comment_updated_v1", event)
        await stage.quiet()
        assert len(await stage.requests()) == 1
        assert len(stage.feishu.calls_of("task.get")) == read  # nobody looked what it would be about


@pytest.mark.rule("F6", "C13")
async def test_a_comment_of_somebody_whose_organisation_is_not_known_is_not_taken(stage: Stage) -> None:
    elsewhere = stage.feishu.add_tenant("Elsewhere")
    stranger = stage.feishu.add_user("Eve", tenant=elsewhere)
    async with tasked(stage):
        _, request = await stage.ask()
        task = await the_task(stage, request.public_id)
        await stage.settled()
        task.members.append({"key": stranger.key, "role": "follower"})
        await stage.feishu.comment(task, stranger, "rm -rf")
        await stage.settled()
        assert len(await stage.requests()) == 1
        assert "join" not in parts(stage, direct(stage))  # as somebody of the organisation would


@pytest.mark.rule("F6", "C5")
async def test_a_task_whose_answer_was_lost_is_not_made_twice(stage: Stage) -> None:
    stage.feishu.faults.lose_reply("task.create", times=2)
    async with tasked(stage):
        _, request = await stage.ask()
        await the_task(stage, request.public_id)
        await stage.settled(timeout=12)
        assert len(stage.feishu.calls_of("task.create")) >= 3
        assert len(stage.feishu.tasks) == 1


@pytest.mark.rule("F6", "C5")
async def test_a_killed_process_leaves_one_task_and_the_next_one_brings_it_up_to_date(stage: Stage) -> None:
    """kill -9 after Feishu made the task and before the process knew; the next one has none of its files."""
    stage.feishu.limits.off()
    stage.feishu.faults.delay_reply("task.create", 60)
    settings = replace(stage.settings(), tasks=ON)
    arguments = (settings, stage.house.url, stage.house.tokens["feishu"])
    process = multiprocessing.get_context("spawn").Process(target=run_bot, args=arguments, daemon=True)
    process.start()
    try:
        await stage.feishu.until_connected(timeout=30)
        _, request = await stage.ask()
        task = await the_task(stage, request.public_id)
    finally:
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        await asyncio.to_thread(process.join, 10)
    await stage.house.client("owner").cancel(None, request.request, "cancel")
    async with tasked(stage, folder="elsewhere"):
        await the_task(stage, f"{request.public_id} · Cancelled", timeout=25)
        await stage.feishu.until(lambda: task.done)
        assert len(stage.feishu.tasks) == 1


@pytest.mark.rule("F6", "C10")
async def test_without_the_permission_the_work_goes_on_and_the_owner_is_told_once(stage: Stage) -> None:
    stage.feishu.app.scopes.discard("task:task:write")
    async with tasked(stage):
        anchor, request, daemon = await running(stage)
        await daemon.finish(request.request, 1, "done")
        await part(stage, "final")
        await stage.settled()
        assert stage.feishu.title(anchor, "en_us") == f"{request.public_id} · Done"

        def told() -> list[str]:
            said = [stage.feishu.visible_text(m) for m in stage.feishu.from_bot(direct(stage))]
            return [text for text in said if "task:task:write" in text]

        await stage.feishu.until(told)
        await stage.ask("again")
        await stage.settled()
        assert len(told()) == 1


@pytest.mark.rule("F6")
async def test_a_task_that_somebody_ticked_off_or_deleted_holds_nothing_up(stage: Stage) -> None:
    async with tasked(stage):
        _, request = await stage.ask()
        task = await the_task(stage, f"{request.public_id} · Waiting")
        await stage.settled()
        await stage.feishu.complete(task, stage.asker)
        await stage.tap()
        await stage.state(State.approved)
        await stage.feishu.until(lambda: not task.done)
        daemon = await stage.take(request.request)
        task.deleted = True
        await daemon.finish(request.request, 1, "done")
        await part(stage, "final")
        await stage.settled()
        assert len(stage.feishu.calls_of("task.create")) == 1
