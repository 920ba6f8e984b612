"""What of a request one person sees in the browser room, and what that person may do with it."""

from collections.abc import Callable
from dataclasses import dataclass

from bots.text import cut, exact, harmless, one_line
from relay.machine import FINAL, State
from relay.wire.base import Instant
from relay.wire.executions import State as ExecutionState
from relay.wire.requests import ActionState, ActionView, RequestView, Waiting

PROMPT_SHOWN = 1_500
RESULT_SHOWN = 4_000
PIECE = 2_000
"""Characters that are laid out at once."""

BEGINNING = 200
SHEET_SHOWN = 1_500
SHEET_LINES = 40
"""UTF-16 units and lines that the sheet shows: what does not fit is decided on the card, where all of it stands."""

_SIGNS = {
    State.pending: "hand",
    State.approved: "queue",
    State.running: "run",
    State.done: "check",
    State.failed: "cross",
    State.cancelled: "stop",
    State.expired: "hourglass",
}


@dataclass(frozen=True)
class Excerpt:
    """The beginning of a text, harmless, and how many characters were left out."""

    shown: str
    missing: int


@dataclass(frozen=True)
class Need:
    """The newest thing of a request that waits for its owner. ``whole`` says that ``shown`` is all of it."""

    at: Instant
    shown: str
    whole: bool
    action: ActionView | None


@dataclass(frozen=True)
class Rights:
    """What the viewer is offered. The relay decides all the same (A2)."""

    owner: bool
    decide: bool
    cancel: bool
    retry: bool
    follow: bool
    close: bool


def rights_of(view: RequestView, me: str, may_ask: bool = True) -> Rights:
    """What this person may do with a request as it stands."""
    owner = me == view.owner
    concerned = owner or me == view.asker
    return Rights(
        owner=owner,
        decide=owner and view.state is State.pending,
        cancel=concerned and view.state not in FINAL and not view.stopping and not _decides(view, owner),
        retry=may_ask and concerned and view.state in FINAL,
        follow=may_ask and view.state is not State.pending,
        close=owner and view.state is State.running and view.interrupted_since is not None,
    )


def _decides(view: RequestView, owner: bool) -> bool:
    """The owner of a pending request denies it; a second way to the same end would only be in the way."""
    return owner and view.state is State.pending and view.asker != view.owner


def tone_of(view: RequestView) -> str:
    """The state, or what lies over it: one of the names that `bots.words` has a word for."""
    if view.state is not State.running:
        return str(view.state)
    if view.stopping:
        return "stopping"
    if view.interrupted_since is not None:
        return "interrupted"
    return "paused" if view.waiting is Waiting.action else "running"


def sign_of(view: RequestView) -> str:
    """The picture that stands beside the state's word."""
    tones = {"stopping": "stop", "interrupted": "broken", "paused": "hand"}
    return tones.get(tone_of(view)) or _SIGNS[view.state]


def prompt_of(view: RequestView, whole: bool) -> Excerpt:
    """The prompt: exact and whole where it is to be decided, else its beginning."""
    clean = exact if view.state is State.pending else harmless
    return Excerpt(clean(view.prompt), 0) if whole else excerpt(view.prompt, PROMPT_SHOWN, clean)


def excerpt(text: str, limit: int, clean: Callable[[str], str] = harmless) -> Excerpt:
    """The beginning of a text, made fit to be shown; a little over the limit is not worth a link."""
    if len(text) <= limit + limit // 10:
        return Excerpt(clean(text), 0)
    shown = cut(clean(text[:limit]), limit).shown
    return Excerpt(shown + "…", len(text) - limit)


def pieces(text: str) -> list[str]:
    """A long text in parts that a browser lays out one by one, and only those in sight: the time that it takes
    for one paragraph grows with the square of its length. Joined, they are the text.
    """
    parts, start = [], 0
    while len(text) - start > PIECE:
        window = text[start : start + PIECE]
        end = start + (window.rfind("\n") + 1 or window.rfind(" ") + 1 or PIECE)
        parts.append(text[start:end])
        start = end
    return [*parts, text[start:]]


def need_of(view: RequestView, me: str) -> Need | None:
    """What of this request waits for this person's decision."""
    if me != view.owner:
        return None
    if view.state is State.pending:
        return _need(view.asked_at, view.prompt, whole=True, action=None)
    waiting = [action for action in view.actions if action.state is ActionState.pending]
    if view.state is not State.running or not waiting:
        return None
    newest = max(waiting, key=lambda action: action.asked_at)
    return _need(newest.asked_at, newest.shown, newest.whole, newest)


def _need(at: Instant, text: str, whole: bool, action: ActionView | None) -> Need:
    shown, missing = cut(exact(text[: SHEET_SHOWN + 1]), SHEET_SHOWN)
    fits = not missing and shown.count("\n") < SHEET_LINES
    return Need(at, shown if fits else one_line(shown)[:BEGINNING] + "…", whole and fits, action)


def pending_actions(view: RequestView) -> list[ActionView]:
    """The actions that wait, oldest first."""
    if view.state is not State.running:
        return []
    return [action for action in view.actions if action.state is ActionState.pending]


def unsettled_actions(view: RequestView) -> list[ActionView]:
    """The actions of which nobody knows what came of them, oldest first (E3)."""
    return [action for action in view.actions if action.execution is ExecutionState.unknown]


def settled_actions(view: RequestView) -> list[ActionView]:
    """The actions that were decided or need no decision any more."""
    return [action for action in view.actions if action not in pending_actions(view)]
