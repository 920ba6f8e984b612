"""What the forms of the browser room do, sent as a browser without JavaScript sends them."""

import re
from typing import Any

import aiohttp
import pytest

from relay.wire.people import Role
from relay.wire.requests import Decision
from tests.bots.web.scene import Room, Surfer, hidden, serve_room
from tests.house import House


async def ask(surfer: Surfer, prompt: str = "fix it") -> str:
    _, page = await surfer.get(surfer.room.path)
    fields = {**hidden(page, "/ask"), "prompt": prompt}
    status, text, location = await surfer.post(f"{surfer.room.path}/ask", fields)
    assert status == 303, text
    return location.partition("#")[2]


async def state_of(room: Room, public: str) -> str:
    found = await room.house.client("owner").find(None, room.house.room, public)
    return str(found.requests[0].state)


@pytest.mark.rule("A2")
async def test_a_guest_cannot_decide_even_with_the_right_form(room: Room, surf: Any) -> None:
    owner, guest = surf(), surf()
    await owner.come_in(await room.owner_link())
    await guest.come_in(await room.invite_link(), "Gil")
    public = await ask(guest)
    _, page = await guest.get(room.path)
    assert 'value="approve"' not in page
    assert "Only Olga can decide." in page
    own = hidden(page, "/ask")
    fields = {"csrf": own["csrf"], "key": own["key"], "version": "1", "decision": "approve"}
    status, text, _ = await guest.post(f"{room.path}/{public}/decision", fields)
    assert status == 403
    assert "Only the owner" in text
    assert await state_of(room, public) == "pending"


@pytest.mark.rule("A3", "L4")
async def test_the_same_form_twice_is_one_decision_and_a_late_one_is_told(room: Room, surf: Any) -> None:
    owner, guest = surf(), surf()
    await owner.come_in(await room.owner_link())
    await guest.come_in(await room.invite_link(), "Gil")
    public = await ask(guest)
    _, page = await owner.get(room.path)
    path = f"{room.path}/{public}/decision"
    fields = {**hidden(page, "/decision"), "decision": "approve"}
    assert (await owner.post(path, fields))[0] == 303
    assert (await owner.post(path, fields))[0] == 303
    status, text, _ = await owner.post(path, {**fields, "decision": "deny", "key": "another-key-of-a-form"})
    assert status == 409
    assert "Too late" in text


@pytest.mark.rule("C5")
async def test_the_same_ask_sent_twice_is_one_request(room: Room, surf: Any) -> None:
    owner = surf()
    await owner.come_in(await room.owner_link())
    fields = {**hidden((await owner.get(room.path))[1], "/ask"), "prompt": "once"}
    first = await owner.post(f"{room.path}/ask", fields)
    second = await owner.post(f"{room.path}/ask", fields)
    assert first[2] == second[2]
    assert (await owner.get(room.path))[1].count('class="request ') == 1


@pytest.mark.parametrize(
    ("prompt", "status", "says"),
    [("  \n ", 400, "nothing to ask"), ("x" * 100_001, 413, "too long")],
)
async def test_an_ask_that_cannot_be_sent_says_why_and_is_not_lost(
    room: Room, surf: Any, prompt: str, status: int, says: str
) -> None:
    owner = surf()
    await owner.come_in(await room.owner_link())
    fields = {**hidden((await owner.get(room.path))[1], "/ask"), "prompt": prompt}
    got, text, _ = await owner.post(f"{room.path}/ask", fields)
    assert got == status
    assert says in text
    assert prompt in text


async def test_an_unknown_agent_is_refused_with_those_that_are_here(room: Room, surf: Any) -> None:
    owner = surf()
    await owner.come_in(await room.owner_link())
    fields = {**hidden((await owner.get(room.path))[1], "/ask"), "prompt": "hi", "agent": "nobody"}
    status, text, _ = await owner.post(f"{room.path}/ask", fields)
    assert status == 404
    assert "claude" in text


async def test_a_body_without_end_is_cut_off(room: Room, surf: Any) -> None:
    owner = surf()
    await owner.come_in(await room.owner_link())

    async def flood() -> Any:
        for _ in range(600):
            yield b"x" * 512 * 1024

    kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": room.url}
    try:
        async with owner.session.post(f"{room.path}/ask", data=flood(), headers=kind) as answer:
            assert answer.status == 413
    except aiohttp.ClientConnectionError:
        pass  # hung up on before the whole flood was sent
    assert (await owner.get(room.path))[0] == 200


@pytest.mark.rule("C8")
async def test_files_of_an_ask_are_kept_and_named(room: Room, surf: Any) -> None:
    owner = surf()
    await owner.come_in(await room.owner_link())
    fields = {**hidden((await owner.get(room.path))[1], "/ask"), "prompt": "look at this"}
    parts = [f'name="{name}"\r\n\r\n{value}' for name, value in fields.items()]
    parts.append('name="file"; filename="../../evil\u202egnp.png"\r\nContent-Type: image/png\r\n\r\n1234')
    parts.append('name="file"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n')
    body = "".join(f"--cut\r\nContent-Disposition: form-data; {part}\r\n" for part in parts) + "--cut--\r\n"
    headers = {"Origin": room.url, "Content-Type": "multipart/form-data; boundary=cut"}
    async with owner.session.post(
        f"{room.path}/ask", data=body.encode(), headers=headers, allow_redirects=False
    ) as answer:
        assert answer.status == 303, await answer.text()
        public = answer.headers["Location"].partition("#")[2]
    found = await room.house.client("owner").find(None, room.house.room, public)
    (file,) = found.requests[0].attachments
    assert (file.name, file.media_type, file.size) == ("evilgnp.png", "image/png", 4)


async def test_a_link_from_a_chat_keeps_the_session_of_who_has_one(room: Room, surf: Any) -> None:
    stranger = surf()
    status, text = await stranger.get(room.path, **{"Sec-Fetch-Site": "cross-site"})
    assert status == 200
    assert f'content="0;url={room.path}"' in text
    assert not list(stranger.session.cookie_jar)
    status, _ = await stranger.get(room.path, **{"Sec-Fetch-Site": "same-origin"})
    assert status == 403


@pytest.mark.rule("C12")
@pytest.mark.parametrize(
    ("language", "word"), [("en", "Live"), ("zh-CN,zh;q=0.9,en;q=0.5", "实时"), ("ko-KR", "실시간")]
)
async def test_the_room_speaks_the_browsers_language_until_another_is_chosen(
    room: Room, surf: Any, language: str, word: str
) -> None:
    owner = surf(language)
    await owner.come_in(await room.owner_link())
    _, page = await owner.get(room.path)
    assert f'data-live-word="{word}"' in page
    fields = {"csrf": hidden(page, "/ask")["csrf"], "language": "ko", "back": room.path}
    status, _, location = await owner.post("/language", fields)
    assert (status, location) == (303, room.path)
    assert 'lang="ko"' in (await owner.get(room.path))[1]
    _, _, elsewhere = await owner.post("/language", {**fields, "back": "//evil.example"})
    assert elsewhere == "/rooms"


@pytest.mark.rule("A6", "U4")
async def test_the_owner_sees_and_takes_back_a_standing_permission(room: Room, surf: Any) -> None:
    owner = surf()
    await owner.come_in(await room.owner_link())
    guest = await room.house.member("gil")
    request = await room.house.ask(guest)
    await room.house.approve(request, Decision.always)
    _, page = await owner.get(f"{room.path}/grants")
    assert "Gil" in page
    action = re.search(r'action="([^"]+/revoke)"', page)
    assert action
    status, _, location = await owner.post(action[1], hidden(page, "/revoke"))
    assert (status, location) == (303, f"{room.path}/grants")
    assert (await owner.get(f"{room.path}/grants"))[1].count("/revoke") == 0
    _, audit = await owner.get(f"{room.path}/audit")
    assert "The chain is whole" in audit


@pytest.mark.rule("U4")
async def test_a_guest_sees_neither_grants_nor_the_state_of_the_chain(room: Room, surf: Any) -> None:
    guest = surf()
    await guest.come_in(await room.invite_link(), "Gil")
    assert "The chain" not in (await guest.get(f"{room.path}/audit"))[1]
    assert "No standing permission" in (await guest.get(f"{room.path}/grants"))[1]


@pytest.mark.rule("R5")
async def test_the_owner_makes_shows_once_and_revokes_an_invite(room: Room, surf: Any) -> None:
    owner = surf()
    await owner.come_in(await room.owner_link())
    _, page = await owner.get(f"{room.path}/people")
    status, made, _ = await owner.post(f"{room.path}/invites", {**hidden(page, "/invites"), "role": "guest"})
    assert status == 200
    link = re.search(r'value="(http[^"]+/join/[^"]+)"', made)
    assert link
    assert "<svg" in made
    _, page = await owner.get(f"{room.path}/people")
    assert link[1].rpartition("/")[2] not in page
    action = re.search(r'action="([^"]+/invites/[^"]+/revoke)"', page)
    assert action
    assert (await owner.post(action[1], hidden(page, "/revoke")))[0] == 303
    late = surf()
    path = link[1].removeprefix(room.url)
    status, _, _ = await late.post(path, {**hidden((await late.get(path))[1]), "name": "Late"})
    assert status == 410


@pytest.mark.rule("R9")
async def test_the_owner_removes_a_guest(room: Room, surf: Any) -> None:
    owner, guest = surf(), surf()
    await owner.come_in(await room.owner_link())
    await guest.come_in(await room.invite_link(Role.guest), "Gil")
    _, page = await owner.get(f"{room.path}/people")
    action = re.search(r'action="([^"]+/people/[^"]+/remove)"', page)
    assert action
    assert (await owner.post(action[1], hidden(page, "/remove")))[0] == 303
    assert (await guest.get(room.path))[0] == 404


async def test_a_relay_that_is_away_is_said_and_nothing_is_lost(running_relay: House) -> None:
    async for room in serve_room(running_relay):
        owner = Surfer(room)
        await owner.come_in(await room.owner_link())
        for client in running_relay.clients:
            client.url = "http://127.0.0.1:9"
            client._attempts = 1
        status, text = await owner.get(room.path)
        await owner.close()
        assert status == 503
        assert "does not answer" in text


async def test_signing_out_forgets_this_browser(room: Room, surf: Any) -> None:
    owner = surf()
    await owner.come_in(await room.owner_link())
    token = hidden((await owner.get("/account"))[1], "/sign-out")["csrf"]
    assert (await owner.post("/sign-out", {"csrf": token}))[0] == 200
    assert (await owner.get(room.path))[0] == 403


@pytest.mark.rule("L6", "X2", "X4")
async def test_the_forms_of_a_running_request_reach_the_relay(room: Room, surf: Any) -> None:
    owner, machine = surf(), room.machine()
    await machine.wake()
    await owner.come_in(await room.owner_link())
    public = await ask(owner)
    request = await machine.take()
    _, page = await owner.get(room.path)
    own = hidden(page, "/cancel")
    path = f"{room.path}/{public}"
    assert (await owner.post(f"{path}/resume", own))[0] == 303
    status, text, _ = await owner.post(f"{path}/close", {**own, "reason": "gone"})
    assert status == 409
    assert f'href="{room.path}#{public}"' in text
    assert (await owner.post(f"{path}/cancel", own))[2] == f"{room.path}#{public}"
    assert (await room.house.view(request)).stopping
    assert "Stopping" in (await owner.get(room.path))[1]


async def test_a_form_for_a_request_that_is_not_here_changes_nothing(room: Room, surf: Any) -> None:
    owner = surf()
    await owner.come_in(await room.owner_link())
    own = hidden((await owner.get(room.path))[1], "/ask")
    assert (await owner.post(f"{room.path}/R20200101-01/cancel", own))[0] == 404
    assert (await owner.get(f"{room.path}/R20200101-01"))[0] == 404
    assert (await owner.get(f"{room.path}/R20200101-01/steps"))[0] == 404
