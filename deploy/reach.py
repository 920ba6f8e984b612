"""How a command reaches the relay: its address, the person's token, and what people call things."""

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bots.words import Ready, sentence
from config.load import load_settings
from config.settings import Settings
from deploy.console import Console
from deploy.failures import Failure
from deploy.moments import local
from deploy.tokens import LOGIN, PERSON, TokenFolder
from relay.client import Refused, RelayClient
from relay.wire.base import Code
from relay.wire.people import RoomView
from relay.wire.requests import RequestView

ADDRESS = "address"
"""The file in the state folder in which a running relay writes where it can be reached from this computer."""


class BelowAnAgent(Failure):
    """The owner's command line is not for agents."""


@dataclass
class Caller:
    """A person at a command line, in front of the relay. ``me`` is known once the rooms were asked for."""

    client: RelayClient
    settings: Settings
    url: str
    me: str | None = None

    async def rooms(self) -> list[RoomView]:
        """The person's rooms."""
        rooms = (await self.client.rooms(None)).rooms
        self.me = rooms[0].me if rooms else None
        return rooms

    def tell(self, view: RequestView) -> str:
        """Where a request stands, in one sentence (T5)."""
        language = self.settings.owner.language
        return sentence(view, language, self.me, at=lambda instant: Ready(local(instant)))

    async def room(self, name: str | None) -> RoomView:
        """The room of that name, or the only one.

        Raises:
            Failure: there is none, or more than one could be meant.
        """
        rooms = await self.rooms()
        found = [room for room in rooms if name is None or name in (room.name, room.room)]
        if len(found) == 1:
            return found[0]
        names = ", ".join(room.name for room in rooms) or "none yet; make one with `muti room new NAME`"
        raise Failure(f"Say which room by --room. Your rooms: {names}.", "which_room")

    async def request(self, typed: str, room: str | None = None) -> RequestView:
        """The request of which somebody typed the id (Q3).

        Raises:
            Failure: there is none, or more than one could be meant.
        """
        rooms = [await self.room(room)] if room else await self.rooms()
        found = {}
        for one in rooms:
            for view in await _find(self.client, one.room, typed):
                found[view.request] = view
        if len(found) == 1:
            return next(iter(found.values()))
        if not found:
            raise Failure(f"There is no request {typed}. `muti queue` shows the open ones.", "unknown")
        names = ", ".join(f"{view.public_id} in {view.room_name}" for view in found.values())
        raise Failure(f"{typed} could be several: {names}. Say which room by --room.", "which_request")


async def _find(client: RelayClient, room: str, typed: str) -> list[RequestView]:
    try:
        return (await client.find(None, room, typed)).requests
    except Refused as refused:
        if refused.code is not Code.unknown:
            raise
        return []


@asynccontextmanager
async def calling(console: Console) -> AsyncIterator[Caller]:
    """The relay, as the person whose token is kept on this computer.

    Raises:
        Failure: there is no token, or an agent asks.
    """
    refuse_agents()
    settings = load_settings(console.config)
    url = person_url(console, settings)
    token = door_of(settings, url, os.environ)
    if token is None:
        raise Failure(
            "This computer has no token of yours. Start `muti up` once here, `muti login ADDRESS` if the relay runs "
            "elsewhere, or set MUTI_TOKEN.",
            "unauthorized",
        )
    async with RelayClient(url, token) as client:
        yield Caller(client, settings, url)


def relay_url(console: Console, settings: Settings) -> str:
    """Where the relay is: as said, as configured, else where one has started on this computer."""
    said = console.relay or os.environ.get("MUTI_RELAY_URL") or settings.daemon.relay_url
    return (said or read_address(settings.home) or f"http://{settings.relay.listen}").rstrip("/")


def person_url(console: Console, settings: Settings) -> str:
    """Where the owner's own calls go: as said, where this computer is logged in, else like the daemon's."""
    login = read_login(settings.home)
    named = console.relay or os.environ.get("MUTI_RELAY_URL")
    return login.url if login and not named else relay_url(console, settings)


def door_of(settings: Settings, url: str, environ: Mapping[str, str]) -> str | None:
    """The person's token for a relay: that of a login there and nowhere else, or this installation's own."""
    login = read_login(settings.home)
    own = login.token if login and login.url == url else TokenFolder(settings.home).read(PERSON)
    return environ.get("MUTI_TOKEN") or own


@dataclass(frozen=True)
class Login:
    """A relay elsewhere, and this computer's own token there."""

    url: str
    token: str = field(repr=False)


def read_login(home: Path) -> Login | None:
    """Where this computer is logged in, if it is."""
    url, _, token = (TokenFolder(home).read(LOGIN) or "").partition(" ")
    return Login(url, token) if token else None


def page_url(caller: Caller) -> str:
    """The address of the browser room, as people open it."""
    elsewhere = is_elsewhere(caller.settings, caller.url)
    return caller.url if elsewhere else caller.settings.relay.public_url or caller.url


def is_elsewhere(settings: Settings, url: str) -> bool:
    """Whether a relay is one that this computer is logged in at, and not that of its own configuration."""
    login = read_login(settings.home)
    return login is not None and login.url == url


def read_address(home: Path) -> str | None:
    """What a relay that was started with this state folder wrote down."""
    try:
        return (home / ADDRESS).read_text(encoding="utf-8").strip() or None
    except OSError:
        return None


def write_address(home: Path, url: str) -> None:
    """See `read_address`."""
    (home / ADDRESS).write_text(url + "\n", encoding="utf-8")


def refuse_agents() -> None:
    """No decision is taken from a process below an agent (P6).

    Raises:
        BelowAnAgent: this process, or one above it, carries the mark that the daemon gives to agents.
    """
    import psutil

    from daemon.family import MARK

    def environment(process: psutil.Process) -> dict[str, str]:
        try:
            return process.environ()
        except psutil.Error:
            return {}  # another user's: nothing that our daemon has started

    here = psutil.Process()
    if MARK in os.environ or any(MARK in environment(one) for one in here.parents()):
        raise BelowAnAgent(
            "An agent cannot use its owner's command line; the owner runs this outside the agent.", "agent"
        )
