"""Bad input gets a clear answer and loses nothing; the relay says how it is and what it can be asked."""

import asyncio
import json
from typing import Any

import aiohttp
import pytest
from openapi_spec_validator import validate

from relay.http.app import relay_app
from relay.http.settings import RelayOptions
from relay.wire.base import ACCOUNT_HEADER, ATTACHMENT_LIMIT, BODY_LIMIT, VERSION_HEADER
from relay.wire.requests import Ask
from relay.wire.routes import ROUTES
from tests.house import House, serve
from tests.relay.players import Daemon, running, said

Answer = tuple[int, dict[str, Any]]


async def call(
    house: House, method: str, path: str, data: Any = None, *, token: str = "owner", **headers: str
) -> Answer:
    """One raw call; status and JSON of its answer."""
    sent = {"Authorization": f"Bearer {house.tokens.get(token, token)}", **headers}
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, house.url + path, data=data, headers=sent) as answer,
    ):
        return answer.status, json.loads(await answer.read())


def ask_body(house: House, prompt: str = "hi") -> dict[str, Any]:
    spot = house.spot().model_copy(update={"platform": "cli", "shows": False})
    return Ask(spot=spot, prompt=prompt, room=house.room).model_dump(mode="json")


@pytest.mark.rule("S5", "U2")
@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        "Bearer muti_person_guess",
        "Basic b3duZXI6eA==",
        "bearer\x20x",
        "Bearer \xff\xfe",
    ],
)
async def test_a_forged_token_is_nobodys(running_relay: House, header: str) -> None:
    async with aiohttp.ClientSession() as session:
        for name in ("/v1/rooms", "/v1/machines", f"/v1/rooms/{running_relay.room}"):
            async with session.get(running_relay.url + name, headers={"Authorization": header}) as answer:
                assert (answer.status, (await answer.json())["code"]) == (401, "unauthorized")


@pytest.mark.rule("S5")
async def test_a_revoked_machine_whose_time_is_over_is_unknown(running_relay: House) -> None:
    from sqlalchemy import update

    from relay.store.sql import Sql, table
    from relay.store.tables import MachineRow

    await running_relay.client("owner").revoke_machine(None, running_relay.machine)
    over = Sql(update(table(MachineRow)).values(finish_until=0))
    await running_relay.store.write(running_relay.owner, lambda tx: tx.run(over))
    await asyncio.sleep(1.1)  # as long as a token is believed without looking again
    hello = b'{"process": "x", "version": "1"}'
    assert (await call(running_relay, "POST", "/v1/machine/hello", hello, token="machine"))[0] == 401


# -- bodies ------------------------------------------------------------------------------------------------------------


async def test_a_body_of_300_megabytes_is_refused_before_it_is_read(running_relay: House) -> None:
    reader, writer = await asyncio.open_connection(*running_relay.url.removeprefix("http://").split(":"))
    token = running_relay.tokens["owner"]
    writer.write(
        f"POST /v1/asks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Length: {300 * 1024 * 1024}\r\n\r\n{{".encode()
    )
    async with asyncio.timeout(5):
        answer = await reader.read(4096)
    writer.close()
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert str(BODY_LIMIT).encode() in answer


@pytest.mark.parametrize(("path", "limit"), [("/v1/asks", BODY_LIMIT), ("/v1/blobs", ATTACHMENT_LIMIT)])
async def test_a_stream_without_an_end_is_cut_at_the_limit(
    running_relay: House, path: str, limit: int
) -> None:
    reader, writer = await asyncio.open_connection(*running_relay.url.removeprefix("http://").split(":"))
    token = running_relay.tokens["owner"]
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nTransfer-Encoding: chunked\r\n\r\n"
    writer.write(head.encode())
    answer = asyncio.create_task(reader.read(4096))
    sent, chunk = 0, b"100000\r\n" + b"a" * 0x100000 + b"\r\n"
    async with asyncio.timeout(20):
        while not answer.done() and sent < 3 * ATTACHMENT_LIMIT:
            writer.write(chunk)
            try:
                await writer.drain()
            except ConnectionError:
                break
            sent += 0x100000
            await asyncio.sleep(0)
        assert b" 413 " in (await answer)[:20]
    writer.close()
    assert sent < limit + 24 * 0x100000
    assert (await call(running_relay, "GET", "/v1/rooms"))[0] == 200


BAD_BODIES: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"hello",
    "cut off": b'{"prompt": "hi',
    "no UTF-8": b'{"prompt": "\xff\xfe"}',
    "deep": b"[" * 200_000 + b"]" * 200_000,
    "deep in an object": b'{"spot": ' * 50_000,
    "deep and unstorable": b'{"a":' * 50_000 + b'"\\u0000"' + b"}" * 50_000,
    "another shape": b"[1, 2]",
    "unknown words": b'{"prompt": "hi", "admin": true}',
    "a number too large": b'{"prompt": 1' + b"0" * 5000 + b"}",
}


@pytest.mark.parametrize("name", BAD_BODIES)
async def test_a_body_that_cannot_be_read_is_refused_with_why(running_relay: House, name: str) -> None:
    status, problem = await call(running_relay, "POST", "/v1/asks", BAD_BODIES[name])
    assert (status, problem["code"]) == (400, "bad_request")
    assert len(problem["detail"]) > 10


async def test_numbers_beyond_any_database_are_refused_and_not_stumbled_over(house: House) -> None:
    request = await house.ask(await house.member("sarah"))
    for version in (10**30, -(10**30), 2**63):
        body = json.dumps({"version": version, "decision": "approve", "key": "k"})
        status, problem = await call(house, "POST", f"/v1/requests/{request.request}/decision", body)
        assert (status, problem["code"]) in {(409, "changed"), (400, "bad_request")}
    for lifetime in ("1e300", "1e18"):
        body = f'{{"lifetime": {lifetime}}}'
        assert (await call(house, "POST", f"/v1/rooms/{house.room}/invites", body))[0] == 400
        body = f'{{"name": "x", "approval_ttl": {lifetime}}}'
        assert (await call(house, "POST", "/v1/rooms", body))[0] == 400
    assert (await call(house, "GET", f"/v1/rooms/{house.room}/requests?limit=1e300"))[0] == 200
    assert (await call(house, "GET", f"/v1/rooms/{house.room}/requests?limit=nan"))[0] == 400


@pytest.mark.rule("T6", "C8")
async def test_nul_and_half_characters_are_replaced_and_whole_ones_kept(house: House) -> None:
    body = json.dumps({**ask_body(house), "prompt": "a\x00b \ud800 c 🚀"}).encode()
    status, asked = await call(house, "POST", "/v1/asks", body)
    assert status == 200
    assert asked["request"]["prompt"] == "a\ufffdb \ufffd c 🚀"
    daemon, request = Daemon(house), asked["request"]["request"]
    await daemon.start()
    await daemon.take(request)
    report = {
        "fence": daemon.epoch,
        "reports": [{"number": 1, "kind": "said", "at": 1, "body": {"te\x00xt": "\udfff"}}],
    }
    path = f"/v1/machine/requests/{request}/reports"
    assert (await call(house, "POST", path, json.dumps(report), token="machine"))[0] == 200


@pytest.mark.rule("R2")
@pytest.mark.parametrize(
    "name", ["%00", "a%00b", "%FF%FE", "%ED%A0%80", "..%2F..%2Fetc", "x" * 3000, "%F0%9F%9A%80", "'--"]
)
async def test_a_name_that_nothing_can_have_is_not_there(house: House, name: str) -> None:
    for method, path in (
        ("GET", f"/v1/requests/{name}"),
        ("POST", f"/v1/requests/{name}/cancel"),
        ("GET", f"/v1/rooms/{name}"),
        ("DELETE", f"/v1/grants/{name}"),
    ):
        status, problem = await call(house, method, path, b'{"key": "k"}' if method == "POST" else None)
        assert (status, problem["code"]) == (404, "unknown"), path
    for query in (
        f"find?text={name}",
        f"find?text=7&thread={name}",
        f"requests?state={name}",
        f"requests?before={name}",
    ):
        assert (await call(house, "GET", f"/v1/rooms/{house.room}/{query}"))[0] in (200, 400, 404), query


@pytest.mark.rule("T6")
async def test_a_speaker_whose_name_cannot_be_stored_is_still_only_a_speaker(house: House) -> None:
    account = {"platform": "slack", "tenant": house.tenant, "subject": "U\x00\ud800"}
    header = json.dumps({"account": account, "name": "\x00"})
    status, _ = await call(house, "GET", "/v1/rooms", token="slack", **{ACCOUNT_HEADER: header})
    assert status == 200
    for bad in ("", "{", "null", json.dumps({"account": {**account, "platform": "web"}, "name": "x"})):
        status, problem = await call(house, "GET", "/v1/rooms", token="slack", **{ACCOUNT_HEADER: bad})
        assert (status, problem["code"]) in {(400, "bad_request"), (403, "not_yours")}


# -- versions ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O14")
@pytest.mark.parametrize(
    ("version", "side"),
    [("0", "Upgrade this program."), ("2", "Upgrade the relay."), ("²", "Upgrade the relay.")],
)
async def test_a_program_of_another_version_is_told_which_side_to_upgrade(
    running_relay: House, version: str, side: str
) -> None:
    status, problem = await call(running_relay, "GET", "/v1/rooms", **{VERSION_HEADER: version})
    assert (status, problem["code"]) == (426, "upgrade")
    assert problem["detail"].endswith(side)


@pytest.mark.rule("O14")
async def test_a_program_that_does_not_say_its_version_is_served(running_relay: House) -> None:
    assert (await call(running_relay, "GET", "/v1/rooms"))[0] == 200


# -- how it is ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O12")
async def test_the_relay_says_whether_it_lives_and_whether_it_can_serve(house: House) -> None:
    assert await call(house, "GET", "/healthz", token="nobody") == (200, {"alive": True})
    ready = {"serving": True, "database": True, "migrations": True}
    assert await call(house, "GET", "/readyz", token="nobody") == (200, ready)


@pytest.mark.rule("O12")
async def test_a_relay_whose_database_is_of_another_version_is_not_ready(running_relay: House) -> None:
    store = running_relay.store
    connection = store.engine.connect()
    connection.execute("UPDATE alembic_version SET version_num = 'older'")
    connection.close()
    assert await call(running_relay, "GET", "/readyz") == (
        503,
        {"serving": True, "database": True, "migrations": False},
    )


@pytest.mark.rule("O12")
async def test_the_metrics_count_what_is_open_and_what_waits(running_relay: House) -> None:
    await running_relay.ask(await running_relay.member("sarah"))
    daemon, request = await running(running_relay)
    await daemon.report(request, said(1, "said", text="x"))
    async with aiohttp.ClientSession() as session, session.get(running_relay.url + "/metrics") as answer:
        text = await answer.text()
        assert answer.content_type == "text/plain"
    for line in (
        'muti_requests{state="pending"} 1.0',
        'muti_requests{state="running"} 1.0',
        "muti_outbox_places 2.0",
        "muti_store_waiting 0.0",
    ):
        assert line in text.splitlines()


@pytest.mark.rule("O12", "S5")
async def test_with_a_token_set_the_metrics_are_for_its_holder_only(running_relay: House) -> None:
    async with serve(running_relay.store, RelayOptions(metrics_token="dummy")) as url:
        for token, status in (("dummy", 200), ("other", 401), (None, 401)):
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            async with (
                aiohttp.ClientSession() as session,
                session.get(url + "/metrics", headers=headers) as answer,
            ):
                assert answer.status == status


@pytest.mark.rule("O12")
async def test_the_description_of_the_interface_is_valid_and_whole(running_relay: House) -> None:
    status, described = await call(running_relay, "GET", "/openapi.json")
    assert status == 200
    validate(described)
    operations = {one["operationId"] for path in described["paths"].values() for one in path.values()}
    assert operations == set(ROUTES)


async def test_every_route_of_the_table_is_served(running_relay: House) -> None:
    app = relay_app(running_relay.store)
    served = {(route.method, route.resource.canonical) for route in app.router.routes() if route.resource}
    assert {(route.method, route.path) for route in ROUTES.values()} <= served
