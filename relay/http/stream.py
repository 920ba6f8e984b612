"""Server-sent events of a room: what changed, as whole views; resumed by the last cursor (WHATWG HTML, 9.2)."""

import contextlib
from collections.abc import Iterator
from itertools import zip_longest

from aiohttp import web

from relay.http.calls import Call
from relay.requests import views
from relay.requests.moves import room_topic
from relay.rooms.people import Speaker, identify, need_member
from relay.store.tx import Refuse, Tx
from relay.store.wakes import Listening
from relay.wire.requests import RequestView

PAGE = 100
BEAT_SECONDS = 15.0
Changes = list[tuple[int, RequestView]]


async def stream(call: Call) -> web.StreamResponse:
    """Follow a room until the client goes."""
    room = call.name("room")
    cursor = _cursor(call) or await call.store.read(_begin, call.speaker, room)
    response = web.StreamResponse(
        headers={
            "Content-Type": "text/event-stream",
            "Cache-Control": "no-store",
            "X-Accel-Buffering": "no",
        }
    )
    with call.store.wakes.listen(room_topic(room)) as listening:
        changes = await call.store.read(_changes, call.speaker, room, cursor)
        await response.prepare(call.request)
        with contextlib.suppress(Refuse, ConnectionError):  # removed from the room meanwhile, or gone
            await response.write(f"id: {cursor}\n: here\n\n".encode())
            await _follow(call, response, listening, changes, cursor)
    return response


async def _follow(
    call: Call, response: web.StreamResponse, listening: Listening, changes: Changes, cursor: int
) -> None:
    room = call.name("room")
    while not call.store.wakes.closed:
        for frame in _frames(changes):
            await response.write(frame)
        cursor = changes[-1][0] if changes else cursor
        if len(changes) < PAGE and not await listening.heard(BEAT_SECONDS):
            await response.write(b": beat\n\n")
        changes = await call.store.read(_changes, call.speaker, room, cursor)


def _frames(changes: Changes) -> Iterator[bytes]:
    """Rows of one commit share a time: until the last of them is sent, going on means to begin them again."""
    times = [at for at, _ in changes[1:]]
    for (at, view), following in zip_longest(changes, times):
        cursor = at - 1 if following == at else at
        yield f"id: {cursor}\ndata: {view.model_dump_json()}\n\n".encode()


def _cursor(call: Call) -> int:
    last = call.request.headers.get("Last-Event-ID", "")
    return int(last[:16]) if last.isdecimal() else call.number("after", 0, 2**53)


def _begin(tx: Tx, speaker: Speaker, room: str) -> int:
    need_member(tx, room, identify(tx, speaker))
    return views.newest_change(tx, room)


def _changes(tx: Tx, speaker: Speaker, room: str, cursor: int) -> Changes:
    """Membership is looked at anew with each look: who was removed sees no more."""
    person = identify(tx, speaker)
    need_member(tx, room, person)
    return views.changed(tx, room, person, cursor, PAGE)
