"""API.md, drawn from the API description: ``python -m tests.api`` checks it, ``--write`` draws it anew."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from relay.http.openapi import description
from relay.wire.base import ACCOUNT_HEADER, STATUS, VERSION_HEADER
from relay.wire.routes import ROUTES, Audience, Route

Json = dict[str, Any]

FILE = Path(__file__).parent.parent / "API.md"
BEGINNING = f"""# The relay's API

Drawn from `relay/wire/routes.py` by `python -m tests.api --write`; do not edit it. A running relay tells the same, with every shape, as OpenAPI 3.1 at `/openapi.json`. Bodies and answers are JSON in UTF-8 unless it says "bytes"; times are microseconds since 1970 UTC, lengths of time are seconds.

Each call has the header `Authorization: Bearer TOKEN`. `{VERSION_HEADER}` says which version of this API the caller speaks; it may be left out. A connector says for whom it speaks in `{ACCOUNT_HEADER}`: a `Who` as JSON. Beside `/v1` there are `/healthz`, `/readyz`, `/metrics` and `/openapi.json`.
"""
HEADS = {Audience.person: "People", Audience.connector: "Connectors", Audience.machine: "Machines"}
OPENED = {
    Audience.person: "Calls of people, by a person's own token, or by a connector for the account that it names.",
    Audience.connector: "Calls of connectors, by a connector's token.",
    Audience.machine: "Calls of machines, by the token of a machine's daemon.",
}


def drawn() -> str:
    """The whole page."""
    whole = description()
    parts = [
        BEGINNING,
        *(_of_audience(whole, audience) for audience in Audience),
        _refusals(),
        _shapes(whole),
    ]
    return "\n".join(parts)


def _of_audience(whole: Json, audience: Audience) -> str:
    rows = [
        _row(whole["paths"][route.path][route.method.lower()], route)
        for route in ROUTES.values()
        if route.audience is audience
    ]
    head = ["| call | what for | arguments | body | answer |", "| --- | --- | --- | --- | --- |"]
    return "\n".join([f"## {HEADS[audience]}", "", OPENED[audience], "", *head, *rows, ""])


def _row(operation: Json, route: Route[Any]) -> str:
    arguments = ", ".join(f"`{name}`" for name in route.query)
    body = _content(operation.get("requestBody", {"content": {}})["content"])
    answer = _content(operation["responses"]["200"]["content"])
    says = operation["summary"].replace("|", "\\|")
    return f"| `{route.method} {route.path}` | {says} | {arguments} | {body} | {answer} |"


def _content(content: Json) -> str:
    for kind, of in content.items():
        match kind:
            case "application/json":
                name = of["schema"]["$ref"].rpartition("/")[2]
                return "" if name == "Nothing" else f"`{name}`"
            case "text/event-stream":
                return "events, each a `RequestView`"
            case _:
                return "bytes"
    return ""


def _refusals() -> str:
    rows = [
        f"| {status} | `{code.value}` |" for code, status in sorted(STATUS.items(), key=lambda one: one[1])
    ]
    says = "A refusal is a `Problem` with one of these codes. Nothing was changed then, unless the call says otherwise."
    return "\n".join(["## Refusals", "", says, "", "| status | code |", "| --- | --- |", *rows, ""])


def _shapes(whole: Json) -> str:
    """Every shape that the table of calls names."""
    lines = ["## Shapes", "", "`?` may be left out. What an answer holds beyond this may be passed over.", ""]
    for name, schema in sorted(whole["components"]["schemas"].items()):
        if schema.get("properties"):
            lines += [f"- **{name}**: {', '.join(_fields(schema))}"]
        elif "enum" in schema:
            lines += [f"- **{name}**: one of {', '.join(f'`{value}`' for value in schema['enum'])}"]
    return "\n".join([*lines, ""])


def _fields(schema: Json) -> Iterator[str]:
    for name, of in schema["properties"].items():
        mark = "" if name in schema.get("required", ()) else "?"
        yield f"`{name}{mark}` {_type(of)}"


def _type(schema: Json) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    if schema.get("type") == "array" and "items" in schema:
        return f"list of {_type(schema['items'])}"
    return {"null": "nothing", "string": "text"}.get(
        schema.get("type", ""), str(schema.get("type", "anything"))
    )


def main(arguments: list[str]) -> int:
    """Check or write; 1 if the page is not what would be drawn."""
    if "--write" in arguments:
        FILE.write_text(drawn(), encoding="utf-8")
        return 0
    if FILE.exists() and FILE.read_text(encoding="utf-8") == drawn():
        return 0
    print("API.md is not the table's: python -m tests.api --write", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
