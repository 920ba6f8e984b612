"""The table of the interface's calls and what each needs before it runs."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from tests.emulators.feishu.schema import Field
from tests.emulators.feishu.state import Json

if TYPE_CHECKING:
    from tests.emulators.feishu.apps import App
    from tests.emulators.feishu.service import Service


@dataclass
class Arguments:
    """One call that passed its checks. ``body`` holds only what the description of the call knows."""

    service: "Service"
    app: "App"
    path: dict[str, str]
    query: Json
    body: Json
    size: int = 0


@dataclass(frozen=True)
class Download:
    """An answer that is a file."""

    data: bytes
    name: str
    kind: str = "application/octet-stream"


@dataclass(frozen=True)
class Flat:
    """An answer whose fields stand beside ``code`` and ``msg``, not under ``data``."""

    fields: Json


FILE = "\0file"
"""Under this name a multipart body keeps (name, bytes) of its file."""
Answer = Json | Download | Flat
Handler = Callable[[Arguments], Answer | Awaitable[Answer]]
Encoding = Literal["json", "multipart", "none"]


@dataclass(frozen=True)
class Route:
    """``scopes``: any one of them is enough. ``open``: no token is needed."""

    method: str
    path: str
    name: str
    handler: Handler
    scopes: tuple[str, ...] = ()
    query: Mapping[str, Field] = field(default_factory=dict)
    body: Mapping[str, Field] = field(default_factory=dict)
    encoding: Encoding = "none"
    open: bool = False
    limit_status: int = 429


ROUTES: list[Route] = []


def route(
    method: str,
    path: str,
    name: str,
    *scopes: str,
    query: Mapping[str, Field] | None = None,
    body: Mapping[str, Field] | None = None,
    encoding: Encoding | None = None,
    open: bool = False,
    limit_status: int = 429,
) -> Callable[[Handler], Handler]:
    """Registers a handler; ``path`` has its variables in braces, ``name`` is what faults and records call it."""

    def register(handler: Handler) -> Handler:
        kind: Encoding = encoding or ("json" if body is not None else "none")
        found = Route(method, path, name, handler, scopes, query or {}, body or {}, kind, open, limit_status)
        ROUTES.append(found)
        return handler

    return register
