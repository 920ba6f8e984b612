"""Server-sent events of a room: what changed, as whole views; resumed by the last cursor (WHATWG HTML, 9.2)."""

from aiohttp import web

from relay.http.calls import Call
from relay.requests import views
from relay.requests.moves import room_topic
from relay.rooms.people import Speaker, identify, need_member
from relay.store.tx import Tx
from relay.wire.requests import RequestView

PAGE = 100
BEAT_SECONDS = 15.0


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
        await response.write(f"id: {cursor}\n: here\n\n".encode())
        while not call.store.wakes.closed:
            for at, view in changes:
                await response.write(f"id: {at}\ndata: {view.model_dump_json()}\n\n".encode())
            cursor = _next(cursor, changes)
            if len(changes) < PAGE and not await listening.heard(BEAT_SECONDS):
                await response.write(b": beat\n\n")
            changes = await call.store.read(_changes, call.speaker, room, cursor)
    return response


def _next(cursor: int, changes: list[tuple[int, RequestView]]) -> int:
    """A full page may have been cut inside one commit, whose rows share a time: look at that time again."""
    if not changes:
        return cursor
    return changes[-1][0] - 1 if len(changes) == PAGE else changes[-1][0]


def _cursor(call: Call) -> int:
    last = call.request.headers.get("Last-Event-ID", "")
    return int(last) if last.isdigit() else call.number("after", 0, 2**53)


def _begin(tx: Tx, speaker: Speaker, room: str) -> int:
    need_member(tx, room, identify(tx, speaker))
    return views.newest_change(tx, room)


def _changes(tx: Tx, speaker: Speaker, room: str, cursor: int) -> list[tuple[int, RequestView]]:
    """Membership is looked at anew with each look: who was removed sees no more."""
    person = identify(tx, speaker)
    need_member(tx, room, person)
    return views.changed(tx, room, person, cursor, PAGE)
