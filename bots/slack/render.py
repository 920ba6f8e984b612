"""What a place shows, as Slack messages. Pure."""

from collections.abc import Mapping

from bots.connector import Part, Urgency
from bots.handed import artifact_parts
from bots.slack.blocks import Json, line, link, message, rich
from bots.slack.cards import Reader, action_card, request_card
from bots.slack.gestures import is_message
from bots.slack.joins import join_card, join_note
from bots.slack.settle import settle_card, wants_settling
from bots.slack.thread import final_message, has_progress, is_long, progress_message, result_file
from relay.machine import FINAL, State
from relay.wire.places import PlaceRole, PlaceView
from relay.wire.requests import ActionState, ActionView, RequestView

GIVEN_UP = "-"
"""The reference of a part that could not be posted and is not needed."""


def draw(place: PlaceView, refs: Mapping[str, str], workspace_url: str) -> list[Part]:
    """The messages that a place should show now.

    ``workspace_url`` is the address of the workspace, for links to messages.
    """
    if place.join is not None and place.request is None:
        return _draw_join(place)
    if place.request is None:
        return []
    if place.role is PlaceRole.owner:
        return _draw_for_owner(place, place.request, refs)
    if place.role is PlaceRole.mirror and _is_of(place, place.request):
        return []
    reader = Reader(place.language)
    anchor = _anchor(place, place.request, reader)
    if place.role is PlaceRole.mirror or anchor.name not in refs:
        return [anchor]
    below = work_thread(place, refs)
    return [anchor, *_draw_below(place, place.request, refs, reader, below, workspace_url)]


def _is_of(place: PlaceView, view: RequestView) -> bool:
    """Whether it was asked in this same workspace: showing it in a second channel would only be noise."""
    return view.origin is not None and (view.origin.platform, view.origin.tenant) == ("slack", place.tenant)


def is_top(place: PlaceView) -> bool:
    """Whether the ask stands at the top of its chat: the work then gets a root of its own (C1)."""
    return place.thread is None or place.thread == place.message


def work_thread(place: PlaceView, refs: Mapping[str, str]) -> str | None:
    """The thread in which the work stands; None before it does."""
    return refs.get("anchor") if is_top(place) else place.thread


def permalink(workspace_url: str, channel: str, message: str) -> str:
    """The address of a message, as chat.getPermalink gives it."""
    return f"{workspace_url.rstrip('/')}/archives/{channel}/p{message.replace('.', '')}"


def _anchor(place: PlaceView, view: RequestView, reader: Reader) -> Part:
    asked = place.role is PlaceRole.asked
    body = request_card(view, reader, buttons=asked, where=not asked)
    urgency = Urgency.state if asked and view.state in (State.approved, State.running) else Urgency.answer
    thread = None if is_top(place) or not asked else place.thread
    return Part("anchor", thread, body, urgency if asked else Urgency.progress)


def _draw_below(
    place: PlaceView,
    view: RequestView,
    refs: Mapping[str, str],
    reader: Reader,
    thread: str | None,
    workspace_url: str,
) -> list[Part]:
    parts = [
        Part(
            f"action:{action.action}",
            thread,
            action_card(view, action, reader, buttons=True),
            _urgency(action),
        )
        for action in view.actions
        if action.state is ActionState.pending or f"action:{action.action}" in refs
    ]
    parts += _settling(view, refs, reader, thread)
    if "progress" in refs or (view.state is State.running and has_progress(view, reader)):
        # At the end it loses its button, which must not wait for a quiet moment.
        urgency = Urgency.state if view.state in FINAL else Urgency.progress
        parts.append(Part("progress", thread, progress_message(view, reader), urgency))
    parts += artifact_parts(view, "slack", thread)
    if view.state in FINAL:
        parts.append(Part("final", thread, final_message(view, reader), Urgency.answer, once=True))
        if is_long(view) and "final" in refs:
            parts.append(Part("rest", thread, result_file(view), Urgency.link, once=True))
    if is_top(place) and place.message is not None and is_message(place.message):
        address = permalink(workspace_url, place.channel, refs["anchor"])
        body = _link(view, reader, address)
        parts.append(Part("link", place.message, body, Urgency.link, once=True))
    return parts


def _draw_for_owner(place: PlaceView, view: RequestView, refs: Mapping[str, str]) -> list[Part]:
    """A direct message: what waits for the owner, and afterwards what came of it."""
    reader = Reader(place.language, view.owner)
    parts = []
    if view.state is State.pending or "card" in refs:
        # The outcome stands on the card; how the work goes on stands where it was asked.
        body = request_card(_frozen(view), reader, buttons=True, where=True)
        parts.append(Part("card", None, body, Urgency.card))
    for action in view.actions:
        name = f"action:{action.action}"
        if action.state is ActionState.pending or name in refs:
            body = action_card(view, action, reader, buttons=True)
            parts.append(Part(name, None, body, Urgency.card))
    return [*parts, *_settling(view, refs, reader, None)]


def _settling(view: RequestView, refs: Mapping[str, str], reader: Reader, thread: str | None) -> list[Part]:
    """What has an unknown outcome is a message of its own: the owner has to be told of it (E3)."""
    return [
        Part(f"settle:{action.action}", thread, settle_card(view, action, reader), Urgency.card)
        for action in view.actions
        if wants_settling(action) or f"settle:{action.action}" in refs
    ]


def _frozen(view: RequestView) -> RequestView:
    """A view without what changes while it is worked on, so that a settled card is not edited for it."""
    return view.model_copy(
        update={"ahead": 0, "away_since": None, "interrupted_since": None, "stopping": False, "actions": []}
    )


def _draw_join(place: PlaceView) -> list[Part]:
    assert place.join is not None
    if place.role is PlaceRole.owner:
        reader = Reader(place.language, place.join.owner)
        return [Part("join", None, join_card(place.join, reader), Urgency.card)]
    if place.role is PlaceRole.mirror:
        return []
    above = place.thread or place.message
    thread = above if above is not None and is_message(above) else None
    return [Part("join", thread, join_note(place.join, Reader(place.language)), Urgency.answer)]


def _link(view: RequestView, reader: Reader, address: str) -> Json:
    text = reader.say("card.link", id=view.public_id)
    return message(text, [rich(line(link(address, text)))])


def _urgency(action: ActionView) -> Urgency:
    return Urgency.answer if action.state is ActionState.pending else Urgency.state
