"""This machine's mail: the relay's feed becomes inputs on disk, receipts go back, and agents write (M, J).

Errors of the disk end the daemon; errors of the way to the relay are tried again. They are never one loop (J4).
"""

import asyncio
import logging
from collections.abc import Callable, Sequence

from daemon.contact import FIRST_PAUSE, LONGEST_PAUSE, Hands, until_answered
from daemon.inputs import Input, InputsFull, Known, Unsaid
from daemon.journal import Journal
from relay.client import Refused, RelayClient, Unreachable
from relay.wire.machines import Claim
from relay.wire.messages import (
    RECEIPT_BATCH,
    Change,
    ChangeKind,
    Feed,
    MessageView,
    Receipt,
    Receipted,
    Receipts,
    ReceiptState,
    TurnReply,
    TurnWish,
)

log = logging.getLogger(__name__)

HELD_SECONDS = 25.0
"""How long the relay holds a call for the feed."""

OLD_RELAY_SECONDS = 300.0
"""How long until a relay that has no feed is asked again: it may have been upgraded."""

AGENT = "agent:"


class Mail:
    """The mail of one daemon process. ``automatic`` is the machine's own switch (H1).

    ``heard`` is called after each page of the feed, with what in it is no message of an inbox.
    """

    def __init__(self, client: RelayClient, journal: Journal, hands: Hands, *, automatic: bool) -> None:
        self._client, self._journal, self._hands = client, journal, hands
        self._automatic = automatic
        self._said = asyncio.Event()
        self._said.set()  # an earlier process may have left some
        self._generations: dict[tuple[str, str], int] = {}
        self.epoch = 0
        self.heard: Callable[[Sequence[Change]], None] = lambda changes: None

    # -- the feed -----------------------------------------------------------------------------------------------------

    async def read_feed(self) -> None:
        """Until cancelled: everything that changed is taken in, once, in order.

        Raises:
            JournalUnclear: what is on the disk is not known; nothing goes on from memory (J4).
        """
        pause = FIRST_PAUSE
        while True:
            try:
                page = await self._client.feed(self._journal.cursor(), HELD_SECONDS)
            except Unreachable as error:
                log.warning("the feed waits: %s", error)
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
            except Refused as refusal:
                log.warning("the relay gives no feed: %s", refusal)
                await asyncio.sleep(OLD_RELAY_SECONDS)
            else:
                pause = FIRST_PAUSE
                await self.take(page)

    async def catch_up(self) -> None:
        """Until all that the relay has for this machine by now is here: before an agent is told that no answer came."""
        while True:
            page = await until_answered(lambda: self._client.feed(self._journal.cursor()))
            await self.take(page)
            if page.after >= page.head:
                return

    async def take(self, page: Feed) -> None:
        """Write a page down, and act on what is new in it. Where there is no room it waits at the relay, and nothing is
        dropped (J7)."""
        known = self._journal.cursor()
        inputs = [one for change in page.changes if (one := _input_of(change)) is not None]
        while True:
            try:
                self._journal.take_in(inputs, page.after)
                break
            except InputsFull as full:
                log.error("%s", full)
                await asyncio.sleep(LONGEST_PAUSE)
        for change in page.changes:
            if known is None or change.seq > known:
                self._hear(change)
        self._said.set()
        self.heard(page.changes)

    def _hear(self, change: Change) -> None:
        seen = change.message
        if seen is None:
            return
        if seen.read_at is not None:
            self._journal.confirmed(seen.message, Known.read)
        elif change.kind == ChangeKind.receipt and seen.delivered_at is not None:
            self._journal.confirmed(seen.message, Known.delivered)
        elif change.kind == ChangeKind.message and seen.stops and seen.task is not None:
            running = self._hands.running.get(seen.task)
            if running is not None and AGENT + running.claim.agent == seen.receiver:
                running.break_off(seen.sender_name)

    # -- receipts -----------------------------------------------------------------------------------------------------

    def receipts(self) -> None:
        """There is evidence on the disk that the relay has not heard of."""
        self._said.set()

    async def send_receipts(self) -> None:
        """Until cancelled: what stands on the disk is claimed, and claimed again until it is confirmed (J1)."""
        pause = FIRST_PAUSE
        while True:
            await self._said.wait()
            self._said.clear()
            try:
                while await self.claim_some():
                    pause = FIRST_PAUSE
            except Unreachable as error:
                log.warning("receipts wait: %s", error)
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
                self._said.set()
            except Refused as refusal:
                log.warning("the relay takes no receipts: %s", refusal)
                await asyncio.sleep(LONGEST_PAUSE)
                self._said.set()

    async def claim_some(self) -> bool:
        """One batch; whether there was any. Only receipts are ever sent again, never the input itself fed again."""
        unsaid = self._journal.unsaid(RECEIPT_BATCH)
        if not unsaid:
            return False
        answer = await self._client.receipts(
            Receipts(epoch=self.epoch, receipts=[_receipt_of(one) for one in unsaid])
        )
        self._confirm(unsaid, answer)
        return True

    def _confirm(self, unsaid: Sequence[Unsaid], answer: Receipted) -> None:
        """What the relay does not know as ours is done with as well: it would never be confirmed."""
        for one in unsaid:
            gone = one.message in answer.unknown
            self._journal.confirmed(one.message, Known.read if gone else one.state)

    # -- turns --------------------------------------------------------------------------------------------------------

    async def may_begin(self, claim: Claim) -> TurnReply:
        """Whether messages of others may start a turn of a request that is in hand."""
        return await self.wish(claim.agent, claim.room, claim.request)

    async def wish(self, agent: str, room: str, request: str | None = None) -> TurnReply:
        """Ask the relay for a turn with what waits; it looks and starts in one go (H4).

        Raises:
            Refused: a newer process has started, or the agent is gone.
        """
        session = agent, room
        wish = TurnWish(
            epoch=self.epoch,
            agent=agent,
            room=room,
            generation=self._generations.get(session),
            automatic=self._automatic,
            request=request,
            running=self._hands.names(),
        )
        reply = await until_answered(lambda: self._client.begin_turn(wish))
        if reply.generation is not None:
            self._generations[session] = reply.generation
        return reply


def _input_of(change: Change) -> Input | None:
    """What of a change is fed to an agent: a message in an inbox of this machine that nobody has read."""
    seen: MessageView | None = change.message
    if change.kind != ChangeKind.message or seen is None or seen.read_at is not None:
        return None
    if not seen.receiver.startswith(AGENT):
        return None
    return Input(seen.message, seen.receiver.removeprefix(AGENT), seen.room, seen.model_dump(mode="json"))


def _receipt_of(one: Unsaid) -> Receipt:
    return Receipt(message=one.message, state=ReceiptState(one.state), turn=one.turn)
