"""Probes of the relay: does it answer, with its database; do the clocks agree; does its public address let events through?"""

import asyncio
import json
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp

from config.values import is_loopback
from deploy.findings import Finding, Status
from relay.client import Refused, RelayClient, Unreachable
from relay.wire import routes

SKEW_SECONDS = 30.0
FIRST_BYTE_SECONDS = 2.0
PROXIES = "let the proxy pass events on at once: deploy/proxies has complete examples"


@dataclass(frozen=True)
class Reached:
    """Where the relay is from here, and as whom it is asked."""

    url: str
    token: str | None
    public_url: str | None


async def try_relay(where: Reached) -> list[Finding]:
    """Is it there, and what does it say of its database and its schema?"""
    began = time.monotonic()
    try:
        ready = await _get(f"{where.url}/readyz")
    except (aiohttp.ClientError, OSError) as error:
        said = f"{where.url}: {error or type(error).__name__}"
        remedy = (
            "start it with `muti up` (or `muti relay`), or correct the address (--relay, daemon.relay_url)"
        )
        return [Finding("relay", Status.fail, said, remedy, _since(began))]
    if not isinstance(ready, dict):
        return [
            Finding("relay", Status.fail, f"{where.url}: something else answers there", "correct the address")
        ]
    return [Finding(*one, milliseconds=_since(began)) for one in _judged(where.url, ready)]


def _since(began: float) -> int:
    return int((time.monotonic() - began) * 1000)


def _judged(url: str, ready: dict[str, Any]) -> list[tuple[str, Status, str, str]]:
    remedies = {
        "serving": "it is being stopped; start it again with `muti up` or `muti relay`",
        "database": "start the database; the relay goes on by itself",
        "migrations": "start this version of the relay anew, so that it migrates, or upgrade it",
    }
    return [
        (
            "relay" if name == "serving" else name,
            *_verdict(url, name, bool(good), remedies.get(name, "look at its logs")),
        )
        for name, good in ready.items()
    ]


def _verdict(url: str, name: str, good: bool, remedy: str) -> tuple[Status, str, str]:
    return (
        (Status.ok, f"{url}/readyz: {name}", "")
        if good
        else (Status.fail, f"{url}/readyz: not {name}", remedy)
    )


async def try_clock(where: Reached) -> Finding:
    """How far is this computer's clock from the relay's?"""
    try:
        async with aiohttp.ClientSession() as session, session.get(f"{where.url}/healthz") as answer:
            theirs = parsedate_to_datetime(answer.headers["Date"]).timestamp()
    except (aiohttp.ClientError, OSError, KeyError, ValueError):
        return Finding("clock", Status.skip, "the relay does not answer")
    return judge_clock(time.time() - theirs)


def judge_clock(skew: float) -> Finding:
    """``skew`` is in seconds, above zero where this computer is ahead."""
    if abs(skew) > SKEW_SECONDS:
        said = f"{abs(skew):.0f} s {'ahead of' if skew > 0 else 'behind'} the relay's"
        return Finding(
            "clock", Status.warn, said, "set both clocks by NTP, such as by `timedatectl set-ntp true`"
        )
    return Finding("clock", Status.ok, f"within {max(1.0, abs(skew)):.0f} s of the relay's")


async def try_token(where: Reached) -> Finding:
    """Does the relay know who asks?"""
    remedy = "start `muti up` once here, `muti login` if the relay runs elsewhere, or set MUTI_TOKEN"
    if where.token is None:
        return Finding("token", Status.fail, "no token of yours is here", remedy)
    try:
        async with RelayClient(where.url, where.token, attempts=1) as client:
            rooms = (await client.rooms(None)).rooms
    except Unreachable:
        return Finding("token", Status.skip, "the relay does not answer")
    except Refused as refused:
        return Finding("token", Status.fail, f"refused: {refused.code}", remedy)
    return Finding("token", Status.ok, f"accepted; rooms: {', '.join(room.name for room in rooms) or 'none'}")


async def try_public_url(where: Reached) -> Finding:
    """Does the relay answer at the address that people open?"""
    if where.public_url is None:
        return Finding("public_url", Status.skip, "relay.public_url is not configured: this computer only")
    remedy = "pass this address on to relay.listen: deploy/proxies has complete examples; or correct relay.public_url"
    try:
        alive = await _get(f"{where.public_url}/healthz")
    except aiohttp.ClientConnectorCertificateError as error:
        said = f"{where.public_url}: {error.certificate_error}"
        return Finding("public_url", Status.fail, said, "renew the proxy's certificate, or correct its name")
    except (aiohttp.ClientError, OSError) as error:
        return Finding(
            "public_url", Status.fail, f"{where.public_url}: {error or type(error).__name__}", remedy
        )
    if alive != {"alive": True}:
        return Finding("public_url", Status.fail, f"{where.public_url}: something else answers there", remedy)
    return Finding("public_url", Status.ok, f"{where.public_url} answers")


async def try_stream(where: Reached) -> Finding:
    """Does the first byte of a stream of events come at once, also through a proxy?"""
    base = where.public_url or where.url
    if where.token is None:
        return Finding("events", Status.skip, "no token of yours is here")
    if where.public_url and not _may_send(where.public_url):
        return Finding("events", Status.skip, f"{base} has no https: no token is sent there")
    try:
        async with RelayClient(base, where.token, attempts=1) as client:
            rooms = (await client.rooms(None)).rooms
    except (Unreachable, Refused):
        return Finding("events", Status.skip, f"{base} does not answer, or not to you")
    if not rooms:
        return Finding("events", Status.skip, "you have no room yet")
    return await _first_byte(base, rooms[0].room, where.token)


async def _first_byte(base: str, room: str, token: str) -> Finding:
    url, began = base + routes.STREAM.path.format(room=room), time.monotonic()
    try:
        async with (
            asyncio.timeout(FIRST_BYTE_SECONDS),
            aiohttp.ClientSession(headers={"Authorization": f"Bearer {token}"}) as session,
            session.get(url) as answer,
        ):
            first = await answer.content.readany()
    except TimeoutError:
        said = f"{base}: no first byte within {FIRST_BYTE_SECONDS:.0f} s: something between keeps events back"
        return Finding("events", Status.fail, said, PROXIES)
    except (aiohttp.ClientError, OSError) as error:
        return Finding("events", Status.fail, f"{base}: {error or type(error).__name__}", PROXIES)
    if answer.status != 200 or not first:
        return Finding("events", Status.fail, f"{base}: the stream answers {answer.status}", PROXIES)
    return Finding("events", Status.ok, f"{base}: the first byte came after {_since(began)} ms")


def _may_send(url: str) -> bool:
    from urllib.parse import urlsplit

    parts = urlsplit(url)
    return parts.scheme == "https" or is_loopback(parts.hostname or "")


async def _get(url: str) -> Any:
    """What is answered there; nothing, where it is not JSON."""
    timeout = aiohttp.ClientTimeout(total=10)
    async with aiohttp.ClientSession(timeout=timeout) as session, session.get(url) as answer:
        text = await answer.read()
    try:
        return json.loads(text)
    except ValueError:
        return None
