"""The modal in which all of a long prompt or operation is read, page by page, and only then approved. Pure."""

import json

from bots.slack.blocks import (
    VIEW_TITLE_CHARACTERS,
    Json,
    actions,
    button,
    context,
    lines,
    plain,
    preformatted,
    rich,
    section,
)
from bots.slack.cards import Reader, action_facts, kind_word, request_facts
from bots.text import cut, exact
from relay.machine import State
from relay.wire.requests import ActionState, ActionView, RequestView

PIECE_CHARACTERS = 2900
PIECES_ON_A_PAGE = 11
"""Even if each character took six bytes in JSON, a view of so many stays below Slack's 250 kB."""

CALLBACK = "muti:review"


def review_request(
    view: RequestView, reader: Reader, spot: Json, page: int = 0, *, changed: bool = False
) -> Json:
    """All of a prompt. ``spot`` is where the tap came from, so that an answer finds its way."""
    bound = {"r": view.request, "v": view.version}
    submit = "button.approve" if view.state is State.pending else None
    book = _Book(view.public_id, exact(view.prompt), reader, bound, {"d": "approve", **spot}, submit)
    told = [section(reader.say("review.changed"))] if changed else []
    return book.open(page, [*told, lines(*request_facts(view, reader, where=True))])


def review_action(view: RequestView, action: ActionView, reader: Reader, spot: Json, page: int = 0) -> Json:
    """All of an operation."""
    bound = {"r": view.request, "a": action.action, "g": action.digest}
    can = action.whole and action.state is ActionState.pending
    submit = "button.allow_once" if can else None
    book = _Book(view.public_id, exact(action.shown), reader, bound, {"d": "allow", **spot}, submit)
    kind = section(kind_word(action.kind, reader))
    return book.open(page, [kind, lines(*action_facts(view, action, reader))], whole=action.whole)


class _Book:
    """A text on pages; the button that approves it is on the last one."""

    def __init__(
        self, public_id: str, text: str, reader: Reader, bound: Json, more: Json, submit: str | None
    ) -> None:
        self._title, self._reader, self._bound, self._more, self._submit = (
            public_id,
            reader,
            bound,
            more,
            submit,
        )
        pieces = _pieces(text)
        self._pages = [
            pieces[start : start + PIECES_ON_A_PAGE] for start in range(0, len(pieces), PIECES_ON_A_PAGE)
        ]

    def open(self, page: int, head: list[Json], *, whole: bool = True) -> Json:
        """One page, as a modal; ``head`` stands on each: it belongs to what is approved."""
        page = max(0, min(page, len(self._pages) - 1))
        blocks = [*head]
        blocks += [rich(preformatted(piece)) for piece in self._pages[page]]
        if not whole:
            blocks.append(section(self._reader.say("card.not_whole_anywhere")))
        blocks += self._leaf(page) if len(self._pages) > 1 else []
        view: Json = {
            "type": "modal",
            "callback_id": CALLBACK,
            "title": plain(self._title, VIEW_TITLE_CHARACTERS),
            "close": plain(self._reader.say("button.close"), VIEW_TITLE_CHARACTERS),
            "private_metadata": json.dumps({**self._bound, **self._more}),
            "blocks": blocks,
        }
        if self._submit is not None and page == len(self._pages) - 1:
            view["submit"] = plain(self._reader.say(self._submit), VIEW_TITLE_CHARACTERS)
        return view

    def _leaf(self, page: int) -> list[Json]:
        """Which page it is, and the buttons that turn it."""
        last = len(self._pages) - 1
        told = self._reader.say("review.part", part=page + 1, parts=last + 1)
        if page < last and self._submit is not None:
            told = f"{told}. {self._reader.say('review.read_on')}"
        turns = [(page - 1, "button.back")] * (page > 0) + [(page + 1, "button.next")] * (page < last)
        return [context(told), actions(f"page:{page}", *(self._turn(to, key) for to, key in turns))]

    def _turn(self, page: int, key: str) -> Json:
        text = self._reader.say(key)
        label = self._reader.say("button.label", button=text, id=self._title)
        return button(f"muti:page-{page}", text, {**self._bound, **self._more, "p": page}, label)


def _pieces(text: str) -> list[str]:
    """Each cut from a short beginning: looking at all that is left each time would take longer than a trigger lives."""
    pieces, start = [], 0
    while start < len(text):
        ahead = text[start : start + 2 * PIECE_CHARACTERS]
        piece = cut(ahead, PIECE_CHARACTERS).shown or ahead[:PIECE_CHARACTERS]
        pieces.append(piece)
        start += len(piece)
    return pieces or [" "]
