"""An app on Feishu without any SDK: single calls, and a long connection that acknowledges as a test says."""

import asyncio
import base64
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp

from tests.emulators.feishu import App, Chat, FeishuEmulator
from tests.emulators.feishu.frames import CONTROL, DATA, Frame, decode, encode

Json = dict[str, Any]
Answer = Callable[[Json], Json | None]
SERVICE = 33554678


@dataclass(frozen=True)
class Reply:
    status: int
    code: int
    message: str
    data: Json
    headers: dict[str, str]


class PlainApp:
    """``answer`` makes of a payload what goes back with the acknowledgement; it is not acknowledged where that is None."""

    def __init__(
        self, feishu: FeishuEmulator, session: aiohttp.ClientSession, app: App | None = None
    ) -> None:
        self.feishu = feishu
        self.app = app or feishu.app
        self.answer: Answer = lambda payload: {}
        self.heard: list[Json] = []
        self.frames: list[Frame] = []
        self._session = session
        self._token = ""

    async def call(self, method: str, path: str, body: Json | None = None, **params: Any) -> Reply:
        """One call with the app's token, which is fetched when there is none."""
        if not self._token:
            self._token = await self.fetch_token()
        headers = {"Authorization": f"Bearer {self._token}"}
        url = f"{self.feishu.base_url}/open-apis/{path}"
        async with self._session.request(method, url, json=body, params=params, headers=headers) as response:
            found = json.loads(await response.text())
        return Reply(
            response.status, found["code"], found["msg"], found.get("data") or {}, dict(response.headers)
        )

    def forget_token(self) -> None:
        self._token = ""

    async def fetch_token(self) -> str:
        url = f"{self.feishu.base_url}/open-apis/auth/v3/tenant_access_token/internal"
        body = {"app_id": self.app.app_id, "app_secret": self.app.secret}
        async with self._session.post(url, json=body) as response:
            return str((await response.json())["tenant_access_token"])

    async def endpoint(self, secret: str | None = None) -> Json:
        """The answer to the bootstrap of the long connection."""
        url = f"{self.feishu.base_url}/callback/ws/endpoint"
        body = {"AppID": self.app.app_id, "AppSecret": self.app.secret if secret is None else secret}
        async with self._session.post(url, json=body) as response:
            return dict(await response.json())

    async def send(self, chat: Chat, content: Json, msg_type: str = "text", **more: Any) -> Reply:
        """A message to a chat."""
        body = {
            "receive_id": chat.id,
            "msg_type": msg_type,
            "content": json.dumps(content, ensure_ascii=False),
            **more,
        }
        return await self.call("POST", "im/v1/messages", body, receive_id_type="chat_id")

    async def reply(self, message_id: str, content: Json, msg_type: str = "text", **more: Any) -> Reply:
        body = {"msg_type": msg_type, "content": json.dumps(content, ensure_ascii=False), **more}
        return await self.call("POST", f"im/v1/messages/{message_id}/reply", body)

    async def patch(self, message_id: str, card: Json) -> Reply:
        body = {"content": json.dumps(card, ensure_ascii=False)}
        return await self.call("PATCH", f"im/v1/messages/{message_id}", body)

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
        """An open long connection that answers what it hears."""
        url = (await self.endpoint())["data"]["URL"]
        before = len(self.feishu.connections)
        async with self._session.ws_connect(url) as socket:
            reading = asyncio.create_task(self._read(socket))
            await self.feishu.until_connected(before + 1)
            try:
                yield socket
            finally:
                reading.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await reading

    async def ping(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        await socket.send_bytes(encode(Frame(CONTROL, SERVICE, [("type", "ping")])))

    async def acknowledge(self, socket: aiohttp.ClientWebSocketResponse, answer: Json | None = None) -> None:
        """Acknowledges what was heard last."""
        await socket.send_bytes(encode(acknowledgement(self.frames[-1], answer or {})))

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        parts: dict[str, dict[int, bytes]] = {}
        async for message in socket:
            frame = decode(message.data)
            self.frames.append(frame)
            if frame.method == DATA:
                await self._receive(socket, frame, parts.setdefault(frame.header("message_id"), {}))

    async def _receive(
        self, socket: aiohttp.ClientWebSocketResponse, frame: Frame, parts: dict[int, bytes]
    ) -> None:
        parts[int(frame.header("seq"))] = frame.payload
        if len(parts) < int(frame.header("sum")):
            return
        payload = json.loads(b"".join(parts[number] for number in sorted(parts)))
        parts.clear()
        self.heard.append(payload)
        answer = self.answer(payload)
        if answer is not None:
            await socket.send_bytes(encode(acknowledgement(frame, answer)))


def acknowledgement(frame: Frame, answer: Json, code: int = 200) -> Frame:
    """The same frame with the answer in it."""
    data = {"data": base64.b64encode(json.dumps(answer).encode()).decode()} if answer else {}
    payload = json.dumps({"code": code, **data}).encode()
    return Frame(
        DATA, frame.service, [*frame.headers, ("biz_rt", "1")], payload, frame.sequence, frame.log_id
    )


@asynccontextmanager
async def plain_app(feishu: FeishuEmulator, app: App | None = None) -> AsyncIterator[PlainApp]:
    async with aiohttp.ClientSession(trust_env=False) as session:
        yield PlainApp(feishu, session, app)


def button(value: Json, label: str = "Approve", **more: Any) -> Json:
    """A button that calls back with this value."""
    words = {"tag": "plain_text", "content": label}
    return {"tag": "button", "text": words, "behaviors": [{"type": "callback", "value": value}], **more}


def card(*elements: Json, title: str = "R20260906-07", **more: Any) -> Json:
    """A card of JSON 2.0."""
    head = {"title": {"tag": "plain_text", "content": title}}
    return {"schema": "2.0", "header": head, "body": {"elements": list(elements)}, **more}
