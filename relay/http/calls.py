"""What a handler gets, and how handlers find their routes."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from aiohttp import web
from pydantic import BaseModel

from relay.http.limits import storable
from relay.http.settings import RelayOptions
from relay.rooms.people import UNKNOWN, Speaker
from relay.rooms.tokens import Principal
from relay.store.store import Store
from relay.store.tx import Refuse
from relay.wire.base import Code, Problem
from relay.wire.routes import Route

R = TypeVar("R", bound=BaseModel)
V = TypeVar("V")


@dataclass(slots=True)
class Call:
    """One call, authenticated and decoded."""

    store: Store
    options: RelayOptions
    principal: Principal
    speaker: Speaker
    request: web.Request
    body: Any

    def name(self, part: str) -> str:
        """A part of the path."""
        return storable(self.request.match_info[part])

    @property
    def token(self) -> str:
        """What it was authenticated by."""
        return self.request.headers["Authorization"].partition(" ")[2]

    def text(self, key: str) -> str | None:
        """A query argument."""
        given = self.request.query.get(key)
        return None if given is None else storable(given)

    def number(self, key: str, default: int, most: int) -> int:
        """A query argument that is a whole number.

        Raises:
            Refuse: it is something else.
        """
        given = self.request.query.get(key)
        if given is None:
            return default
        try:
            value = int(float(given))
        except (ValueError, OverflowError) as error:
            raise Refuse(Problem(code=Code.bad_request, detail=f"'{key}' has to be a number.")) from error
        return max(0, min(value, most))

    def rows(self, usual: int) -> int:
        """How many rows are wanted: one at least, since what goes on goes on behind the last."""
        return max(1, self.number("limit", usual, LONGEST_PAGE))


LONGEST_PAGE = 200
"""Rows in one answer."""

Handler = Callable[[Call], Awaitable[BaseModel]]
HANDLERS: dict[tuple[str, str], tuple[Route[Any], Handler]] = {}


def answers(route: Route[R]) -> Callable[[Callable[[Call], Awaitable[R]]], Callable[[Call], Awaitable[R]]]:
    """Register the handler of a route."""

    def register(handler: Callable[[Call], Awaitable[R]]) -> Callable[[Call], Awaitable[R]]:
        HANDLERS[route.method, route.path] = route, handler
        return handler

    return register


def found(value: V | None) -> V:
    """The value, or the answer that nothing is there (R2)."""
    if value is None:
        raise Refuse(UNKNOWN)
    return value
