"""In Slack the owner is asked what came of an action whose outcome nobody knows, and a tap settles it (E3)."""

import pytest

from relay.wire.executions import State
from relay.wire.requests import DecideAction
from tests.bots.slack.conftest import Stage
from tests.relay.players import Daemon, said


async def begun(stage: Stage, daemon: Daemon, request: str) -> str:
    """An approved action of which the machine reports that nobody knows what came of it."""
    facts = [("branch", "main"), ("runs", "mirror")]
    asked = await daemon.ask(request, shown="git push origin main", facts=facts)
    tap = DecideAction(digest="digest-1", allow=True, key="tap")
    await stage.house.client("owner").decide_action(None, request, asked.action, tap)
    await daemon.use(request, asked.action)
    await daemon.report(request, said(1, "outcome", action=asked.action, outcome="unknown"))
    return asked.action


async def state_of(stage: Stage, request: str) -> State:
    """Where the execution stands at the relay."""
    return (await stage.house.view(request)).actions[0].execution


@pytest.mark.rule("E3", "A2")
async def test_the_owner_is_told_in_a_message_of_its_own_and_a_tap_settles_it(stage: Stage) -> None:
    stage.slack.limits.off()
    async with stage.running_bot():
        _, request, daemon = await stage.running()
        action = await begun(stage, daemon, request.request)
        private = stage.slack.dm_channel(stage.owner)
        card = await stage.part(private, f"settle:{action}")
        assert stage.slack.actions(card) == ["muti:happened", "muti:did_not", "muti:look"]
        for told in ("Outcome unknown", "git push origin main", "main", "from a clean copy"):
            assert told in stage.slack.visible_text(card)
        public = await stage.part(stage.channel, f"settle:{action}")
        await stage.slack.tap(stage.asker, stage.channel, public.ts, "muti:happened")
        told_off = await stage.slack.until(lambda: stage.slack.ephemerals_of(stage.asker))
        assert "Only the owner" in told_off[0].text
        assert await state_of(stage, request.request) is State.unknown
        await stage.slack.tap(stage.owner, private, card.ts, "muti:happened")
        await stage.slack.until(lambda: "It happened, says you" in stage.slack.visible_text(card))
        assert not stage.slack.actions(card)
        assert await state_of(stage, request.request) is State.done


@pytest.mark.rule("E3", "A2")
@pytest.mark.parametrize("ended", [False, True])
async def test_the_home_page_asks_also_for_a_request_that_ended(
    stage: Stage, ended: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bots.slack.homes.REFRESH_SECONDS", 0.2)
    stage.slack.limits.off()
    async with stage.running_bot():
        _, request, daemon = await stage.running()
        await begun(stage, daemon, request.request)
        if ended:
            await daemon.report(request.request, said(2, "failed", text="the machine broke down"))
        await stage.slack.open_home(stage.owner)
        view = await stage.slack.until(lambda: stage.slack.home_of(stage.owner))
        await stage.slack.until(lambda: "muti:did_not" in stage.slack.actions(view), 20)
        await stage.slack.tap_view(stage.owner, view.id, "muti:did_not")
        await stage.slack.until(lambda: "muti:did_not" not in stage.slack.actions(view), 20)
        assert await state_of(stage, request.request) is not State.unknown


@pytest.mark.rule("E3")
async def test_a_tap_lets_the_agent_look_in_the_owners_words(stage: Stage) -> None:
    stage.slack.limits.off()
    async with stage.running_bot():
        _, request, daemon = await stage.running()
        action = await begun(stage, daemon, request.request)
        private = stage.slack.dm_channel(stage.owner)
        card = await stage.part(private, f"settle:{action}")
        await stage.slack.tap(stage.owner, private, card.ts, "muti:look")
        await stage.slack.until(lambda: "The agent looks in" in stage.slack.visible_text(card))
        looking = next(one for one in await stage.requests() if one.request != request.request)
        assert request.public_id in looking.prompt
        assert looking.prompt.endswith("git push origin main")
        assert await state_of(stage, request.request) is State.unknown
