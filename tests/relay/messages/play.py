"""A scene of several agents that write to each other: each word is a verb straight into the store."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from sqlalchemy import bindparam, select, update

from relay.coordination import beginning, drafts, messages, receipts, switches
from relay.messages import views
from relay.messages.inbox import actor_of
from relay.requests import queue
from relay.rooms.people import Speaker
from relay.store.sql import Sql, table
from relay.store.tables import RequestRow, SessionRow
from relay.store.tx import Tx
from relay.wire.base import Problem
from relay.wire.machines import Poll, Report
from relay.wire.messages import (
    Feed,
    Hand,
    HandKind,
    Inbox,
    MessageView,
    Mode,
    Receipt,
    Receipted,
    Receipts,
    ReceiptState,
    Say,
    SayAs,
    Switch,
    TurnReply,
    TurnWish,
)
from tests.relay.scene import Scene, outcome

_requests, _sessions = table(RequestRow), table(SessionRow)
_ROW = Sql(select(_requests).where(_requests.c.id == bindparam("the_id")))
_ANEW = Sql(
    update(_sessions)
    .where(_sessions.c.agent == bindparam("the_agent"))
    .values(generation=_sessions.c.generation + 1, reference="another")
)


@dataclass
class Play:
    """One scene, and what its agents and people say."""

    scene: Scene
    _keys: "count[int]" = field(default_factory=count)
    _numbers: dict[str, int] = field(default_factory=dict)

    async def run(self, agent: str = "claude", speaker: Speaker | None = None) -> str:
        """A request that the agent runs, with its session on record."""
        request = await self.scene.ask(speaker or self.scene.boss, agent=agent)
        if speaker is not None and speaker != self.scene.boss:
            await self.scene.decide(request)
        await self.scene.claim(request)
        await self.report(request, "session", session=f"session-of-{agent}")
        return request

    async def report(self, request: str, kind: str, **body: Any) -> Any:
        """The next report of a request."""
        number = self._numbers[request] = self._numbers.get(request, 0) + 1
        return await self.scene.report(request, Report(number=number, kind=kind, at=0, body=body))

    async def rest(self, request: str, *subjects: str, seconds: int = 3600) -> None:
        """The turn ends, and the request waits for these."""
        await self.report(
            request, "waiting", **{"for": list(subjects), "seconds": seconds, "text": "I wait."}
        )

    async def go_on(self, request: str) -> Any:
        """The machine takes the turn of a request that may go on."""
        return await outcome(self.scene.claim(request))

    async def finish(self, request: str) -> None:
        """It is done."""
        await self.report(request, "done", text="done")

    async def offered(self) -> list[str]:
        """What the machine may take now."""
        work, _ = await self.scene.read(queue.look, self.scene.machine, Poll(epoch=self.scene.epoch))
        return [offer.request for offer in work.offers]

    async def row(self, request: str) -> Any:
        """A request as it is kept."""
        return await self.scene.read(_one, request)

    # -- saying -------------------------------------------------------------------------------------------------------

    async def say(self, speaker: Speaker, body: str = "hello", **more: Any) -> Any:
        """A person writes; the message, or the problem."""
        wish = {"agent": "claude", **more} if "reply_to" not in more else more
        return await self._sent(messages.say, speaker, self.scene.room, Say(body=body, **wish))

    async def say_as(self, request: str, body: str = "a question", **more: Any) -> Any:
        """The agent of a request writes; the message, or the problem."""
        key = more.pop("key", None) or f"key-{next(self._keys)}"
        fence = more.pop("fence", self.scene.epoch)
        said = SayAs(fence=fence, key=key, body=body, **more)
        return await self._sent(messages.say_as, self.scene.machine, request, said)

    async def _sent(self, verb: Any, *args: Any) -> Any:
        said = await outcome(self.scene.write(verb, *args))
        return said if isinstance(said, Problem) else await self.view(said)

    async def view(self, message: str) -> MessageView:
        """A message as it stands."""
        found = await self.scene.read(views.one, message)
        assert found is not None
        return found

    async def inbox(self, agent: str = "claude") -> Inbox:
        """An agent's inbox, newest first."""
        receiver = actor_of(self.scene.agents[agent])
        return await self.scene.read(views.inbox, self.scene.room, receiver, None, 200)

    async def claim(self, message: str, state: str = "read", turn: str | None = None) -> Receipted:
        """The machine claims a receipt."""
        receipt = Receipt(message=message, state=ReceiptState(state), turn=turn)
        claims = Receipts(epoch=self.scene.epoch, receipts=[receipt])
        return await self.scene.write(receipts.receive, self.scene.machine, claims)

    async def feed(self, after: int | None = 0, limit: int = 200) -> Feed:
        """The machine's feed behind a cursor."""
        return await self.scene.read(views.feed_page, self.scene.machine, after, limit)

    # -- turns by themselves --------------------------------------------------------------------------------------------

    async def switch_on(self) -> None:
        """Automatic turns in this room."""
        await self.scene.write(
            switches.switch, self.scene.boss, self.scene.room, Switch(automatic_turns=True)
        )

    async def set_mode(self, mode: Mode, agent: str = "claude") -> None:
        """What messages may start of an agent."""
        wish = Switch(agent=agent, mode=mode)
        await self.scene.write(switches.switch, self.scene.boss, self.scene.room, wish)

    async def hand(
        self, kind: HandKind = HandKind.draft, *, open: bool = True, who: Speaker | None = None
    ) -> None:
        """Somebody begins or ends something by hand with claude."""
        hand = Hand(agent="claude", kind=kind, open=open)
        await self.scene.write(drafts.signal, who or self.scene.boss, self.scene.room, hand)

    async def wish(self, agent: str = "claude", grace: float = 20.0, **more: Any) -> TurnReply:
        """The machine asks for a turn with what waits."""
        about = {"epoch": self.scene.epoch, "agent": self.scene.agents[agent], "room": self.scene.room}
        wish = TurnWish(**{**about, "automatic": True, **more})
        return await self.scene.write(beginning.begin, self.scene.machine, wish, grace)

    async def start_anew(self, agent: str = "claude") -> None:
        """The conversation of an agent is another one from now on."""
        await self.scene.write(_start_anew, self.scene.agents[agent])


def _one(tx: Tx, request: str) -> Any:
    return tx.one(_ROW, the_id=request)


def _start_anew(tx: Tx, agent: str) -> None:
    tx.run(_ANEW, the_agent=agent)
