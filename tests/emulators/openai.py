"""A local model that speaks the OpenAI Responses protocol and plays scripts.

The answer is chosen from the history alone: the newest user text with a marker ``[[script:NAME]]`` names the
script, and the number of the model's own turns after it is the step. So the same model goes on correctly after
the program was killed and resumed. A history that the real service refuses is refused here too.

The shapes are those of ``POST /v1/responses`` with ``stream: true``: server-sent events ``response.created``,
``response.output_item.added|done``, ``response.output_text.delta``, ``response.completed`` (the public guide
on streaming Responses).
"""

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from aiohttp import web

MARKER = re.compile(r"\[\[script:([\w.-]+)\]\]")
CALLS = {"function_call": "function_call_output", "custom_tool_call": "custom_tool_call_output"}
SPOKEN = ("message", "reasoning", *CALLS)
DELTA = 64 * 1024
USAGE = {
    "input_tokens": 11,
    "input_tokens_details": {"cached_tokens": 3},
    "output_tokens": 7,
    "output_tokens_details": {"reasoning_tokens": 2},
    "total_tokens": 18,
}


@dataclass(frozen=True)
class Text:
    """The model says something."""

    text: str


@dataclass(frozen=True)
class Call:
    """The model calls a function. Several in one step are parallel calls.

    ``arguments`` may be made from the history: what the model makes of what it has seen.
    """

    name: str
    arguments: Mapping[str, Any] | Callable[[Sequence[Mapping[str, Any]]], Mapping[str, Any]]
    call: str | None = None
    namespace: str | None = None


@dataclass(frozen=True)
class Custom:
    """The model calls a tool that takes plain text, such as ``apply_patch``."""

    name: str
    input: str
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
    """The connection breaks off in the middle of the answer, always or only the first ``times`` times."""

    times: int | None = None


Item = Text | Call | Custom | Sleep | Fail | Cut
Script = Sequence[Item | Sequence[Item]]

ERRORS = {
    400: "invalid_request_error",
    401: "invalid_api_key",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_exceeded",
    503: "server_overloaded",
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
        given = [item.arguments for item in _calls(script) if isinstance(item.arguments, Mapping)]
        commands = [str(one["cmd"]) for one in given if "cmd" in one]
        quoted = [json.dumps(one, ensure_ascii=False)[1:-1] for one in commands]
        return sum(one in self.told and one not in self.made for one in quoted)


@dataclass
class OpenAIEmulator:
    """The service. Use it with ``async with serve_openai(scripts) as model``."""

    scripts: dict[str, Script] = field(default_factory=dict)
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    url: str = ""
    _failures: Counter[tuple[_Place, Item]] = field(default_factory=Counter)
    _numbers: Iterable[int] = field(default_factory=lambda: count(1))

    def script(self, name: str, *steps: Item | Sequence[Item]) -> str:
        """Register a script and give the marker for a prompt."""
        self.scripts[name] = steps
        return f"[[script:{name}]]"

    def application(self) -> web.Application:
        """The service as an aiohttp application."""
        application = web.Application(client_max_size=256 * 1024 * 1024)
        application.router.add_post("/v1/responses", self._answer)
        application.router.add_route("*", "/{rest:.*}", self._refuse)
        return application

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.requests.append(body)
        self.headers.append(dict(request.headers))
        try:
            check_request(request.headers, body)
            check_history(body["input"])
        except BrokenHistory as problem:
            self.broken.append(str(problem))
            return _error(400, str(problem))
        place = find_place(body["input"])
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
        cuts = [item for item in items if isinstance(item, Cut) and self._fails(item, place)]
        played = [item for item in items if not isinstance(item, Fail | Cut) or item in cuts]
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        await self._stream(request, response, body, played)
        return response

    def _fails(self, item: Fail | Cut, place: _Place | None) -> bool:
        assert place is not None
        self._failures[place, item] += 1
        return item.times is None or self._failures[place, item] <= item.times

    async def _stream(
        self,
        request: web.Request,
        response: web.StreamResponse,
        body: Mapping[str, Any],
        items: Sequence[Item],
    ) -> None:
        whole = {"id": f"resp_{self._number()}", "object": "response", "model": body["model"]}
        numbers = count()
        await response.write(_event(numbers, "response.created", response={**whole, "status": "in_progress"}))
        output: list[dict[str, Any]] = []
        for item in items:
            if isinstance(item, Sleep):
                await asyncio.sleep(item.seconds)
            elif isinstance(item, Cut):
                assert request.transport is not None
                request.transport.abort()
                return
            else:
                output.append(self._output(item, body["input"]))
                for event in _item_events(numbers, len(output) - 1, output[-1]):
                    await response.write(event)
        done = {**whole, "status": "completed", "output": output, "usage": USAGE}
        await response.write(_event(numbers, "response.completed", response=done))

    def _output(self, item: Item, history: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        number = self._number()
        if isinstance(item, Text):
            content = [{"type": "output_text", "text": item.text, "annotations": []}]
            return {"type": "message", "id": f"msg_{number}", "role": "assistant", "content": content}
        assert isinstance(item, Call | Custom)
        given = {"call_id": item.call or f"call_{number}", "name": item.name}
        if isinstance(item, Custom):
            return {"type": "custom_tool_call", "id": f"ctc_{number}", **given, "input": item.input}
        if item.namespace:
            given["namespace"] = item.namespace
        made = item.arguments(history) if callable(item.arguments) else item.arguments
        arguments = json.dumps(dict(made))
        return {"type": "function_call", "id": f"fc_{number}", **given, "arguments": arguments}

    def _number(self) -> str:
        return f"{next(iter(self._numbers)):08d}"

    async def _refuse(self, request: web.Request) -> web.Response:
        if request.method not in ("GET", "HEAD"):
            self.unknown.append(f"{request.method} {request.path}")
        return _error(404, f"no such page: {request.path}")


def find_place(history: Sequence[Mapping[str, Any]]) -> _Place | None:
    """The script and the step that the history asks for, from its newest marker."""
    for marker in range(len(history) - 1, -1, -1):
        if history[marker].get("role") == "user":
            found = MARKER.findall(_text_of(history[marker]))
            if found:
                later = history[marker + 1 :]
                told = "\n".join(_text_of(item) for item in later if item.get("role") == "user")
                made = "\n".join(str(item.get("arguments", "")) for item in later)
                return _Place(found[-1], marker, _turns(later), told, made)
    return None


def _calls(script: Script) -> list[Call]:
    steps = (step if isinstance(step, Sequence) else (step,) for step in script)
    return [item for step in steps for item in step if isinstance(item, Call)]


def _turns(items: Iterable[Mapping[str, Any]]) -> int:
    """How often the model has spoken: what it said in one answer stands together, before the results."""
    turns, speaking = 0, False
    for item in items:
        own = item["type"] in SPOKEN and item.get("role", "assistant") == "assistant"
        turns += own and not speaking
        speaking = own
    return turns


def check_request(headers: Mapping[str, str], body: Mapping[str, Any]) -> None:
    """Refuse what the service refuses before it looks at the history.

    Raises:
        BrokenHistory: no key, no model, no list of items, or one that is not streamed.
    """
    if not headers.get("Authorization", "").startswith("Bearer "):
        raise BrokenHistory("Authorization: no key")
    if not body.get("model") or not isinstance(body.get("input"), list) or body.get("stream") is not True:
        raise BrokenHistory("model, input and stream are needed")
    names = [(tool["type"], tool.get("name")) for tool in body.get("tools", ())]
    for twice, times in Counter(names).items():
        if times > 1:
            raise BrokenHistory(f"tools: {twice} stands there {times} times")


def check_history(history: Sequence[Mapping[str, Any]]) -> None:
    """Refuse what the service refuses: a call without its output, or an output without its call.

    Raises:
        BrokenHistory: with the place and the call.
    """
    calls: dict[str, str] = {}
    answered: set[str] = set()
    for index, item in enumerate(history):
        call = item.get("call_id")
        if item["type"] in CALLS:
            if call in calls:
                raise BrokenHistory(f"input.{index}: a second call with id {call}")
            calls[str(call)] = CALLS[item["type"]]
        elif item["type"] in CALLS.values():
            if calls.get(str(call)) != item["type"] or call in answered:
                raise BrokenHistory(f"input.{index}: no tool call found for output with call_id {call}")
            answered.add(str(call))
    if missing := sorted(set(calls) - answered):
        raise BrokenHistory(f"input: no tool output found for {missing}")


def outputs(history: Sequence[Mapping[str, Any]]) -> list[str]:
    """What the calls in a history came back with, as the model sees it, in order."""
    return [_output_text(item["output"]) for item in history if item["type"] in CALLS.values()]


def _output_text(output: Any) -> str:
    if isinstance(output, str):
        return output
    return "\n".join(part.get("text", part["type"]) for part in output)


def _text_of(item: Mapping[str, Any]) -> str:
    content = item["content"]
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content if "text" in part)


def _item_events(numbers: Iterable[int], index: int, item: dict[str, Any]) -> Iterable[bytes]:
    started = {**item, "content": []} if item["type"] == "message" else item
    yield _event(numbers, "response.output_item.added", output_index=index, item=started)
    if item["type"] == "message":
        text = item["content"][0]["text"]
        for start in range(0, len(text), DELTA):
            fields = {"item_id": item["id"], "output_index": index, "content_index": 0}
            part = text[start : start + DELTA]
            yield _event(numbers, "response.output_text.delta", **fields, delta=part)
    yield _event(numbers, "response.output_item.done", output_index=index, item=item)


def _event(numbers: Iterable[int], kind: str, **fields: Any) -> bytes:
    data = {"type": kind, "sequence_number": next(iter(numbers)), **fields}
    return f"event: {kind}\ndata: {json.dumps(data)}\n\n".encode()


def _error(status: int, message: str) -> web.Response:
    kind = ERRORS.get(status, "server_error")
    error = {"message": message, "type": kind, "param": None, "code": kind}
    return web.json_response({"error": error}, status=status)


@asynccontextmanager
async def serve_openai(scripts: Mapping[str, Script] | None = None) -> AsyncIterator[OpenAIEmulator]:
    """Run the service on a free port of this machine."""
    model = OpenAIEmulator(dict(scripts or {}))
    runner = web.AppRunner(model.application(), shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    model.url = f"http://{host}:{port}"
    try:
        yield model
    finally:
        await runner.cleanup()
