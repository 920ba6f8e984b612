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
from bots.signs import Signs
from bots.slack.api import Failed, SlackApi
from bots.slack.connector import SlackConnector
from bots.slack.hearing import Hearing
from bots.slack.history import TAKEN_OVER_SECONDS, History
from bots.slack.homes import Homes
from bots.slack.http import Door
from bots.slack.people import Home, People
from bots.slack.socket import Socket
from relay.client import RelayClient

log = structlog.get_logger()

SLACK_API = "https://slack.com/api/"
DRAIN_SECONDS = 5.0
STAND_BY_SECONDS = 1.0
DEAF_SECONDS = 2.0
"""Before it is tried again to hear Slack, after what should not happen: a port that is taken, for instance."""

LONGEST_PAUSE = 30.0


@dataclass(frozen=True)
class SlackSettings:
    """What one installation needs. ``folder`` keeps what was heard and is not handled yet.

    With ``listen``, a host and a port, Slack is heard over signed HTTP requests there; else over Socket Mode.
    """

    bot_token: str
    app_token: str
    folder: Path
    api_url: str = SLACK_API
    signing_secret: str = ""
    listen: tuple[str, int] | None = None


class SlackBot:
    """Runs until it is cancelled, and then ends in order."""

    def __init__(self, client: RelayClient, settings: SlackSettings) -> None:
        self._client, self._settings = client, settings
        self._api = SlackApi(settings.bot_token, settings.api_url)
        self._name = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self.connected = asyncio.Event()
        """Set once this process has heard Slack's greeting, or listens for its requests."""
        self.url = ""
        """Where Slack's requests are heard on this computer, over HTTP."""

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
        connector = SlackConnector(self._api, home, people, self._client.take_artifact, self._client.timeline)
        signs = Signs(connector.sign)
        homes = Homes(self._api, people, self._client)
        duty = Duty(self._client, connector, connector, signs, process=self._name, hears=homes.changed)
        hearing = Hearing(self._api, home, people, self._client, connector, inbox, signs, homes, duty.handle)
        history = History(connector, home, inbox, hearing.take)
        await hearing.drain.start()
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(duty.work())
                group.create_task(homes.work())
                group.create_task(self._listen(hearing, history, duty))
        finally:
            await hearing.close(DRAIN_SECONDS)
            await duty.holder.let_go()

    async def _listen(self, hearing: Hearing, history: History, duty: Duty) -> None:
        """Hear Slack, unless another process does: what the relay does not answer is kept until it does."""
        holder = duty.holder
        while True:
            if holder.rival:
                history.reach = TAKEN_OVER_SECONDS
            await holder.wait_for_vacancy()
            ear = self._ear(hearing, history, duty)
            listening = asyncio.create_task(ear.listen())
            beside = [
                asyncio.create_task(self._tell_when_connected(ear)),
                asyncio.create_task(history.watch()),
            ]
            try:
                while not holder.rival and not listening.done():
                    await asyncio.wait({listening, *beside}, timeout=STAND_BY_SECONDS)
            finally:
                for task in (*beside, listening):
                    task.cancel()
                await asyncio.gather(*beside, listening, return_exceptions=True)
                self.connected.clear()
            if not listening.cancelled() and (error := listening.exception()) is not None:
                log.error("slack.deaf", error=str(error))
                await asyncio.sleep(DEAF_SECONDS)

    def _ear(self, hearing: Hearing, history: History, duty: Duty) -> Socket | Door:
        wanted = self._settings
        if wanted.listen is None:
            return Socket(
                hearing.app,
                wanted.app_token,
                greeted=lambda: _greet(history, duty),
                switched_off=lambda: duty.deaf("notice.link_disabled"),
            )
        return Door(hearing.app, wanted.signing_secret, wanted.listen, listening=history.look_soon)

    async def _tell_when_connected(self, ear: Socket | Door) -> None:
        await ear.connected.wait()
        self.url = ear.url if isinstance(ear, Door) else ""
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


def _greet(history: History, duty: Duty) -> None:
    duty.hears()
    history.look_soon()
