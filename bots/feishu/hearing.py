"""Feishu → the relay: every payload is on disk before it is acknowledged, and handled until it is settled.

A message that is not acknowledged within three seconds comes again; a tap never does. So a tap is kept, said to the
relay and answered in one step, and where the relay takes longer, the answer says that it is kept.
"""

import asyncio
import json
import time
from collections import OrderedDict

import structlog

from bots.connector import Later, Unfit, Unsure, Voice
from bots.drain import Drain
from bots.duty import Duty
from bots.feishu.answers import PATIENCE_SECONDS, Answer, Answers
from bots.feishu.api import Failed
from bots.feishu.comments import Comments
from bots.feishu.edge import hear
from bots.feishu.ledger import Ledger
from bots.feishu.parse import (
    Changed,
    Commented,
    Heard,
    Json,
    Recalled,
    Tap,
    What,
    ask_key,
    edits_of,
    is_too_late,
    keys_of,
    tenant_of,
)
from bots.feishu.people import Home, People, Unidentified
from bots.feishu.reading import Reading, spot_of
from bots.feishu.sdk import P2CardActionTriggerResponse
from bots.feishu.taps import bind_tap, done_toast, refused_toast, tap_spot, toast
from bots.inbox import Entry, Inbox
from bots.intents import Intent
from bots.signs import Signs
from bots.words import problem, say
from relay.client import Refused

log = structlog.get_logger()

ANSWERS_REMEMBERED = 1000


class Hearing:
    """What one installation hears."""

    def __init__(
        self,
        home: Home,
        people: People,
        reading: Reading,
        voice: Voice,
        inbox: Inbox,
        signs: Signs,
        duty: Duty,
        answers: Answers,
        ledger: Ledger,
        comments: Comments | None = None,
    ) -> None:
        self._home, self._people, self._reading, self._voice = home, people, reading, voice
        self._inbox, self._signs, self._duty, self._answers = inbox, signs, duty, answers
        self._ledger, self._comments = ledger, comments
        self._read_before: dict[int, Intent] = {}
        self._waiting: dict[int, Answer] = {}
        self._said: OrderedDict[str, P2CardActionTriggerResponse] = OrderedDict()
        self.drain = Drain(inbox, self._lane, self._handle, self._give_up)

    async def close(self, timeout: float) -> None:
        """Let what is in hand end; the rest stays on disk for the next process."""
        await self.drain.settle(timeout)
        await self._signs.close()
        await self._answers.close()

    async def take(self, body: Json) -> P2CardActionTriggerResponse | None:
        """Keep what Feishu delivers; the answer to a tap, None to all else.

        Raises:
            sqlite3.Error: it could not be kept, and must not be acknowledged.
        """
        heard = hear(body, self._home.bot)
        if heard is None or tenant_of(body) != self._home.tenant:
            return None
        if isinstance(heard, Commented) and self._comments is None:
            return None
        if isinstance(heard, Tap):
            return await self._answer(heard, body)
        if isinstance(heard, Heard):
            self._signs.expect(spot_of(heard, self._home.tenant, None))
        # Saying it to the relay need not wait for the disk, since saying it twice is once; the
        # acknowledgement must, since what is acknowledged is not sent again.
        await self._keep(body)
        return None

    async def find(self, body: Json) -> None:
        """What is found later, where it might not have been delivered; what is known is left alone.

        Raises:
            sqlite3.Error: it could not be kept.
        """
        heard = hear(body, self._home.bot)
        if heard is None or self._inbox.knows(keys_of(heard)):
            return
        if isinstance(heard, Recalled) and not self._inbox.knows([ask_key(heard.message)]):
            return
        if isinstance(heard, Heard) and heard.kind == "ask" and await self._ledger.knows(heard.message):
            return  # dealt with so long ago that only this is left of it
        await self._keep(body)

    async def _keep(self, body: Json) -> None:
        entry = self._inbox.put(json.dumps(body))
        self.drain.offer(entry)
        await asyncio.shield(entry.kept)

    async def _answer(self, tap: Tap, body: Json) -> P2CardActionTriggerResponse:
        began = asyncio.get_running_loop().time()
        entry, answer = self._inbox.put(json.dumps(body)), Answer()
        self._waiting[id(entry)] = answer
        self._answers.begin(tap.message)
        try:
            self.drain.offer(entry)
            await asyncio.shield(entry.kept)
            spent = asyncio.get_running_loop().time() - began
            return await answer.wait(max(0.1, PATIENCE_SECONDS - spent))
        finally:
            self._waiting.pop(id(entry), None)
            self._answers.end(tap.message)

    def _lane(self, entry: Entry) -> str:
        heard = self._hear(entry)
        if isinstance(heard, Tap):
            return f"tap:{heard.message}"  # nobody's tap waits behind the files of an ask
        if isinstance(heard, Commented):
            return f"task:{heard.task}"
        return heard.channel if heard is not None else ""

    def _hear(self, entry: Entry) -> What | None:
        return hear(json.loads(entry.body), self._home.bot)

    async def _handle(self, entry: Entry) -> list[str]:
        keys = await self._settle(entry)
        self._read_before.pop(id(entry), None)
        return keys

    async def _settle(self, entry: Entry) -> list[str]:
        heard = self._hear(entry)
        if heard is None:
            return []
        keys = keys_of(heard)
        if self._inbox.knows(keys):
            self._give(entry, self._said.get(keys[0], toast("info", "toast.noted")))
            return keys
        match heard:
            case Tap():
                await self._tap(entry, heard)
            case Recalled():
                await self._recall(heard)
                return [*keys, ask_key(heard.message)]  # an ask that comes after its recall is not asked
            case Changed():
                await self._change(heard)
            case Commented():
                await self._comment(entry, heard)
            case Heard():
                await self._message(entry, heard)
        return keys

    # -- messages

    async def _message(self, entry: Entry, heard: Heard) -> None:
        if heard.kind == "edit" and self._inbox.last(edits_of(heard)) > keys_of(heard)[0]:
            return  # a later edit overtook it
        try:
            if is_too_late(heard, time.time()):
                await self._say_too_late(heard)
                return
            intent = self._read_before.get(id(entry)) or await self._reading.read(heard)
        except Unidentified:
            log.warning("message.unidentified", message=heard.message)
            self._duty.news("notice.feishu_missed", heard.channel, chat=heard.channel)
            return
        self._read_before[id(entry)] = intent  # the relay may be away for long: Feishu is not asked again
        await self._duty.handle(intent)
        if heard.kind == "ask":
            await self._ledger.heard(heard, intent.who, intent.spot)

    async def _say_too_late(self, heard: Heard) -> None:
        """What was asked long ago may be wanted no more: nobody runs it unseen."""
        said = self._reading.words(heard).text
        who = await self._people.who(heard.ids, heard.channel, heard.locale or said)
        if heard.kind == "ask":
            spot = spot_of(heard, self._home.tenant, heard.root or None)
            await self._voice.tell(who, spot, say("notice.too_late", who.language))

    async def _recall(self, recalled: Recalled) -> None:
        unasks = await self._ledger.asker_of(recalled, self._home.tenant)
        if unasks is not None:
            await self._duty.handle(unasks)

    async def _comment(self, entry: Entry, heard: Commented) -> None:
        """A follow-up in the thread of the task's request; a process that came without tasks leaves it alone."""
        try:
            asks = self._read_before.get(id(entry))
            if asks is None and self._comments is not None:
                asks = await self._comments.read(heard)
        except Unidentified:
            log.warning("comment.unidentified", comment=heard.comment)
            return
        if asks is not None:
            self._read_before[id(entry)] = asks
            await self._duty.handle(asks)

    async def _change(self, changed: Changed) -> None:
        log.info("chat.changed", chat=changed.channel, what=changed.what)
        if changed.what == "added":
            return
        await self._ledger.forget(changed.channel)
        name = changed.name or changed.channel
        self._duty.news(f"notice.feishu_{changed.what}", f"{changed.channel}:{changed.key}", chat=name)

    # -- taps

    async def _tap(self, entry: Entry, tap: Tap) -> None:
        try:
            who = await self._people.who(tap.ids, tap.channel)
        except Unidentified:
            self._give(entry, toast("error", "toast.nobody"), tap)
            return
        intent = bind_tap(tap, who, self._home.tenant)
        if intent is None:
            self._give(entry, toast("warning", "toast.not_ours"), tap)
            return
        try:
            await self._duty.attempt(intent)
        except Refused as refused:
            if self._duty.is_passing(refused):
                raise
            log.info("tap.refused", code=refused.code, intent=type(intent).__name__)
            if not self._give(entry, refused_toast(refused.problem), tap):
                text = problem(refused.problem, who.language)
                await self._voice.tell(who, tap_spot(tap, self._home.tenant), text)
            return
        self._give(entry, done_toast(intent), tap)

    def _give(self, entry: Entry, said: P2CardActionTriggerResponse, tap: Tap | None = None) -> bool:
        """Answer who waits; a copy of the same tap gets the same answer."""
        if tap is not None:
            self._said[keys_of(tap)[0]] = said
            if len(self._said) > ANSWERS_REMEMBERED:
                self._said.popitem(last=False)
        answer = self._waiting.get(id(entry))
        return answer is not None and answer.give(said)

    async def _give_up(self, entry: Entry) -> list[str]:
        """Something of ours is broken: say so to who is waiting, rather than nothing."""
        self._read_before.pop(id(entry), None)
        heard = self._hear(entry)
        if heard is None:
            return []
        if not self._give(entry, toast("error", "toast.failed")) and isinstance(heard, Heard | Tap):
            await self._say_broken(heard)
        return keys_of(heard)

    async def _say_broken(self, heard: Heard | Tap) -> None:
        tenant = self._home.tenant
        spot = (
            tap_spot(heard, tenant) if isinstance(heard, Tap) else spot_of(heard, tenant, heard.root or None)
        )
        try:
            who = await self._people.who(heard.ids, heard.channel)
            await self._voice.tell(who, spot, say("problem.other", who.language, code="internal"))
        except (Failed, Later, Unfit, Unsure, Unidentified) as error:
            log.warning("entry.untold", error=str(error))
