"""The same by the clients: a machine asks for its agent, people move, revoke and set limits."""

import pytest

from relay.rooms.agents import add_agent
from relay.wire.base import Code
from relay.wire.coordination import Allowance, AskAgent, Move, Revoke, RoomSwitch
from relay.wire.executions import Meter
from relay.wire.machines import DeclaredAgent
from relay.wire.requests import Decision
from tests.house import House
from tests.relay.players import Daemon, refused


async def reviewed(house: House) -> tuple[Daemon, str]:
    """A running request in a room with a second agent."""
    daemon = Daemon(house)
    codex = DeclaredAgent(handle="codex", runtime="scripted", directory=f"{house.directory}-codex")
    claude = DeclaredAgent(handle="claude", runtime="scripted", directory=str(house.directory))
    welcome = await daemon.start(claude, codex)
    await house.store.write(house.owner, add_agent, house.room, welcome.agents["codex"])
    request = await house.ask(None)
    await daemon.take(request.request)
    return daemon, request.request


@pytest.mark.rule("D5", "D6", "D9", "N2")
async def test_ask_look_move_and_revoke(house: House) -> None:
    daemon, request = await reviewed(house)
    owner = house.client("owner")
    wish = AskAgent(fence=daemon.epoch, agent="codex", prompt="review it", key="k")
    first = await daemon.client.ask_agent(request, wish)
    assert (first.state, first.handle, first.repeated) == ("pending", "codex", False)
    await owner.let_agents_ask(None, house.room, RoomSwitch(agents_ask=True))
    second = await daemon.client.ask_agent(request, wish.model_copy(update={"key": "l"}))
    assert second.state == "approved"
    tree = await owner.task(None, request)
    assert [one.public_id for one in tree.children] == [first.public_id, second.public_id]
    assert (tree.task, tree.session, tree.root) == ("open", "working", request)
    claim = await daemon.take(second.request)
    assert (claim.parent, claim.delegation) == (request, (await house.view(second.request)).delegation)
    assert claim.authority is not None
    assert claim.authority.depth == 3
    other = await house.ask(None)
    preview = await owner.move(None, second.request, Move(parent=other.request, preview=True, key="m"))
    assert (preview.delegation, preview.narrower) == (None, [])
    moved = await owner.move(None, second.request, Move(parent=other.request, key="m"))
    stale = wish.model_copy(update={"agent": "claude", "key": "n", "delegation": claim.delegation})
    problem = await refused(daemon.client.ask_agent(second.request, stale))
    assert (problem.code, problem.successor) == (Code.changed, moved.delegation)
    answer = await owner.revoke(None, other.request, Revoke(key="r"))
    assert {one.request: one.what for one in answer.reached} == {
        other.request: "stopped",
        second.request: "stopping",
    }


@pytest.mark.rule("A6")
async def test_an_allowance_is_the_owners_to_set(house: House) -> None:
    sarah = await house.member("sarah")
    request = await house.ask(sarah)
    await house.approve(request, Decision.always)
    owner = house.client("owner")
    (grant,) = (await owner.grants(None)).grants
    await owner.set_allowance(None, grant.grant, Allowance(allowance={Meter.tool_calls: 0}))
    assert (await house.ask(sarah)).state == "pending"
    theirs = house.client("slack").set_allowance(sarah, grant.grant, Allowance(allowance={}))
    assert (await refused(theirs)).code is Code.unknown
