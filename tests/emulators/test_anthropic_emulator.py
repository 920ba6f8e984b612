"""The local model is as strict as the real service, and its answers follow from the history alone."""

import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.emulators.anthropic import (
    AnthropicEmulator,
    Cut,
    Fail,
    Sleep,
    Text,
    ToolUse,
    find_place,
    serve_anthropic,
)


@pytest.fixture
async def model() -> AsyncIterator[AnthropicEmulator]:
    async with serve_anthropic() as running:
        yield running


@pytest.fixture
async def web() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "text", "text": text}]}


def said(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def called(*calls: str) -> dict[str, Any]:
    blocks = [{"type": "tool_use", "id": call, "name": "Bash", "input": {}} for call in calls]
    return {"role": "assistant", "content": blocks}


def returned(*calls: str) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": call} for call in calls]}


async def ask(
    web: aiohttp.ClientSession, model: AnthropicEmulator, *messages: dict[str, Any], stream: bool = True
) -> tuple[int, Any]:
    body = {"model": "m", "messages": list(messages), "stream": stream, "max_tokens": 9}
    async with web.post(f"{model.url}/v1/messages?beta=true", json=body) as answer:
        if answer.content_type == "application/json":
            return answer.status, await answer.json()
        return answer.status, read_events(await answer.text())


def read_events(text: str) -> list[dict[str, Any]]:
    events = []
    for part in text.strip().split("\n\n"):
        kind, data = part.split("\n")
        event = json.loads(data.removeprefix("data: "))
        assert kind == f"event: {event['type']}"
        events.append(event)
    return events


def blocks_of(events: list[dict[str, Any]]) -> list[tuple[str, str]]:
    blocks: list[tuple[str, str]] = []
    for event in events:
        if event["type"] == "content_block_start":
            assert event["index"] == len(blocks)
            blocks.append((event["content_block"]["type"], ""))
        if event["type"] == "content_block_delta":
            delta = event["delta"]
            blocks[-1] = (blocks[-1][0], blocks[-1][1] + delta.get("text", delta.get("partial_json", "")))
    return blocks


async def test_a_prompt_without_a_script_is_answered_at_once(
    model: AnthropicEmulator, web: aiohttp.ClientSession
) -> None:
    status, events = await ask(web, model, user("hi"))

    assert (status, blocks_of(events)) == (200, [("text", "Hello.")])
    assert [event["type"] for event in events] == [
        "message_start",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
    ]
    assert model.requests[0]["messages"] == [user("hi")]


async def test_a_script_is_played_by_the_number_of_answers_behind_its_marker(
    model: AnthropicEmulator, web: aiohttp.ClientSession
) -> None:
    marker = model.script(
        "play", Text("one"), [Text("two"), ToolUse("Bash", {"a": 1}), ToolUse("Read", {})], Text("end")
    )
    first = await ask(web, model, user(marker))
    second = await ask(web, model, user(marker), said("one"), user("go on"))
    third = await ask(
        web, model, user(marker), said("one"), user("x"), called("t1", "t2"), returned("t1", "t2")
    )

    assert blocks_of(first[1]) == [("text", "one")]
    assert blocks_of(second[1]) == [("text", "two"), ("tool_use", '{"a": 1}'), ("tool_use", "{}")]
    assert second[1][-2]["delta"] == {"stop_reason": "tool_use"}
    assert blocks_of(third[1]) == [("text", "end")]


async def test_ids_of_calls_are_never_given_twice(
    model: AnthropicEmulator, web: aiohttp.ClientSession
) -> None:
    marker = model.script("play", [ToolUse("Bash", {}), ToolUse("Bash", {})])
    answers = [await ask(web, model, user(marker)), await ask(web, model, user(marker))]

    ids = [
        event["content_block"]["id"] for _, events in answers for event in events if "content_block" in event
    ]
    assert len(ids) == len(set(ids)) == 4


def test_the_newest_marker_counts_and_what_the_program_put_in_does_not() -> None:
    place = find_place(
        [
            user("[[script:old]]"),
            said("x"),
            user("[[script:new]]"),
            said("No response requested."),
            user("more"),
            said("y"),
            user("z"),
        ]
    )

    assert place is not None
    assert (place.script, place.step) == ("new", 1)
    assert find_place([user("hi")]) is None


@pytest.mark.parametrize(
    "history",
    [
        [user("hi"), called("t1")],
        [user("hi"), called("t1"), user("never mind")],
        [user("hi"), called("t1", "t2"), returned("t1")],
        [user("hi"), called("t1"), said("and?"), returned("t1")],
        [user("hi"), returned("t1")],
        [user("hi"), called("t1"), returned("t1"), said("x"), returned("t1")],
    ],
)
async def test_a_broken_history_is_refused_and_noted(
    model: AnthropicEmulator, web: aiohttp.ClientSession, history: list[dict[str, Any]]
) -> None:
    status, answer = await ask(web, model, *history)

    assert (status, answer["error"]["type"]) == (400, "invalid_request_error")
    assert "tool_result" in answer["error"]["message"]
    assert model.broken == [answer["error"]["message"]]


async def test_errors_come_as_often_as_they_are_scripted(
    model: AnthropicEmulator, web: aiohttp.ClientSession
) -> None:
    marker = model.script("busy", [Fail(529, times=2), Text("at last")])
    refused = model.script("refused", Fail(401))

    assert [(await ask(web, model, user(marker)))[0] for _ in range(3)] == [529, 529, 200]
    answers = [await ask(web, model, user(refused)) for _ in range(3)]
    assert {(status, answer["error"]["type"]) for status, answer in answers} == {
        (401, "authentication_error")
    }


async def test_a_cut_breaks_the_connection_off_in_the_middle(
    model: AnthropicEmulator, web: aiohttp.ClientSession
) -> None:
    marker = model.script("cut", [Text("half"), Sleep(0.01), Cut(), Text("never")])

    with pytest.raises(aiohttp.ClientPayloadError):
        await ask(web, model, user(marker))


async def test_a_long_input_arrives_whole(model: AnthropicEmulator, web: aiohttp.ClientSession) -> None:
    marker = model.script("big", ToolUse("Write", {"content": "ä" * 500_000}))

    _, events = await ask(web, model, user(marker))

    assert json.loads(blocks_of(events)[0][1]) == {"content": "ä" * 500_000}


async def test_an_answer_that_is_no_stream_has_the_same_blocks(
    model: AnthropicEmulator, web: aiohttp.ClientSession
) -> None:
    marker = model.script("plain", [Text("one"), ToolUse("Bash", {"a": 1}, call="t9")])

    _, answer = await ask(web, model, user(marker), stream=False)

    assert answer["stop_reason"] == "tool_use"
    assert [block["type"] for block in answer["content"]] == ["text", "tool_use"]
    assert answer["content"][1]["id"] == "t9"


async def test_what_is_asked_besides_is_noted(model: AnthropicEmulator, web: aiohttp.ClientSession) -> None:
    async with web.post(f"{model.url}/v1/other") as answer:
        assert answer.status == 404
    await ask(web, model, user("[[script:none]]"))

    assert model.unknown == ["POST /v1/other", "none"]
