"""The calls whose bodies are bytes: attachments in, attachments out."""

from aiohttp import web

from relay.http.calls import Call
from relay.http.limits import read_body
from relay.requests import attachments
from relay.rooms.people import identify
from relay.store.tx import Refuse
from relay.wire.base import ATTACHMENT_LIMIT, Code, Problem


async def put_blob(call: Call) -> web.Response:
    """Store the body for an ask that will name it."""
    data = await read_body(call.request, ATTACHMENT_LIMIT)
    person = await call.store.read(identify, call.speaker)
    blob = await call.store.write(person, attachments.keep, call.speaker, data)
    return web.Response(text=blob.model_dump_json(), content_type="application/json")


async def take_attachment(call: Call) -> web.Response:
    """Hand a file to the machine that runs its request."""
    number = call.request.match_info["number"]
    if not number.isdecimal():
        raise Refuse(Problem(code=Code.bad_request, detail="Files are numbered from 0."))
    _, data = await call.store.read(
        attachments.take, call.principal.machine, call.name("request"), int(number[:6])
    )
    return web.Response(body=data, content_type="application/octet-stream")
