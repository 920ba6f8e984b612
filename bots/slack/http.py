"""Slack over signed HTTP requests (K1): events, buttons, windows and slash commands come to one address.

Whoever knows the address can send to it, so nothing of a request is looked at before its signature.
"""

import asyncio
import json
import time
from collections.abc import Callable
from urllib.parse import parse_qsl

import structlog
from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response
from slack_bolt.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest

from bots.slack.parse import Json
from bots.slack.signature import is_from_slack

log = structlog.get_logger()

PATH = "/slack/events"
"""Slack's request URL of events, of interactivity and of slash commands: the public address, then this."""

BODY_LIMIT = 4 * 1024 * 1024
CLOSE_SECONDS = 3.0
FORM = "application/x-www-form-urlencoded"


class Door:
    """Hears Slack over HTTP for a slack_bolt app, until it is cancelled."""

    def __init__(
        self,
        app: AsyncApp,
        signing_secret: str,
        listen: tuple[str, int],
        *,
        listening: Callable[[], None] = lambda: None,
    ) -> None:
        self._app, self._secret, self._listen, self._listening = app, signing_secret, listen, listening
        self.connected = asyncio.Event()
        """Set while it listens."""
        self.url = ""
        """Where it is heard on this computer."""

    async def listen(self) -> None:
        """Answer Slack's requests.

        Raises:
            OSError: the address is in use, or not of this computer.
        """
        application = web.Application(client_max_size=BODY_LIMIT)
        application.add_routes([web.post(PATH, self._answer)])
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=CLOSE_SECONDS)
        await runner.setup()
        try:
            await web.TCPSite(runner, *self._listen).start()
            host, port = runner.addresses[0][:2]
            self.url = f"http://{host}:{port}{PATH}"
            log.info("http.listening", url=self.url)
            self.connected.set()
            self._listening()
            await asyncio.Event().wait()
        finally:
            self.connected.clear()
            await runner.cleanup()

    async def _answer(self, request: web.Request) -> web.Response:
        body = await request.read()
        moment = request.headers.get("X-Slack-Request-Timestamp", "")
        signature = request.headers.get("X-Slack-Signature", "")
        if not is_from_slack(self._secret, moment, signature, body, time.time()):
            log.warning("http.refused", bytes=len(body))
            return web.Response(status=401, text="The signature is missing, wrong or too old.")
        said = read_body(body, request.content_type)
        if said is None:
            return web.Response(status=400, text="The body is neither a JSON object nor a form.")
        if said.get("type") == "url_verification":
            # Slack wants this back when the address is saved (docs.slack.dev, url_verification).
            return web.json_response({"challenge": str(said.get("challenge", ""))})
        # slack_bolt would take every form with the word "payload" in it for a button's, and lose it.
        wanted = AsyncBoltRequest(body=json.dumps(said), headers={"content-type": "application/json"})
        return await to_aiohttp_response(await self._app.async_dispatch(wanted))


def read_body(body: bytes, content_type: str) -> Json | None:
    """What a request says: events are JSON, slash commands are forms, all else is JSON in a form's field."""
    try:
        text = body.decode()
        if content_type == FORM:
            form = dict(parse_qsl(text, keep_blank_values=True))
            said = json.loads(form["payload"]) if "payload" in form else form
        else:
            said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None
