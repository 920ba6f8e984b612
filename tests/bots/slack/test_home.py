"""The app's home page: what waits, what runs, what is allowed; drawn from the relay's state alone."""

import json
from collections.abc import Callable

import pytest

from bots.board import Board
from bots.slack.blocks import VIEW_BYTES
from bots.slack.cards import Reader
from bots.slack.home import home_view
from bots.words import LANGUAGES
from relay.machine import State
from relay.wire.executions import State as Execution
from relay.wire.machines import MachineView
from relay.wire.people import GrantView
from tests.bots.slack.conftest import Stage
from tests.bots.views import NOON, RUNNING, action_view, request_view
from tests.emulators.slack import User, View
from tests.emulators.slack.blocks import interactive_elements, read_view
from tests.relay.players import said


@pytest.fixture(autouse=True)
def swift(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages drawn soon after each change, for tests that are about something else than pace."""
    monkeypatch.setattr("bots.slack.homes.REFRESH_SECONDS", 0.2)


async def home(stage: Stage, user: User) -> View:
    """Somebody's home page, once it is there."""
    await stage.slack.open_home(user)
    return await stage.slack.until(lambda: stage.slack.home_of(user))


def shows(stage: Stage, view: View, *words: str) -> Callable[[], bool]:
    return lambda: all(word in stage.slack.visible_text(view) for word in words)


@pytest.mark.rule("C3", "C11", "A1")
async def test_the_owner_decides_on_the_home_page_and_every_copy_of_the_card_shows_it(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "run the tests")
        anchor = await stage.anchor(ask)
        card = await stage.part(stage.slack.dm_channel(stage.owner), "card")
        view = await home(stage, stage.owner)
        await stage.slack.until(shows(stage, view, "run the tests", "Sarah Kim", str(stage.house.directory)))
        await stage.slack.tap_view(stage.owner, view.id, "muti:approve")
        await stage.house.until((await stage.requests())[0].request, State.approved)
        await stage.slack.until(lambda: not stage.slack.actions(anchor) and not stage.slack.actions(card))
        await stage.slack.until(shows(stage, view, "Nothing waits for you", "Queue"))
        assert "muti:approve" not in stage.slack.actions(view)


@pytest.mark.rule("C3", "A2")
async def test_a_member_sees_their_own_requests_and_nothing_to_decide(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "run the tests")
        await stage.anchor(ask)
        view = await home(stage, stage.asker)
        request = (await stage.requests())[0]
        await stage.slack.until(shows(stage, view, "Your requests", request.public_id))
        assert stage.slack.actions(view) == []
        stranger = await home(stage, stage.slack.add_user("max"))
        assert "no room yet" in stage.slack.visible_text(stranger)


@pytest.mark.rule("X2", "C3")
async def test_what_runs_is_stopped_from_the_home_page_and_a_machine_is_named(
    stage: Stage, brisk: None
) -> None:
    async with stage.running_bot():
        _, request, daemon = await stage.running()
        view = await home(stage, stage.owner)
        await stage.slack.until(shows(stage, view, "Running now", request.public_id, "laptop: last heard"))
        (stop,) = [b for b in stage.slack.buttons(view) if b["action_id"] == "muti:cancel"]
        assert request.public_id in stop["confirm"]["text"]["text"]
        await stage.slack.tap_view(stage.owner, view.id, "muti:cancel")
        await stage.slack.until(shows(stage, view, "stopping"), 10)
        assert (await daemon.poll(request.request)).flags[0].cancel


@pytest.mark.rule("A6")
async def test_a_standing_permission_is_seen_and_revoked(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "run the tests")
        anchor = await stage.anchor(ask)
        await stage.slack.tap(stage.owner, stage.channel, anchor.ts, "muti:always")
        await stage.house.until((await stage.requests())[0].request, State.approved)
        view = await home(stage, stage.owner)
        await stage.slack.until(shows(stage, view, "Always allowed", "Sarah Kim with claude"))
        await stage.slack.tap_view(stage.owner, view.id, "muti:revoke")
        await stage.slack.until(lambda: "Always allowed" not in stage.slack.visible_text(view))
        grants = (await stage.house.client("owner").grants(None)).grants
        assert [grant.revoked_at is None for grant in grants] == [False]


@pytest.mark.rule("C6")
async def test_a_flood_of_changes_is_a_few_drawings_of_the_page(
    stage: Stage, brisk: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bots.slack.homes.REFRESH_SECONDS", 1.0)
    stage.slack.limits.off()
    async with stage.running_bot():
        _, request, daemon = await stage.running()
        view = await home(stage, stage.owner)
        for number in range(1, 41):
            await daemon.report(request.request, said(number, "progress", percent=number, text="on"))
        await stage.slack.until(shows(stage, view, "running at 40 %"), 10)
        assert len(stage.slack.calls_of("views.publish")) <= 2 + stage.slack.now()


@pytest.mark.rule("C10")
async def test_a_home_page_that_is_switched_off_stops_nothing_else(stage: Stage) -> None:
    async with stage.running_bot():
        stage.slack.faults.error("views.publish", "not_enabled", None)
        await stage.slack.open_home(stage.owner)
        await stage.slack.until(lambda: stage.slack.calls_of("views.publish"))
        await stage.anchor(await stage.slack.mention(stage.asker, stage.channel, "run the tests"))


def full_board() -> Board:
    """More of everything than a page can show."""
    prompt = "漢字とemoji😀 " * 250
    action = action_view(shown="rm -r build; " * 200)
    pending = [request_view(request=f"r{n}", prompt=prompt) for n in range(20)]
    runs = [
        request_view(**RUNNING | {"actions": [action]}, request=f"x{n}", interrupted_since=NOON)
        for n in range(20)
    ]
    grant = GrantView(
        grant="g", person="p", person_name="Sarah", agent="a", handle="claude", room="r", room_name="Backend",
        created_at=NOON, revoked_at=None, uses=1,
    )  # fmt: skip
    machine = MachineView(machine="m", name="laptop", last_contact_at=None, revoked_at=None, agents=[])
    acts = [(view, action_view(action=f"x{n}")) for n, view in enumerate(runs[:3])]
    settle = [(runs[0], action_view(execution=Execution.unknown))]
    return Board("p-olga", True, pending, acts, runs, runs, [grant] * 20, [machine] * 20, pending, settle)


@pytest.mark.rule("C7")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fullest_page_is_within_slacks_limits(language: str) -> None:
    view = home_view(full_board(), Reader(language))
    read_view(view, "home")
    assert len(json.dumps(view)) < VIEW_BYTES


@pytest.mark.rule("P3", "A1")
def test_the_page_has_no_approve_for_what_it_does_not_show_whole() -> None:
    board = Board("p-olga", True, decide=[request_view(prompt="x" * 9000)])
    elements = list(interactive_elements(home_view(board, Reader("en"))["blocks"]))
    assert [element["action_id"] for element in elements] == ["muti:review", "muti:deny", "muti:explain"]


async def test_a_tap_on_an_old_page_is_answered_and_changes_nothing(stage: Stage) -> None:
    async with stage.running_bot():
        await stage.anchor(await stage.slack.mention(stage.asker, stage.channel, "run the tests"))
        view = await home(stage, stage.owner)
        await stage.slack.until(lambda: "muti:deny" in stage.slack.actions(view))
        content = dict(view.content)
        request = (await stage.requests())[0]
        await stage.house.approve(request)
        await stage.slack.until(lambda: "muti:deny" not in stage.slack.actions(view))
        view.content = content
        await stage.slack.tap_view(stage.owner, view.id, "muti:deny")
        direct = stage.slack.dm_channel(stage.owner)
        await stage.slack.until(
            lambda: [m for m in stage.slack.from_bot(direct) if "Too late" in stage.slack.visible_text(m)]
        )
        assert (await stage.house.view(request.request)).state is State.approved
