"""Web push against a strict service: what needs the owner is told once, and only what may be told leaves."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from aiohttp.abc import AbstractResolver, ResolveResult

from bots.web.push.addresses import NotPublic, PublicResolver, is_public, is_push_address
from bots.web.push.notifier import Notifier
from bots.web.push.sealing import Push, Unsealable, seal
from bots.web.push.sender import Sender, meaning
from relay.client import Refused
from relay.wire.base import Code
from relay.wire.notifications import Outcome, Subscribe, TakeNotices, Told
from relay.wire.people import Who
from relay.wire.requests import Ask
from tests.bots.web.scene import Machine, Surfer, serve_room
from tests.emulators.push import Browser, PushService, push_service
from tests.house import House

SECRET = b"the secret behind the keys of a test"
PUSH = Push(SECRET, "mailto:owner@example.com", loopback=True)


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with push_service() as running:
        yield running


@pytest.fixture
async def sender() -> AsyncIterator[Sender]:
    made = Sender(PUSH)
    yield made
    await made.close()


@pytest.fixture
async def olga(running_relay: House) -> Who:
    return await running_relay.link_owner("olga", "web")


async def switch_on(house: House, who: Who, service: PushService) -> Browser:
    browser = service.subscribe(PUSH.public_key)
    await house.client("web").subscribe(who, Subscribe(**browser.keys))
    return browser


async def until(seen: Callable[[], bool], seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not seen():
            await asyncio.sleep(0.02)


@pytest.mark.rule("W1", "S2")
async def test_what_needs_the_owner_is_told_with_its_id_and_nothing_of_its_text(
    running_relay: House, olga: Who, service: PushService, sender: Sender
) -> None:
    house = running_relay
    browser = await switch_on(house, olga, service)
    notifier = Notifier(house.client("web"), sender)
    assert await notifier.step(0) == 0
    sarah = await house.member("sarah")
    pending = await house.ask(sarah, "a secret wish")
    await notifier.step(0)
    await house.client("slack").ask(house.who("tom"), Ask(spot=house.spot(), prompt="another secret"))
    await house.approve(pending)
    machine = Machine(house)
    await machine.wake()
    request = await machine.take()
    await machine.ask_action(request, "git push secret main")
    await notifier.step(0)
    first, *others = browser.received
    assert first == {
        "title": pending.public_id,
        "body": "waits for your approval",
        "tag": f"request:{pending.request}",
        "path": f"/rooms/{house.room}#{pending.public_id}",
    }
    assert {one["tag"].partition(":")[0] for one in others} == {"action", "joining"}
    assert "secret" not in str(browser.received)
    assert service.refused == []
    assert {headers["Urgency"] for headers in service.headers} == {"high"}


@pytest.mark.rule("C5", "C11")
async def test_each_thing_is_told_once_also_over_restarts_and_by_two_processes(
    running_relay: House, olga: Who, service: PushService, sender: Sender
) -> None:
    house = running_relay
    browser = await switch_on(house, olga, service)
    sarah = await house.member("sarah")
    asked = [await house.ask(sarah) for _ in range(3)]
    both = [Notifier(house.client("web"), sender) for _ in range(2)]
    await asyncio.gather(*(one.step(0) for one in both))
    await Notifier(house.client("web"), sender).step(0)
    assert sorted(one["title"] for one in browser.received) == [one.public_id for one in asked]


@pytest.mark.rule("C5")
async def test_what_was_taken_by_a_process_that_died_is_told_under_the_same_tag(
    running_relay: House, olga: Who, service: PushService, sender: Sender
) -> None:
    house = running_relay
    browser = await switch_on(house, olga, service)
    await house.ask(await house.member("sarah"))
    (taken,) = await house.client("web").notices(TakeNotices(hold=1, wait=0))
    await sender.send(
        browser.endpoint, taken.p256dh, taken.auth, b'{"tag": "%s"}' % taken.subject.encode(), "x"
    )
    notifier = Notifier(house.client("web"), sender)
    await until_told(notifier)
    assert [one["tag"] for one in browser.received] == [taken.subject] * 2
    assert len(browser.shown) == 1


async def until_told(notifier: Notifier, seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not await notifier.step(0):
            await asyncio.sleep(0.05)


@pytest.mark.rule("L1", "W1")
async def test_what_was_decided_before_it_could_be_told_is_not_told(
    running_relay: House, olga: Who, service: PushService, sender: Sender
) -> None:
    house = running_relay
    browser = await switch_on(house, olga, service)
    asked = await house.ask(await house.member("sarah"))
    service.answers = [(503, None)]
    notifier = Notifier(house.client("web"), sender)
    assert await notifier.step(0) == 1
    await house.approve(asked)
    assert await notifier.step(0) == 0
    assert browser.received == []


@pytest.mark.rule("C10")
async def test_a_browser_that_is_gone_is_dropped_and_the_others_are_told(
    running_relay: House, olga: Who, service: PushService, sender: Sender
) -> None:
    house = running_relay
    gone, here = await switch_on(house, olga, service), await switch_on(house, olga, service)
    gone.alive = False
    sarah, notifier = await house.member("sarah"), Notifier(house.client("web"), sender)
    await house.ask(sarah)
    assert await notifier.step(0) == 2
    await house.ask(sarah)
    assert await notifier.step(0) == 1
    assert len(here.received) == 2


@pytest.mark.rule("W2", "R7")
async def test_a_signed_out_browser_is_told_nothing_more(
    running_relay: House, olga: Who, service: PushService, sender: Sender
) -> None:
    house = running_relay
    browser = await switch_on(house, olga, service)
    await house.client("web").sign_out(olga)
    await house.ask(await house.member("sarah"))
    assert await Notifier(house.client("web"), sender).step(0) == 0
    assert browser.received == []


@pytest.mark.rule("C6")
async def test_a_service_that_is_busy_is_asked_again_no_sooner_than_it_says(
    running_relay: House, olga: Who, service: PushService, sender: Sender
) -> None:
    house = running_relay
    await switch_on(house, olga, service)
    await house.ask(await house.member("sarah"))
    service.answers = [(429, "600")]
    notifier = Notifier(house.client("web"), sender)
    assert [await notifier.step(0), await notifier.step(0)] == [1, 0]
    assert service.calls == 1


async def test_the_running_loop_tells_what_comes_without_being_asked(
    running_relay: House, olga: Who, service: PushService, sender: Sender
) -> None:
    house = running_relay
    loop = asyncio.create_task(Notifier(house.client("web"), sender, breath=0.01).run())
    try:
        browser = await switch_on(house, olga, service)
        await house.ask(await house.member("sarah"))
        await until(lambda seen=browser: bool(seen.received))
    finally:
        loop.cancel()
        await asyncio.gather(loop, return_exceptions=True)


@pytest.mark.rule("W1", "W3")
async def test_it_is_switched_on_and_off_in_the_browser_and_only_at_addresses_we_send_to(
    running_relay: House, service: PushService
) -> None:
    async for room in serve_room(running_relay, push=PUSH):
        surfer = Surfer(room)
        await surfer.come_in(await room.owner_link())
        _, page = await surfer.get("/console/device")
        assert PUSH.public_key in page
        form = {"csrf": re.findall(r'name="csrf" value="([^"]+)"', page)[0]}
        browser = service.subscribe(PUSH.public_key)
        strange = {**form, **browser.keys, "endpoint": "https://192.168.1.1/x"}
        assert (await surfer.post("/console/device/on", strange))[0] == 400
        assert (await surfer.post("/console/device/on", browser.keys))[0] == 403
        assert (await surfer.post("/console/device/on", {**form, "endpoint": browser.endpoint}))[0] == 400
        assert (await surfer.post("/console/device/on", {**form, **browser.keys}))[0] == 200
        sarah = await running_relay.member("sarah")
        asked = await running_relay.ask(sarah)
        await until(lambda seen=browser: bool(seen.received))
        assert browser.received[0]["title"] == asked.public_id
        gone = {**form, "endpoint": browser.endpoint}
        assert (await surfer.post("/console/device/off", gone))[0] == 200
        await running_relay.ask(sarah)
        due = await running_relay.client("web").notices(TakeNotices(wait=0))
        assert due == []
        await surfer.close()


@pytest.mark.rule("R2", "W2")
async def test_only_an_owners_own_browser_can_be_switched_on(running_relay: House) -> None:
    house = running_relay
    wish = Subscribe(endpoint="https://push.example/1", p256dh="x", auth="x")
    guest = await house.member("gil", "web")
    for who, code in ((guest, Code.owner_only), (house.who("nobody", "web"), Code.unknown)):
        with pytest.raises(Refused) as refused:
            await house.client("web").subscribe(who, wish)
        assert refused.value.code is code
    told = Told(subject="x", outcome=Outcome.gone)
    with pytest.raises(Refused) as refused:
        await house.client("web").told(f"{house.owner}-nothing", told)
    assert refused.value.code is Code.unknown


STRANGE = [
    "http://push.example.com/1",
    "https://127.0.0.1/1",
    "https://[::1]/1",
    "https://2130706433/1",
    "https://localhost/1",
    "https://printer.local/1",
    "https://metadata.google.internal/1",
    "https://user:word@push.example.com/1",
    "https://push.example.com:8443/1",
    "https://push.example.com:99999/1",
    "file:///etc/passwd",
    "https://",
    "",
]


@pytest.mark.rule("W3")
@pytest.mark.parametrize("endpoint", STRANGE)
def test_only_public_services_by_https_are_sent_to(endpoint: str) -> None:
    assert not is_push_address(endpoint)
    assert is_push_address("https://fcm.googleapis.com/fcm/send/abc")
    assert not is_push_address("http://127.0.0.1:80/1")


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2001:4860:4860::8888", True),
        ("10.1.2.3", False),
        ("127.0.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("::1", False),
        ("fd00::1", False),
        ("fe80::1%eth0", False),
        ("::ffff:10.0.0.1", False),
        ("2002:0a00:0001::1", False),
        ("224.0.0.1", False),
        ("nonsense", False),
    ],
)
def test_addresses_of_this_house_are_not_public(address: str, public: bool) -> None:
    assert is_public(address) is public


class LeadsInside(AbstractResolver):
    """Names of somebody who would like us to call our own house."""

    async def resolve(self, host: str, port: int = 0, family: Any = socket.AF_INET) -> list[ResolveResult]:
        there = ResolveResult(
            hostname=host,
            host="169.254.169.254",
            port=port,
            family=socket.AF_INET,
            proto=0,
            flags=socket.AI_NUMERICHOST,
        )
        return [there]

    async def close(self) -> None:
        """Nothing is open."""


@pytest.mark.rule("W3")
async def test_a_public_name_that_leads_into_the_house_is_sent_nothing(service: PushService) -> None:
    """A name that anybody owns may lead anywhere, and somewhere else a moment later."""
    resolver = PublicResolver()
    with pytest.raises(NotPublic):
        await resolver.resolve("localhost", 80)
    await resolver.close()
    keys = service.subscribe(PUSH.public_key).keys
    inside = Sender(Push(SECRET, "mailto:owner@example.com"), LeadsInside())
    answer = await inside.send("https://push.example.com/1", keys["p256dh"], keys["auth"], b"{}", "x")
    await inside.close()
    assert answer.outcome is Outcome.gone


def test_the_keys_stay_the_same_from_start_to_start() -> None:
    again = Push(SECRET, "mailto:owner@example.com")
    assert again.public_key == PUSH.public_key
    assert Push(b"x" * 32, "mailto:a@b.c").public_key != PUSH.public_key
    with pytest.raises(ValueError, match="32 bytes"):
        Push(b"short", "mailto:a@b.c")


@pytest.mark.parametrize("keys", [("", ""), ("x", "y"), ("AAAA" * 20, "AAAA"), ("é", "é")])
def test_keys_that_are_none_are_said_to_be_none(keys: tuple[str, str]) -> None:
    with pytest.raises(Unsealable):
        seal(b"text", *keys)


@pytest.mark.parametrize(
    ("status", "after", "outcome", "seconds"),
    [
        (201, None, Outcome.told, None),
        (404, None, Outcome.gone, None),
        (410, None, Outcome.gone, None),
        (429, "30", Outcome.later, 30.0),
        (503, "Thu, 01 Jan 1970 00:02:00 GMT", Outcome.later, 120.0),
        (500, "soon", Outcome.later, None),
        (429, "999999999", Outcome.later, 86400.0),
        (413, None, Outcome.refused, None),
        (301, None, Outcome.refused, None),
    ],
)
def test_what_a_services_answer_means(status: int, after: str | None, outcome: Outcome, seconds: Any) -> None:
    answer = meaning(status, after, 0.0)
    assert (answer.outcome, answer.retry_after) == (outcome, seconds)
