"""Calls made from the API description, right ones and wrong ones, by callers of every kind, against a real relay.

``python -m tests.relay.described [EXAMPLES] [ROUTE]`` plays many of them, other ones each time; it ends at a fault.
"""

import asyncio
import sys
import tempfile
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from relay.http.openapi import description
from relay.wire.base import ACCOUNT_HEADER, VERSION_HEADER
from relay.wire.routes import ROUTES, STREAM, Audience, Route
from tests.house import CHANNEL, House, build, open_store, serve
from tests.relay.everything import Names, fill

T = TypeVar("T")
Headers = dict[str, str | bytes]

CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
"""That wrong calls are refused is not among them: a number too large for a page, for one, is brought to the most."""

HOSTILE = (
    b"\xff\xfe",
    b"x" * 7_000,
    "{}",
    "[" * 5_000,
    '{"account": 1e400}',
    '{"account": {"platform": "slack", "tenant": "\\u0000", "subject": "\\ud800"}, "name": "\\u0000"}',
)
"""What nobody's account is."""


class Described:
    """A running relay, heard by URL. Its loop has a thread of its own: calls are made without one."""

    def __init__(self, folder: Path) -> None:
        self.schema = schemathesis.openapi.from_dict(description())
        self.session = requests.Session()
        self._folder, self._teams = folder, 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._end = asyncio.Event()
        ready = self._loop.create_future()
        self._serving = asyncio.run_coroutine_threadsafe(self._serve(ready), self._loop)
        self._wait(asyncio.wait_for(ready, 60))

    async def _serve(self, ready: "asyncio.Future[None]") -> None:
        async with (
            open_store(f"sqlite:///{self._folder}/relay.db") as self.store,
            serve(self.store) as self.url,
        ):
            ready.set_result(None)
            await self._end.wait()

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def furnish(self) -> tuple[House, Names]:
        """A house that nobody has broken yet, and its names."""
        self._teams += 1
        return self._wait(self._furnished(f"T{self._teams}"))

    async def _furnished(self, tenant: str) -> tuple[House, Names]:
        house = await build(self.store, self.url, self._folder, tenant=tenant)
        names = await fill(house)
        await house.close()
        return house, names

    def close(self) -> None:
        """End the relay."""
        self.session.close()
        self._loop.call_soon_threadsafe(self._end.set)
        self._serving.result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@contextmanager
def served(folder: Path) -> Iterator[Described]:
    """A relay that keeps its data in a folder."""
    described = Described(folder)
    try:
        yield described
    finally:
        described.close()


def play(relay: Described, name: str, examples: int, *, derandomize: bool) -> None:
    """Calls of one route, as right as the description asks and as wrong as it lets one be.

    Raises:
        AssertionError: an answer is not as described.
    """
    house, names = relay.furnish()
    route = ROUTES[name]
    operation = relay.schema[route.path][route.method]
    values = _values(house, names)
    callers = st.sampled_from(_callers(house, route.audience))
    right = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    wrong = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)

    @settings(
        max_examples=examples,
        derandomize=derandomize,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(right | wrong, callers, st.randoms(use_true_random=False))
    def call(case: Case, caller: Headers, chance: Any) -> None:
        _name_what_is_there(case, values, chance)
        _do_not_wait(case, route)
        case.headers.clear()
        case.call_and_validate(relay.url, relay.session, caller, checks=CHECKS)

    call()


def _callers(house: House, audience: Audience) -> list[Headers]:
    """Whoever may make the call, more than once, and whoever may not."""
    tokens = {name: f"Bearer {token}" for name, token in house.tokens.items()}
    people: list[Headers] = [
        {"Authorization": tokens["slack"], ACCOUNT_HEADER: house.who(name).model_dump_json()}
        for name in ("olga", "sarah", "nobody")
    ]
    allowed: dict[Audience, list[Headers]] = {
        Audience.person: [{"Authorization": tokens["owner"]}, *people],
        Audience.connector: [{"Authorization": tokens[name]} for name in ("slack", "web")],
        Audience.machine: [{"Authorization": tokens["machine"]}],
    }
    hostile: list[Headers] = [{"Authorization": tokens["slack"], ACCOUNT_HEADER: value} for value in HOSTILE]
    others: list[Headers] = [{"Authorization": token} for token in tokens.values()]
    others += [{VERSION_HEADER: value} for value in ("0", "9" * 5_000, b"\xff")]
    return allowed[audience] * 12 + others + hostile + [{}, {"Authorization": b"Bearer \xff"}]


def _values(house: House, names: Names) -> dict[str, Any]:
    """What calls name, by how the wire calls it."""
    spot = {"platform": "slack", "tenant": house.tenant, "channel": CHANNEL, "message": "7.7"}
    ours = dict.fromkeys(("agent", "default_agent"), "claude")
    once = dict.fromkeys(("epoch", "fence", "version"), 1)
    request = {"parent": names["request"], "running": [names["request"]], "text": names["public"]}
    return {
        **names,
        **spot,
        **ours,
        **once,
        **request,
        "spot": spot,
        "thread": "7.7",
        "call": "call-1",
        "holder": "one",
    }


def _name_what_is_there(case: Case, values: dict[str, Any], chance: Any) -> None:
    """Most names become those of things that exist, so that a call gets behind the door; no call is held."""
    for part in (case.path_parameters, case.query, case.body):
        if not isinstance(part, dict):
            continue
        for key in part:
            if key in values and chance.random() < 0.8:
                part[key] = values[key]


def _do_not_wait(case: Case, route: Route[Any]) -> None:
    """No call is held; and a room that is heard does not end."""
    if route.body is not None and "wait" in route.body.model_fields and isinstance(case.body, dict):
        case.body["wait"] = 0
    if "wait" in route.query:
        case.query["wait"] = 0
    if route is STREAM:
        case.path_parameters["room"] = "elsewhere"


def main(arguments: list[str]) -> None:
    """Play the routes, all or one."""
    examples = int(arguments[0]) if arguments else 200
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as relay:
        for name in arguments[1:] or sorted(ROUTES):
            print(name, flush=True)
            play(relay, name, examples, derandomize=False)


if __name__ == "__main__":
    main(sys.argv[1:])
