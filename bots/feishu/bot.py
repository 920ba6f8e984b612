"""One Feishu or Lark app at work: hears, handles, shows, and takes over from a process that died."""

import asyncio
import os
import secrets
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import structlog

from bots.duty import Duty
from bots.feishu.answers import Answers
from bots.feishu.api import FeishuApi
from bots.feishu.comments import Comments
from bots.feishu.connector import FeishuConnector
from bots.feishu.door import Door
from bots.feishu.hearing import Hearing
from bots.feishu.history import TAKEN_OVER_SECONDS, History
from bots.feishu.home import ask_tenant, find_bot, keep_tenant, recall_tenant
from bots.feishu.ledger import Ledger
from bots.feishu.parse import Json, tenant_of
from bots.feishu.patient import Patient
from bots.feishu.people import Home, People
from bots.feishu.reading import Reading
from bots.feishu.sdk import P2CardActionTriggerResponse
from bots.feishu.settings import FeishuSettings
from bots.feishu.socket import Socket, Take
from bots.feishu.tasks import Tasked
from bots.inbox import Inbox
from bots.signs import Signs
from relay.client import RelayClient

__all__ = ["FeishuBot", "FeishuSettings"]

log = structlog.get_logger()

DRAIN_SECONDS = 5.0
STAND_BY_SECONDS = 1.0
DEAF_SECONDS = 2.0
"""Before it is tried again to hear Feishu, after what should not happen: a port that is taken, for instance."""

OVERHEAR_SECONDS = 30.0

Introduced = Callable[[str], Awaitable[None]]
"""Told the organisation that the app works in, once it is known and before anything is heard."""


class NotYet(Exception):
    """It is not known yet whose app this is; Feishu sends this again."""


class FeishuBot:
    """Runs until it is cancelled, and then ends in order."""

    def __init__(
        self, client: RelayClient, settings: FeishuSettings, introduced: Introduced | None = None
    ) -> None:
        self._client, self._settings, self._introduced = client, settings, introduced
        self._api = FeishuApi(settings.app_id, settings.app_secret, settings.url)
        self._name = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self.connected = asyncio.Event()
        """Set while this process has a long connection, or listens for Feishu's requests."""
        self.url = ""
        """Where Feishu's requests are heard on this computer, over HTTP."""

    async def run(self) -> None:
        """Work for the app."""
        await self._api.start()
        try:
            path = self._settings.folder / f"feishu-{self._settings.app_id}.db"
            inbox = await asyncio.to_thread(Inbox, path)
            try:
                home = await self._introduce(inbox)
                if self._introduced is not None:
                    await self._introduced(home.tenant)
                await self._work(home, inbox)
            finally:
                await inbox.close()
        finally:
            await self._api.close()

    async def _work(self, home: Home, inbox: Inbox) -> None:
        people, answers, ledger = People(self._api, home, inbox), Answers(), Ledger(inbox)
        await people.start()
        own = FeishuConnector(self._api, home, people, self._client.take_artifact, self._client.timeline)

        def news(key: str) -> None:
            duty.news(key, key)

        mirrored = self._settings.tasks
        tasked = Tasked(own, self._api, home, inbox, mirrored, news)
        await tasked.start()
        connector = Patient(tasked, answers, ledger)
        signs = Signs(connector.sign)
        duty = Duty(self._client, connector, connector, signs, process=self._name)
        reading = Reading(self._api, home, people, self._client, connector)
        comments = Comments(self._api, home, people) if mirrored.any else None
        hearing = Hearing(home, people, reading, connector, inbox, signs, duty, answers, ledger, comments)
        history = History(
            self._api,
            home,
            inbox,
            hearing.find,
            lambda channel, name: duty.news("notice.feishu_missed", channel, chat=name),
        )
        await hearing.drain.start()
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(duty.work())
                group.create_task(self._listen(hearing, history, duty))
        finally:
            await hearing.close(DRAIN_SECONDS)
            await duty.holder.let_go()

    async def _listen(self, hearing: Hearing, history: History, duty: Duty) -> None:
        """Hear Feishu, unless another process does: what the relay does not answer is kept until it does."""
        holder = duty.holder
        while True:
            if holder.rival:
                history.reach = TAKEN_OVER_SECONDS
            await holder.wait_for_vacancy()
            ear = self._ear(hearing.take, greeted=lambda: _greet(history, duty), barred=duty.deaf)
            listening = asyncio.create_task(ear.listen())
            beside = [asyncio.create_task(self._follow(ear)), asyncio.create_task(history.watch())]
            try:
                while not holder.rival and not listening.done():
                    await asyncio.wait({listening, *beside}, timeout=STAND_BY_SECONDS)
            finally:
                for task in (*beside, listening):
                    task.cancel()
                await asyncio.gather(*beside, listening, return_exceptions=True)
                self.connected.clear()
            if not listening.cancelled() and (error := listening.exception()) is not None:
                log.error("feishu.deaf", error=str(error))
                await asyncio.sleep(DEAF_SECONDS)

    def _ear(
        self, take: Take, *, greeted: Callable[[], None], barred: Callable[[str], None]
    ) -> Socket | Door:
        wanted = self._settings
        if wanted.listen is None:
            return Socket(self._api, wanted.app_secret, take, greeted=greeted, barred=barred)
        return Door(take, wanted.encrypt_key, wanted.verification_token, wanted.listen, listening=greeted)

    async def _follow(self, ear: Socket | Door) -> None:
        while True:
            if not ear.connected.is_set():
                self.connected.clear()
            await ear.connected.wait()
            if not self.connected.is_set():
                self.url = ear.url if isinstance(ear, Door) else ""
                log.info("feishu.connected")
                self.connected.set()
            await asyncio.sleep(STAND_BY_SECONDS)

    async def _introduce(self, inbox: Inbox) -> Home:
        """Who we are in which organisation."""
        bot, name = await find_bot(self._api)
        tenant = await recall_tenant(inbox, self._settings.app_id)
        while not tenant:
            tenant = await ask_tenant(self._api) or await self._overhear()
        home = Home(self._settings.app_id, tenant, bot, name, self._settings.url)
        await keep_tenant(inbox, home)
        return home

    async def _overhear(self) -> str:
        """The organisation, as the first event says it; that event is not acknowledged, and so comes again."""
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        async def take(body: Json) -> P2CardActionTriggerResponse | None:
            if (tenant := tenant_of(body)) and not told.done():
                told.set_result(tenant)
            raise NotYet(NotYet.__doc__)

        ear = self._ear(take, greeted=lambda: None, barred=lambda key: None)
        listening = asyncio.create_task(ear.listen())
        log.warning("tenant.unknown", hint="Write to the bot, or add it to a group.")
        try:
            waited: set[asyncio.Future[Any]] = {told, listening}
            await asyncio.wait(waited, timeout=OVERHEAR_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            return told.result() if told.done() else ""
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)


def _greet(history: History, duty: Duty) -> None:
    duty.hears()
    history.look_soon()
