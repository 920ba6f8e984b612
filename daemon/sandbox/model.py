"""The way from a box to its model: a unix socket of the daemon that adds the key and counts what is spent (P7)."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from aiohttp import ClientError, ClientResponse, ClientSession, ClientTimeout, web

from daemon.sandbox.providers import SECRET_HEADERS, Upstream
from daemon.sandbox.usage import Meter

log = logging.getLogger(__name__)

LARGEST_PROMPT = 128 * 1024 * 1024
MOST_AT_ONCE = 32
TIMEOUT = ClientTimeout(total=None, sock_connect=30, sock_read=900)

_OWN = frozenset(
    {
        "connection",
        "content-length",
        "expect",
        "host",
        "keep-alive",
        "proxy-connection",
        "set-cookie",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
"""Headers that concern one connection only (RFC 9110, 7.6.1), or cookies."""


@dataclass
class Spending:
    """What a request has spent so far: calls, and tokens read and written. ``budget`` is in tokens.

    ``keep`` is told of each call's tokens, so that a request goes on with its account after a crash.
    """

    budget: int | None = None
    calls: int = 0
    tokens: int = 0
    keep: Callable[[int], None] = lambda _: None

    @property
    def over(self) -> bool:
        """Whether no further call may be made."""
        return self.budget is not None and self.tokens >= self.budget

    def spend(self, tokens: int) -> None:
        """A call has come to its end, or broke off."""
        self.tokens += tokens
        self.keep(tokens)

    def describe(self) -> str | None:
        """What people should know of it, or nothing."""
        return (
            f"The budget of this request is used up: {self.budget} tokens (model_budget)."
            if self.over
            else None
        )


class ModelDoor:
    """Serves one box. ``upstream`` is set when the program starts; until then everything is refused."""

    def __init__(self, session: ClientSession, spending: Spending) -> None:
        self._session = session
        self._spending = spending
        self._places = asyncio.Semaphore(MOST_AT_ONCE)
        self.upstream: Upstream | None = None

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """One call of whatever runs in the box."""
        path, _, query = request.raw_path.partition("?")
        url = self.upstream.url_of(request.method, path, query) if self.upstream else None
        if url is None:
            return _refuse(403, "This agent's sandbox lets calls of its model through, and nothing else.")
        if sentence := self._spending.describe():
            return _refuse(403, sentence)
        async with self._places:
            self._spending.calls += 1
            return await self._pass(request, url)

    async def _pass(self, request: web.Request, url: str) -> web.StreamResponse:
        assert self.upstream is not None
        headers = {**_passable(request.headers), **self.upstream.authorized(request.headers)}
        headers["Accept-Encoding"] = "identity"  # its usage must be readable on the way
        body = await request.read()
        try:
            async with self._session.post(
                url, data=BytesIO(body), headers=headers, allow_redirects=False
            ) as answer:
                return await self._pass_back(request, answer)
        except (ClientError, TimeoutError) as problem:
            log.warning("the model did not answer: %s", type(problem).__name__)
            return _refuse(502, f"The model cannot be reached from this machine ({type(problem).__name__}).")

    async def _pass_back(self, request: web.Request, answer: ClientResponse) -> web.StreamResponse:
        response = web.StreamResponse(status=answer.status, headers=_passable(answer.headers))
        response.content_length = answer.content_length
        meter = Meter(streamed=answer.content_type == "text/event-stream")
        await response.prepare(request)
        try:
            async for piece in answer.content.iter_any():
                meter.feed(piece)
                await response.write(piece)
        except (ClientError, TimeoutError):
            # Half an answer must not look like a whole one.
            if request.transport is not None:
                request.transport.abort()
        finally:
            self._spending.spend(meter.tokens())
        return response


@asynccontextmanager
async def serving_model(socket: Path, spending: Spending) -> AsyncIterator[ModelDoor]:
    """A door on a unix socket, for as long as the block lasts."""
    async with ClientSession(timeout=TIMEOUT, auto_decompress=False, trust_env=True) as session:
        door = ModelDoor(session, spending)
        application = web.Application(client_max_size=LARGEST_PROMPT)
        application.router.add_route("*", "/{path:.*}", door.answer)
        runner = web.AppRunner(application, access_log=None, handler_cancellation=True, shutdown_timeout=0.5)
        await runner.setup()
        try:
            await web.UnixSite(runner, str(socket)).start()
            yield door
        finally:
            await runner.cleanup()


def _passable(headers: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name.lower() not in _OWN | SECRET_HEADERS}


def _refuse(status: int, sentence: str) -> web.Response:
    """A refusal in the shape that Anthropic's and OpenAI's programs both read."""
    kind = "permission_error" if status == 403 else "api_error"
    body = {"type": "error", "error": {"type": kind, "message": sentence}}
    return web.json_response(body, status=status)
