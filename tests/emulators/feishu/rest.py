"""The interface as HTTP: tokens, scopes, limits, argument checks, faults, and the record of every call."""

import asyncio
import inspect
import json
import secrets
from collections.abc import Awaitable, Callable
from urllib.parse import quote

from aiohttp import BodyPartReader, web

from tests.emulators.feishu import (  # noqa: F401  (importing them registers their calls)
    application_routes,
    card_routes,
    change_routes,
    chat_routes,
    contact_routes,
    delayed_routes,
    element_routes,
    file_routes,
    message_routes,
    reaction_routes,
    reading_routes,
    task_routes,
    token_routes,
)
from tests.emulators.feishu.apps import App
from tests.emulators.feishu.errors import FeishuRefusal, invalid_field
from tests.emulators.feishu.faults import Fault
from tests.emulators.feishu.routes import FILE, ROUTES, Answer, Arguments, Download, Flat, Route
from tests.emulators.feishu.schema import record
from tests.emulators.feishu.service import Service
from tests.emulators.feishu.state import Call, Json

ERROR_PAGE = "<html>\r\n<head><title>{0}</title></head>\r\n<body>\r\n<center><h1>{0}</h1></center>\r\n</body>\r\n</html>"


class ConnectionLost(Exception):
    """The connection closes here without an answer."""


class Rest:
    """Answers every call of the table of routes."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def routes(self) -> list[web.RouteDef]:
        return [web.route(entry.method, entry.path, self._handler(entry)) for entry in ROUTES]

    def _handler(self, entry: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def handle(request: web.Request) -> web.StreamResponse:
            return await self._answer(entry, request)

        return handle

    async def _answer(self, entry: Route, request: web.Request) -> web.StreamResponse:
        """One call from its arguments to its answer; it stands in ``platform.calls`` either way."""
        platform = self._service.platform
        call = Call(entry.name, platform.now(), path=dict(request.match_info), query=dict(request.query))
        platform.calls.append(call)
        try:
            response = await self._run(entry, request, call)
            call.status = response.status
        except ConnectionLost:
            if request.transport is not None:
                request.transport.close()
            response = web.Response(status=502)
        finally:
            call.seconds = platform.now() - call.at
            platform.changed()
        return response

    async def _run(self, entry: Route, request: web.Request, call: Call) -> web.StreamResponse:
        try:
            call.body, call.size = await _read_body(entry, request)
            early = await self._suffer(self._service.faults.before(call.name, _all(call)))
            if early is not None:
                return early
            answer = await self._perform(entry, request, call)
            call.code = 0
        except FeishuRefusal as refusal:
            call.code = refusal.code
            return _refusal(refusal)
        after = self._service.faults.after(call.name, _all(call))
        if after is not None and after.kind == "lose_reply":
            raise ConnectionLost
        if after is not None:
            await asyncio.sleep(after.seconds)
        return _answer(answer)

    async def _suffer(self, fault: Fault | None) -> web.Response | None:
        if fault is None:
            return None
        if fault.kind == "lose_request":
            raise ConnectionLost
        if fault.kind == "error":
            raise FeishuRefusal(fault.code, fault.message, fault.status)
        if fault.kind == "rate_limit":
            raise self._limited(fault)
        if fault.kind == "http":
            title = f"{fault.status} Gateway Time-out" if fault.status == 504 else f"{fault.status} Error"
            return web.Response(status=fault.status, text=ERROR_PAGE.format(title), content_type="text/html")
        await asyncio.sleep(fault.seconds if fault.kind == "delay" else 86400)
        return None

    def _limited(self, fault: Fault) -> FeishuRefusal:
        refusal = FeishuRefusal(99991400, "request trigger frequency limit", 429)
        left = (fault.until or 0.0) - self._service.platform.now()
        refusal.headers = {
            "x-ogw-ratelimit-limit": "50",
            "x-ogw-ratelimit-reset": str(max(1, round(left + 0.5))),
        }
        return refusal

    async def _perform(self, entry: Route, request: web.Request, call: Call) -> Answer:
        app = None if entry.open else self._caller(request)
        if app is not None:
            call.app_id = app.app_id
            _check_scopes(entry, app)
            now = self._service.platform.now()
            self._service.limits.count_call(entry.name, app.app_id, now, entry.limit_status)
        _check_arguments(entry, call)
        anyone = app or next(iter(self._service.apps.values()))
        answer = entry.handler(Arguments(self._service, anyone, call.path, call.query, call.body, call.size))
        return await answer if inspect.isawaitable(answer) else answer

    def _caller(self, request: web.Request) -> App:
        """The app of the token; raises FeishuRefusal 99991661, 99991671, 99991663, 99991662."""
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer" or not token:
            raise FeishuRefusal(
                99991661, "Missing access token for authorization. Please make a request with token attached."
            )
        if token.startswith("a-"):
            raise FeishuRefusal(99991664, "invalid app token")
        if not token.startswith(("t-", "u-")):
            raise FeishuRefusal(99991671, "Invalid token: must start with t-/u-")
        app = self._service.app_of_token(token)
        if app is None:
            code = 99991668 if token.startswith("u-") else 99991663
            raise FeishuRefusal(
                code, "Invalid access token for authorization. Please make a request with token attached."
            )
        if app.status != 2:
            raise FeishuRefusal(99991662, "app not in use")
        return app


def _all(call: Call) -> Json:
    return {**call.path, **call.query, **call.body}


async def _read_body(entry: Route, request: web.Request) -> tuple[Json, int]:
    """The body of a call and the size of the whole of it in bytes; raises FeishuRefusal 99992402 or 9499."""
    if entry.encoding == "none":
        return {}, len(await request.read())
    if entry.encoding == "multipart":
        return await _read_multipart(request)
    raw = await request.read()
    if "Content-Type" in request.headers and request.content_type != "application/json":
        raise FeishuRefusal(
            9499, f"Bad Request: Content-Type must be application/json, not {request.content_type}"
        )
    try:
        body = json.loads(raw)
    except ValueError as error:
        raise FeishuRefusal(9499, "Bad Request: the body is no JSON") from error
    if not isinstance(body, dict):
        raise FeishuRefusal(9499, "Bad Request: the body is no JSON object")
    return {key: value for key, value in body.items() if value is not None}, len(raw)


async def _read_multipart(request: web.Request) -> tuple[Json, int]:
    if request.content_type != "multipart/form-data":
        raise FeishuRefusal(234001, "Invalid request param.")
    body: Json = {}
    size = 0
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise FeishuRefusal(234001, "Invalid request param.")
        data = bytes(await part.read())
        size += len(data)
        if part.name in ("file", "image"):
            body[part.name] = FILE
            body[FILE] = (part.filename or part.name, data)
        else:
            body[part.name or ""] = data.decode()
    return body, size


def _check_scopes(entry: Route, app: App) -> None:
    if not entry.scopes or app.scopes & set(entry.scopes):
        return
    wanted = ", ".join(entry.scopes)
    raise FeishuRefusal(
        99991672,
        f"Access denied. One of the following scopes is required: [{wanted}].",
        permission_violations=[{"type": "action_scope_required", "subject": scope} for scope in entry.scopes],
    )


def _check_arguments(entry: Route, call: Call) -> None:
    """Missing, unknown and wrong parameters, all at once.

    The real gateway lets unknown ones pass; here they are refused, since they are always a slip of the caller.
    """
    body = {key: value for key, value in call.body.items() if key != FILE}
    found = [*record(entry.query)(call.query, ""), *record(entry.body)(body, "")]
    if found:
        raise invalid_field([{"field": path, "description": reason} for path, reason in found])


def _headers() -> dict[str, str]:
    return {"X-Tt-Logid": secrets.token_hex(16).upper(), "X-Request-Id": secrets.token_hex(16)}


def _refusal(refusal: FeishuRefusal) -> web.Response:
    headers = {**_headers(), **refusal.headers}
    error = {"log_id": headers["X-Tt-Logid"], **refusal.extra}
    body = {"code": refusal.code, "msg": refusal.message, "data": {}, "error": error}
    return web.json_response(body, status=refusal.status, headers=headers)


def _answer(answer: Answer) -> web.Response:
    if isinstance(answer, Download):
        name = quote(answer.name)
        disposition = f"attachment; filename=\"{name}\"; filename*=UTF-8''{name}"
        headers = {**_headers(), "Content-Disposition": disposition}
        return web.Response(body=answer.data, headers=headers, content_type=answer.kind)
    if isinstance(answer, Flat):
        return web.json_response({"code": 0, "msg": "ok", **answer.fields}, headers=_headers())
    return web.json_response({"code": 0, "msg": "success", "data": answer}, headers=_headers())
