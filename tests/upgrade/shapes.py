"""The shapes of what crosses the network, as one version knew them. ``python -m tests.upgrade.shapes VERSION`` keeps them.

Kept of each released version beside its database: so an older daemon with a newer relay, and the reverse, are held
together in any checkout, however shallow (O14).
"""

import json
import sys
from pathlib import Path
from typing import Any

KEPT = Path(__file__).parent / "wire"


def shapes_of(description: dict[str, Any]) -> dict[str, Any]:
    """Of an OpenAPI description what two versions have to agree about: routes, fields, what must be there, words."""
    routes = {
        operation["operationId"]: {
            "call": f"{method.upper()} {path}",
            "body": _model(operation.get("requestBody")),
            "reply": _model(operation["responses"]["200"]),
        }
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    }
    models = {name: _fields(schema) for name, schema in description["components"]["schemas"].items()}
    return {"models": models, "routes": routes}


def _model(said: dict[str, Any] | None) -> str | None:
    content = (said or {}).get("content", {}).get("application/json")
    if content is None:
        return None  # nothing, or bytes
    reference: str = content["schema"]["$ref"]
    return reference.rpartition("/")[2]


def _fields(schema: dict[str, Any]) -> dict[str, Any]:
    properties = schema.get("properties", {})
    return {
        "fields": {name: sorted(_models_in(one)) for name, one in sorted(properties.items())},
        "required": sorted(schema.get("required", [])),
        "defaults": {name: one["default"] for name, one in sorted(properties.items()) if "default" in one},
        "words": sorted(map(str, schema.get("enum", []))),
    }


def _models_in(schema: Any) -> set[str]:
    """The models that a field's value may hold, however deep."""
    if isinstance(schema, dict):
        own = {schema["$ref"].rpartition("/")[2]} if "$ref" in schema else set()
        return own.union(*(_models_in(one) for one in schema.values()))
    return set().union(*map(_models_in, schema)) if isinstance(schema, list) else set()


def keep(version: str) -> None:
    """Write ``<version>.json``."""
    from relay.http.openapi import description

    text = json.dumps(shapes_of(description()), indent=1, sort_keys=True, ensure_ascii=False)
    (KEPT / f"{version}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    keep(sys.argv[1])
