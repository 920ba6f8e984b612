"""A program that speaks to Feishu with an SDK that nobody here wrote: lark_oapi or the official Node SDK.

Lines to it: ``{"id", "call": "im.v1.message.create", "path", "params", "body", "download"}``, ``{"id", "raw":
{"method", "url", "body"}}`` or ``{"id", "answer": …}``, which is what it says to taps from then on. A name
``base64:file`` in a body is a file. Lines from it: ``{"id", "code", "msg", "data"}`` and ``{"event", "data"}``.
"""

import asyncio
import contextlib
import itertools
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests import needs
from tests.emulators.feishu import App, FeishuEmulator

HERE = Path(__file__).parent
LINE_BYTES = 16 * 1024 * 1024


class FeishuPeer:
    """One running program; ``events`` is what it has heard."""

    def __init__(self, process: asyncio.subprocess.Process, feishu: FeishuEmulator) -> None:
        self.events: list[tuple[str, dict[str, Any]]] = []
        self._process = process
        self._feishu = feishu
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}

    async def call(self, name: str, **parts: Any) -> dict[str, Any]:
        """One call of the interface; ``parts`` are path, params, body and download."""
        return await self._order({"call": name, **parts})

    async def raw(self, method: str, url: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        return await self._order({"raw": {"method": method, "url": url, "body": body}})

    async def register(self, addons: dict[str, Any]) -> dict[str, Any]:
        """A new app by a scanned code (lark_oapi alone); the event ``code`` has the address of the code."""
        return await self._order({"register": addons})

    async def answer(self, answer: dict[str, Any]) -> None:
        """What it says to taps from now on."""
        await self._order({"answer": answer})

    def heard(self, event_type: str) -> list[dict[str, Any]]:
        return [data for kind, data in self.events if kind == event_type]

    async def read(self) -> None:
        """Reads what the program says until it ends."""
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            document = json.loads(line)
            if "event" in document:
                self.events.append((document["event"], document["data"]))
                self._feishu.service.platform.changed()
            else:
                self._waiting.pop(document.pop("id")).set_result(document)

    async def _order(self, order: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        number = next(self._numbers)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        self._process.stdin.write(json.dumps({"id": number, **order}).encode() + b"\n")
        await self._process.stdin.drain()
        async with asyncio.timeout(30):
            result = await self._waiting[number]
        assert "failed" not in result, result
        return result


def command(kind: str, feishu: FeishuEmulator, app: App) -> list[str]:
    """How to start the program of that kind, ``lark_oapi`` or ``node``."""
    address = [feishu.base_url, app.app_id, app.secret]
    if kind == "lark_oapi":
        return [sys.executable, "-m", "tests.emulators.lark_peer", *address]
    sdk = needs.require("feishu_node")
    return ["node", str(HERE / "node_peer.cjs"), str(sdk), *address]


@asynccontextmanager
async def running_peer(
    kind: str, feishu: FeishuEmulator, app: App | None = None
) -> AsyncIterator[FeishuPeer]:
    """The program, with its long connection open."""
    process = await asyncio.create_subprocess_exec(
        *command(kind, feishu, app or feishu.app),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LINE_BYTES,
        cwd=HERE.parent.parent,
        env={**os.environ, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1", "PYTHONWARNINGS": "ignore"},
    )
    peer = FeishuPeer(process, feishu)
    reading = asyncio.create_task(peer.read())
    try:
        await feishu.until_connected(timeout=60)
        yield peer
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await reading
