"""What the view of a place leaves out: files that were handed over longer ago than it goes back."""

from collections.abc import Awaitable, Callable

import structlog

from bots.handed import asker_of, digest_of
from relay.client import Refused
from relay.wire.people import Who
from relay.wire.places import PlaceRole, PlaceView
from relay.wire.requests import EventView, Timeline

log = structlog.get_logger()

Take = Callable[[Who, str, str], Awaitable[bytes]]
"""The bytes of a file of a request, as its asker may have them."""

ReadTimeline = Callable[[Who, str, int], Awaitable[Timeline]]
"""A page of a request's timeline after a sequence, as its asker may see it."""

PAGES_AT_MOST = 50


async def with_artifacts(read_timeline: ReadTimeline, place: PlaceView, platform: str) -> PlaceView:
    """The place with the files of the events between what it shows and the first that its view has.

    Raises:
        relay.client.Unreachable: the relay does not answer.
    """
    view = place.request
    if view is None or place.role is not PlaceRole.asked or not view.events:
        return place
    first, who = view.events[0].seq, asker_of(view, platform)
    if first <= place.shown + 1 or who is None:
        return place
    try:
        missed = await _missed(read_timeline, who, view.request, place.shown, first)
    except Refused as refused:
        log.warning("timeline.refused", error=str(refused))
        return place
    handed = [event for event in missed if digest_of(event)]
    return place.model_copy(update={"request": view.model_copy(update={"events": [*handed, *view.events]})})


async def _missed(
    read_timeline: ReadTimeline, who: Who, request: str, after: int, before: int
) -> list[EventView]:
    found: list[EventView] = []
    for _ in range(PAGES_AT_MOST):
        page = (await read_timeline(who, request, after)).events
        found += [event for event in page if event.seq < before]
        if not page or page[-1].seq >= before - 1:
            break
        after = page[-1].seq
    return found
