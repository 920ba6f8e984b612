"""The browser room's door: who is let in, which forms count, what every answer carries (W3, R5, R7)."""

import re
import socket
from typing import Any

import pytest
from aiohttp import web
from yarl import URL

from bots.web.connector import add_room
from bots.web.session import Session, seal
from relay.client import RelayClient
from relay.http.app import relay_app
from relay.wire.people import NewRoom
from tests.bots.web.scene import SECRET, Room, Surfer, hidden, serve_room
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


@pytest.mark.rule("O4", "R7", "W1")
async def test_the_owner_link_makes_this_browser_the_owners_and_works_once(room: Room, surf: Any) -> None:
    link = await room.owner_link()
    owner, late = surf(), surf()
    assert await owner.come_in(link) == room.path
    status, page = await owner.get(room.path)
    assert status == 200
    assert "/machines" in page
    assert 'value="Olga"' in (await owner.get((await room.invite_link()).removeprefix(room.url)))[1]
    _, door = await late.get(link.removeprefix(room.url))
    status, text, _ = await late.post(link.removeprefix(room.url), hidden(door))
    assert status == 410
    assert "muti up" in text
    assert (await late.get(room.path))[0] == 403


@pytest.mark.rule("R7")
async def test_an_owner_link_slipped_to_a_member_does_not_give_the_members_account_away(
    running_relay: House, room: Room, surf: Any
) -> None:
    guest = surf()
    await guest.come_in(await room.invite_link(), "Gil")
    _, door = await guest.get((await room.owner_link()).removeprefix(room.url))
    assert "data-at-once" not in door
    assert "data-at-once" in (await surf().get((await room.owner_link()).removeprefix(room.url)))[1]
    (cookie,) = [one.value for one in guest.session.cookie_jar if one.key.startswith("muti-")]
    await guest.come_in(await room.owner_link())
    status, page = await surf().get(room.path, Cookie=f"{room.cookie}={cookie}")
    assert status == 200
    assert "/machines" not in page
    assert "/machines" in (await guest.get(room.path))[1]


@pytest.mark.rule("R5")
async def test_a_guest_comes_in_by_an_invite_once_and_sees_what_a_guest_may(room: Room, surf: Any) -> None:
    link = await room.invite_link()
    guest, late = surf(), surf()
    assert await guest.come_in(link, "Gil") == room.path
    _, page = await guest.get(room.path)
    assert "Gil" in page
    assert "/machines" not in page
    _, door = await late.get(link.removeprefix(room.url))
    status, text, _ = await late.post(link.removeprefix(room.url), {**hidden(door), "name": "Late"})
    assert status == 410
    assert "new one" in text


async def test_looking_at_an_invite_or_owner_link_uses_nothing_up(room: Room, surf: Any) -> None:
    invite, owner = await room.invite_link(), await room.owner_link()
    for _ in range(3):
        preview = surf()
        assert (await preview.get(invite.removeprefix(room.url)))[0] == 200
        assert (await preview.get(owner.removeprefix(room.url)))[0] == 200
    assert await surf().come_in(invite, "Gil") == room.path
    assert await surf().come_in(owner) == room.path


async def test_coming_in_twice_with_one_form_is_coming_in_once(room: Room, surf: Any) -> None:
    guest = surf()
    path = (await room.invite_link()).removeprefix(room.url)
    fields = {**hidden((await guest.get(path))[1]), "name": "Gil"}
    first, second = await guest.post(path, fields), await guest.post(path, fields)
    assert (first[0], second[0]) == (303, 303)


@pytest.mark.parametrize("name", ["", "  \u202e \u200b ", "x" * 61])
async def test_a_name_that_is_none_is_asked_for_again(room: Room, surf: Any, name: str) -> None:
    guest = surf()
    path = (await room.invite_link()).removeprefix(room.url)
    status, text, _ = await guest.post(path, {**hidden((await guest.get(path))[1]), "name": name})
    assert status == 400
    assert "1 to 60" in text


@pytest.mark.rule("W3", "A2")
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "null"},
        {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
        {"Origin": "null", "Sec-Fetch-Site": "same-site"},
        {"Origin": "", "Sec-Fetch-Site": "none"},
    ],
)
async def test_a_form_of_another_site_is_refused(room: Room, surf: Any, headers: dict[str, str]) -> None:
    owner, guest = surf(), surf()
    await owner.come_in(await room.owner_link())
    await guest.come_in(await room.invite_link(), "Gil")
    public = await ask(guest)
    _, page = await owner.get(room.path)
    path = f"{room.path}/{public}/decision"
    fields = {**hidden(page, "/decision"), "decision": "approve"}
    status, text, _ = await owner.post(path, fields, **headers)
    assert status == 403
    assert "Reload" in text
    assert await state_of(room, public) == "pending"
    assert (await owner.post(path, fields))[0] == 303
    assert await state_of(room, public) == "approved"


@pytest.mark.rule("W3")
async def test_a_form_without_the_browsers_own_token_is_refused(room: Room, surf: Any) -> None:
    owner, guest = surf(), surf()
    await owner.come_in(await room.owner_link())
    await guest.come_in(await room.invite_link(), "Gil")
    public = await ask(guest)
    _, page = await owner.get(room.path)
    _, foreign = await guest.get(room.path)
    fields = {**hidden(page, "/decision"), "decision": "approve"}
    for token in ("", "nonsense", "\u00fc", hidden(foreign, "/ask")["csrf"]):
        status, _, _ = await owner.post(f"{room.path}/{public}/decision", {**fields, "csrf": token})
        assert status == 403
    assert await state_of(room, public) == "pending"


@pytest.mark.rule("W3")
async def test_a_form_by_a_browser_without_javascript_counts(room: Room, surf: Any) -> None:
    owner = surf()
    await owner.come_in(await room.owner_link())
    _, page = await owner.get(room.path)
    fields = {**hidden(page, "/ask"), "prompt": "hello"}
    proof = {"Origin": "null", "Sec-Fetch-Site": "same-origin"}
    status, _, location = await owner.post(f"{room.path}/ask", fields, **proof)
    assert status == 303
    assert re.fullmatch(rf"{room.path}#R\d{{8}}-01", location)


@pytest.mark.rule("W3")
async def test_a_forged_altered_or_ended_cookie_lets_nobody_in(room: Room, surf: Any) -> None:
    owner = surf()
    await owner.come_in(await room.owner_link())
    (cookie,) = [one for one in owner.session.cookie_jar if one.key.startswith("muti-")]
    subject = "not checked here"
    body, _, signature = cookie.value.partition(".")
    forged = [
        "",
        "nonsense",
        body,
        f"{body}.",
        f"{body[:-2]}AA.{signature}",
        f"{body}.{signature[:-2]}AA",
        seal(Session(subject, "Olga", 2**33), b"another secret, also of 32 bytes or so"),
        seal(Session(subject, "Olga", 1), SECRET),
    ]
    for value in forged:
        headers = {"Cookie": f"{room.cookie}={value}"}
        stranger = surf()
        assert (await stranger.get(room.path, **headers))[0] == 403, value
    assert (await surf().get(room.path, Cookie=f"{room.cookie}={cookie.value}"))[0] == 200


@pytest.mark.rule("W3")
async def test_cookies_are_for_this_site_and_not_for_scripts(room: Room, surf: Any) -> None:
    path = (await room.invite_link()).removeprefix(room.url)
    async with surf().session.get(path) as answer:
        said = answer.headers["Set-Cookie"]
    assert "HttpOnly" in said
    assert "SameSite=Strict" in said
    assert "Max-Age=3600" in said
    assert "Secure" not in said


@pytest.mark.rule("W3")
async def test_with_https_cookies_never_travel_without(running_relay: House) -> None:
    async for room in serve_room(running_relay, "https://room.example"):
        surfer = Surfer(room)
        path = f"/join/{(await room.invite_link()).rpartition('/')[2]}"
        async with surfer.session.get(path) as answer:
            said = answer.headers["Set-Cookie"]
        await surfer.close()
        assert said.startswith("__Host-muti=")
        assert "Secure" in said


@pytest.mark.rule("W3")
async def test_every_answer_forbids_scripts_of_others_and_being_kept(room: Room, surf: Any) -> None:
    owner = surf()
    await owner.come_in(await room.owner_link())
    public = await ask(owner)
    pages = ["/rooms", room.path, f"{room.path}/{public}", f"{room.path}/people", f"{room.path}/grants"]
    pages += [f"{room.path}/machines", f"{room.path}/audit", "/rooms/nothing", f"{room.path}/{public}/steps"]
    for path in pages:
        async with owner.session.get(path) as answer:
            text = await answer.text()
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'self';"), path
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Cache-Control"] == "no-store"
        assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|<style", text), path
        assert not re.search(r"(?:src|href)=\"(?:https?:)?//", text), path


async def test_the_first_page_is_small(room: Room, surf: Any) -> None:
    owner = surf()
    await owner.come_in(await room.owner_link())
    gil = await room.house.member("gil")
    for number in range(20):  # each waits for the owner, and shows all that there is to decide
        await room.house.ask(gil, f"request number {number}")
    _, page = await owner.get(room.path)
    assets = set(re.findall(r'(?:src|href)="(/assets/[^"#]+)', page))
    scripts = {path for path in assets if path.endswith(".js")}
    for path in sorted(
        scripts
    ):  # each module that is wanted is there, and named in the page from the beginning
        wanted = re.findall(r'(?:from|import) "\./([\w.]+)"', (await owner.get(path))[1])
        assert {f"{path.rpartition('/')[0]}/{name}" for name in wanted} <= scripts
    sizes = []
    for path in assets:
        async with owner.session.get(path) as answer:
            assert answer.status == 200
            sizes.append(int(answer.headers["Content-Length"]))
    assert sum(sizes) + len(page.encode()) < 150_000


@pytest.mark.rule("R2")
async def test_what_is_not_yours_looks_like_what_is_not_there(room: Room, surf: Any) -> None:
    owner, guest = surf(), surf()
    await owner.come_in(await room.owner_link())
    await guest.come_in(await room.invite_link(), "Gil")
    other = await room.house.client("owner").new_room(None, NewRoom(name="Secret", agents=["claude"]))
    theirs = await guest.get(f"/rooms/{other.room}")
    nothing = await guest.get(f"/rooms/{'0' * 16}-00000000000aaaaaaaa")
    assert theirs[0] == nothing[0] == 404
    assert theirs[1] == nothing[1]
    assert "Secret" not in (await guest.get("/rooms"))[1]


@pytest.mark.rule("W2")
@pytest.mark.parametrize(
    "path", ["..%2Fconnectors%2Fplaces", "a%2F..%2F..%2Fmachines", "%2e%2e", "x%3Fafter=1", "x%00"]
)
async def test_a_room_that_is_a_path_reaches_no_other_call_of_the_relay(
    room: Room, surf: Any, path: str
) -> None:
    owner = surf()
    await owner.come_in(await room.owner_link())
    for tail in ("", "/events", "/people"):
        async with owner.session.get(URL(f"/rooms/{path}{tail}", encoded=True)) as answer:
            assert answer.status == 404


@pytest.mark.rule("W2", "O2")
async def test_the_room_lives_in_the_relays_own_application_too(running_relay: House) -> None:
    with socket.create_server(("127.0.0.1", 0)) as place:
        url = f"http://127.0.0.1:{place.getsockname()[1]}"
        client = RelayClient(url, running_relay.tokens["web"])
        app = relay_app(running_relay.store)
        add_room(app, client, secret=SECRET, public_url=url)
        runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=2)
        await runner.setup()
        await web.SockSite(runner, place).start()
        owner = Surfer(Room(running_relay, url))
        assert await owner.come_in(await owner.room.owner_link()) == owner.room.path
        assert (await owner.get("/"))[0] == 200
        await owner.close()
        await client.close()
        await runner.cleanup()


def test_a_secret_that_is_too_short_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        add_room(
            web.Application(), RelayClient("http://127.0.0.1:9", "x"), secret=b"short", public_url="http://a"
        )
