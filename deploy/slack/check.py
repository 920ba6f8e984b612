"""The check of an installation with a person's help: each gesture is ticked off on a card when it arrives."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import aiohttp

from bots.connector import Later, Unfit, Unsure
from bots.slack.api import Failed, SlackApi
from bots.slack.blocks import actions, button, context, header, lines, message, spans
from bots.slack.cards import Reader
from bots.slack.people import Home, People
from config.settings import SlackSettings
from deploy.findings import Finding, Status
from deploy.slack.proofs import APP_PAGE, DONE, NEEDED, PROOFS, STEPS, TAP, Seen, judge, read_proof
from deploy.slack.tries import TO_APP_TOKEN, call, secret

Tell = Callable[[str], None]
HELLO_SECONDS = 10.0


class NotHeard(Exception):
    """What keeps this process from hearing the app."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.evidence)
        self.finding = finding


class Check:
    """One check. It hears the app itself: another process that does would take some of the gestures."""

    def __init__(self, slack: SlackSettings, tell: Tell) -> None:
        self._slack, self._tell = slack, tell
        self._api = SlackApi(secret(slack, "bot_token"), slack.api_url)
        self._seen: set[str] = set()
        self._done = False
        self._listening: asyncio.Task[None] | None = None
        self._card: tuple[str, str, Reader] | None = None
        self._findings: list[Finding] = []

    async def run(self, seconds: float) -> list[Finding]:
        """Until all has arrived, the person says that is all, or the time is over."""
        await self._api.start()
        try:
            async with aiohttp.ClientSession() as session:
                await self._hear(session, seconds)
        except NotHeard as silent:
            return [silent.finding]
        finally:
            await self._api.close()
        return [*self._findings, *judge(self._seen)]

    def finish(self) -> None:
        """Wait for nothing more: what has arrived until now is judged."""
        if self._listening is not None:
            self._listening.cancel()

    async def _hear(self, session: aiohttp.ClientSession, seconds: float) -> None:
        said = await call(self._slack, "apps.connections.open", secret(self._slack, "app_token"))
        if not said.ok:
            raise NotHeard(Finding("slack.socket", Status.fail, said.error, TO_APP_TOKEN))
        try:
            async with session.ws_connect(str(said.data["url"])) as link:
                await self._greet(link)
                self._listening = asyncio.create_task(self._listen(link))
                await asyncio.wait({self._listening}, timeout=seconds)
                self.finish()
                (ended,) = await asyncio.gather(self._listening, return_exceptions=True)
                if isinstance(ended, Exception):
                    raise ended
                await self._redraw(over=True)
        except aiohttp.ClientError as error:
            raise NotHeard(Finding("slack.socket", Status.fail, f"the connection failed: {error}")) from error

    async def _greet(self, link: aiohttp.ClientWebSocketResponse) -> None:
        """The greeting says whose app it is, and whether somebody else hears it."""
        try:
            hello: dict[str, Any] = json.loads(await link.receive_str(timeout=HELLO_SECONDS))
        except (TimeoutError, TypeError, ValueError) as error:
            said = "Slack sent no greeting"
            raise NotHeard(Finding("slack.socket", Status.fail, said, "try again in a minute")) from error
        if int(hello.get("num_connections") or 1) > 1:
            said = f"{hello['num_connections']} processes hear this app: each gesture goes to any one of them"
            remedy = "stop `muti up` or `muti bots` for the time of the check, or the other program"
            raise NotHeard(Finding("slack.rival", Status.fail, said, remedy))
        await self._compare(str((hello.get("connection_info") or {}).get("app_id") or ""))
        self._tell("listening; please do these things in Slack:")
        for step in STEPS:
            self._tell(f"  {Reader('en').say(step)}")

    async def _compare(self, app: str) -> None:
        """Two tokens of two apps are each valid, and nothing arrives."""
        said = await call(self._slack, "auth.test", secret(self._slack, "bot_token"))
        bot = await call(
            self._slack, "bots.info", secret(self._slack, "bot_token"), bot=str(said.data.get("bot_id"))
        )
        theirs = str((bot.data.get("bot") or {}).get("app_id") or "")
        if app and theirs and app != theirs:
            told = f"the bot token is of the app {theirs}, the app token of {app}"
            remedy = f"copy both from the same app: {APP_PAGE}"
            raise NotHeard(Finding("slack.tokens", Status.fail, told, remedy))

    async def _listen(self, link: aiohttp.ClientWebSocketResponse) -> None:
        while not self._done and not NEEDED.union(_optional()) <= self._seen:
            said = await link.receive()
            if said.type is not aiohttp.WSMsgType.TEXT:
                return
            envelope = json.loads(said.data)
            proof = read_proof(envelope)
            if proof is not None:
                # Only what is the check's is acknowledged: Slack sends all else again, to who works.
                await link.send_str(json.dumps({"envelope_id": envelope["envelope_id"]}))
                await self._take(proof)

    async def _take(self, proof: Seen) -> None:
        if proof.name == "done":
            self._done = True
        elif proof.name not in self._seen:
            self._seen.add(proof.name)
            self._tell(f"☑ {proof.name}")
        try:
            if self._card is None:
                await self._show(proof.user)
            elif not self._done:
                await self._redraw()
        except (Failed, Later, Unfit, Unsure) as error:
            self._tell(f"the card could not be shown: {error}")

    async def _show(self, user: str) -> None:
        """The card, in a direct message with whoever helps; and their home page, which shows that it is on."""
        home = Home(team="", enterprise=None, bot="", url="")
        people = People(self._api, home)
        reader = Reader((await people.person(user)).language)
        await self._try_home(user, reader)
        try:
            channel = await people.direct(user)
            reply = await self._api.call("chat.postMessage", channel=channel, **self._body(reader))
        except Failed as failed:
            remedy = f"switch the Messages Tab on at {APP_PAGE} → App Home"
            self._findings.append(
                Finding("slack.card", Status.fail, f"chat.postMessage: {failed.error}", remedy)
            )
            return
        self._card = (channel, str(reply["ts"]), reader)
        self._findings.append(Finding("slack.card", Status.ok, "a card stands in the direct message"))

    async def _try_home(self, user: str, reader: Reader) -> None:
        view = {"type": "home", "blocks": [header(reader.say("check.title"))]}
        try:
            await self._api.call("views.publish", user_id=user, view=view)
        except Failed as failed:
            remedy = f"switch the Home Tab on at {APP_PAGE} → App Home"
            self._findings.append(
                Finding("slack.home", Status.fail, f"views.publish: {failed.error}", remedy)
            )

    async def _redraw(self, *, over: bool = False) -> None:
        if self._card is not None:
            channel, posted, reader = self._card
            body = self._body(reader, over=over)
            await self._api.call("chat.update", channel=channel, ts=posted, **body)

    def _body(self, reader: Reader, *, over: bool = False) -> dict[str, Any]:
        rows = [spans(f"{'☑' if self._is_ticked(step) else '☐'} {reader.say(step)}") for step in STEPS]
        blocks = [header(reader.say("check.title")), lines(spans(reader.say("check.says")), *rows)]
        if over:
            whole = self._seen >= NEEDED
            blocks.append(context(reader.say("check.done" if whole else "check.over")))
        else:
            tap, done = reader.say("button.check"), reader.say("button.check_done")
            row = [button(TAP, tap, {}, tap, style="primary"), button(DONE, done, {}, done)]
            blocks.append(actions("check", *row))
        return message(reader.say("check.title"), blocks)

    def _is_ticked(self, step: str) -> bool:
        return all(proof.name in self._seen for proof in PROOFS if proof.step == step)


def _optional() -> set[str]:
    return {proof.name for proof in PROOFS if proof.optional}
