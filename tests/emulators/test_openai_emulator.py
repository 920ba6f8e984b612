"""The local model is as strict as the real service, and its answers follow from the history alone."""

import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.emulators.openai import (
    Call,
    Custom,
    Cut,
    Fail,
    OpenAIEmulator,
    Sleep,
    Text,
    find_place,
    outputs,
    serve_openai,
)

TOOL = {"type": "function", "name": "exec_command", "parameters": {}}


@pytest.fixture
async def model() -> AsyncIterator[OpenAIEmulator]:
    async with serve_openai() as running:
        yield running


@pytest.fixture
async def web() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


def user(text: str) -> dict[str, Any]:
    return {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}


def said(text: str) -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


def called(call: str, kind: str = "function_call") -> dict[str, Any]:
    return {"type": kind, "call_id": call, "name": "exec_command", "arguments": "{}"}


def returned(call: str, output: Any = "fine", kind: str = "function_call_output") -> dict[str, Any]:
    return {"type": kind, "call_id": call, "output": output}


async def ask(
    web: aiohttp.ClientSession,
    model: OpenAIEmulator,
    *history: dict[str, Any],
    key: str = "sk-dummy",
    **more: Any,
) -> tuple[int, Any]:
    body = {"model": "m", "input": list(history), "stream": True, "tools": [TOOL], **more}
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    async with web.post(f"{model.url}/v1/responses", json=body, headers=headers) as answer:
        if answer.content_type == "application/json":
            return answer.status, await answer.json()
        return answer.status, read_events(await answer.text())


def read_events(text: str) -> list[dict[str, Any]]:
    events = []
    for part in text.strip().split("\n\n"):
        kind, data = part.split("\n")
        event = json.loads(data.removeprefix("data: "))
        assert kind == f"event: {event['type']}"
        assert event["sequence_number"] == len(events)
        events.append(event)
    return events


def items_of(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    done = [event["item"] for event in events if event["type"] == "response.output_item.done"]
    assert events[-1]["response"]["output"] == done
    return done


async def test_a_prompt_without_a_script_is_answered_at_once(
    model: OpenAIEmulator, web: aiohttp.ClientSession
) -> None:
    status, events = await ask(web, model, user("hi"))

    assert status == 200
    assert [event["type"] for event in events] == [
        "response.created",
        "response.output_item.added",
        "response.output_text.delta",
        "response.output_item.done",
        "response.completed",
    ]
    assert items_of(events)[0]["content"][0]["text"] == "Hello."
    assert events[-1]["response"]["usage"]["total_tokens"] == 18


async def test_a_script_is_played_by_the_number_of_answers_behind_its_marker(
    model: OpenAIEmulator, web: aiohttp.ClientSession
) -> None:
    steps = [Text("two"), Call("exec_command", {"cmd": "ls"}, "c1"), Custom("apply_patch", "x")]
    marker = model.script("play", Text("one"), steps, Call("b", lambda history: {"n": len(history)}))
    first = await ask(web, model, user(marker))
    second = await ask(web, model, user(marker), said("one"), user("go on"))
    spoken = (said("two"), called("c1"), called("c2"), returned("c1"), returned("c2"))
    third = await ask(web, model, user(marker), said("one"), user("x"), *spoken)

    assert [item["type"] for item in items_of(first[1])] == ["message"]
    assert [item["type"] for item in items_of(second[1])] == ["message", "function_call", "custom_tool_call"]
    assert items_of(second[1])[1]["arguments"] == '{"cmd": "ls"}'
    assert items_of(third[1])[0]["arguments"] == '{"n": 8}'


@pytest.mark.parametrize(
    ("history", "sentence"),
    [
        ([called("a")], "no tool output found for ['a']"),
        ([returned("a")], "no tool call found"),
        ([called("a"), returned("a"), returned("a")], "no tool call found"),
        ([called("a"), called("a"), returned("a")], "a second call with id a"),
        ([called("a", "custom_tool_call"), returned("a")], "no tool call found"),
    ],
)
async def test_a_broken_history_is_refused(
    model: OpenAIEmulator, web: aiohttp.ClientSession, history: list[dict[str, Any]], sentence: str
) -> None:
    status, answer = await ask(web, model, user("hi"), *history)

    assert (status, answer["error"]["type"]) == (400, "invalid_request_error")
    assert sentence in answer["error"]["message"]
    assert len(model.broken) == 1


@pytest.mark.parametrize("more", [{"key": ""}, {"stream": False}, {"input": "x"}, {"tools": [TOOL, TOOL]}])
async def test_a_request_that_the_service_would_not_take_is_refused(
    model: OpenAIEmulator, web: aiohttp.ClientSession, more: dict[str, Any]
) -> None:
    assert (await ask(web, model, user("hi"), **more))[0] == 400


async def test_errors_and_cuts_come_as_often_as_they_are_scripted(
    model: OpenAIEmulator, web: aiohttp.ClientSession
) -> None:
    marker = model.script("play", [Fail(503, times=1), Text("half"), Sleep(0.01), Cut(1), Text("whole")])

    assert (await ask(web, model, user(marker)))[0] == 503
    with pytest.raises(aiohttp.ClientError):
        await ask(web, model, user(marker))
    assert len(items_of((await ask(web, model, user(marker)))[1])) == 2
    assert (await ask(web, model, user(model.script("no", Fail(401)))))[0] == 401


async def test_what_is_not_known_is_refused_and_remembered(
    model: OpenAIEmulator, web: aiohttp.ClientSession
) -> None:
    async with web.get(f"{model.url}/v1/models") as page, web.post(f"{model.url}/v1/files") as other:
        assert (page.status, other.status) == (404, 404)
    await ask(web, model, user("[[script:nowhere]]"))

    assert model.unknown == ["POST /v1/files", "nowhere"]


def test_outputs_are_what_the_model_sees() -> None:
    image = [{"type": "input_text", "text": "a"}, {"type": "input_image"}]
    history = [user("x"), called("a"), returned("a", "one"), called("b"), returned("b", image)]

    assert outputs(history) == ["one", "a\ninput_image"]
    assert find_place([user("no marker")]) is None
