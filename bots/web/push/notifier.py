"""Tells browsers what needs their owner, by what the relay says is due: level, not edge."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator

from aiohttp import web

from bots.web.push.sealing import Push
from bots.web.push.sender import Sender
from bots.web.words_web import tell
from relay.client import Refused, RelayClient, Unreachable
from relay.wire.base import Code
from relay.wire.notifications import NoticeView, TakeNotices, Told, Waits

log = logging.getLogger(__name__)

HOLD, WAIT = 120.0, 20.0
BREATH = 1.0
"""Seconds between two looks: many changes at once are one look."""

LONGEST_PAUSE = 60.0
AT_ONCE = 8


class Notifier:
    """Takes what is due, sends it, says what came of it. What it had in hand when it ended is due again."""

    def __init__(self, client: RelayClient, sender: Sender, *, breath: float = BREATH) -> None:
        self._client, self._sender, self._breath = client, sender, breath
        self._gate = asyncio.Semaphore(AT_ONCE)

    async def run(self) -> None:
        """Until cancelled."""
        pause = self._breath
        while True:
            try:
                await self.step(WAIT)
                pause = self._breath
            except (Refused, Unreachable):
                pause = min(pause * 2, LONGEST_PAUSE)
            except Exception:
                log.exception("notifications could not be sent; they are tried again")
                pause = min(pause * 2, LONGEST_PAUSE)
            await asyncio.sleep(pause)

    async def step(self, wait: float) -> int:
        """What is due now, or within ``wait`` seconds, once; gives how many things that was."""
        due = await self._client.notices(TakeNotices(hold=HOLD, wait=wait))
        await asyncio.gather(*(self._tell(notice) for notice in due))
        return len(due)

    async def _tell(self, notice: NoticeView) -> None:
        async with self._gate:
            text = json.dumps(content_of(notice), ensure_ascii=False).encode()
            answer = await self._sender.send(
                notice.endpoint, notice.p256dh, notice.auth, text, notice.subject
            )
        says = Told(subject=notice.subject, outcome=answer.outcome, retry_after=answer.retry_after)
        try:
            await self._client.told(notice.subscription, says)
        except Refused as refused:
            if refused.code is not Code.unknown:  # it was switched off meanwhile
                raise


def content_of(notice: NoticeView) -> dict[str, str]:
    """What the browser shows: the id and what waits, nothing of what was written. ``tag`` makes twice once."""
    body = tell(f"push_{notice.waits}", notice.language)
    path = "/console" if notice.waits is Waits.joining else f"/rooms/{notice.room}#{notice.public_id}"
    return {"title": notice.public_id or "muti", "body": body, "tag": notice.subject, "path": path}


def add_notifier(app: web.Application, client: RelayClient, push: Push) -> None:
    """Let it run as long as the application does."""

    async def running(_: web.Application) -> AsyncIterator[None]:
        sender = Sender(push)
        task = asyncio.create_task(Notifier(client, sender).run())
        yield
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await sender.close()

    app.cleanup_ctx.append(running)
