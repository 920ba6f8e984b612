"""One Slack installation at work: hears, handles, shows, and takes over from a process that died."""

import asyncio
import os
import secrets
import socket
from dataclasses import dataclass
from pathlib import Path

import structlog

from bots.connector import Later, Unfit, Unsure
from bots.duty import Duty
from bots.inbox import Inbox
from bots.lease import Holder
from bots.signs import Signs
from bots.slack.api import Failed, SlackApi
from bots.slack.connector import SlackConnector
from bots.slack.hearing import Hearing
from bots.slack.people import Home, People
from bots.slack.socket import Socket
from relay.client import RelayClient

log = structlog.get_logger()

SLACK_API = "https://slack.com/api/"
DRAIN_SECONDS = 5.0
STAND_BY_SECONDS = 1.0
LONGEST_PAUSE = 30.0


@dataclass(frozen=True)
class SlackSettings:
    """What one installation needs. ``folder`` keeps what was heard and is not handled yet."""

    bot_token: str
    app_token: str
    folder: Path
    api_url: str = SLACK_API


class SlackBot:
    """Runs until it is cancelled, and then ends in order."""

    def __init__(self, client: RelayClient, settings: SlackSettings) -> None:
        self._client, self._settings = client, settings
        self._api = SlackApi(settings.bot_token, settings.api_url)
        self._name = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self.connected = asyncio.Event()
        """Set once this process has heard Slack's greeting."""

    async def run(self) -> None:
        """Work for the installation."""
        await self._api.start()
        try:
            home = await self._introduce()
            inbox = await asyncio.to_thread(
                Inbox, self._settings.folder / f"slack-{home.tenant.replace(':', '-')}.db"
            )
            try:
                await self._work(home, inbox)
            finally:
                await inbox.close()
        finally:
            await self._api.close()

    async def _work(self, home: Home, inbox: Inbox) -> None:
        people = People(self._api, home)
        connector = SlackConnector(self._api, home, people)
        signs = Signs(connector.sign)
        duty = Duty(self._client, connector, connector, signs, process=self._name)
        hearing = Hearing(self._api, home, people, self._client, connector, inbox, signs, duty.handle)
        await hearing.drain.start()
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(duty.work())
                group.create_task(self._listen(hearing, duty.holder))
        finally:
            await hearing.close(DRAIN_SECONDS)
            await duty.holder.let_go()

    async def _listen(self, hearing: Hearing, holder: Holder) -> None:
        """Hear Slack, unless another process does: what the relay does not answer is kept until it does."""
        while True:
            await holder.wait_for_vacancy()
            ear = Socket(hearing.app, self._settings.app_token)
            listening = asyncio.create_task(ear.listen())
            told = asyncio.create_task(self._tell_when_connected(ear))
            try:
                while not holder.rival and not listening.done():
                    await asyncio.wait({listening}, timeout=STAND_BY_SECONDS)
            finally:
                for task in (told, listening):
                    task.cancel()
                await asyncio.gather(told, listening, return_exceptions=True)
                self.connected.clear()

    async def _tell_when_connected(self, ear: Socket) -> None:
        await ear.connected.wait()
        log.info("slack.connected")
        self.connected.set()

    async def _introduce(self) -> Home:
        """Who we are in which workspace; asked until Slack answers."""
        pause = 0.5
        while True:
            try:
                reply = await self._api.call("auth.test")
            except (Failed, Later, Unfit, Unsure) as error:
                log.warning("slack.not_ready", error=str(error))
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, pause * 2)
                continue
            enterprise = reply.get("enterprise_id")
            return Home(
                team=str(reply["team_id"]),
                enterprise=str(enterprise) if enterprise else None,
                bot=str(reply["user_id"]),
                url=str(reply["url"]),
            )
