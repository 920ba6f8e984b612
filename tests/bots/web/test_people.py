"""People of the browser room, by plain forms: codes, watchers, join cards, signing out, and two rooms on one host."""

import re
from html import unescape
from typing import Any

import aiohttp
import pytest

from relay.wire.people import Role
from relay.wire.requests import Ask
from tests.bots.web.scene import Room, Surfer, hidden, serve_room
from tests.house import House


async def invite(owner: Surfer, role: str) -> tuple[str, str]:
    """Make an invitation in the owner's browser; gives its link and its code as they stand there."""
    page = (await owner.get(f"{owner.room.path}/people"))[1]
    fields = {**hidden(page, "/invites"), "role": role}
    status, made, _ = await owner.post(f"{owner.room.path}/invites", fields)
    assert status == 200
    link = re.findall(r'id="link" readonly value="([^"]+)"', made)[0]
    code = re.findall(r'<code class="code">([^<]+)</code>', made)[0]
    again = (await owner.post(f"{owner.room.path}/invites", fields))[1]
    assert link in again
    return unescape(link), code


@pytest.mark.rule("R5", "L4")
async def test_an_invitation_has_a_link_a_picture_and_a_code_that_lead_to_one_door(
    room: Room, surf: Any
) -> None:
    owner, guest = surf(), surf()
    await owner.come_in(await room.owner_link())
    link, code = await invite(owner, "guest")
    page = (await guest.get("/join"))[1]
    fields = hidden(page, "/join")
    for wrong in ("", "abc", "../../rooms"):
        status, text, _ = await guest.post("/join", {**fields, "code": wrong})
        assert status == 400
        assert "16 letters and digits" in text
    status, _, location = await guest.post("/join", {**fields, "code": code.lower()})
    assert (status, room.url + location) == (303, link)
    assert await guest.come_in(link, "Gil") == room.path
    listed = (await owner.get(f"{room.path}/people"))[1]
    assert "No open invitation." in listed  # the form sent twice had made one, and it is used
    status, text, _ = await surf().post(link.removeprefix(room.url), {"name": "Late"})
    assert status == 403


@pytest.mark.rule("R5")
async def test_expired_used_and_revoked_invitations_are_one_plain_answer(room: Room, surf: Any) -> None:
    owner, guest, late = surf(), surf(), surf()
    await owner.come_in(await room.owner_link())
    link, _ = await invite(owner, "member")
    page = (await owner.get(f"{room.path}/people"))[1]
    assert (await owner.post(re.findall(r'action="([^"]+/revoke)"', page)[0], hidden(page, "/revoke")))[
        0
    ] == 303
    used, _ = await invite(owner, "member")
    await guest.come_in(used, "Gil")
    for path in (link, used, f"{room.url}/join/AAAABBBBCCCCDDDD"):
        door = (await late.get(path.removeprefix(room.url)))[1]
        status, text, _ = await late.post(path.removeprefix(room.url), {**hidden(door), "name": "Late"})
        assert status == 410
        assert "used up, revoked or expired" in text


@pytest.mark.rule("R5", "R6", "W2")
async def test_a_watcher_reads_everything_and_is_refused_by_the_relay_itself(room: Room, surf: Any) -> None:
    owner, watcher = surf(), surf()
    await owner.come_in(await room.owner_link())
    link, _ = await invite(owner, "watcher")
    await watcher.come_in(link, "Wanda")
    view = await room.house.ask(None, "something to see")
    page = (await watcher.get(room.path))[1]
    assert "something to see" in page
    assert "You are watching." in page
    assert 'name="prompt"' not in page
    form = {
        "csrf": hidden((await watcher.get("/account"))[1], "/sign-out")["csrf"],
        "key": "a-key-of-16-letters",
    }
    status, text, _ = await watcher.post(f"{room.path}/ask", {**form, "prompt": "me too"})
    assert status == 403
    assert "You are watching." in text
    await room.house.client("owner").cancel(None, view.request, "k")
    assert (await watcher.post(f"{room.path}/{view.public_id}/retry", form))[0] == 403


@pytest.mark.rule("R5")
async def test_join_cards_are_decided_by_plain_forms_and_by_the_owner_only(room: Room, surf: Any) -> None:
    owner, guest = surf(), surf()
    await owner.come_in(await room.owner_link())
    await guest.come_in(await room.invite_link(), "Gil")
    cards = []
    for name in ("tom", "una"):
        asked = await room.house.client("slack").ask(
            room.house.who(name), Ask(spot=room.house.spot(), prompt=name)
        )
        assert asked.join is not None
        cards.append(asked.join.join)
    assert "asks without being a member" not in (await guest.get(f"{room.path}/people"))[1]
    page = (await owner.get(f"{room.path}/people"))[1]
    assert page.count("asks without being a member") == 2
    fields, path = hidden(page, cards[0]), f"{room.path}/joins/{cards[0]}"
    foreign = hidden((await guest.get(room.path))[1], "/ask")
    assert (await guest.post(path, {**foreign, "decision": "admit"}))[0] == 404
    assert (await owner.post(path, {**fields, "decision": "let in"}))[0] == 400
    assert (await owner.post(path, {**fields, "decision": "admit"}))[2] == room.path
    assert (await owner.post(path, {**fields, "decision": "admit"}))[0] == 303  # the same tap again
    status, text, _ = await owner.post(path, {**fields, "decision": "refuse", "key": "another-key-of-a-form"})
    assert status == 409
    assert "decided meanwhile" in text
    names = {member.name for member in (await room.house.client("owner").room(None, room.house.room)).members}
    assert names == {"Olga", "Gil", "Tom"}


@pytest.mark.rule("W3")
async def test_signing_out_ends_this_browser_and_its_copied_cookie_and_everywhere_all_of_them(
    room: Room, surf: Any
) -> None:
    desk, phone, tablet = surf(), surf(), surf()
    for browser in (desk, phone, tablet):
        await browser.come_in(await room.owner_link())
    (stolen,) = [one.value for one in desk.session.cookie_jar if one.key == room.cookie]
    form = hidden((await desk.get("/account"))[1], "/sign-out")
    assert "Olga" in (await desk.get("/account"))[1]
    status, text, _ = await desk.post("/sign-out", form)
    assert (status, "not recognised" in text) == (200, True)
    assert (await desk.get(room.path))[0] == 403
    assert (await surf().get(room.path, Cookie=f"{room.cookie}={stolen}"))[0] == 404
    assert (await phone.get(room.path))[0] == 200
    form = hidden((await phone.get("/account"))[1], "/sign-out")
    assert (await phone.post("/sign-out", {**form, "everywhere": "yes"}, Origin="https://evil.example"))[
        0
    ] == 403
    assert (await tablet.get(room.path))[0] == 200
    assert (await phone.post("/sign-out", {**form, "everywhere": "yes"}))[0] == 200
    assert (await tablet.get(room.path))[0] == 404
    await surf().come_in(await room.owner_link())


@pytest.mark.rule("W3")
async def test_two_rooms_on_one_host_do_not_sign_each_other_out(running_relay: House) -> None:
    jar = aiohttp.CookieJar(unsafe=True)
    async for first in serve_room(running_relay):
        async for second in serve_room(running_relay):
            one, other = Surfer(first), Surfer(second)
            for surfer in (one, other):
                surfer.session._cookie_jar = jar
            await one.come_in(await first.owner_link())
            await other.come_in(await second.owner_link())
            assert (await one.get(first.path))[0] == (await other.get(second.path))[0] == 200
            assert first.cookie != second.cookie
            assert {first.cookie, second.cookie} <= {cookie.key for cookie in jar}
            for surfer in (one, other):
                await surfer.close()


@pytest.mark.rule("U4")
async def test_a_guest_reads_the_guests_own_rows_of_the_rooms_log(room: Room, surf: Any) -> None:
    owner, guest = surf(), surf()
    await owner.come_in(await room.owner_link())
    await guest.come_in(await room.invite_link(), "Gil")
    await room.house.ask(None, "the owner's")
    fields = {**hidden((await guest.get(room.path))[1], "/ask"), "prompt": "mine"}
    await guest.post(f"{room.path}/ask", fields)
    text = (await guest.get(f"{room.path}/audit"))[1]
    assert "You see your own rows." in text
    acts = re.findall(r'data-label="What">([^<]+)<', text)
    assert acts == ["asked", "joined"]
    whole = (await owner.get(f"{room.path}/audit"))[1]
    assert "The chain is whole" in whole
    assert whole.count("<tr>") > text.count("<tr>") + 2


@pytest.mark.rule("W1")
async def test_what_has_changed_can_be_asked_for_where_no_stream_comes_through(room: Room, surf: Any) -> None:
    owner, stranger = surf(), surf()
    await owner.come_in(await room.owner_link())
    first = await room.house.ask(None, "first")
    json_only = {"Accept": "application/json"}
    async with owner.session.get(f"{room.path}/changes?after=1&wait=0", headers=json_only) as answer:
        page = await answer.json()
    assert [(kind, body.get("id")) for kind, body in page["events"]][-1] == ("request", first.public_id)
    async with owner.session.get(
        f"{room.path}/changes?after={page['after']}&wait=0", headers=json_only
    ) as answer:
        assert [kind for kind, _ in (await answer.json())["events"]] in ([], ["room"])
    assert (await stranger.get(f"{room.path}/changes?after=1"))[0] == 403
    guest = surf()
    await guest.come_in(await room.invite_link(Role.guest), "Gil")
    me = (await room.house.client("owner").room(None, room.house.room)).members[-1].person
    await room.house.client("owner").remove(None, room.house.room, me)
    assert (await guest.get(f"{room.path}/changes?after=1", **json_only))[0] == 404
