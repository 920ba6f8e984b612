"""From a token to whom it belongs, and from a connector's header to who speaks through it."""

import time
from collections import OrderedDict
from typing import Any

from aiohttp import web

from relay.http.limits import decode, storable
from relay.outbox import FOREIGN, installation_owner
from relay.rooms.people import Speaker
from relay.rooms.tokens import Principal, hash_token, principal_of
from relay.store.store import Store
from relay.store.tx import Refuse
from relay.wire import routes
from relay.wire.base import ACCOUNT_HEADER, VERSION_HEADER, WIRE_VERSION, Code, Problem
from relay.wire.people import Who
from relay.wire.routes import Audience, Route

MOST_INSTALLATIONS = 10_000
REMEMBER_SECONDS = 1.0
"""How long a token is believed without looking again; a revoked one is out after that."""

NO = Problem(code=Code.unauthorized, detail="This token is not known here. Log in again, or make a new one.")


class Tokens:
    """Looks tokens up, and remembers them for a moment."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._installations: dict[tuple[str, str], tuple[float, str | None]] = {}
        self._known: OrderedDict[str, tuple[float, Principal]] = OrderedDict()

    async def principal(self, request: web.Request) -> Principal:
        """Whom the call comes from.

        Raises:
            Refuse: nobody we know.
        """
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind != "Bearer" or not token:
            raise Refuse(NO)
        hashed = hash_token(token)
        self._let_go(time.monotonic())
        known = self._known.get(hashed)
        if known is not None:
            return known[1]
        principal = await self._store.read(principal_of, hashed)
        if principal is None:
            self._known.pop(hashed, None)
            raise Refuse(NO)
        self._known[hashed] = time.monotonic(), principal
        self._known.move_to_end(hashed)
        return principal

    def _let_go(self, now: float) -> None:
        """Those that were looked up too long ago; the oldest comes first."""
        while self._known and now - next(iter(self._known.values()))[0] >= REMEMBER_SECONDS:
            self._known.popitem(last=False)

    async def check_installation(self, speaker: Speaker, principal: Principal) -> bool:
        """Refuse a connector that speaks for people of another owner's installation (A2, R2). Gives whether it is one
        that has a connector of its own.

        Raises:
            Refuse: the workspace of the account is another owner's.
        """
        if speaker.who is None:
            return False
        account = speaker.who.account
        there = account.platform, account.tenant
        known = self._installations.get(there)
        if known is None or time.monotonic() - known[0] >= REMEMBER_SECONDS:
            if len(self._installations) >= MOST_INSTALLATIONS:
                self._installations.clear()
            owner = await self._store.read(installation_owner, *there)
            known = self._installations[there] = time.monotonic(), owner
        if known[1] not in (None, principal.person):
            raise Refuse(FOREIGN)
        return known[1] is not None

    def forget(self) -> None:
        """Look all tokens up again: one was revoked."""
        self._known.clear()


def check_version(request: web.Request) -> None:
    """Refuse a client of another wire version, and say which side to upgrade (O14)."""
    said = request.headers.get(VERSION_HEADER)
    if said is None or said == str(WIRE_VERSION):
        return
    said = storable(said[:10])
    older = said.isdecimal() and int(said) < WIRE_VERSION
    side = "this program" if older else "the relay"
    detail = f"The relay speaks version {WIRE_VERSION}, this program {said}. Upgrade {side}."
    raise Refuse(Problem(code=Code.upgrade, detail=detail))


def check_audience(principal: Principal, audience: Audience) -> None:
    """Refuse a token that does not open this kind of call."""
    allowed = {
        Audience.person: ("person", "connector"),
        Audience.connector: ("connector",),
        Audience.machine: ("machine",),
    }[audience]
    if principal.kind not in allowed:
        raise Refuse(Problem(code=Code.not_yours, detail=f"A {principal.kind}'s token cannot do this."))


def speaker_of(request: web.Request, principal: Principal) -> Speaker:
    """Who speaks. A connector can vouch only for accounts of its own platform.

    Raises:
        Refuse: the header is missing or says something else.
    """
    if principal.kind == "person":
        return Speaker(person=principal.person)
    if principal.kind == "machine":
        return Speaker()
    header = request.headers.get(ACCOUNT_HEADER)
    if header is None:
        detail = f"A connector says who speaks, in the header {ACCOUNT_HEADER}."
        raise Refuse(Problem(code=Code.bad_request, detail=detail))
    who = _read_who(header)
    if who.account.platform != principal.platform:
        detail = f"A connector of {principal.platform} cannot speak for {who.account.platform}."
        raise Refuse(Problem(code=Code.not_yours, detail=detail))
    if not who.account.tenant:
        # A platform without workspaces, such as the browser room: each owner's is one of its own.
        account = who.account.model_copy(update={"tenant": principal.person})
        who = who.model_copy(update={"account": account})
    return Speaker(who=who, installation_owner=principal.person)


_ON_RECORD = (routes.DECIDE, routes.DECIDE_ACTION)
"""Calls that refuse an app themselves, because the refusal belongs in the audit log."""


def check_voice(speaker: Speaker, route: Route[Any]) -> None:
    """Refuse to do for an app what only a person may do: it may post and tap in an owner's name (A2)."""
    if speaker.who is None or not speaker.who.bot or route.method == "GET" or route in _ON_RECORD:
        return
    raise Refuse(Problem(code=Code.bot, detail="An app cannot do this; do it yourself."))


def _read_who(header: str) -> Who:
    try:
        return decode(header.encode(errors="surrogateescape"), Who)
    except Refuse as refusal:
        detail = f"{ACCOUNT_HEADER} cannot be read: {refusal.problem.detail}"
        raise Refuse(Problem(code=Code.bad_request, detail=detail)) from refusal
