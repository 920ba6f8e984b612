"""One call: sent, answered, and repeated only where the wire says that twice is once."""

import json
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import quote

import aiohttp
from pydantic import BaseModel, ValidationError
from tenacity import AsyncRetrying, retry_if_exception_type, stop_after_attempt, wait_random_exponential

from relay.wire import routes
from relay.wire.base import ACCOUNT_HEADER, VERSION_HEADER, WIRE_VERSION, Code, Problem, Wire
from relay.wire.people import Who

R = TypeVar("R", bound=BaseModel)

ANSWER_SECONDS = 10.0
"""How long an answer may take, beyond the wait that a long poll asks for."""


UNKNOWN_FIELD = "Extra inputs are not permitted."


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


class Caller:
    """Calls the relay over HTTP with one token; the parts by audience say what may be called."""

    def __init__(self, url: str, token: str, *, attempts: int = 4) -> None:
        self.url = url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}", VERSION_HEADER: str(WIRE_VERSION)}
        self._attempts = attempts
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
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

    async def bytes_of(self, path: str, who: Who | None) -> bytes:
        """The bytes behind a path.

        Raises:
            Refused: the relay says no.
            Unreachable: it does not answer.
        """
        try:
            async with self.session().get(self.url + path, headers=self.headers_for(who)) as answer:
                data = await answer.read()
        except (aiohttp.ClientError, TimeoutError) as error:
            raise Unreachable(str(error)) from error
        if answer.status != 200:
            raise refusal(answer.status, data.decode(errors="replace"))
        return data

    async def call(
        self,
        route: routes.Route[R],
        body: Wire | None = None,
        *,
        who: Who | None = None,
        query: dict[str, Any] | None = None,
        wait: float = 0,
        **names: str,
    ) -> R:
        """Make a call; ``wait`` is what a long poll asks for, in seconds.

        Raises:
            Refused: the relay says no; nothing was changed.
            Unreachable: it does not answer, or not in its own words.
        """
        data = body.said().encode() if body is not None else None
        params = {key: str(value) for key, value in (query or {}).items() if value is not None}
        text = await self.send(route, data=data, who=who, params=params, wait=wait, **names)
        try:
            return route.reply.model_validate_json(text)
        except ValidationError as error:
            raise Unreachable(f"The relay's answer cannot be read: {error}") from error

    async def send(
        self,
        route: routes.Route[Any],
        *,
        data: bytes | None,
        who: Who | None,
        params: dict[str, str] | None = None,
        wait: float = 0,
        **names: str,
    ) -> str:
        """The text of an answer; `call` reads it."""
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
        url = self.url + path_of(route, **names)
        timeout = aiohttp.ClientTimeout(total=ANSWER_SECONDS + wait)
        try:
            async with self.session().request(
                route.method, url, data=data, params=params, headers=self.headers_for(who), timeout=timeout
            ) as answer:
                text = await answer.text()
        except (aiohttp.ClientError, TimeoutError, UnicodeDecodeError) as error:
            raise _Passing(f"{type(error).__name__}: {error}") from error
        if answer.status == 200:
            return text
        raise refusal(answer.status, text)

    def session(self) -> aiohttp.ClientSession:
        """The connections, opened at the first call."""
        if self._session is None:
            # trust_env stays off: a proxy from the environment must not see loopback traffic or tokens.
            connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=75)
            self._session = aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())
        return self._session

    def headers_for(self, who: Who | None) -> dict[str, str]:
        """Whose token, and on whose behalf."""
        if who is None:
            return self._headers
        return {**self._headers, ACCOUNT_HEADER: json.dumps(json.loads(who.said()))}


def path_of(route: routes.Route[Any], **names: str) -> str:
    """The path of a call; a name with a slash in it is one part of the path all the same."""
    return route.path.format(**{part: quote(name, safe="") for part, name in names.items()})


class _Passing(Unreachable):
    """The relay did not answer, or says that it is busy."""


def refusal(status: int, text: str) -> Exception:
    """An answer that is no success, as what it means."""
    try:
        problem = Problem.model_validate_json(text)
    except ValidationError:
        # A proxy's error page is not the relay's word, whatever its status says.
        older = ", or it is older than this program: upgrade the relay" if status in (404, 405) else ""
        return _Passing(f"HTTP {status} from something that is not the relay{older}")
    if problem.code is Code.busy:
        return _Busy(problem)
    return Refused(_as_older(problem) if problem.detail.endswith(UNKNOWN_FIELD) else problem)


def _as_older(problem: Problem) -> Problem:
    """What a relay of 0.2.0 and before says of a field that came later."""
    field = problem.detail.partition(":")[0].rpartition(".")[2]
    detail = f"The relay is older than this program: it does not know '{field}'. Upgrade the relay."
    return Problem(code=Code.upgrade, detail=detail)


class _Busy(Refused, _Passing):
    """The relay has too much to do; tried again a few times before this is seen."""
