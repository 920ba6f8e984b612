"""What Feishu refuses stops nothing else, and what agents write forges nothing."""

import pytest

from tests.bots.feishu.conftest import Stage
from tests.bots.feishu.showing import direct, part, running
from tests.relay.players import said

pytestmark = pytest.mark.usefixtures("brisk")


@pytest.mark.rule("C10")
async def test_a_recalled_root_gets_nothing_in_the_group_and_others_go_on(stage: Stage) -> None:
    stage.feishu.limits.off()
    async with stage.running_bot():
        anchor, request, daemon = await running(stage)
        await stage.settled()
        await stage.feishu.recall(anchor, by="group_owner")
        await daemon.report(
            request.request, said(1, "progress", percent=5, text="x"), said(2, "done", text="42")
        )
        told = await stage.feishu.until(
            lambda: [
                m
                for m in stage.feishu.from_bot(direct(stage))
                if "thread_gone" in stage.feishu.visible_text(m)
            ]
        )
        assert request.public_id in stage.feishu.visible_text(told[0])
        _, second = await stage.ask("another")
        await stage.settled()
        here = [stage.feishu.title(m)[: len(second.public_id)] for m in stage.feishu.from_bot(stage.chat)]
        assert here == [second.public_id]


@pytest.mark.rule("C10")
@pytest.mark.parametrize("trouble", ["kick", "dissolve"])
async def test_a_group_out_of_reach_stops_no_other_and_the_owner_is_told_why(
    stage: Stage, trouble: str
) -> None:
    stage.feishu.limits.off()
    other = stage.feishu.add_chat("other", [stage.owner, stage.asker])
    await stage.bind(other)
    async with stage.running_bot():
        _, request, daemon = await running(stage)
        await stage.settled()
        if trouble == "kick":
            stage.chat.members.discard(stage.feishu.app.bot.key)
        else:
            stage.chat.dissolved = True
        await daemon.finish(request.request)
        reason = {"kick": "bot_not_in_chat", "dissolve": "chat_dissolved"}[trouble]
        await stage.feishu.until(
            lambda: [
                m for m in stage.feishu.from_bot(direct(stage)) if reason in stage.feishu.visible_text(m)
            ]
        )
        await stage.feishu.say(other, stage.asker, "still there?", mention=True)
        await part(stage, "anchor", other)


@pytest.mark.rule("C10")
async def test_where_nobody_may_open_threads_the_work_quotes_its_root(stage: Stage) -> None:
    stage.feishu.limits.off()
    stage.chat.forbids_threads = True
    async with stage.running_bot():
        anchor, request, daemon = await running(stage)
        await daemon.finish(request.request)
        final = await part(stage, "final")
        assert final.parent_id == anchor.id


@pytest.mark.rule("C7")
async def test_a_long_result_is_shown_with_its_count_and_all_of_it_is_a_file(stage: Stage) -> None:
    stage.feishu.limits.off()
    answer = "0123456789 汉字 " * 1200 + "THE END"
    async with stage.running_bot():
        anchor, request, daemon = await running(stage)
        await daemon.finish(request.request, text=answer)
        final = await part(stage, "final")
        assert "more characters" in stage.feishu.visible_text(final, "en_us")
        file = await part(stage, "file")
        assert file.thread_id == anchor.thread_id
        stored = [one for one in stage.feishu.service.platform.files.values() if one.app_id]
        assert [(one.name, one.data) for one in stored] == [(f"{request.public_id}.txt", answer.encode())]


@pytest.mark.rule("C3")
@pytest.mark.parametrize("code", [230099, 230028])
async def test_a_card_that_feishu_refuses_is_shown_plainer_rather_than_not_at_all(
    stage: Stage, code: int
) -> None:
    async with stage.running_bot():
        stage.feishu.faults.error("message.reply", code)
        _, request = await stage.ask()
        anchor = await part(stage, "anchor")
        assert stage.feishu.title(anchor).startswith(request.public_id)
        assert "run the tests" in stage.feishu.visible_text(anchor, "en_us")
