"""Arguments of a Web API call, wherever the caller put them: query, form or JSON body."""

import json
from typing import Any

from aiohttp import web

from tests.emulators.slack.errors import SlackRefusal
from tests.emulators.slack.schema import complaint
from tests.emulators.slack.state import Json


async def read_arguments(request: web.Request, *, accepts_json: bool) -> Json:
    """All arguments of a request; a JSON body counts only where the method accepts JSON.

    Raises SlackRefusal ``invalid_json`` or ``json_not_object``.
    """
    args: Json = dict(request.query)
    if request.content_type == "application/json":
        body = await request.text()
        if body and accepts_json:
            args |= _json_object(body)
    else:
        form = await request.post()
        args |= {key: value for key, value in form.items() if isinstance(value, str)}
    return args


def _json_object(body: str) -> Json:
    try:
        found = json.loads(body)
    except ValueError as error:
        raise SlackRefusal("invalid_json") from error
    if not isinstance(found, dict):
        raise SlackRefusal("json_not_object")
    return found


class Arguments:
    """Typed access to the arguments of one call."""

    def __init__(self, values: Json) -> None:
        self.values = {key: value for key, value in values.items() if value is not None}

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def text(self, name: str) -> str:
        """A required text; raises SlackRefusal ``invalid_arguments`` without it."""
        value = self.values.get(name)
        if value is None or value == "":
            raise SlackRefusal("invalid_arguments", [f"[ERROR] missing required field: {name}"])
        return self._as_text(name, value)

    def optional(self, name: str, default: str = "") -> str:
        value = self.values.get(name)
        return default if value is None else self._as_text(name, value)

    def flag(self, name: str) -> bool:
        return str(self.values.get(name, "")).lower() in ("1", "true")

    def integer(self, name: str, default: int) -> int:
        try:
            return int(self.values.get(name, default))
        except (TypeError, ValueError) as error:
            raise SlackRefusal("invalid_arguments", [complaint("must be an integer", f"/{name}")]) from error

    def structure(self, name: str) -> Any:
        """A list or object, or a text that holds one as JSON; None without it."""
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value)
        except ValueError as error:
            raise SlackRefusal("invalid_arguments", [complaint("must be valid JSON", f"/{name}")]) from error

    def names(self, name: str) -> list[str]:
        """A list, given as one or as comma-separated text."""
        value = self.values.get(name)
        if isinstance(value, list):
            return [str(entry) for entry in value]
        return [entry.strip() for entry in str(value or "").split(",") if entry.strip()]

    def _as_text(self, name: str, value: Any) -> str:
        if isinstance(value, dict | list):
            raise SlackRefusal("invalid_arguments", [complaint("must be a string", f"/{name}")])
        return str(value)
