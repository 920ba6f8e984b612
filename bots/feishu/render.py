"""What a place shows, as Feishu messages. Pure.

The body of a part is a ``card``, a ``file`` with a text of ours, or an ``artifact`` to fetch. ``tells`` is the union id
of somebody who is to be told of it.
"""

from collections.abc import Mapping

from bots.connector import Part, Urgency
from bots.feishu.actions import action_card, holds_operation, waits
from bots.feishu.book import Book
from bots.feishu.cards import holds_prompt, request_card
from bots.feishu.joins import join_card, join_note
from bots.feishu.reader import Reader
from bots.feishu.settle import settle_card, wants_settling
from bots.feishu.thread import final_card, has_progress, leaves_out, progress_card, result_file
from bots.handed import artifact_parts, asker_of
from relay.machine import FINAL, State
from relay.wire.places import PlaceRole, PlaceView
from relay.wire.requests import ActionState, ActionView, RequestView

GIVEN_UP = "-"
"""The reference of a part that could not be posted and is not needed."""


def draw(place: PlaceView, refs: Mapping[str, str]) -> list[Part]:
    """The messages that a place should show now."""
    view = place.request
    if view is None:
        return _draw_join(place) if place.join is not None else []
    if place.role is PlaceRole.owner:
        return _draw_for_owner(place, view, refs)
    if place.role is PlaceRole.mirror and _is_of(place, view):
        return []
    anchor = _anchor(place, view)
    if place.role is PlaceRole.mirror or anchor.name not in refs:
        return [anchor]
    return [anchor, *_draw_below(place, view, refs)]


def _is_of(place: PlaceView, view: RequestView) -> bool:
    """Whether it was asked in this same organisation: showing it in a second chat would only be noise."""
    return view.origin is not None and (view.origin.platform, view.origin.tenant) == ("feishu", place.tenant)


def is_top(place: PlaceView) -> bool:
    """Whether the ask stands at the top of its chat: the work then gets a root of its own (C1)."""
    return place.thread is None or place.thread == place.message


def _anchor(place: PlaceView, view: RequestView) -> Part:
    asked = place.role is PlaceRole.asked
    body = request_card(view, Reader(place.language), decides=asked, elsewhere=not asked)
    urgency = Urgency.state if asked and view.state in (State.approved, State.running) else Urgency.answer
    thread = None if is_top(place) or not asked else place.thread
    return Part("anchor", thread, {"card": body}, urgency if asked else Urgency.progress)


def _draw_below(place: PlaceView, view: RequestView, refs: Mapping[str, str]) -> list[Part]:
    thread = refs["anchor"]
    parts = [
        _action_part(view, action, Reader(place.language), thread, elsewhere=False)
        for action in view.actions
        if action.state is ActionState.pending or f"action:{action.action}" in refs
    ]
    parts += _settling(view, refs, Reader(place.language), thread)
    if "progress" in refs or (view.state is State.running and has_progress(view)):
        # At the end it loses its button, which must not wait for a quiet moment.
        urgency = Urgency.state if view.state in FINAL else Urgency.progress
        parts.append(Part("progress", thread, {"card": progress_card(view, place.language)}, urgency))
    parts += artifact_parts(view, "feishu", thread)
    return parts + (_ending(place, view, refs, thread) if view.state in FINAL else [])


def _ending(place: PlaceView, view: RequestView, refs: Mapping[str, str], thread: str) -> list[Part]:
    """The one new message, which tells the asker; and all of a result that it cannot hold."""
    who = asker_of(view, "feishu")
    tells = who.account.subject if who is not None and not place.direct else ""
    body = {"card": final_card(view, place.language), "tells": tells}
    parts = [Part("final", thread, body, Urgency.answer, once=True)]
    if "final" in refs and leaves_out(view):
        parts.append(Part("rest", thread, result_file(view), Urgency.link, once=True))
    return parts


def _draw_for_owner(place: PlaceView, view: RequestView, refs: Mapping[str, str]) -> list[Part]:
    """A direct message: what waits for the owner, and afterwards what came of it."""
    reader, parts = Reader(place.language, view.owner), []
    if view.state is State.pending or "card" in refs:
        # The outcome stands on the card; how the work goes on stands where it was asked.
        body = request_card(_frozen(view), reader, decides=True, elsewhere=True)
        parts.append(Part("card", None, {"card": body}, Urgency.card))
        parts += _pages(Book(view, None, place.language), refs, whole=holds_prompt(view))
    for action in view.actions:
        if action.state is ActionState.pending or f"action:{action.action}" in refs:
            parts.append(_action_part(view, action, reader, None, elsewhere=True))
            whole = not action.whole or holds_operation(view, action)
            parts += _pages(Book(view, action, place.language), refs, whole=whole)
    return [*parts, *_settling(view, refs, reader, None)]


def _pages(book: Book, refs: Mapping[str, str], *, whole: bool) -> list[Part]:
    """None where the card holds all of it, but for those that stand already."""
    return [part for part in book.parts(refs) if not whole or part.name in refs]


def _action_part(
    view: RequestView, action: ActionView, reader: Reader, thread: str | None, *, elsewhere: bool
) -> Part:
    urgency = Urgency.answer if waits(view, action) else Urgency.state
    body = {"card": action_card(view, action, reader, elsewhere=elsewhere)}
    return Part(f"action:{action.action}", thread, body, Urgency.card if elsewhere else urgency)


def _settling(view: RequestView, refs: Mapping[str, str], reader: Reader, thread: str | None) -> list[Part]:
    """What has an unknown outcome is a message of its own: the owner has to be told of it (E3)."""
    return [
        Part(f"settle:{one.action}", thread, {"card": settle_card(view, one, reader)}, Urgency.card)
        for one in view.actions
        if wants_settling(one) or f"settle:{one.action}" in refs
    ]


def _frozen(view: RequestView) -> RequestView:
    """A view without what changes while it is worked on, so that a settled card is not edited for it."""
    return view.model_copy(
        update={"ahead": 0, "away_since": None, "interrupted_since": None, "stopping": False, "actions": []}
    )


def _draw_join(place: PlaceView) -> list[Part]:
    assert place.join is not None
    if place.role is PlaceRole.owner:
        card = join_card(place.join, Reader(place.language, place.join.owner))
        return [Part("join", None, {"card": card}, Urgency.card)]
    if place.role is PlaceRole.mirror:
        return []
    above = place.thread or place.message
    note = join_note(place.join, Reader(place.language))
    return [Part("join", above, {"card": note}, Urgency.answer)]
