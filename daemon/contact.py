"""What the daemon knows of its contact with the relay: the lease, and the answers that its agents wait for."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from relay.client import Refused, Unreachable
from relay.wire.base import Code
from relay.wire.coordination import AuthorityView
from relay.wire.machines import ActionAnswer, Claim

log = logging.getLogger(__name__)
T = TypeVar("T")

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds between two tries to reach the relay."""

NOT_KNOWN = "not known"
"""In the place of a delegation."""

MARGIN = 0.75
"""Part of the lease after which the daemon holds its agents back: it stops itself before the relay gives up on it."""


def boot_seconds() -> float:
    """Seconds that go on while the machine sleeps, where the system can tell (clock_gettime(2))."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


async def until_answered(call: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Ask the relay until it answers. For calls of which twice is as once.

    Raises:
        Refused: the relay's answer is no; a relay that is merely busy is asked again.
    """
    pause = FIRST_PAUSE
    while True:
        try:
            return await call()
        except Unreachable as error:
            log.warning("the relay cannot be reached, trying again: %s", error)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)


async def first_of(*events: asyncio.Event) -> None:
    """Wait until one of some events is set."""
    waiting = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for one in waiting:
            one.cancel()


class Lease:
    """Whether what this daemon runs is still its own (X4). Renewed by every poll that was answered."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until = boot_seconds() + seconds * MARGIN
        self._renewed = asyncio.Event()

    def renew(self, asked_at: float) -> None:
        """The relay answered a poll that was sent at ``asked_at``."""
        self._until = asked_at + self._seconds * MARGIN
        self._renewed.set()

    def holds(self) -> bool:
        """Whether the lease is surely still held."""
        return boot_seconds() < self._until

    async def held(self) -> None:
        """Wait until the lease is surely held: before a tool call, never in the middle of one."""
        while not self.holds():
            self._renewed.clear()
            await self._renewed.wait()


def _is_set() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


@dataclass
class Running:
    """One request in hand: its claim, whether it is to stop, and the actions that it waits for.

    ``gone`` says that the relay has ended it; it is in hand only until its processes are gone. ``broken`` is set
    while a person has stopped the calls that are just made, ``breakers`` are who (H5). ``current`` is not set while
    the task was moved and what its new delegation allows was not heard yet (D9), which ``unsure`` asks for; ``held``
    are the cards for more budget that are not answered.
    """

    claim: Claim
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    reason: str = ""
    gone: bool = False
    broken: asyncio.Event = field(default_factory=asyncio.Event)
    breakers: list[str] = field(default_factory=list)
    waits: dict[str, "asyncio.Future[ActionAnswer]"] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)
    current: asyncio.Event = field(default_factory=_is_set)
    held: set[str] = field(default_factory=set)
    unsure: Callable[[], None] = lambda: None

    def stop(self, reason: str) -> None:
        """The request was cancelled, or is no longer this machine's."""
        if not self.stopping.is_set():
            self.reason = reason
            self.stopping.set()

    def break_off(self, who: str) -> None:
        """Who asked, or the owner, stops the calls that are just made; the request goes on."""
        self.breakers.append(who)
        self.broken.set()

    def superseded(self, successor: str) -> None:
        """The task was moved: nothing begins before it is known what the new delegation allows."""
        if successor != self.claim.delegation:
            self.current.clear()
            self.unsure()

    def stands_under(self, delegation: str, authority: AuthorityView) -> None:
        """What the work is done under from now on."""
        self.claim = self.claim.model_copy(update={"delegation": delegation, "authority": authority})
        self.current.set()

    async def under(self, call: Callable[[str | None], Coroutine[Any, Any, T]]) -> T:
        """Ask the relay under the delegation that is known here; where the task was moved, under its successor (D9).

        For calls of which twice is as once.

        Raises:
            Refused: the relay's answer is no.
        """
        while True:
            await self.current.wait()
            try:
                return await until_answered(lambda: call(self.claim.delegation))
            except Refused as refusal:
                self.follow(refusal)

    def follow(self, refusal: Refused) -> None:
        """Note the successor that a refusal names; one that names none is raised again."""
        successor = refusal.problem.successor
        if refusal.code is not Code.changed or successor is None:
            raise refusal
        log.info("%s was moved; it goes on under %s", self.claim.public_id, successor)
        self.superseded(successor)

    async def free_to_act(self) -> None:
        """Wait until it is known what the work may do, and until the owner has answered where its budget is spent."""
        await self.current.wait()
        for action in sorted(self.held):
            await self.wait_for(action)
            self.held.discard(action)
        await self.current.wait()

    def wait_for(self, action: str) -> "asyncio.Future[ActionAnswer]":
        """The answer of the owner, when it comes."""
        return self.waits.setdefault(action, asyncio.get_running_loop().create_future())

    def answered(self, answer: ActionAnswer) -> None:
        """The owner answered."""
        self.known.add(answer.action)
        waiting = self.wait_for(answer.action)
        if not waiting.done():
            waiting.set_result(answer)


class Hands:
    """All requests that this daemon has in hand."""

    def __init__(self) -> None:
        self.running: dict[str, Running] = {}

    def names(self) -> list[str]:
        """The requests in hand."""
        return list(self.running)

    def under(self) -> dict[str, str]:
        """By request, the delegation of which it is known what it allows; the relay tells at once where that is none."""
        known = {
            name: one.claim.delegation if one.current.is_set() else NOT_KNOWN
            for name, one in self.running.items()
        }
        return {name: delegation for name, delegation in known.items() if delegation is not None}

    def letting_go(self) -> bool:
        """Whether anything is in hand that the relay has ended."""
        return any(one.gone for one in self.running.values())

    def known(self) -> list[str]:
        """What need not be said again: cancel flags that were seen, answers that were heard."""
        stopping = [name for name, one in self.running.items() if one.stopping.is_set()]
        heard = [action for one in self.running.values() for action in one.known]
        return (stopping + heard)[-2000:]
