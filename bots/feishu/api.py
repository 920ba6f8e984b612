"""Calls of the Feishu API, and what their failures mean.

lark-oapi builds the requests (`bots.feishu.calls`). It would make them with a blocking fetch of the token, a new
connection for each, and no word about rate limits, so they are made here.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp

from bots.connector import Unsure
from bots.feishu.failures import Failed, failure, is_stale
from bots.feishu.outgoing import Outgoing, outgoing
from bots.feishu.sdk import BaseRequest
from bots.feishu.tokens import PATH as TOKEN_PATH
from bots.feishu.tokens import Tokens

__all__ = ["Download", "Failed", "FeishuApi", "TooLarge"]

CALL_SECONDS = 15.0
FILE_SECONDS = 60.0
CHUNK = 65536

Reply = dict[str, Any]


class TooLarge(Exception):
    """The file is larger than what may be taken."""


@dataclass(frozen=True)
class Download:
    """A file of a message."""

    data: bytes
    media_type: str


class FeishuApi:
    """One app's calls. Nothing is repeated here, but for one call with a fresh token where the old one was refused.

    ``domain_url`` is the address of Feishu's or Lark's API, without a path.
    """

    def __init__(self, app_id: str, app_secret: str, domain_url: str) -> None:
        self.app_id, self.url = app_id, domain_url.rstrip("/")
        self._secret = app_secret
        self._tokens = Tokens(self._fetch_token)
        self._session: aiohttp.ClientSession | None = None

    async def start(self) -> None:
        """Keep connections open between calls."""
        connector = aiohttp.TCPConnector(limit=50, keepalive_timeout=60)
        timeout = aiohttp.ClientTimeout(total=CALL_SECONDS, sock_connect=5.0)
        self._session = aiohttp.ClientSession(timeout=timeout, connector=connector, json_serialize=_encode)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._tokens.close()
        if self._session is not None:
            await self._session.close()

    @property
    def session(self) -> aiohttp.ClientSession:
        """The connections, for the long connection to be opened over.

        Raises:
            RuntimeError: `start` was not called.
        """
        if self._session is None:
            raise RuntimeError("The API has not been started; await start() first.")
        return self._session

    async def send(self, request: BaseRequest) -> Reply:
        """Make one call; the reply's ``data``, or all of it where there is none.

        Raises: as `call`.
        """
        out = outgoing(request)
        shape: dict[str, Any] = {"params": out.params}
        if out.files:
            return _data(
                await self._with_token(out.method, out.path, form=out, timeout=FILE_SECONDS, **shape)
            )
        if out.body is not None:
            shape |= {"data": out.body, "headers": {"Content-Type": "application/json"}}
        return _data(await self._with_token(out.method, out.path, **shape))

    async def call(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, str] | None = None,
        body: Mapping[str, Any] | None = None,
    ) -> Reply:
        """As `send`, for what the SDK has no builder of.

        Raises:
            Failed: Feishu says no for a reason that belongs to the call.
            bots.connector.Later: rate limit; nothing was done.
            bots.connector.Unfit: the app does not work.
            bots.connector.Unsure: whether it took effect is not known.
        """
        shape: dict[str, Any] = {"params": dict(params or {})}
        if body is not None:
            shape["json"] = dict(body)
        return _data(await self._with_token(method, path, **shape))

    async def download(self, request: BaseRequest, limit: int) -> Download:
        """The bytes of a file, read piece by piece.

        Raises:
            TooLarge: more than ``limit`` bytes.
            Failed, Later, Unfit, Unsure: as `call`.
        """
        out = outgoing(request)
        for last in (False, True):
            token = await self._tokens.get()
            try:
                async with self._open(
                    out.method, out.path, token, params=out.params, timeout=FILE_SECONDS
                ) as answer:
                    if _is_file(answer):
                        return await _read_file(answer, limit)
                    found = _read_json(await answer.read())
                    if is_stale(found) and not last:
                        self._tokens.forget(token)
                        continue
                    if wrong := failure(answer.status, answer.headers, found):
                        raise wrong
                    raise Unsure("download: an answer without a file")
            except (aiohttp.ClientError, TimeoutError, OSError) as error:
                raise Unsure(f"download: {type(error).__name__}") from error
        raise Unsure("download: no token")

    async def plain(self, path: str, body: Mapping[str, Any]) -> tuple[int, Mapping[str, str], Reply | None]:
        """A POST without a token: status, headers and the JSON object of the answer, None if it is none.

        Raises:
            Unsure: no answer.
        """
        return await self._send("POST", path, None, json=dict(body))

    async def _fetch_token(self) -> Reply:
        body = {"app_id": self.app_id, "app_secret": self._secret}
        status, headers, reply = await self.plain(TOKEN_PATH, body)
        if wrong := failure(status, headers, reply):
            raise wrong
        return reply or {}

    async def _with_token(self, method: str, path: str, form: Outgoing | None = None, **shape: Any) -> Reply:
        for last in (False, True):
            token = await self._tokens.get()
            given = {**shape, "data": _form(form)} if form is not None else shape
            status, headers, reply = await self._send(method, path, token, **given)
            if is_stale(reply) and not last:
                self._tokens.forget(token)
                continue
            if wrong := failure(status, headers, reply):
                raise wrong
            return reply or {}
        raise Unsure("no token")

    async def _send(
        self, method: str, path: str, token: str | None, **shape: Any
    ) -> tuple[int, Mapping[str, str], Reply | None]:
        try:
            async with self._open(method, path, token, **shape) as answer:
                return answer.status, answer.headers, _read_json(await answer.read())
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            # The address and what was sent are left out: they carry secrets.
            raise Unsure(f"{method} {path}: {type(error).__name__}") from error

    def _open(self, method: str, path: str, token: str | None, **shape: Any) -> Any:
        headers = {**shape.pop("headers", {})}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if isinstance(shape.get("timeout"), float):
            shape["timeout"] = aiohttp.ClientTimeout(total=shape["timeout"])
        return self.session.request(method, self.url + path, headers=headers, allow_redirects=False, **shape)


def _data(reply: Reply) -> Reply:
    """Most answers have their content under ``data``; some, as that of bot/v3/info, beside the code."""
    data = reply.get("data")
    if isinstance(data, dict):
        return data
    return {key: value for key, value in reply.items() if key not in ("code", "msg", "data")}


def _form(out: Outgoing) -> aiohttp.FormData:
    """A form is sent once; another try needs another one."""
    made = aiohttp.FormData()
    for name, text in out.fields.items():
        made.add_field(name, text)
    for name, data in out.files.items():
        file_name = out.fields.get("file_name") or name
        made.add_field(name, data, filename=file_name, content_type="application/octet-stream")
    return made


def _encode(body: Any) -> str:
    """Letters stay letters: Feishu limits the bytes of a request, and would count six for each Chinese one."""
    return json.dumps(body, ensure_ascii=False)


def _read_json(body: bytes) -> Reply | None:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _is_file(answer: aiohttp.ClientResponse) -> bool:
    """A file may be JSON too; it comes with its name then."""
    named = answer.content_disposition is not None
    return answer.status == 200 and (named or answer.content_type != "application/json")


async def _read_file(answer: aiohttp.ClientResponse, limit: int) -> Download:
    if (answer.content_length or 0) > limit:
        raise TooLarge
    data = bytearray()
    async for chunk in answer.content.iter_chunked(CHUNK):
        data += chunk
        if len(data) > limit:
            raise TooLarge
    return Download(bytes(data), answer.content_type)
