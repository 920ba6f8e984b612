"""The table of Web API methods and what each needs before it runs."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.emulators.slack.arguments import Arguments
from tests.emulators.slack.service import Service
from tests.emulators.slack.state import Json

Handler = Callable[[Service, Arguments], Json]


@dataclass(frozen=True)
class Method:
    """``scopes``: any one of them is enough. ``token``: the prefix of tokens it takes."""

    name: str
    handler: Handler
    scopes: tuple[str, ...]
    token: str
    accepts_json: bool


METHODS: dict[str, Method] = {}


def method(
    name: str, *scopes: str, token: str = "xoxb-", accepts_json: bool = True
) -> Callable[[Handler], Handler]:
    """Registers a handler under the name of a Web API method."""

    def register(handler: Handler) -> Handler:
        METHODS[name] = Method(name, handler, scopes, token, accepts_json)
        return handler

    return register
