"""The live page: what changes in a room arrives as fragments, whatever its size."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bots.web import stream
from relay.wire.machines import ReportKind
from relay.wire.people import Role
from tests.bots.web.scene import Room, hidden


class Lines:
    """Server-sent events, read as a browser reads them."""

    def __init__(self, content: Any) -> None:
        self._content = content
        self._rest = b""
        self.last = ""

    async def next(self, wanted: str, seconds: float = 8) -> dict[str, Any]:
        """The data of the next event of that name."""
        async with asyncio.timeout(seconds):
            while True:
                name, data = await self._block()
                if name == wanted:
                    return data

    async def _block(self) -> tuple[str, dict[str, Any]]:
        while b"\n\n" not in self._rest:
            chunk = await self._content.readany()
            if not chunk:
                raise EOFError
            self._rest += chunk
        block, _, self._rest = self._rest.partition(b"\n\n")
        fields = dict(line.split(": ", 1) for line in block.decode().split("\n"))
        self.last = fields.get("id", self.last)
        return fields.get("event", ""), json.loads(fields.get("data", "{}"))


@asynccontextmanager
async def following(surfer: Any, after: str = "1", **headers: str) -> AsyncIterator[Lines]:
    path = f"{surfer.room.path}/events"
    async with surfer.session.get(path, params={"after": after}, headers=headers) as answer:
        assert answer.status == 200
        assert answer.content_type == "text/event-stream"
        lines = Lines(answer.content)
        await lines.next("hello")
        yield lines


async def ask(surfer: Any, prompt: str) -> str:
    _, page = await surfer.get(surfer.room.path)
    fields = {**hidden(page, "/ask"), "prompt": prompt}
    status, text, _ = await surfer.post(f"{surfer.room.path}/ask", fields, Accept="application/json")
    assert status == 200, text
    return str(json.loads(text)["id"])


@pytest.mark.rule("W1", "T2")
async def test_each_viewer_gets_a_picture_made_for_them(room: Room, surf: Any) -> None:
    owner, guest = surf(), surf("ko")
    await owner.come_in(await room.owner_link())
    await guest.come_in(await room.invite_link(), "Gil")
    async with following(owner) as owners, following(guest) as guests:
        public = await ask(guest, "fix the tests")
        seen, own = await owners.next("request"), await guests.next("request")
    assert seen["id"] == own["id"] == public
    assert 'value="approve"' in seen["card"]
    assert 'value="approve"' not in own["card"]
    assert "승인 대기" in own["card"] or "승인" in own["card"]


@pytest.mark.rule("C8")
async def test_the_longest_ask_arrives_live(room: Room, surf: Any) -> None:
    owner = surf()
    await owner.come_in(await room.owner_link())
    prompt = "\u5b57" * 100_000
    async with following(owner) as lines:
        public = await ask(owner, prompt)
        picture = await lines.next("request")
    assert picture["id"] == public


async def test_a_page_that_comes_back_gets_what_it_missed_and_nothing_else(room: Room, surf: Any) -> None:
    owner = surf()
    await owner.come_in(await room.owner_link())
    async with following(owner) as lines:
        first = await ask(owner, "one")
        assert (await lines.next("request"))["id"] == first
    second = await ask(owner, "two")
    async with following(owner, **{"Last-Event-ID": lines.last}) as lines:
        assert (await lines.next("request"))["id"] == second


async def test_a_member_who_is_removed_is_told_to_look_again(room: Room, surf: Any) -> None:
    guest = surf()
    await guest.come_in(await room.invite_link(Role.member), "Gil")
    view = await room.house.client("owner").room(None, room.house.room)
    person = next(member.person for member in view.members if member.name == "Gil")
    await room.house.client("owner").remove(None, room.house.room, person)
    path = f"{room.path}/events?after=1"
    async with guest.session.get(path) as answer:
        text = (await answer.read()).decode()
    assert "event: gone" in text
    assert (await guest.get(room.path))[0] == 404


async def test_a_member_who_is_removed_while_looking_sees_no_more(
    room: Room, surf: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.1)
    guest = surf()
    await guest.come_in(await room.invite_link(), "Gil")
    async with following(guest) as lines:
        await lines.next("beat")
        view = await room.house.client("owner").room(None, room.house.room)
        person = next(member.person for member in view.members if member.name == "Gil")
        await room.house.client("owner").remove(None, room.house.room, person)
        await lines.next("gone")


async def test_who_comes_in_shows_up_on_pages_that_are_open(
    room: Room, surf: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.1)
    owner = surf()
    await owner.come_in(await room.owner_link())
    async with following(owner) as lines:
        await surf().come_in(await room.invite_link(), "Gil")
        assert "Gil" in (await lines.next("room"))["side"]


@pytest.mark.rule("T2")
async def test_of_a_flood_of_changes_the_last_picture_always_arrives(room: Room, surf: Any) -> None:
    owner, machine = surf(), room.machine()
    await machine.wake()
    await owner.come_in(await room.owner_link())
    await ask(owner, "many steps")
    request = await machine.take()
    async with following(owner) as lines:
        for number in range(30):
            await machine.report(request, ReportKind.said, text=f"step {number}")
        last = (await room.house.view(request)).seq
        while (await lines.next("request"))["seq"] < last:
            pass


async def test_without_a_session_the_page_is_told_to_look_again(room: Room, surf: Any) -> None:
    async with surf().session.get(f"{room.path}/events") as answer:
        assert (await answer.read()).decode().startswith("event: gone\n")


async def test_steps_are_read_before_and_after_a_row(room: Room, surf: Any) -> None:
    owner, machine = surf(), room.machine()
    await machine.wake()
    await owner.come_in(await room.owner_link())
    public = await ask(owner, "many steps")
    request = await machine.take()
    for number in range(20):
        await machine.report(request, ReportKind.said, text=f"step {number}")
    path = f"{room.path}/{public}/steps"
    seq = (await room.house.view(request)).seq
    after = json.loads((await owner.get(f"{path}?after={seq - 2}"))[1])
    assert "step 18" in after["rows"]
    assert "step 19" in after["rows"]
    assert "step 17" not in after["rows"]
    before = json.loads((await owner.get(f"{path}?before={seq - 1}"))[1])
    assert "step 17" in before["rows"]
    assert "step 18" not in before["rows"]
    assert before["first"] == 1
