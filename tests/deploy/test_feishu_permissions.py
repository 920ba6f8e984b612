"""The permissions and events that are shipped are those that the connector uses, and no others (F5)."""

import ast
import asyncio
import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bots.feishu import calls, parse
from bots.feishu.sdk import BaseRequest
from deploy.feishu.needs import CALLBACK, FOLDER, NEEDS, TASK_EVENTS, TASK_NEEDS, events, missing, scopes
from deploy.tokens import PERSON
from relay.client import RelayClient
from relay.wire.people import NewLink
from tests.deploy.test_feishu import settings_for, standing
from tests.emulators.feishu import FeishuEmulator, rest
from tests.emulators.feishu.routes import ROUTES, Route

assert rest  # importing it fills the table of routes

FOLDERS = (Path("bots/feishu"), Path("deploy/feishu"))
GIVEN: dict[str, object] = {"bytes": b"x", "int | None": 1, "bool": True, "Mapping": {}, "Sequence": []}
"""What a builder is given for a parameter of such a type; a text for any other."""
HEARD = {
    "im:message.p2p_msg:readonly": parse.MESSAGE,
    "im:message.group_at_msg:readonly": parse.MESSAGE,
    "im:message:readonly": parse.RECALLED,
}
"""Scopes that events need (open.feishu.cn, the page of each event)."""

OF_FIELDS = {"contact:user.base:readonly": "user.get"}
"""Scopes without which an answer lacks fields."""


def built() -> list[BaseRequest]:
    """One request of each builder of the connector."""
    found = []
    for _, make in inspect.getmembers(calls, inspect.isfunction):
        parameters = inspect.signature(make).parameters.values()
        needed = [one for one in parameters if one.default is inspect.Parameter.empty]
        found.append(make(**{one.name: _given(str(one.annotation)) for one in needed}))
    return found


def _given(kind: str) -> object:
    return next((value for name, value in GIVEN.items() if name in kind), "x")


def used_routes() -> dict[str, Route]:
    """What the connector and the set-up call: by builders of the SDK, and by paths of their own in the source."""
    pairs = {(one.http_method.name, re.sub(r":\w+", "*", one.uri)) for one in built()}
    for path in (file for folder in FOLDERS for file in folder.glob("*.py")):
        pairs |= set(_paths_in(ast.parse(path.read_text())))
    return {route.name: route for route in ROUTES for pair in pairs if _is(route, *pair)}


def _paths_in(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Method and path of each call by path, with ``*`` for what is put into it."""
    named = {
        ast.unparse(node.targets[0]): node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("api.call"):
            method, path = node.args[:2]
            parts = path.values if isinstance(path, ast.JoinedStr) else [path]
            texts = [_text(one, named) for one in parts]
            yield ast.literal_eval(method), "".join(texts)


def _text(part: ast.expr, named: dict[str, Any]) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    value = part.value if isinstance(part, ast.FormattedValue) else part
    return str(named.get(ast.unparse(value), "*"))


def _is(route: Route, method: str, path: str) -> bool:
    pattern = re.sub(r"\{\w+\}", "[^/]+", route.path)
    return route.method == method and re.fullmatch(pattern, path) is not None


@pytest.mark.rule("F5")
def test_every_call_is_covered_by_a_shipped_scope_and_no_scope_is_for_nothing() -> None:
    used, shipped = used_routes(), set(scopes(tasks=True))
    expected = {"message.create", "message.reply", "message.patch", "message.get", "message.list", "user.get"}
    expected |= {
        "chat.list",
        "chat.members",
        "file.create",
        "image.create",
        "resource.get",
        "reaction.create",
    }
    expected |= {"task.create", "task.patch", "task.get", "task.add_members", "comment.get", "version.list"}
    assert expected <= used.keys()
    uncovered = {name for name, route in used.items() if route.scopes and shipped.isdisjoint(route.scopes)}
    assert uncovered == set()
    by_call = {scope for route in used.values() for scope in route.scopes}
    assert shipped <= by_call | HEARD.keys() | OF_FIELDS.keys()
    assert set(OF_FIELDS.values()) <= used.keys()


@pytest.mark.rule("F5")
def test_the_shipped_events_and_the_callback_are_those_that_are_heard() -> None:
    assert set(events(tasks=False)) == {parse.MESSAGE, parse.RECALLED, *parse.CHANGES}
    assert set(events(tasks=True)) - set(events(tasks=False)) == {parse.COMMENTED} == set(TASK_EVENTS)
    shipped = json.loads((FOLDER / "events.json").read_text())
    assert shipped["callbacks"] == [CALLBACK] == [parse.TAPPED]
    assert set(HEARD.values()) <= set(events(tasks=False))


@pytest.mark.rule("F5")
def test_the_file_is_in_the_shape_that_the_console_imports_and_says_what_each_is_for() -> None:
    shipped = json.loads((FOLDER / "permissions.json").read_text())
    assert set(shipped) == {"scopes"}
    assert set(shipped["scopes"]) == {"tenant", "user"}
    assert shipped["scopes"]["user"] == []
    assert shipped["scopes"]["tenant"] == sorted(need.scope for need in NEEDS)
    assert "im:message.group_msg" not in scopes(
        tasks=True
    )  # sensitive: an organisation would have to review it


@pytest.mark.rule("F5")
def test_a_wider_scope_that_is_granted_does_as_well() -> None:
    wide = {"im:message", "im:message.p2p_msg", "im:message.group_msg", "im:chat"}
    narrow = {need.scope for need in (*NEEDS, *TASK_NEEDS)}
    covered = {
        "im:message:send_as_bot",
        "im:message:update",
        "im:message:readonly",
        "im:message.p2p_msg:readonly",
        "im:message.group_at_msg:readonly",
        "im:message.reactions:write_only",
        "im:chat:readonly",
    }
    assert missing((narrow - covered) | wide, tasks=True) == []
    assert {need.scope for need in missing(narrow - covered, tasks=True)} == covered


@pytest.mark.rule("F5", "F6")
async def test_with_the_shipped_permissions_no_call_of_a_whole_request_is_refused(tmp_path: Path) -> None:
    async with FeishuEmulator() as feishu:
        feishu.app.scopes, feishu.app.events = set(scopes(tasks=True)), set(events(tasks=True))
        owner = feishu.add_user("Olga Owner", locale="en_us")
        chat, direct = feishu.add_chat("backend", [owner]), feishu.direct_chat(owner)
        async with standing(settings_for(feishu, tmp_path, chat.id, more="tasks = true")) as house:
            await feishu.until_connected(timeout=20)
            async with RelayClient(house.url, house.house.tokens[PERSON]) as person:
                code = await person.new_link(None, NewLink(direct=True))
            await feishu.say(direct, owner, f"link {code.code}")
            await feishu.until(lambda: feishu.from_bot(direct), 20)
            await feishu.send_file(direct, owner, ("notes.txt", b"say hello"))
            await feishu.say(chat, owner, "greet me", mention=True)
            await feishu.until(lambda: [task for task in feishu.tasks if task.done], 20)
            await feishu.comment(feishu.tasks[-1], owner, "greet me again")
            await feishu.until(lambda: len(feishu.tasks) >= 3, 20)
            await asyncio.sleep(0)
        refused = [call.name for call in feishu.calls if call.code == 99991672]
        assert refused == []
