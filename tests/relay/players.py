"""Who plays against the relay: a daemon that is moved by hand, and words for what a refusal must say."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlalchemy import bindparam, update

from relay.client import Refused, RelayClient
from relay.store.sql import Sql, table
from relay.store.tables import RequestRow
from relay.wire.base import Problem
from relay.wire.machines import (
    ActionAnswer,
    AskAction,
    Claim,
    DeclaredAgent,
    Hello,
    Poll,
    Report,
    Reported,
    Reports,
    Start,
    UseAction,
    Welcome,
    Work,
)
from tests.house import House


async def refused(call: Awaitable[Any]) -> Problem:
    """The problem with which a call is refused; a call that succeeds fails the test."""
    with pytest.raises(Refused) as caught:
        await call
    return caught.value.problem


@dataclass
class Daemon:
    """One daemon process, every word said by hand."""

    house: House
    process: str = "first"
    token: str = "machine"
    epoch: int = 0
    client: RelayClient = field(init=False)

    def __post_init__(self) -> None:
        self.client = self.house.client(self.token)

    async def start(self, *agents: DeclaredAgent) -> Welcome:
        """Say hello, as a daemon process does first."""
        welcome = await self.client.hello(Hello(process=self.process, version="1", agents=list(agents)))
        self.epoch = welcome.epoch
        return welcome

    async def poll(self, *running: str, wait: float = 0, knows: tuple[str, ...] = ()) -> Work:
        """Ask for news."""
        poll = Poll(epoch=self.epoch, wait=wait, running=list(running), knows=list(knows))
        return await self.client.poll(poll)

    async def take(self, request: str, key: str = "take") -> Claim:
        """Take an offered request."""
        return await self.client.start(request, Start(epoch=self.epoch, key=key))

    async def take_up(self, request: str) -> Claim:
        """Go on with a request that another process had."""
        return await self.client.take_up(request, Start(epoch=self.epoch, key="take up"))

    async def report(self, request: str, *reports: Report) -> Reported:
        """Send reports under this process's fence."""
        return await self.client.report(request, Reports(fence=self.epoch, reports=list(reports)))

    async def finish(self, request: str, number: int = 1, text: str = "done") -> Reported:
        """The last report of a request that went well."""
        return await self.report(request, said(number, "done", text=text))

    async def ask(
        self, request: str, call: str = "call-1", digest: str = "digest-1", **more: Any
    ) -> ActionAnswer:
        """Ask before a risky action."""
        about = {
            "kind": "delete",
            "tool": "Bash",
            "shown": "rm -r build",
            "whole": True,
            "directory": "/project",
        }
        asked = AskAction(
            fence=self.epoch, call=call, digest=digest, reason="it deletes", **{**about, **more}
        )
        return await self.client.ask_action(request, asked)

    async def use(self, request: str, action: str, digest: str = "digest-1") -> ActionAnswer:
        """An allowed action happens now."""
        return await self.client.use_action(request, action, UseAction(fence=self.epoch, digest=digest))


def said(number: int, kind: str, **body: Any) -> Report:
    """One report."""
    return Report(number=number, kind=kind, at=1_000_000 * number, body=body)


async def running(house: House, prompt: str = "do it") -> tuple[Daemon, str]:
    """A request that a daemon has taken."""
    daemon = Daemon(house)
    await daemon.start()
    request = await house.ask(None, prompt)
    await daemon.take(request.request)
    return daemon, request.request


async def expire_lease(house: House, request: str) -> None:
    """The lease of a request ends now, as after a minute of silence."""
    requests = table(RequestRow)
    lapse = Sql(
        update(requests)
        .where(requests.c.id == bindparam("the_id"))
        .values(lease_until=bindparam("to_time"))
        .returning(requests.c.id)
    )
    await house.store.write(house.owner, lambda tx: tx.one(lapse, the_id=request, to_time=tx.now - 1))


async def wait_for_silence(house: House, request: str) -> None:
    """Until the relay shows that a request has stopped hearing from its machine."""
    async with asyncio.timeout(5):
        while (await house.view(request)).interrupted_since is None:
            await asyncio.sleep(0.02)
