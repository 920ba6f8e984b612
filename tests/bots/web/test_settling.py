"""In the browser the owner says what came of an action whose outcome nobody knows (E3)."""

from typing import Any

import pytest

from relay.wire.executions import State
from relay.wire.requests import DecideAction
from tests.bots.web.scene import Room, hidden
from tests.house import House
from tests.relay.players import running, said


async def begun(house: House) -> tuple[str, str, str]:
    """A request, its public id, and its action of which nobody knows what came of it."""
    daemon, request = await running(house)
    asked = await daemon.ask(request, facts=[("commit", "abc"), ("runs", "outside")])
    tap = DecideAction(digest="digest-1", allow=True, key="tap")
    await house.client("owner").decide_action(None, request, asked.action, tap)
    await daemon.use(request, asked.action)
    await daemon.report(request, said(1, "outcome", action=asked.action, outcome="unknown"))
    return request, (await house.view(request)).public_id, asked.action


@pytest.mark.rule("E3")
@pytest.mark.parametrize("settlement", ["happened", "did_not"])
async def test_the_owner_settles_with_evidence(room: Room, surf: Any, settlement: str) -> None:
    request, public, action = await begun(room.house)
    owner = surf()
    await owner.come_in(await room.owner_link())
    path = f"{room.path}/{public}"
    _, page = await owner.get(path)
    assert "nobody knows whether it took effect" in page
    assert "outside the sandbox, in this directory, with your rights" in page
    fields = {**hidden(page, "/settlement"), "settlement": settlement, "evidence": "I have <looked>."}
    status, text, _ = await owner.post(f"{path}/actions/{action}/settlement", fields)
    assert status == 303, text
    settled = (await room.house.view(request)).actions[0]
    assert settled.execution is (State.done if settlement == "happened" else State.failed)
    _, page = await owner.get(path)
    assert "I have &lt;looked&gt;." in page
    assert "/settlement" not in page


@pytest.mark.rule("E3", "A2")
async def test_a_guest_sees_what_is_unknown_and_cannot_settle_it(room: Room, surf: Any) -> None:
    request, public, action = await begun(room.house)
    guest = surf()
    await guest.come_in(await room.invite_link(), "Gil")
    path = f"{room.path}/{public}"
    _, page = await guest.get(path)
    assert "nobody knows whether it took effect" in page
    assert "/settlement" not in page
    fields = hidden((await guest.get(room.path))[1], "/ask")
    status, text, _ = await guest.post(
        f"{path}/actions/{action}/settlement", {**fields, "settlement": "happened"}
    )
    assert status == 403, text
    assert (await room.house.view(request)).actions[0].execution is State.unknown


@pytest.mark.rule("E3")
async def test_the_agent_looks_and_an_answer_that_says_nothing_is_refused(room: Room, surf: Any) -> None:
    request, public, action = await begun(room.house)
    owner = surf("ko")
    await owner.come_in(await room.owner_link())
    path = f"{room.path}/{public}"
    _, page = await owner.get(path)
    fields = hidden(page, "/settlement")
    assert (await owner.post(f"{path}/actions/{action}/settlement", fields))[0] == 400
    status, text, _ = await owner.post(
        f"{path}/actions/{action}/settlement", {**fields, "settlement": "look"}
    )
    assert status == 303, text
    looking = (await room.house.view(request)).actions[0].looking
    assert looking is not None
    found = await room.house.client("owner").find(None, room.house.room, looking)
    assert found.requests[0].prompt.startswith(f"{public}의 이 작업이")
