"""The check of an app with a person's help: one message, one mention, one tap, each ticked off when it arrives."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from bots.connector import Later, Unfit, Unsure
from bots.feishu.answers import SETTLE_SECONDS
from bots.feishu.api import Failed, FeishuApi
from bots.feishu.content import read_content
from bots.feishu.door import Door
from bots.feishu.edge import hear
from bots.feishu.parse import Heard, Json, Tap
from bots.feishu.sdk import P2CardActionTriggerResponse
from bots.feishu.sending import Content, Sender, Target
from bots.feishu.socket import Socket
from bots.feishu.taps import toast
from bots.words import say
from config.settings import FeishuSettings
from deploy.feishu.board import board
from deploy.feishu.pages import app_page
from deploy.feishu.proofs import NAMES, PROOFS, judge, read_proof
from deploy.findings import Finding, Status

Tell = Callable[[str], None]

CONNECT_SECONDS = 20.0
BARRED = {
    "notice.feishu_too_many": "Feishu lets nobody in: this app has too many connections",
    "notice.feishu_barred": "Feishu lets nobody in under this id and secret",
}


class NotOurs(Exception):
    """What arrives during a check and is not of it is left to who works: Feishu sends it again."""


class Check:
    """One check. It hears the app itself: another process that does would take some of what arrives."""

    def __init__(self, feishu: FeishuSettings, tell: Tell) -> None:
        assert feishu.app_secret is not None
        self._feishu, self._tell = feishu, tell
        self._secret = feishu.app_secret.get_secret_value()
        self._api = FeishuApi(feishu.app_id or "", self._secret, feishu.domain)
        self._sender = Sender(self._api)
        self._seen: set[str] = set()
        self._over = asyncio.Event()
        self._barred: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._bot = ""
        self._card = ""
        self._drawing: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()
        self._findings: list[Finding] = []

    async def run(self, seconds: float) -> list[Finding]:
        """Until all has arrived, the person says that it is all, or the time is over."""
        await self._api.start()
        ear = self._ear()
        listening = asyncio.create_task(ear.listen())
        try:
            return await self._watch(ear, listening, seconds)
        except (Failed, Later, Unfit, Unsure) as error:
            return [Finding("feishu.check", Status.fail, str(error), "try again in a minute")]
        finally:
            listening.cancel()
            await asyncio.gather(listening, *self._drawing, return_exceptions=True)
            await self._api.close()

    def finish(self) -> None:
        """Wait for nothing more: what has arrived until now is judged."""
        self._over.set()

    async def _watch(
        self, ear: Socket | Door, listening: "asyncio.Task[None]", seconds: float
    ) -> list[Finding]:
        self._bot = str(
            ((await self._api.call("GET", "/open-apis/bot/v3/info")).get("bot") or {}).get("open_id")
        )
        connection = await self._connected(ear, listening)
        if connection.status is not Status.ok:
            return [connection]
        self._tell("connected; please do these things in Feishu:")
        for proof in PROOFS:
            self._tell(f"  {say(proof.step, 'en')}")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._over.wait()
        await asyncio.gather(*self._drawing, return_exceptions=True)
        await self._draw(over=True)
        return [connection, *self._findings, *judge(self._seen, self._page)]

    async def _connected(self, ear: Socket | Door, listening: "asyncio.Task[None]") -> Finding:
        name, connected = "feishu.hears", asyncio.create_task(ear.connected.wait())
        waited: set[asyncio.Future[Any]] = {connected, listening, self._barred}
        await asyncio.wait(waited, timeout=CONNECT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        connected.cancel()
        if ear.connected.is_set():
            return Finding(name, Status.ok, "this process hears the app")
        remedy = f"choose the long connection at {self._page('event')}, and publish a version"
        if self._barred.done():
            return Finding(name, Status.fail, self._barred.result(), remedy)
        if listening.done():
            return Finding(name, Status.fail, str(listening.exception()), "free feishu.listen, or correct it")
        return Finding(name, Status.fail, f"no connection within {CONNECT_SECONDS:.0f} s", remedy)

    def _ear(self) -> Socket | Door:
        feishu = self._feishu
        if feishu.address is None:
            return Socket(self._api, self._secret, self._take, barred=self._bar)
        key, token = feishu.encrypt_key, feishu.verification_token
        assert key is not None
        assert token is not None
        return Door(self._take, key.get_secret_value(), token.get_secret_value(), feishu.address)

    def _bar(self, key: str) -> None:
        if not self._barred.done():
            self._barred.set_result(BARRED.get(key, key))

    async def _take(self, body: Json) -> P2CardActionTriggerResponse | None:
        heard = hear(body, self._bot)
        said = ""
        if isinstance(heard, Heard):
            said = read_content(heard.form, heard.content, heard.mentions, self._bot).text
        proof = read_proof(heard, said)
        if not proof:
            if isinstance(heard, Tap):
                return toast("warning", "check.feishu_busy")
            raise NotOurs(NotOurs.__doc__)
        self._tick(proof, heard if isinstance(heard, Heard) else None)
        return toast("success", "check.feishu_tapped") if isinstance(heard, Tap) else None

    def _tick(self, proof: str, heard: Heard | None) -> None:
        if proof not in {"done", *self._seen}:
            self._seen.add(proof)
            self._tell(f"☑ {proof}")
        task = asyncio.create_task(self._show(heard))
        self._drawing.add(task)
        task.add_done_callback(self._drawing.discard)
        if proof == "done" or self._seen >= NAMES:
            self._over.set()

    async def _show(self, heard: Heard | None) -> None:
        """The card in the direct chat with whoever helps, as it stands now."""
        if heard is None:
            await asyncio.sleep(
                SETTLE_SECONDS
            )  # an update that comes before the answer to a tap is undone by it
        async with self._turn:
            if self._card or heard is None:
                await self._draw()
                return
            try:
                form = Content("interactive", board(self._seen, over=False))
                target = Target(heard.ids.open, "open_id")
                self._card = (await self._sender.send(target, [form], "")).message
                self._findings.append(Finding("feishu.card", Status.ok, "a card stands in the direct chat"))
            except (Failed, Later, Unfit, Unsure) as error:
                remedy = (
                    f"grant im:message:send_as_bot, and let the person use the app: {self._page('version')}"
                )
                self._findings.append(Finding("feishu.card", Status.fail, str(error), remedy))

    async def _draw(self, *, over: bool = False) -> None:
        if not self._card:
            return
        try:
            await self._sender.update(self._card, [board(self._seen, over=over)])
        except (Failed, Later, Unfit, Unsure) as error:
            self._tell(f"the card could not be updated: {error}")

    def _page(self, part: str) -> str:
        return app_page(self._feishu.domain, self._api.app_id, part)
