"""No value in any place of any call brings the relay down: it is taken, or refused with why."""

import json
from typing import Any

import aiohttp

from relay.wire.base import ACCOUNT_HEADER, STATUS, Problem
from relay.wire.routes import ROUTES, Audience, Route
from tests.house import House
from tests.relay.calls import CASES, Case
from tests.relay.everything import Names, fill

VALUES: list[Any] = [
    "\0",
    "\ud800",
    "",
    10**30,
    -(2**63) - 1,
    1e308,
    None,
    [],
    {"\ud800": 1},
    True,
    [[[[["x"]]]]] * 3,
]
NAMES = ["%00", "%ED%A0%80", "%FF", "-", "0" * 16 + "-" + "f" * 500, "%F0%9F%8D%8B", "1e999", "..%2F..%2Fv1"]
BODIES: list[tuple[bytes, str]] = [
    (b"", "application/json"),
    (b"[" * 100_000, "application/json"),
    (b'{"key": 1' + b"0" * 5_000 + b"}", "application/json"),
    (b"\xff\xfe", "text/plain; charset=utf-16"),
    (b"--x\r\n\r\n", "multipart/form-data; boundary=x"),
    (b"{}", "no such type"),
    (b"x", "application/x-www-form-urlencoded"),
]


class Caller:
    """Makes calls that fit a route's audience, and looks at the answers."""

    def __init__(self, house: House, names: Names, session: aiohttp.ClientSession) -> None:
        self._house, self._names, self._session = house, names, session
        self.faults: list[str] = []

    async def say(
        self,
        route: Route[Any],
        *,
        body: bytes | None = None,
        names: dict[str, str] | None = None,
        **more: Any,
    ) -> None:
        """One call; an answer that is neither done nor a refusal of the table is a fault."""
        token = {Audience.person: "owner", Audience.connector: "slack", Audience.machine: "machine"}[
            route.audience
        ]
        headers = {"Authorization": f"Bearer {self._house.tokens[token]}", **more.pop("headers", {})}
        url = self._house.url + route.path.format(**{**self._names, **(names or {})}) + more.pop("query", "")
        call = self._session.request(route.method, _exact(url), data=body, headers=headers)
        async with call as answer:
            if answer.status == 200:
                return
            text = await answer.text()
            if STATUS[Problem.model_validate_json(text).code] != answer.status or answer.status >= 500:
                self.faults.append(f"{route.path} {str(more or names or body)[:80]}: {answer.status} {text}")


def _exact(url: str) -> Any:
    from yarl import URL

    return URL(url, encoded=True)


async def test_no_value_in_any_body_brings_the_relay_down(house: House) -> None:
    names = await fill(house)
    async with aiohttp.ClientSession() as session:
        caller = Caller(house, names, session)
        for name, case in CASES.items():
            for changed in _changed(case, names):
                await caller.say(ROUTES[name], body=json.dumps(changed).encode())
        assert caller.faults == []


def _changed(case: Case, names: Names) -> list[dict[str, Any]]:
    body = _filled(case.body or {}, names)
    made = [{**body, key: value} for key in body for value in VALUES]
    return made + [
        {**body, "spot": {**body["spot"], key: value}} for key in body.get("spot", ()) for value in VALUES
    ]


def _filled(value: Any, names: Names) -> Any:
    if isinstance(value, dict):
        return {key: _filled(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [_filled(one, names) for one in value]
    return value.format(**names) if isinstance(value, str) else value


async def test_no_name_argument_header_or_body_brings_the_relay_down(house: House) -> None:
    names = await fill(house)
    async with aiohttp.ClientSession() as session:
        caller = Caller(house, names, session)
        for name, route in sorted(ROUTES.items()):
            for part in (part for part in names if f"{{{part}}}" in route.path):
                for value in NAMES:
                    await caller.say(route, names={part: value}, body=b"{}" if route.body else None)
            for body, kind in BODIES if route.body else ():
                await caller.say(route, body=body, headers={"Content-Type": kind})
            if name in ("stream", "places", "feed", "sign_out"):
                continue  # three answer when there is news, and after the last nobody is known
            for key in route.query:
                for value in ("%00", "%FF", "1e999", "nan", "-1", "9" * 400, ""):
                    await caller.say(route, query=f"?{key}={value}")
        for header in ("{", '{"account": 1e999}', "x" * 8_000, '{"name": "\\ud800"}'):
            slack = f"Bearer {house.tokens['slack']}"
            await caller.say(ROUTES["rooms"], headers={"Authorization": slack, ACCOUNT_HEADER: header})
        assert caller.faults == []
