"""What has happened before the page opens: a teammate asked twice; the first was approved and is done."""

import asyncio
import secrets

from deploy.demo.house import HANDLE
from relay.client import RelayClient
from relay.machine import FINAL
from relay.wire.people import AcceptInvite, Account, NewInvite, Who
from relay.wire.requests import Ask, Decide, Decision, RequestView, Spot

TEAMMATE = "Mina"
FIRST = "2.665 is rounded down to 2.66. Can you fix price.py so that half a cent is rounded up, and run the tests?"
SECOND = "Thanks! Please add an entry about the rounding to CHANGELOG.md and show me the difference."
FINISH_SECONDS = 30.0


class Sample:
    """Plays the owner and the teammate, by the same calls as anybody else."""

    def __init__(self, url: str, person_token: str, web_token: str, room: str) -> None:
        self._owner, self._web = RelayClient(url, person_token), RelayClient(url, web_token)
        self._room = room
        account = Account(platform="web", tenant="", subject=secrets.token_urlsafe(24))
        self._teammate = Who(account=account, name=TEAMMATE)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._owner.close()
        await self._web.close()

    async def finish_one(self) -> None:
        """The teammate comes in and asks, the owner approves, the agent works to the end.

        Raises:
            TimeoutError: it did not come to an end.
        """
        invite = await self._owner.invite(None, self._room, NewInvite())
        assert invite.token is not None, "it is in this answer"
        await self._web.accept(self._teammate, AcceptInvite(token=invite.token, name=TEAMMATE))
        view = await self._ask(FIRST)
        decide = Decide(version=view.version, decision=Decision.approve, key="sample")
        await self._owner.decide(None, view.request, decide)
        async with asyncio.timeout(FINISH_SECONDS):
            while view.state not in FINAL:
                await asyncio.sleep(0.1)
                view = await self._owner.request(None, view.request)

    async def ask_one(self) -> RequestView:
        """The request that waits for a tap."""
        return await self._ask(SECOND)

    async def _ask(self, prompt: str) -> RequestView:
        message = secrets.token_urlsafe(18)
        spot = Spot(platform="web", tenant="", channel=self._room, message=message, shows=False)
        asked = await self._web.ask(
            self._teammate, Ask(spot=spot, prompt=prompt, agent=HANDLE, room=self._room)
        )
        assert asked.request is not None, "a member's ask is a request"
        return asked.request
