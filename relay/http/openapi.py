"""The OpenAPI 3.1 description, read from the wire's table of routes."""

import re
from functools import cache
from typing import Any

from aiohttp import web
from pydantic.json_schema import models_json_schema

from relay.wire.base import STATUS, Problem
from relay.wire.routes import ROUTES, Audience, Route

_REF = "#/components/schemas/{model}"


def add_route(app: web.Application) -> None:
    """/openapi.json, for whoever is allowed to reach the relay."""

    async def openapi(_: web.Request) -> web.Response:
        return web.json_response(description())

    app.router.add_get("/openapi.json", openapi)


@cache
def description() -> dict[str, Any]:
    """The whole description."""
    schemas, definitions = _schemas()
    paths: dict[str, dict[str, Any]] = {}
    for name, route in sorted(ROUTES.items()):
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(name, route, schemas)
    bearers = {audience.value: {"type": "http", "scheme": "bearer"} for audience in Audience}
    return {
        "openapi": "3.1.0",
        "info": {"title": "muti relay", "version": "1"},
        "paths": paths,
        "components": {"schemas": definitions, "securitySchemes": bearers},
    }


def _schemas() -> tuple[dict[Any, Any], dict[str, Any]]:
    wanted: list[tuple[Any, Any]] = [(Problem, "serialization")]
    for route in ROUTES.values():
        wanted.append((route.reply, "serialization"))
        if route.body is not None:
            wanted.append((route.body, "validation"))
    found, whole = models_json_schema(list(dict.fromkeys(wanted)), ref_template=_REF)
    return dict(found), whole["$defs"]


def _operation(name: str, route: Route[Any], schemas: dict[Any, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": name,
        "summary": route.says,
        "security": [{route.audience.value: []}],
        "parameters": _parameters(route),
        "responses": {
            "200": {"description": "Done.", "content": _json(schemas[route.reply, "serialization"])},
            **{
                str(status): {
                    "description": "Refused.",
                    "content": _json(schemas[Problem, "serialization"]),
                }
                for status in sorted(set(STATUS.values()))
            },
        },
    }
    if route.body is not None:
        operation["requestBody"] = {"required": True, "content": _json(schemas[route.body, "validation"])}
    return operation


def _parameters(route: Route[Any]) -> list[dict[str, Any]]:
    text = {"type": "string"}
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": text}
        for name in re.findall(r"{(\w+)}", route.path)
    ]
    return in_path + [{"name": name, "in": "query", "schema": text} for name in route.query]


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
