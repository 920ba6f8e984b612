"""Views of the relay as HTML: whole pages, and the fragments that bring a page up to date."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from markupsafe import Markup

from bots.facts import file_marks, spent
from bots.web import card, steps
from bots.web.look import Look, brief, draw, token, with_times
from bots.web.parse import FILES_LIMIT, MOST_FILES, is_public_id
from bots.web.prose import prose
from bots.web.render_trees import allowance_fields
from bots.web.words_web import tell
from bots.words import (
    became,
    covers_key,
    decided_key,
    facts_of,
    in_words,
    kin_lines,
    more_button,
    no_button,
    outcome,
    sentence,
    state_word,
)
from relay.machine import State
from relay.wire.audit import AuditPage, AuditState
from relay.wire.base import ATTACHMENT_LIMIT, PROMPT_LIMIT, Instant
from relay.wire.machines import MachineView
from relay.wire.people import GrantView, JoinView, Role, RoomView
from relay.wire.requests import ActionView, EventView, RequestView

EVENTS_GLANCED = 8


def room_page(
    look: Look,
    room: RoomView,
    views: Sequence[RequestView],
    *,
    more: str | None,
    newest: bool,
    after: Instant,
    draft: str = "",
    trouble: str = "",
    joins: Sequence[JoinView] = (),
) -> str:
    """A room's timeline, oldest request first. ``more`` is where the page before begins."""
    items = [_card(look, room, view) for view in views]
    return draw(
        look,
        "room.html",
        room=room,
        cards=items,
        more=more,
        newest=newest,
        after=after,
        joins=joins,
        back=f"/rooms/{room.room}",
        **_box(room, draft, trouble),
    )


def _box(room: RoomView, draft: str = "", trouble: str = "") -> dict[str, Any]:
    """What the box to ask in is made of."""
    return {
        "draft": draft,
        "trouble": trouble,
        "prompt_limit": PROMPT_LIMIT,
        "file_limit": ATTACHMENT_LIMIT,
        "files_limit": FILES_LIMIT,
        "most_files": MOST_FILES,
        "default_agent": room.agents[0].handle if room.agents else "",
    }


def request_page(
    look: Look, room: RoomView, view: RequestView, events: Sequence[EventView], *, later: int | None
) -> str:
    """One request with its timeline from the first of ``events`` on; ``later`` is where the next page begins."""
    whole = _card(look, room, view, events=events, whole=True)
    return draw(
        look,
        "request.html",
        room=room,
        card=whole,
        later=later,
        after=changed_last([view]),
        back=whole["path"],
        **_box(room),
    )


def live_card(look: Look, room: RoomView, view: RequestView, *, whole: bool = False) -> dict[str, Any]:
    """What brings one request on a page up to date."""
    shown = _card(look, room, view, whole=whole)
    return {
        "id": view.public_id,
        "order": view.asked_at,
        "seq": view.seq,
        "path": f"/rooms/{room.room}#{view.public_id}",
        "card": draw(look, "card.html", room=room, card=shown),
        "rail": draw(look, "rail.html", room=room, card=shown),
        "say": f"{view.public_id}: {shown['word']}",
    }


def live_room(look: Look, room: RoomView, joins: Sequence[JoinView] = ()) -> dict[str, Any]:
    """What brings the people and agents of a page up to date, and who asks to come in."""
    return {
        "side": draw(look, "side.html", room=room),
        "joins": draw(look, "joins.html", room=room, joins=joins),
    }


def rows(look: Look, room: RoomView, view: RequestView, events: Sequence[EventView]) -> str:
    """Rows of a timeline, to be put before or behind those on the page."""
    return draw(look, "rows.html", rows=steps.rows_of(events, look.language, path=_path(room, view)))


def _say(language: str, key: str, **named: object) -> str:
    return tell(key, language, **named)


def _path(room: RoomView, view: RequestView) -> str:
    return f"/rooms/{room.room}/{view.public_id}"


def grants_page(look: Look, room: RoomView, grants: Sequence[GrantView]) -> str:
    """Standing permissions."""
    return draw(
        look,
        "grants.html",
        room=room,
        grants=grants,
        limits=allowance_fields,
        back=f"/rooms/{room.room}/grants",
    )


def machines_page(look: Look, room: RoomView, machines: Sequence[MachineView]) -> str:
    """The owner's machines."""
    return draw(look, "machines.html", room=room, machines=machines, back=f"/rooms/{room.room}/machines")


def audit_page(look: Look, room: RoomView, page: AuditPage, state: AuditState | None) -> str:
    """A page of the audit log; ``state`` only for the owner."""
    return draw(look, "audit.html", room=room, page=page, state=state, back=f"/rooms/{room.room}/audit")


def _card(
    look: Look,
    room: RoomView,
    view: RequestView,
    *,
    events: Sequence[EventView] | None = None,
    whole: bool = False,
) -> dict[str, Any]:
    view = view.model_copy(update={"actions": [in_words(one, look.language) for one in view.actions]})
    language, rights = look.language, card.rights_of(view, room.me, room.my_role is not Role.watcher)
    say = partial(_say, language)
    shown = _glance(view) if events is None and not whole else list(events or view.events)
    first = shown[0].seq if shown else view.seq + 1
    tail = steps.TAIL_SHOWN if whole else steps.TAIL_GLANCED
    result = card.excerpt(view.result or "", card.RESULT_SHOWN * (5 if whole else 1))
    need = card.need_of(view, room.me)
    return {
        "view": view,
        "rights": rights,
        "path": _path(room, view),
        "whole": whole,
        "tone": card.tone_of(view),
        "sign": card.sign_of(view),
        "word": _word(view, language),
        "sentence": _sentence(view, language, room.me),
        "prompt": card.prompt_of(view, whole or rights.decide),
        "brief": brief(view.prompt),
        "follows": _follows(view),
        "platform": view.origin.platform if view.origin and view.origin.platform != "web" else "",
        "need": need,
        "actions": card.pending_actions(view),
        "settled": [
            (action, _action_outcome(action, view, language, room.me))
            for action in card.settled_actions(view)
        ],
        "unsettled": card.unsettled_actions(view),
        "facts": lambda action: facts_of(action, language),
        "outcome": _outcome(view, language, room.me),
        "plan_done": sum(state == "completed" for _, state in view.plan),
        "rows": steps.rows_of(shown, language, tail, _path(room, view)),
        "first": first,
        "earlier": first - 1,
        "result": prose(result.shown),
        "result_missing": result.missing,
        "added": sum(file.added for file in view.files),
        "removed": sum(file.removed for file in view.files),
        "files": [(file, ", ".join(file_marks(file, say))) for file in view.files],
        "spent": spent(view, say),
        "kin": kin_lines(view, language),
        "more_button": lambda action: more_button(action, language),
        "no_button": lambda action: no_button(action, language),
        "covers_key": covers_key,
        "has_tree": view.parent is not None or bool(view.children),
    }


def _glance(view: RequestView) -> list[EventView]:
    """Of a timeline among others: the last rows while it grows, none afterwards; the rest is a tap away."""
    return view.events[-EVENTS_GLANCED:] if view.state is State.running else []


def _follows(view: RequestView) -> str:
    """The request that this one follows, where it was asked in this room's page."""
    origin = view.origin
    return (
        (origin.thread or "") if origin and origin.platform == "web" and is_public_id(origin.thread) else ""
    )


def _word(view: RequestView, language: str) -> str:
    tone = card.tone_of(view)
    return state_word(view.state, language) if tone == view.state else tell(f"state.{tone}", language)


def _sentence(view: RequestView, language: str, me: str) -> Markup:
    """The one sentence (T5). The id before it stands in the card's title: here it is for the ear only."""
    told = sentence(view, language, me, at=token)
    before, after = _split(told, view.public_id)
    return Markup('<span class="unseen">{}</span><span class="told">{}</span>').format(
        before, with_times(after)
    )


def _split(told: str, public_id: str) -> tuple[str, str]:
    if not told.startswith(public_id):
        return "", told
    end = len(public_id)
    while end < len(told) and not told[end].isalnum():
        end += 1
    return told[:end], told[end:]


def _outcome(view: RequestView, language: str, me: str) -> Markup | None:
    told = outcome(view, language, me, at=token)
    return with_times(told) if told else None


def _action_outcome(action: ActionView, view: RequestView, language: str, me: str) -> Markup:
    who = tell("you", language) if me == view.owner else view.owner_name
    at = token(action.decided_at if action.decided_at is not None else action.deadline)
    told = tell(decided_key(action, action.state), language, who=who, at=at, deadline=at)
    came = became(action, view, language, me, at=token)
    return with_times(f"{told} {came}" if came else told)


def changed_last(views: Sequence[RequestView]) -> Instant:
    """A moment of the relay's clock at which all of these looked as they do here; its beginning if there are none.

    What changes afterwards comes by the stream; a change told twice is drawn twice, and looks the same.
    """
    moments = [
        moment
        for view in views
        for moment in (view.asked_at, view.decided_at, view.started_at, view.ended_at)
        if moment is not None
    ]
    return max(moments, default=1)
