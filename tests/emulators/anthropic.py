"""A local model that speaks the Anthropic Messages protocol and plays scripts.

The answer is chosen from the history alone: the newest user text with a marker ``[[script:NAME]]`` names the
script, and the number of model turns after it is the step. So the same model goes on correctly after the
program was killed and resumed. A history that the real service refuses is refused here too.

The shapes are those of ``POST /v1/messages`` with ``stream: true``: server-sent events ``message_start``,
``content_block_start|delta|stop``, ``message_delta``, ``message_stop`` (the public Messages streaming guide).
"""

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from aiohttp import web

MARKER = re.compile(r"\[\[script:([\w.-]+)\]\]")
SYNTHETIC = "No response requested."
DELTA = 64 * 1024


@dataclass(frozen=True)
class Text:
    """The model says something."""

    text: str


@dataclass(frozen=True)
class ToolUse:
    """The model calls a tool. Several in one step are parallel calls."""

    name: str
    input: Mapping[str, Any]
    call: str | None = None


@dataclass(frozen=True)
class Sleep:
    """The model thinks, in seconds, before what follows."""

    seconds: float


@dataclass(frozen=True)
class Fail:
    """The service answers with an error, always or only the first ``times`` times."""

    status: int
    times: int | None = None


@dataclass(frozen=True)
class Cut:
    """The connection breaks off in the middle of the answer."""


Item = Text | ToolUse | Sleep | Fail | Cut
Script = Sequence[Item | Sequence[Item]]

ERRORS = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    429: "rate_limit_error",
    529: "overloaded_error",
}


class BrokenHistory(Exception):
    """The history is not one that the service accepts."""


@dataclass(frozen=True)
class _Place:
    script: str
    marker: int
    step: int
    told: str = ""
    made: str = ""

    def lost(self, script: Script) -> int:
        """Steps that were made and that the history lost, as the prompt says: an attentive model makes them no more."""
        commands = [str(item.input["command"]) for item in _calls(script) if "command" in item.input]
        quoted = [json.dumps(one, ensure_ascii=False)[1:-1] for one in commands]
        return sum(one in self.told and one not in self.made for one in quoted)


@dataclass
class AnthropicEmulator:
    """The service. Use it with ``async with serve_anthropic(scripts) as model``."""

    scripts: dict[str, Script] = field(default_factory=dict)
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    url: str = ""
    _failures: Counter[_Place] = field(default_factory=Counter)
    _numbers: Iterable[int] = field(default_factory=lambda: count(1))

    def script(self, name: str, *steps: Item | Sequence[Item]) -> str:
        """Register a script and give the marker for a prompt."""
        self.scripts[name] = steps
        return f"[[script:{name}]]"

    def application(self) -> web.Application:
        """The service as an aiohttp application."""
        application = web.Application(client_max_size=256 * 1024 * 1024)
        application.router.add_post("/v1/messages", self._answer)
        application.router.add_post("/v1/messages/count_tokens", self._count)
        application.router.add_route("*", "/{rest:.*}", self._refuse)
        return application

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        self.times.append(time.monotonic())
        body = await request.json()
        self.requests.append(body)
        self.headers.append(dict(request.headers))
        try:
            check_history(body["messages"])
        except BrokenHistory as problem:
            self.broken.append(str(problem))
            return _error(400, str(problem))
        place = find_place(body["messages"])
        return await self._play(request, body, self._items(place), place)

    def _items(self, place: _Place | None) -> Sequence[Item]:
        if place is None:
            return (Text("Hello."),)
        if place.script not in self.scripts:
            self.unknown.append(place.script)
            return (Text(f"There is no script {place.script!r}."),)
        script = self.scripts[place.script]
        number = place.step + place.lost(script)
        if number >= len(script):
            return (Text("Done."),)
        step = script[number]
        return step if isinstance(step, Sequence) else (step,)

    async def _play(
        self, request: web.Request, body: Mapping[str, Any], items: Sequence[Item], place: _Place | None
    ) -> web.StreamResponse:
        for item in items:
            if isinstance(item, Fail) and self._fails(item, place):
                return _error(item.status, f"scripted error {item.status}")
        blocks = [item for item in items if not isinstance(item, Fail)]
        if not body.get("stream"):
            return web.json_response(self._message(body, blocks))
        return await self._stream(request, body, blocks)

    def _fails(self, item: Fail, place: _Place | None) -> bool:
        assert place is not None
        self._failures[place] += 1
        return item.times is None or self._failures[place] <= item.times

    async def _stream(
        self, request: web.Request, body: Mapping[str, Any], items: Sequence[Item]
    ) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        waiting = bytearray(_event("message_start", message=self._message(body, ())))
        index = 0
        for item in items:
            if isinstance(item, Sleep):
                await response.write(bytes(waiting))
                waiting.clear()
                await asyncio.sleep(item.seconds)
            elif isinstance(item, Cut):
                await response.write(bytes(waiting))
                assert request.transport is not None
                request.transport.abort()
                return response
            else:
                waiting += b"".join(_block_events(index, self._block(item)))
                index += 1
        waiting += _event("message_delta", delta=_stop(items), usage={"output_tokens": 7})
        waiting += _event("message_stop")
        await response.write(bytes(waiting))
        return response

    def _message(self, body: Mapping[str, Any], items: Sequence[Item]) -> dict[str, Any]:
        blocks = [self._block(item) for item in items if isinstance(item, Text | ToolUse)]
        return {
            "id": f"msg_{self._number()}",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": blocks,
            "stop_sequence": None,
            "usage": {"input_tokens": 11, "output_tokens": 1},
            **(_stop(items) if items else {"stop_reason": None}),
        }

    def _block(self, item: Item) -> dict[str, Any]:
        if isinstance(item, Text):
            return {"type": "text", "text": item.text}
        assert isinstance(item, ToolUse)
        call = item.call or f"toolu_{self._number()}"
        return {"type": "tool_use", "id": call, "name": item.name, "input": dict(item.input)}

    def _number(self) -> str:
        return f"{next(iter(self._numbers)):08d}"

    async def _count(self, request: web.Request) -> web.Response:
        return web.json_response({"input_tokens": 11})

    async def _refuse(self, request: web.Request) -> web.Response:
        if request.method not in ("GET", "HEAD"):
            self.unknown.append(f"{request.method} {request.path}")
        return _error(404, f"no such page: {request.path}")


def find_place(messages: Sequence[Mapping[str, Any]]) -> _Place | None:
    """The script and the step that the history asks for, from its newest marker."""
    for marker in range(len(messages) - 1, -1, -1):
        if messages[marker]["role"] != "user":
            continue
        found = MARKER.findall(_text_of(messages[marker]))
        if found:
            later = messages[marker + 1 :]
            told = "\n".join(_text_of(message) for message in later if message["role"] == "user")
            made = json.dumps(
                [message for message in later if message["role"] == "assistant"], ensure_ascii=False
            )
            return _Place(found[-1], marker, _turns(later), told, made)
    return None


def _calls(script: Script) -> list[ToolUse]:
    steps = (step if isinstance(step, Sequence) else (step,) for step in script)
    return [item for step in steps for item in step if isinstance(item, ToolUse)]


def _turns(messages: Iterable[Mapping[str, Any]]) -> int:
    answers = (message for message in messages if message["role"] == "assistant")
    return sum(_text_of(answer).strip() != SYNTHETIC for answer in answers)


def check_history(messages: Sequence[Mapping[str, Any]]) -> None:
    """Refuse what the service refuses: a call without its result, or a result without its call.

    Raises:
        BrokenHistory: with the place and the call.
    """
    spoken = [message for message in messages if message["role"] in ("user", "assistant")]
    open_calls: set[str] = set()
    for index, message in enumerate(spoken):
        results = {block["tool_use_id"] for block in _blocks(message) if block["type"] == "tool_result"}
        if message["role"] == "user" or open_calls:
            _compare(index, open_calls, results)
            open_calls = set()
        if message["role"] == "assistant":
            open_calls = {block["id"] for block in _blocks(message) if block["type"] == "tool_use"}
    if open_calls:
        raise BrokenHistory(f"messages.{len(spoken)}: no tool_result for {sorted(open_calls)}")


def _compare(index: int, calls: set[str], results: set[str]) -> None:
    if calls - results:
        raise BrokenHistory(f"messages.{index}: no tool_result for {sorted(calls - results)}")
    if results - calls:
        raise BrokenHistory(f"messages.{index}: unexpected tool_result {sorted(results - calls)}")


def _blocks(message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _text_of(message: Mapping[str, Any]) -> str:
    return "\n".join(block["text"] for block in _blocks(message) if block["type"] == "text")


def _stop(items: Sequence[Item]) -> dict[str, Any]:
    calls = any(isinstance(item, ToolUse) for item in items)
    return {"stop_reason": "tool_use" if calls else "end_turn"}


def _block_events(index: int, block: dict[str, Any]) -> list[bytes]:
    text = block.get("text") if block["type"] == "text" else json.dumps(block["input"])
    assert isinstance(text, str)
    kind, key = ("text_delta", "text") if block["type"] == "text" else ("input_json_delta", "partial_json")
    empty = {**block, "text": ""} if block["type"] == "text" else {**block, "input": {}}
    parts = [text[start : start + DELTA] for start in range(0, len(text), DELTA)]
    return [
        _event("content_block_start", index=index, content_block=empty),
        *(_event("content_block_delta", index=index, delta={"type": kind, key: part}) for part in parts),
        _event("content_block_stop", index=index),
    ]


def _event(kind: str, **fields: Any) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n".encode()


def _error(status: int, message: str) -> web.Response:
    kind = ERRORS.get(status, "api_error")
    return web.json_response({"type": "error", "error": {"type": kind, "message": message}}, status=status)


@asynccontextmanager
async def serve_anthropic(scripts: Mapping[str, Script] | None = None) -> AsyncIterator[AnthropicEmulator]:
    """Run the service on a free port of this machine."""
    model = AnthropicEmulator(dict(scripts or {}))
    runner = web.AppRunner(model.application(), shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    model.url = f"http://{host}:{port}"
    try:
        yield model
    finally:
        await runner.cleanup()
