"""Two agents of one machine in one room, that may ask each other."""

import json
from dataclasses import replace
from typing import Any

from daemon.options import AgentOptions
from relay.rooms.agents import add_agent
from relay.rooms.machines import declare_agents
from relay.store.tx import Tx
from relay.wire.coordination import Move, Moved, RoomSwitch
from relay.wire.machines import DeclaredAgent
from relay.wire.messages import MessageView
from relay.wire.requests import Ask, RequestView
from tests.daemon.scene import PATH, Scene

REVIEWER = "reviewer"


async def settle_in(scene: Scene, **more: Any) -> None:
    """The scene gets a second agent, in a directory of its own. ``more`` are its options."""
    house, directory = scene.house, scene.folder / "review"
    directory.mkdir()

    def furnish(tx: Tx) -> None:
        declared = DeclaredAgent(handle=REVIEWER, runtime="scripted", directory=str(directory))
        add_agent(tx, house.room, declare_agents(tx, house.machine, house.owner, [declared])[REVIEWER])

    await house.store.write(house.owner, furnish)
    await house.client("owner").let_agents_ask(None, house.room, RoomSwitch(agents_ask=True))
    [claude] = scene.options().agents
    environment = {"PATH": PATH, "HOME": str(scene.folder / "agent-home")}
    other = AgentOptions(REVIEWER, "scripted", scene.runtime(), directory, environment)
    scene.settings["agents"] = (claude, replace(other, **more))


async def ask(scene: Scene, agent: str, *moves: dict[str, Any]) -> RequestView:
    """The owner asks one of them to play moves."""
    spot = scene.house.spot().model_copy(update={"platform": "cli", "shows": False})
    asked = Ask(spot=spot, prompt=json.dumps(moves), room=scene.house.room, agent=agent)
    view = (await scene.house.client("owner").ask(None, asked)).request
    assert view is not None
    return view


def child(*moves: dict[str, Any], **narrow: Any) -> dict[str, Any]:
    """The move by which one asks the other to play moves."""
    given = {"agent": REVIEWER, "prompt": json.dumps(moves), **({"narrow": narrow} if narrow else {})}
    return {"use": "ask_agent", "arguments": given}


async def child_of(scene: Scene, parent: RequestView) -> RequestView:
    """The one request that another has asked for."""
    tree = await scene.house.client("owner").task(None, parent.request)
    [found] = tree.children
    return await scene.house.view(found.request)


async def move(scene: Scene, request: str, parent: str, key: str) -> Moved:
    """The owner puts a task under another parent, whatever gets narrower."""
    wish = Move(parent=parent, accepts_narrower=True, key=key)
    return await scene.house.client("owner").move(None, request, wish)


async def inbox(scene: Scene, agent: str) -> list[MessageView]:
    """Oldest first."""
    page = await scene.house.client("owner").inbox(None, scene.house.room, agent)
    return list(reversed(page.messages))
