"""The door to the relay: one short method per call; repeated only where the wire says that twice is once."""

import asyncio
import json
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import quote

import aiohttp
from pydantic import BaseModel, ValidationError
from tenacity import AsyncRetrying, retry_if_exception_type, stop_after_attempt, wait_random_exponential

from relay.wire import audit, executions, machines, people, places, requests, routes
from relay.wire.base import ACCOUNT_HEADER, VERSION_HEADER, WIRE_VERSION, Code, Problem, Wire
from relay.wire.people import Who
from relay.wire.requests import Spot

R = TypeVar("R", bound=BaseModel)

ANSWER_SECONDS = 10.0
"""How long an answer may take, beyond the wait that a long poll asks for."""


class Refused(Exception):
    """The relay refused: nothing was changed."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.code}: {problem.detail}")
        self.problem = problem

    @property
    def code(self) -> Code:
        """Why."""
        return self.problem.code


class Unreachable(Exception):
    """The relay did not answer, or not in its own words. Whether it did what was asked is not known."""


class RelayClient:
    """Calls the relay over HTTP with one token.

    Connectors give ``who`` with each call that a person makes; a person's own token needs none.
    """

    def __init__(self, url: str, token: str, *, attempts: int = 4) -> None:
        self._url = url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}", VERSION_HEADER: str(WIRE_VERSION)}
        self._attempts = attempts
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> "RelayClient":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Let go of the connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    # -- people ---------------------------------------------------------------------------------------------

    async def ask(self, who: Who | None, ask: requests.Ask) -> requests.Asked:
        return await self._call(routes.ASK, ask, who=who)

    async def edit(self, who: Who | None, edit: requests.Edit) -> requests.Decided:
        return await self._call(routes.EDIT, edit, who=who)

    async def unask(self, who: Who | None, edit: requests.Edit) -> requests.Decided:
        return await self._call(routes.UNASK, edit, who=who)

    async def decide(self, who: Who | None, request: str, decide: requests.Decide) -> requests.Decided:
        return await self._call(routes.DECIDE, decide, who=who, request=request)

    async def cancel(self, who: Who | None, request: str, key: str) -> requests.Decided:
        return await self._call(routes.CANCEL, requests.Act(key=key), who=who, request=request)

    async def retry(self, who: Who | None, request: str, key: str) -> requests.Asked:
        return await self._call(routes.RETRY, requests.Act(key=key), who=who, request=request)

    async def resume(self, who: Who | None, request: str, key: str) -> requests.Decided:
        return await self._call(routes.RESUME, requests.Act(key=key), who=who, request=request)

    async def close_request(self, who: Who | None, request: str, close: requests.Close) -> requests.Decided:
        return await self._call(routes.CLOSE, close, who=who, request=request)

    async def request(self, who: Who | None, request: str) -> requests.RequestView:
        return await self._call(routes.REQUEST, who=who, request=request)

    async def timeline(
        self, who: Who | None, request: str, after: int = 0, limit: int = 200
    ) -> requests.Timeline:
        return await self._call(
            routes.TIMELINE, who=who, request=request, query={"after": after, "limit": limit}
        )

    async def find(
        self, who: Who | None, room: str, text: str, thread: str | None = None
    ) -> requests.RequestList:
        """``thread`` is the public id of the thread in which the text was typed."""
        return await self._call(routes.FIND, who=who, room=room, query={"text": text, "thread": thread})

    async def requests_of(
        self,
        who: Who | None,
        room: str,
        *,
        before: str | None = None,
        limit: int = 50,
        state: str | None = None,
    ) -> requests.RequestList:
        query = {"before": before, "limit": limit, "state": state}
        return await self._call(routes.REQUESTS, who=who, room=room, query=query)

    async def decide_action(
        self, who: Who | None, request: str, action: str, decide: requests.DecideAction
    ) -> requests.ActionView:
        return await self._call(routes.DECIDE_ACTION, decide, who=who, request=request, action=action)

    async def settle(
        self, who: Who | None, request: str, action: str, settle: executions.Settle
    ) -> requests.ActionView:
        return await self._call(routes.SETTLE, settle, who=who, request=request, action=action)

    async def decide_join(self, who: Who | None, join: str, decide: people.DecideJoin) -> people.JoinView:
        return await self._call(routes.DECIDE_JOIN, decide, who=who, join=join)

    async def rooms(self, who: Who | None) -> people.RoomList:
        return await self._call(routes.ROOMS, who=who)

    async def room(self, who: Who | None, room: str) -> people.RoomView:
        return await self._call(routes.ROOM, who=who, room=room)

    async def new_room(self, who: Who | None, new: people.NewRoom) -> people.RoomView:
        return await self._call(routes.NEW_ROOM, new, who=who)

    async def bind(self, who: Who | None, room: str, binding: people.Binding) -> None:
        await self._call(routes.BIND, binding, who=who, room=room)

    async def invite(self, who: Who | None, room: str, new: people.NewInvite) -> people.InviteView:
        return await self._call(routes.INVITE, new, who=who, room=room)

    async def invites(self, who: Who | None, room: str) -> people.InviteList:
        return await self._call(routes.INVITES, who=who, room=room)

    async def revoke_invite(self, who: Who | None, room: str, invite: str) -> None:
        await self._call(routes.REVOKE_INVITE, who=who, room=room, invite=invite)

    async def accept(self, who: Who | None, accept: people.AcceptInvite) -> people.RoomView:
        return await self._call(routes.ACCEPT, accept, who=who)

    async def remove(self, who: Who | None, room: str, person: str) -> None:
        await self._call(routes.REMOVE, who=who, room=room, person=person)

    async def new_link(self, who: Who | None, new: people.NewLink) -> people.LinkCode:
        return await self._call(routes.NEW_LINK, new, who=who)

    async def redeem_link(self, who: Who | None, redeem: people.RedeemLink) -> people.LinkView:
        return await self._call(routes.REDEEM_LINK, redeem, who=who)

    async def confirm_link(self, who: Who | None, confirm: people.ConfirmLink) -> people.LinkView:
        return await self._call(routes.CONFIRM_LINK, confirm, who=who)

    async def grants(self, who: Who | None) -> people.GrantList:
        return await self._call(routes.GRANTS, who=who)

    async def revoke_grant(self, who: Who | None, grant: str) -> None:
        await self._call(routes.REVOKE_GRANT, who=who, grant=grant)

    async def my_machines(self, who: Who | None) -> machines.MachineList:
        return await self._call(routes.MACHINES, who=who)

    async def new_machine(self, who: Who | None, new: machines.NewMachine) -> machines.MachineToken:
        return await self._call(routes.NEW_MACHINE, new, who=who)

    async def revoke_machine(self, who: Who | None, machine: str) -> None:
        await self._call(routes.REVOKE_MACHINE, who=who, machine=machine)

    async def stop(self, who: Who | None, stop: machines.Stop) -> machines.Stopped:
        return await self._call(routes.STOP, stop, who=who)

    async def audit_page(
        self, who: Who | None, *, before: int | None = None, limit: int = 50, request: str | None = None
    ) -> audit.AuditPage:
        query = {"before": before, "limit": limit, "request": request}
        return await self._call(routes.AUDIT, who=who, query=query)

    async def audit_state(self, who: Who | None) -> audit.AuditState:
        return await self._call(routes.AUDIT_STATE, who=who)

    async def put_blob(self, who: Who | None, data: bytes) -> requests.Blob:
        """Store the bytes of an attachment, before the ask that names it."""
        text = await self._send(routes.PUT_BLOB, data=data, who=who)
        return routes.PUT_BLOB.reply.model_validate_json(text)

    async def stream(
        self, who: Who | None, room: str, after: int = 0
    ) -> AsyncIterator[tuple[int, requests.RequestView]]:
        """What changes in a room, as (cursor, view); ends when the relay or the network does."""
        path = _path(routes.STREAM, room=room)
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=ANSWER_SECONDS, sock_read=60)
        try:
            async with self._open().get(
                self._url + path, params={"after": str(after)}, headers=self._for(who), timeout=timeout
            ) as answer:
                if answer.status != 200:
                    raise _refusal(answer.status, await answer.text())
                async for cursor, data in _frames(answer.content):
                    yield cursor, requests.RequestView.model_validate_json(data)
        except (aiohttp.ClientError, TimeoutError) as error:
            raise Unreachable(str(error)) from error

    # -- connectors -----------------------------------------------------------------------------------------

    async def lease(self, lease: places.Lease) -> places.Leased:
        return await self._call(routes.LEASE, lease)

    async def stale_places(self, tenant: str, fence: int, cursor: int, wait: float) -> places.PlaceList:
        query = {"tenant": tenant, "fence": fence, "cursor": cursor, "wait": wait}
        return await self._call(routes.PLACES, query=query, wait=wait)

    async def shown(self, place: str, shown: places.Shown) -> None:
        await self._call(routes.SHOWN, shown, place=place)

    async def dead(self, place: str, dead: places.Dead) -> None:
        await self._call(routes.DEAD, dead, place=place)

    async def thread(self, spot: Spot) -> requests.RequestView | None:
        """The request whose work stands in this thread, if any (C1)."""
        query = {"tenant": spot.tenant, "channel": spot.channel, "thread": spot.thread}
        return (await self._call(routes.THREAD, query=query)).request

    # -- machines -------------------------------------------------------------------------------------------

    async def hello(self, hello: machines.Hello) -> machines.Welcome:
        return await self._call(routes.HELLO, hello)

    async def poll(self, poll: machines.Poll) -> machines.Work:
        return await self._call(routes.POLL, poll, wait=poll.wait)

    async def start(self, request: str, start: machines.Start) -> machines.Claim:
        return await self._call(routes.START, start, request=request)

    async def take_up(self, request: str, start: machines.Start) -> machines.Claim:
        return await self._call(routes.TAKE_UP, start, request=request)

    async def report(self, request: str, reports: machines.Reports) -> machines.Reported:
        return await self._call(routes.REPORT, reports, request=request)

    async def ask_action(self, request: str, ask: machines.AskAction) -> machines.ActionAnswer:
        return await self._call(routes.ASK_ACTION, ask, request=request)

    async def use_action(self, request: str, action: str, use: machines.UseAction) -> machines.ActionAnswer:
        return await self._call(routes.USE_ACTION, use, request=request, action=action)

    async def take_attachment(self, request: str, number: int) -> bytes:
        """The bytes of the ``number``-th attachment, from 0."""
        return await self._bytes(_path(routes.TAKE_ATTACHMENT, request=request, number=str(number)), None)

    async def put_artifact(self, request: str, digest: str, fence: int, data: bytes) -> None:
        """Give bytes that an agent hands over; ``digest`` is their SHA-256 in hex."""
        said = {"fence": str(fence)}
        await self._send(
            routes.PUT_ARTIFACT, data=data, who=None, params=said, request=request, digest=digest
        )

    async def take_artifact(self, who: Who | None, request: str, digest: str) -> bytes:
        """The bytes of a file that an agent has handed over."""
        return await self._bytes(_path(routes.TAKE_ARTIFACT, request=request, digest=digest), who)

    async def _bytes(self, path: str, who: Who | None) -> bytes:
        try:
            async with self._open().get(self._url + path, headers=self._for(who)) as answer:
                data = await answer.read()
        except (aiohttp.ClientError, TimeoutError) as error:
            raise Unreachable(str(error)) from error
        if answer.status != 200:
            raise _refusal(answer.status, data.decode(errors="replace"))
        return data

    # -- one call -------------------------------------------------------------------------------------------

    async def _call(
        self,
        route: routes.Route[R],
        body: Wire | None = None,
        *,
        who: Who | None = None,
        query: dict[str, Any] | None = None,
        wait: float = 0,
        **names: str,
    ) -> R:
        data = body.model_dump_json().encode() if body is not None else None
        params = {key: str(value) for key, value in (query or {}).items() if value is not None}
        text = await self._send(route, data=data, who=who, params=params, wait=wait, **names)
        try:
            return route.reply.model_validate_json(text)
        except ValidationError as error:
            raise Unreachable(f"The relay's answer cannot be read: {error}") from error

    async def _send(
        self,
        route: routes.Route[Any],
        *,
        data: bytes | None,
        who: Who | None,
        params: dict[str, str] | None = None,
        wait: float = 0,
        **names: str,
    ) -> str:
        attempts = self._attempts if route.again else 1
        async for attempt in AsyncRetrying(
            retry=retry_if_exception_type(_Passing),
            stop=stop_after_attempt(attempts),
            wait=wait_random_exponential(multiplier=0.1, max=2),
            reraise=True,
        ):
            with attempt:
                return await self._once(route, data, who, params, wait, names)
        raise AssertionError("tenacity returns or raises")

    async def _once(
        self,
        route: routes.Route[Any],
        data: bytes | None,
        who: Who | None,
        params: dict[str, str] | None,
        wait: float,
        names: dict[str, str],
    ) -> str:
        url = self._url + _path(route, **names)
        timeout = aiohttp.ClientTimeout(total=ANSWER_SECONDS + wait)
        try:
            async with self._open().request(
                route.method, url, data=data, params=params, headers=self._for(who), timeout=timeout
            ) as answer:
                text = await answer.text()
        except (aiohttp.ClientError, TimeoutError, UnicodeDecodeError) as error:
            raise _Passing(f"{type(error).__name__}: {error}") from error
        if answer.status == 200:
            return text
        raise _refusal(answer.status, text)

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            # trust_env stays off: a proxy from the environment must not see loopback traffic or tokens.
            connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=75)
            self._session = aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())
        return self._session

    def _for(self, who: Who | None) -> dict[str, str]:
        if who is None:
            return self._headers
        return {**self._headers, ACCOUNT_HEADER: json.dumps(who.model_dump(mode="json"))}


def _path(route: routes.Route[Any], **names: str) -> str:
    """The path of a call; a name with a slash in it is one part of the path all the same."""
    return route.path.format(**{part: quote(name, safe="") for part, name in names.items()})


class _Passing(Unreachable):
    """The relay did not answer, or says that it is busy."""


def _refusal(status: int, text: str) -> Exception:
    try:
        problem = Problem.model_validate_json(text)
    except ValidationError:
        # A proxy's error page is not the relay's word, whatever its status says.
        return _Passing(f"HTTP {status} from something that is not the relay")
    return _Busy(problem) if problem.code is Code.busy else Refused(problem)


class _Busy(Refused, _Passing):
    """The relay has too much to do; tried again a few times before this is seen."""


async def _frames(stream: aiohttp.StreamReader) -> AsyncIterator[tuple[int, str]]:
    cursor, data = 0, []
    while line := await stream.readline():
        text = line.decode("utf-8", errors="replace").rstrip("\r\n")
        if text.startswith("id:"):
            cursor = int(text[3:])
        elif text.startswith("data:"):
            data.append(text[5:].strip())
        elif not text and data:
            yield cursor, "\n".join(data)
            data = []
        await asyncio.sleep(0)
