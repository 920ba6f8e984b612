"""A client that costs little: keep-alive connections, requests built beforehand, answers read and no more.

It shares two processors with what it measures, so a comfortable client would measure itself.
"""

import asyncio
import json
import sys
import time
from typing import Any
from urllib.parse import urlsplit

from relay.wire.base import VERSION_HEADER, WIRE_VERSION
from tests.benchmarks.children.process import started, tell
from tests.benchmarks.stage import approval

Call = tuple[str, str]
"""Path and body."""


def decision(request: str) -> Call:
    """The call that approves a request."""
    return f"/v1/requests/{request}/decision", approval(request).model_dump_json()


async def fire(url: str, token: str, calls: list[Call], connections: int) -> float:
    """Make all calls over so many connections, from another process; gives the seconds that it took."""
    async with started("load") as child:
        await child.say({"url": url, "token": token, "calls": calls, "connections": connections})
        seconds = await child.hear()
    assert isinstance(seconds, float), seconds
    return seconds


class _Connection(asyncio.Protocol):
    """One connection that makes the next call as soon as the last one is answered."""

    def __init__(self, calls: "list[bytes]", done: "asyncio.Future[None]") -> None:
        self._calls, self._done = calls, done
        self._transport: Any = None
        self._heard = b""

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._next()

    def _next(self) -> None:
        if self._calls:
            self._transport.write(self._calls.pop())
        elif not self._done.done():
            self._done.set_result(None)

    def data_received(self, data: bytes) -> None:
        self._heard += data
        head, found, body = self._heard.partition(b"\r\n\r\n")
        if not found or len(body) < _length(head):
            return
        if not head.startswith(b"HTTP/1.1 200"):
            self._done.set_exception(AssertionError(self._heard.decode()))
            return
        self._heard = b""
        self._next()

    def connection_lost(self, error: BaseException | None) -> None:
        if not self._done.done():
            self._done.set_exception(error or ConnectionError("the relay hung up"))


def _length(head: bytes) -> int:
    return int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])


def _built(host: str, token: str, call: Call) -> bytes:
    path, body = call
    data = body.encode()
    lines = (
        f"POST {path} HTTP/1.1", f"Host: {host}", f"Authorization: Bearer {token}",
        f"{VERSION_HEADER}: {WIRE_VERSION}", "Content-Type: application/json", f"Content-Length: {len(data)}",
    )  # fmt: skip
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + data


async def _main() -> None:
    wish = json.loads(sys.stdin.readline())
    where = urlsplit(wish["url"])
    calls = [_built(where.netloc, wish["token"], tuple(call)) for call in reversed(wish["calls"])]
    loop = asyncio.get_running_loop()
    done = [loop.create_future() for _ in range(wish["connections"])]
    began = time.perf_counter()
    for one in done:
        await loop.create_connection(lambda one=one: _Connection(calls, one), where.hostname, where.port)  # type: ignore[misc]
    await asyncio.gather(*done)
    tell(time.perf_counter() - began)


if __name__ == "__main__":
    asyncio.run(_main())
