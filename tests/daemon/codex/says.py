"""What tests say to Codex, and what its model has seen."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tests.daemon.sides import CodexSide
from tests.emulators.openai import Call, outputs


def run(command: str, **more: Any) -> Call:
    """A command."""
    return Call("exec_command", {"cmd": command, "yield_time_ms": 30_000, **more})


def seen(codex: CodexSide) -> list[str]:
    """What the model has seen of its calls."""
    return outputs(codex.model.requests[-1]["input"])


def history(codex: CodexSide) -> str:
    """The whole conversation, as the model got it last."""
    return json.dumps(codex.model.requests[-1]["input"])


def terminal(history: Sequence[Mapping[str, Any]]) -> int:
    """The number of the running command that the model was told of."""
    return int(outputs(history)[0].split("session ID ")[1].split()[0])
