"""A real relay on a real socket, with an owner, a machine, an agent, a room and a bound chat: what most tests need."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from aiohttp import web

from relay.client import RelayClient
from relay.http.app import relay_app
from relay.http.settings import RelayOptions
from relay.rooms import machines, people, rooms, tokens
from relay.rooms.people import Speaker
from relay.store.ids import new_owner
from relay.store.migrate import migrate
from relay.store.store import Store
from relay.store.tx import Tx
from relay.wire.machines import DeclaredAgent, NewMachine
from relay.wire.people import Account, Binding, NewLink, NewRoom, RedeemLink, Who
from relay.wire.requests import Ask, Decide, Decision, RequestView, Spot

TENANT, CHANNEL = "T1", "C1"


@dataclass
class House:
    """One owner's house on one relay. The tokens are the owner's own, one per connector, and the machine's."""

    store: Store
    url: str
    owner: str
    room: str
    machine: str
    agent: str
    directory: Path
    tokens: dict[str, str]
    tenant: str = TENANT
    clients: list[RelayClient] = field(default_factory=list)
    known: dict[str, RelayClient] = field(default_factory=dict)
    messages: "count[int]" = field(default_factory=lambda: count(1))

    def client(self, name: str) -> RelayClient:
        """A client with one of the tokens: owner, slack, web or machine."""
        if name not in self.known:
            self.known[name] = RelayClient(self.url, self.tokens[name])
            self.clients.append(self.known[name])
        return self.known[name]

    def who(self, name: str, platform: str = "slack", **more: object) -> Who:
        """An account called ``name`` on a platform."""
        tenant = self.tenant if platform == "slack" else ""
        account = Account(platform=platform, tenant=tenant, subject=f"U{name.upper()}")
        return Who(account=account, name=name.title(), **more)

    def spot(self, message: str | None = None, **more: object) -> Spot:
        """A fresh message in the bound chat."""
        said = message or f"{next(self.messages)}.000100"
        return Spot(platform="slack", tenant=self.tenant, channel=CHANNEL, message=said, **more)

    async def link_owner(self, name: str = "olga", platform: str = "slack") -> Who:
        """Join an account to the owner, as the one-time owner link does."""
        who = self.who(name, platform)
        code = await self.client("owner").new_link(None, NewLink(direct=True))
        await self.client(platform).redeem_link(who, RedeemLink(code=code.code))
        return who

    async def member(self, name: str, platform: str = "slack") -> Who:
        """Somebody who followed an invitation of the room."""
        from relay.wire.people import AcceptInvite, NewInvite

        who = self.who(name, platform)
        invite = await self.client("owner").invite(None, self.room, NewInvite())
        assert invite.token is not None
        await self.client(platform).accept(who, AcceptInvite(token=invite.token, name=who.name))
        return who

    async def ask(self, who: Who | None, prompt: str = "do it", **more: object) -> RequestView:
        """An ask in the bound chat; the owner's own token asks from inside the room."""
        spot = self.spot(**more)
        if who is None:
            inside = spot.model_copy(update={"platform": "cli", "shows": False})
            asked = await self.client("owner").ask(None, Ask(spot=inside, prompt=prompt, room=self.room))
        else:
            asked = await self.client(who.account.platform).ask(who, Ask(spot=spot, prompt=prompt))
        assert asked.request is not None
        return asked.request

    async def approve(self, request: RequestView, decision: Decision = Decision.approve) -> None:
        """The owner decides, by the owner's own token."""
        decide = Decide(version=request.version, decision=decision, key=f"tap:{request.request}")
        await self.client("owner").decide(None, request.request, decide)

    async def view(self, request: str) -> RequestView:
        """How a request looks to the owner."""
        return await self.client("owner").request(None, request)

    async def until(self, request: str, state: str, seconds: float = 10) -> RequestView:
        """Wait until a request is in a state."""
        async with asyncio.timeout(seconds):
            while (view := await self.view(request)).state != state:
                await asyncio.sleep(0.02)
        return view

    async def close(self) -> None:
        """Let go of the clients."""
        for client in self.clients:
            await client.close()


def furnish(
    tx: Tx, owner: str, directory: Path, runtime: str, tenant: str = TENANT
) -> tuple[dict[str, str], str, str, str]:
    """What `deploy` sets up for a new owner: tokens, a machine, an agent, a room, a bound chat."""
    people.new_person(tx, owner, "Olga", "en")
    made = {"owner": tokens.make_token("person")}
    tokens.keep_credential(tx, made["owner"], "person", owner, None, "test")
    for platform in ("slack", "feishu", "web"):
        made[platform] = tokens.make_token(platform)
        tokens.keep_credential(tx, made[platform], "connector", owner, platform, "test")
    machine = machines.register(tx, Speaker(person=owner), NewMachine(name="laptop"))
    made["machine"] = machine.token
    declared = DeclaredAgent(handle="claude", runtime=runtime, directory=str(directory))
    agent = machines.declare_agents(tx, machine.machine, owner, [declared])["claude"]
    room = rooms.make_room(tx, owner, NewRoom(name="Backend", agents=["claude"]), "test")
    rooms.bind(tx, room, owner, Binding(platform="slack", tenant=tenant, channel=CHANNEL), "test")
    return made, machine.machine, agent, room


async def build(
    store: Store, url: str, directory: Path, runtime: str = "scripted", tenant: str = TENANT
) -> House:
    """Another owner's house on a relay that runs already; it needs a Slack team of its own."""
    owner = new_owner()
    made, machine, agent, room = await store.write(owner, furnish, owner, directory, runtime, tenant)
    return House(store, url, owner, room, machine, agent, directory, made, tenant)


@asynccontextmanager
async def serve(store: Store, options: RelayOptions | None = None) -> AsyncIterator[str]:
    """The relay's application over an open store; gives its URL."""
    runner = web.AppRunner(relay_app(store, options), handler_cancellation=True, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    try:
        yield f"http://{host}:{port}"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def open_store(database_url: str) -> AsyncIterator[Store]:
    """A migrated, open store."""
    await asyncio.to_thread(migrate, database_url)
    store = Store(database_url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def open_house(
    database_url: str, directory: Path, options: RelayOptions | None = None, runtime: str = "scripted"
) -> AsyncIterator[House]:
    """A relay with one furnished house."""
    async with open_store(database_url) as store, serve(store, options) as url:
        house = await build(store, url, directory, runtime)
        try:
            yield house
        finally:
            await house.close()
