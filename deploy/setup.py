"""The first start, and every later one: an owner, tokens, this machine, its agents and rooms, as configured."""

import getpass
from dataclasses import dataclass, field

from config.settings import RoomSettings, Settings
from deploy.agents import says_of_sandbox
from deploy.tokens import MACHINE, PERSON, TokenFolder
from relay.rooms import household
from relay.rooms.tokens import make_token
from relay.store.ids import new_owner
from relay.store.store import Store
from relay.wire.executions import Meter
from relay.wire.machines import DeclaredAgent
from relay.wire.people import NewRoom

FIRST_ROOM = "Home"
"""The room of those who have agents and name no room."""


@dataclass(frozen=True)
class House:
    """What stands after the set-up. ``rooms`` are ids by name; ``tokens`` what each part shows the relay."""

    owner: str
    rooms: dict[str, str]
    tokens: dict[str, str] = field(repr=False)


async def set_up(store: Store, settings: Settings) -> House:
    """Bring an open store to what the configuration says. Running it again changes nothing.

    Raises:
        relay.store.tx.Refuse: this computer was revoked, or an agent's handle is taken by another machine.
    """
    folder = TokenFolder(settings.home)
    owner = await _settle_owner(store, settings, folder)
    tokens = {}
    for name, platform in [(PERSON, None), *((name, name) for name in platforms_of(settings))]:
        tokens[name] = _token(folder, name)
        await store.write(owner, household.let_in, tokens[name], owner, platform)
    if settings.agents and settings.daemon.token is None:
        tokens[MACHINE] = _token(folder, MACHINE)
        machine = await store.write(
            owner, household.settle_machine, owner, tokens[MACHINE], settings.daemon.machine
        )
        await store.write(owner, household.declare, machine, owner, declared_agents(settings))
    rooms = {
        room.name: await store.write(owner, household.settle_room, owner, _wanted(room))
        for room in rooms_of(settings)
    }
    return House(owner, rooms, tokens)


def platforms_of(settings: Settings) -> list[str]:
    """The platforms that the configuration has a connector for."""
    there = {
        "web": settings.web.enabled,
        "slack": settings.slack is not None,
        "feishu": settings.feishu is not None,
    }
    return [name for name, used in there.items() if used]


def rooms_of(settings: Settings) -> tuple[RoomSettings, ...]:
    """The rooms that the configuration names; one with all agents where it names none."""
    if settings.rooms or not settings.agents:
        return settings.rooms
    return (RoomSettings(name=FIRST_ROOM, agents=tuple(agent.handle for agent in settings.agents)),)


def owner_of(settings: Settings) -> household.Owner:
    """The owner, by the configured name or else the login name."""
    given = "name" in settings.owner.model_fields_set
    return household.Owner(settings.owner.name if given else login_name(), settings.owner.language)


def declared_agents(settings: Settings) -> list[DeclaredAgent]:
    """The agents of this computer, as its daemon declares them (R8)."""
    return [
        DeclaredAgent(
            handle=agent.handle,
            runtime=agent.runtime,
            directory=str(agent.directory.resolve()),
            approval_ttl=agent.approval_ttl.total_seconds() if agent.approval_ttl else None,
            sandbox=says_of_sandbox(agent),
            budget={Meter(meter): limit for meter, limit in agent.budget.items()},
        )
        for agent in settings.agents
    ]


async def _settle_owner(store: Store, settings: Settings, folder: TokenFolder) -> str:
    owner = owner_of(settings)
    # A login name such as "ubuntu" names nobody in a database that many installations share.
    named = store.dialect == "sqlite" or "name" in settings.owner.model_fields_set
    found = await store.read(household.find_owner, folder.read(PERSON), owner.name if named else "")
    person = found or new_owner()
    await store.write(person, household.settle_owner, person, owner)
    return person


def _token(folder: TokenFolder, name: str) -> str:
    """Kept on disk before the relay lets it in: a crash between the two costs nothing."""
    kept = folder.read(name)
    if kept is None:
        kept = make_token(name)
        folder.keep(name, kept)
    return kept


def _wanted(room: RoomSettings) -> NewRoom:
    return NewRoom(
        name=room.name,
        agents=list(room.agents),
        approval_ttl=room.approval_ttl.total_seconds() if room.approval_ttl else None,
        hears_outsiders=room.allow_outsiders,
    )


def login_name() -> str:
    """What this person is called on this computer."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "Owner"
