"""The OpenAPI 3.1 description, read from the wire's table of routes."""

import json
import re
from functools import cache
from typing import Any

from aiohttp import web
from pydantic.json_schema import models_json_schema

from relay.machine import State
from relay.wire import routes
from relay.wire.base import ACCOUNT_HEADER, STATUS, VERSION_HEADER, WIRE_VERSION, Problem
from relay.wire.people import Who
from relay.wire.routes import ROUTES, Audience, Route

Json = dict[str, Any]

_REF = "#/components/schemas/{model}"
_REFUSED = {"$ref": "#/components/responses/Refused"}
_PROBLEM = (Problem, "serialization")
_BYTES = "application/octet-stream"
_APART = {"relay__machine__State": "RequestState", "relay__executions__State": "ExecutionState"}
_SENT = (routes.PUT_BLOB, routes.PUT_ARTIFACT)
"""Their bodies are bytes."""

_TAKEN = {
    routes.TAKE_ATTACHMENT: _BYTES,
    routes.TAKE_ARTIFACT: _BYTES,
    routes.STREAM: "text/event-stream",
}
"""Their answers are no JSON."""

_TEXT: Json = {"type": "string"}
_NAME: Json = {"type": "string", "minLength": 1}
_COUNT: Json = {"type": "integer", "minimum": 0}
_ARGUMENTS: dict[str, Json] = {
    **dict.fromkeys(("after", "limit", "cursor", "fence", "since", "until"), _COUNT),
    "wait": {**_COUNT, "description": "Seconds; longer than the relay holds a call is as long as it does."},
    "state": {"enum": [state.value for state in State]},
    "everywhere": {"enum": ["yes"]},
}
"""What a query argument has to be; the others are texts."""

_HEADERS = {
    VERSION_HEADER: {
        "enum": [str(WIRE_VERSION)],
        "description": "Which version of this description the caller speaks.",
    },
    ACCOUNT_HEADER: {
        **_TEXT,
        "contentMediaType": "application/json",
        "description": "A connector says for whom it speaks: a `Who`.",
    },
}


def add_route(app: web.Application) -> None:
    """/openapi.json, for whoever is allowed to reach the relay."""

    async def openapi(_: web.Request) -> web.Response:
        return web.json_response(description())

    app.router.add_get("/openapi.json", openapi)


@cache
def description() -> Json:
    """The whole description."""
    schemas, definitions = _schemas()
    paths: dict[str, Json] = {}
    for name, route in sorted(ROUTES.items()):
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(name, route, schemas)
    bearers = {audience.value: {"type": "http", "scheme": "bearer"} for audience in Audience}
    return {
        "openapi": "3.1.0",
        "info": {"title": "muti relay", "version": str(WIRE_VERSION)},
        "paths": paths,
        "components": {
            "schemas": definitions,
            "responses": {
                "Refused": {
                    "description": "Refused, and nothing was changed.",
                    "content": _json(schemas[_PROBLEM]),
                }
            },
            "securitySchemes": bearers,
        },
    }


def _schemas() -> tuple[dict[Any, Any], Json]:
    wanted: list[tuple[Any, Any]] = [_PROBLEM, (Who, "validation")]
    for route in ROUTES.values():
        wanted.append((route.reply, "serialization"))
        if route.body is not None:
            wanted.append((route.body, "validation"))
    found, whole = models_json_schema(list(dict.fromkeys(wanted)), ref_template=_REF)
    return dict(found), _named_apart(whole["$defs"])


def _named_apart(definitions: Json) -> Json:
    """What a request's state is and what an execution's is have one name in the code, each in its module."""
    text = json.dumps(definitions)
    for module, name in _APART.items():
        text = text.replace(module, name)
    return dict(json.loads(text))


def _operation(name: str, route: Route[Any], schemas: dict[Any, Any]) -> Json:
    operation: Json = {
        "operationId": name,
        "summary": route.says,
        "security": _security(route),
        "parameters": _parameters(name, route),
        "responses": {
            "200": {"description": "Done.", "content": _answer(route, schemas)},
            **{str(status): _REFUSED for status in sorted(set(STATUS.values()))},
        },
    }
    if route.body is not None:
        operation["requestBody"] = {"required": True, "content": _json(schemas[route.body, "validation"])}
    elif route in _SENT:
        operation["requestBody"] = {"required": True, "content": {_BYTES: {"schema": {"type": "string"}}}}
    return operation


def _security(route: Route[Any]) -> list[Json]:
    audiences = [route.audience]
    if route.audience is Audience.person:
        audiences.append(Audience.connector)
    return [{audience.value: []} for audience in audiences]


def _answer(route: Route[Any], schemas: dict[Any, Any]) -> Json:
    media_type = _TAKEN.get(route)
    return {media_type: {"schema": _TEXT}} if media_type else _json(schemas[route.reply, "serialization"])


def _parameters(name: str, route: Route[Any]) -> list[Json]:
    in_path = [_parameter("path", part, _path_part(part)) for part in re.findall(r"{(\w+)}", route.path)]
    in_query = [_parameter("query", key, _argument(name, key)) for key in route.query]
    headers = [VERSION_HEADER, *([ACCOUNT_HEADER] if route.audience is Audience.person else [])]
    return in_path + in_query + [_parameter("header", header, _HEADERS[header]) for header in headers]


def _parameter(place: str, name: str, schema: Json) -> Json:
    schema = dict(schema)
    said = {"description": schema.pop("description")} if "description" in schema else {}
    required = {"required": True} if place == "path" else {}
    return {"name": name, "in": place, **required, **said, "schema": schema}


def _path_part(part: str) -> Json:
    return _COUNT if part == "number" else _NAME


def _argument(name: str, key: str) -> Json:
    if key == "before":
        return _COUNT if name == "audit" else _TEXT
    return _ARGUMENTS.get(key, _TEXT)


def _json(schema: Any) -> Json:
    return {"application/json": {"schema": schema}}
