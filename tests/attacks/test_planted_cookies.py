"""A cookie that somebody else has put into a browser before its owner comes in."""

from typing import Any

import pytest
from aiohttp.test_utils import make_mocked_request

from bots.web.session import Session, seal
from bots.web.visit import Site, come_in, load_assets
from tests.bots.web.scene import Surfer, hidden, serve_room
from tests.house import House

SECRET = b"one secret of thirty-two bytes.."


async def _planted(surfer: Surfer, path: str) -> str:
    """A visitor's cookie, as the attacker gets one."""
    await surfer.get(path)
    (value,) = [one.value for one in surfer.session.cookie_jar if one.key == surfer.room.cookie]
    surfer.session.cookie_jar.clear()
    return value


@pytest.mark.rule("W3", "R7")
@pytest.mark.parametrize("victim", ["owner", "guest"])
async def test_who_planted_a_visitors_cookie_is_not_let_in_with_who_comes_in_by_it(
    running_relay: House, victim: str
) -> None:
    async for room in serve_room(running_relay):
        attacker, browser = Surfer(room), Surfer(room)
        mine = (await room.invite_link()).removeprefix(room.url)
        await attacker.come_in(mine, "Mallory")
        attacker.session.cookie_jar.clear()
        cookie = f"{room.cookie}={await _planted(attacker, mine)}"
        link = await (room.owner_link() if victim == "owner" else room.invite_link())
        theirs = link.removeprefix(room.url)
        door = hidden((await browser.get(theirs, Cookie=cookie))[1])
        browser.session.cookie_jar.clear()
        assert (await browser.post(theirs, {**door, "name": "Vic"}, Cookie=cookie))[0] == 303
        attacker.session.cookie_jar.clear()
        door = hidden((await attacker.get(mine, Cookie=cookie))[1])
        attacker.session.cookie_jar.clear()
        assert (await attacker.post(mine, {**door, "name": "Mallory"}, Cookie=cookie))[0] == 410
        assert (await browser.get(room.path))[0] == 200
        await attacker.close()
        await browser.close()


@pytest.mark.rule("W3")
@pytest.mark.parametrize("port", ["", ":8443"])
def test_with_https_no_cookie_counts_that_another_host_can_set(port: str) -> None:
    site = Site(Any, SECRET, f"https://room.example{port}", load_assets(), clock=lambda: 0.0)
    value = seal(Session("subject", "Mallory", 1000), SECRET)
    planted = make_mocked_request("GET", "/rooms", headers={"Cookie": f"muti={value}"})
    assert come_in(site, planted).session is None
    older = make_mocked_request("GET", "/rooms", headers={"Cookie": f"__Host-muti={value}"})
    assert come_in(site, older).session == Session("subject", "Mallory", 1000)
