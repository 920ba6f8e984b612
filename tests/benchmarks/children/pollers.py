"""Thousands of daemons that poll and hear nothing: a connection each, one call each, held until this process dies."""

import asyncio
import json
import sys
from urllib.parse import urlsplit

from relay.wire.base import VERSION_HEADER, WIRE_VERSION
from tests.benchmarks.children.process import tell

PATH = "/v1/machine/poll"
AT_ONCE, PAUSE = 25, 0.12
"""Slower than the relay can answer: its memory should show what waits, not what piled up."""


class _Poller(asyncio.Protocol):
    """Says its call and listens; an answer would be a mistake."""

    def data_received(self, data: bytes) -> None:
        tell({"answered": data.decode(errors="replace")})


def _call(host: str, token: str, wait: int) -> bytes:
    body = json.dumps({"epoch": 0, "wait": wait}).encode()
    lines = (
        f"POST {PATH} HTTP/1.1", f"Host: {host}", f"Authorization: Bearer {token}",
        f"{VERSION_HEADER}: {WIRE_VERSION}", "Content-Type: application/json", f"Content-Length: {len(body)}",
    )  # fmt: skip
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


async def _main() -> None:
    wish = json.loads(sys.stdin.readline())
    where = urlsplit(wish["url"])
    loop = asyncio.get_running_loop()
    kept = []

    async def one(token: str) -> None:
        transport, _ = await loop.create_connection(_Poller, where.hostname, where.port)
        transport.write(_call(where.netloc, token, wish["wait"]))
        kept.append(transport)

    for begin in range(0, len(wish["tokens"]), AT_ONCE):
        await asyncio.gather(*(one(token) for token in wish["tokens"][begin : begin + AT_ONCE]))
        await asyncio.sleep(PAUSE)
    tell(len(kept))
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_main())
