"""The calls whose bodies are bytes: attachments in, attachments out."""

from aiohttp import web

from relay.http.calls import Call
from relay.http.limits import read_body
from relay.requests import artifacts, attachments
from relay.rooms.people import identify
from relay.store.ids import owner_of
from relay.store.tx import Refuse
from relay.wire.base import ATTACHMENT_LIMIT, Code, Nothing, Problem


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


async def put_artifact(call: Call) -> web.Response:
    """Store the body for the request that runs under this fencing number."""
    data = await read_body(call.request, ATTACHMENT_LIMIT)
    machine, name = call.principal.machine, call.name("request")
    fence = call.number("fence", 0, 2**62)
    given = call.name("digest"), data
    await call.store.write(owner_of(machine), artifacts.keep, machine, name, fence, *given)
    return web.Response(text=Nothing().model_dump_json(), content_type="application/json")


async def take_artifact(call: Call) -> web.Response:
    """Hand a file to somebody of the room."""
    data = await call.store.read(artifacts.take, call.speaker, call.name("request"), call.name("digest"))
    return web.Response(body=data, content_type="application/octet-stream")
