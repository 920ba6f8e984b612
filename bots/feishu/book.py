"""A prompt or an operation that no card can hold, on pages: messages in the owner's direct chat. Pure.

Each page is a message of its own; the button that approves is on the last one, and is gone once it is decided.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from bots.connector import Part, Urgency
from bots.feishu.actions import action_outcome, allow_button, waits
from bots.feishu.cards import approve_button
from bots.feishu.elements import Json, card, lines, literal, small, words
from bots.feishu.languages import in_all_languages
from bots.feishu.markup import at, bold
from bots.feishu.reader import Reader, title
from bots.text import cut, exact
from bots.words import outcome
from relay.machine import State
from relay.wire.requests import ActionView, RequestView

PIECE_CHARACTERS = 5000
"""Of a page. Even if each character takes four bytes, it stays below 30 KB."""


@dataclass(frozen=True)
class Book:
    """What is read on pages: its text, of which request, and of which action if it is one."""

    view: RequestView
    action: ActionView | None
    language: str

    def parts(self, refs: Mapping[str, str]) -> list[Part]:
        """The pages while it can be decided, and those that stand already."""
        pieces = _pieces(exact(self.view.prompt if self.action is None else self.action.shown))
        wanted = range(1, len(pieces) + 1) if self._is_open() else ()
        known = {*wanted, *(page for page in range(1, _last(self._name, refs) + 1))}
        return [
            self._part(page, pieces) for page in sorted(known) if page in wanted or self._at(page) in refs
        ]

    @property
    def _name(self) -> str:
        return "page:" if self.action is None else f"page:{self.action.action}:"

    def _at(self, page: int) -> str:
        return f"{self._name}{page}"

    def _is_open(self) -> bool:
        if self.action is None:
            return self.view.state is State.pending
        return waits(self.view, self.action)

    def _part(self, page: int, pieces: list[str]) -> Part:
        def draw(language: str) -> Json:
            return self._page(page, pieces, Reader(language, self.view.owner))

        return Part(self._at(page), None, {"card": in_all_languages(draw, self.language)}, Urgency.card)

    def _page(self, page: int, pieces: list[str], reader: Reader) -> Json:
        name = reader.say("review.part", part=page, parts=max(page, len(pieces)))
        named = reader.say("title", id=self.view.public_id, state=name)
        if page > len(pieces):
            return card(named, named, [small(reader.say("review.over"))], "grey")
        show = words if self.action is None else literal
        elements = [show(pieces[page - 1]), *self._end(reader, last=page == len(pieces))]
        return card(named, named, elements, "orange" if self._is_open() else "grey")

    def _end(self, reader: Reader, *, last: bool) -> list[Json]:
        if not self._is_open():
            return [lines(bold(self._outcome(reader)))] if last else []
        if not last:
            return [small(reader.say("review.read_on"))]
        approve = approve_button(self.view, reader)
        return [approve if self.action is None else allow_button(self.view, self.action, reader)]

    def _outcome(self, reader: Reader) -> str:
        if self.action is not None:
            return action_outcome(self.view, self.action, reader)
        told = outcome(self.view, reader.language, reader.person, at=at)
        return told or title(self.view, reader)


def _last(name: str, refs: Mapping[str, str]) -> int:
    """The highest page that stands."""
    pages = [part.removeprefix(name) for part in refs if part.startswith(name)]
    return max((int(page) for page in pages if page.isdecimal()), default=0)


def _pieces(text: str) -> list[str]:
    """Each cut from a short beginning, between characters."""
    pieces, start = [], 0
    while start < len(text):
        ahead = text[start : start + 2 * PIECE_CHARACTERS]
        piece = cut(ahead, PIECE_CHARACTERS).shown or ahead[:PIECE_CHARACTERS]
        pieces.append(piece)
        start += len(piece)
    return pieces or [" "]
