"""The Web API as HTTP: tokens, scopes, limits, faults, and the record of every call."""

import asyncio
import json

from aiohttp import web

from tests.emulators.slack import (  # noqa: F401  (importing them registers their methods)
    agent_methods,
    chat_methods,
    conversation_methods,
    file_methods,
    view_methods,
)
from tests.emulators.slack.arguments import Arguments, read_arguments
from tests.emulators.slack.errors import SlackRefusal
from tests.emulators.slack.faults import Fault
from tests.emulators.slack.methods import METHODS, Method
from tests.emulators.slack.service import Service
from tests.emulators.slack.state import Call, Json

ERROR_PAGE = "<!DOCTYPE html><html><head><title>Slack</title></head><body><h1>Server Error</h1></body></html>"


class ConnectionLost(Exception):
    """The connection closes here without an answer."""


class WebApi:
    """Answers /api/<method>."""

    def __init__(self, slack: Service) -> None:
        self._slack = slack

    async def answer(self, request: web.Request) -> web.Response:
        """One call from its arguments to its answer; it stands in ``workspace.calls`` either way."""
        name = request.match_info["method"]
        call = Call(name, {}, self._slack.workspace.now())
        self._slack.workspace.calls.append(call)
        try:
            response = await self._run(request, call)
            call.status = response.status
        except ConnectionLost:
            if request.transport is not None:
                request.transport.close()
            response = web.Response(status=502)
        finally:
            call.seconds = self._slack.workspace.now() - call.at
            self._slack.workspace.changed()
        return response

    async def _run(self, request: web.Request, call: Call) -> web.Response:
        method = METHODS.get(call.method)
        try:
            call.args = await read_arguments(request, accepts_json=method is None or method.accepts_json)
            token = _token(request, call.args)
            fault = self._slack.faults.before(call.method, call.args)
            early = await self._suffer(fault, call)
            if early is not None:
                return early
            reply = self._perform(method, call, token)
        except SlackRefusal as refusal:
            reply = refusal.body
        call.reply, call.outcome = reply, str(reply.get("error", "ok"))
        if call.outcome == "ratelimited":
            return self._too_many(call, int(reply["retry_after"]))
        await self._suffer_after(call)
        return self._json(reply, method)

    def _perform(self, method: Method | None, call: Call, token: str) -> Json:
        if method is None:
            raise SlackRefusal("unknown_method", req_method=call.method)
        self._authenticate(method, token)
        slack = self._slack
        wait = slack.limits.retry_after(method.name, str(call.args.get("channel", "")), slack.workspace.now())
        if wait is not None:
            raise SlackRefusal("ratelimited", retry_after=wait)
        if method.token == "xoxb-":
            slack.require_scope(method.scopes)
        elif not slack.app_scopes.issuperset(method.scopes):
            raise SlackRefusal("missing_scope", needed=",".join(method.scopes))
        return method.handler(slack, Arguments(call.args))

    def _authenticate(self, method: Method, token: str) -> None:
        if not token:
            raise SlackRefusal("not_authed")
        if token in self._slack.revoked_tokens:
            raise SlackRefusal("token_revoked")
        if token not in (self._slack.bot_token, self._slack.app_token):
            raise SlackRefusal("invalid_auth")
        if not token.startswith(method.token):
            raise SlackRefusal("not_allowed_token_type")

    async def _suffer(self, fault: Fault | None, call: Call) -> web.Response | None:
        if fault is None:
            return None
        if fault.kind == "delay":
            await asyncio.sleep(fault.seconds)
            return None
        if fault.kind == "lose_request":
            call.outcome = "lost_request"
            raise ConnectionLost
        if fault.kind == "http":
            call.outcome = f"http_{fault.status}"
            return web.Response(status=fault.status, text=ERROR_PAGE, content_type="text/html")
        if fault.kind == "rate_limit":
            return self._too_many(call, max(1, round((fault.until or 0.0) - self._slack.workspace.now())))
        raise SlackRefusal(fault.error)

    async def _suffer_after(self, call: Call) -> None:
        fault = self._slack.faults.after(call.method, call.args)
        if fault is None:
            return
        if fault.kind == "delay_reply":
            self._slack.workspace.changed()
            await asyncio.sleep(fault.seconds)
            return
        call.outcome = "lost_reply"
        raise ConnectionLost

    def _too_many(self, call: Call, seconds: int) -> web.Response:
        call.outcome = "ratelimited"
        body = {"ok": False, "error": "ratelimited"}
        return web.json_response(body, status=429, headers={"Retry-After": str(seconds)})

    def _json(self, reply: Json, method: Method | None) -> web.Response:
        headers = {"x-slack-req-id": self._slack.workspace.next_id("req-")}
        if method is not None and reply.get("error") not in ("not_authed", "invalid_auth"):
            granted = self._slack.scopes if method.token == "xoxb-" else {"connections:write"}
            headers["x-oauth-scopes"] = ",".join(sorted(granted))
            headers["x-accepted-oauth-scopes"] = ",".join(method.scopes)
        return web.Response(text=json.dumps(reply), content_type="application/json", headers=headers)


def _token(request: web.Request, args: Json) -> str:
    """The token of the header or of the form; it is taken out of the recorded arguments."""
    in_args = str(args.pop("token", ""))
    header = request.headers.get("Authorization", "")
    return header.removeprefix("Bearer ") if header.startswith("Bearer ") else in_args
