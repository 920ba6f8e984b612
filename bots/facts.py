"""What is said beside a changed file, and what a request has used. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from bots.text import one_line
from relay.wire.executions import Meter
from relay.wire.requests import FileView, RequestView

Say = Callable[..., str]
EXECUTABLE = "100755"
DOLLAR = 1_000_000
"""Units of the cost meter in one."""


def change_marks(body: Mapping[str, Any], say: Say) -> list[str]:
    """What happened to a file besides its lines: new, deleted, renamed, binary, made executable."""
    flags = [name for name in ("created", "deleted", "binary") if body.get(name) is True]
    marks = [say(f"file.{name}") for name in flags]
    if isinstance(before := body.get("renamed_from"), str) and before:
        marks.append(say("file.renamed", path=one_line(before)))
    if isinstance(mode := body.get("mode"), str):
        marks.append(say("file.executable" if mode == EXECUTABLE else "file.mode"))
    return marks


def file_marks(file: FileView, say: Say) -> list[str]:
    """The same of a file in a request's summary."""
    return change_marks(file.model_dump(), say)


def spent(view: RequestView, say: Say) -> str:
    """How many tokens a request has used, and what that costs where it is known; empty where nothing is."""
    used = {one.meter: one.spent for one in view.meters}
    tokens, cost = used.get(Meter.tokens, 0), used.get(Meter.cost, 0)
    told = [say("spent.tokens", tokens=f"{tokens:,}")] if tokens else []
    if cost:
        told.append(say("spent.cost", cost=f"{cost / DOLLAR:,.2f}"))
    return " · ".join(told)
