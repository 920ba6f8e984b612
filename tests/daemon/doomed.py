"""A process that plays one turn of Claude Code and is meant to be killed: ``python -m tests.daemon.doomed TURN``.

``TURN`` is JSON: the folder of the side, the program, the address of the model, and the turn's own fields.
"""

import asyncio
import json
import sys
from pathlib import Path

from daemon.claude import ClaudeRuntime
from daemon.runtime import Turn
from tests.daemon.sides import ClaudeSide, allow


def describe(side: ClaudeSide, turn: Turn) -> str:
    """The argument for a turn."""
    kept = {"request": turn.request, "prompt": turn.prompt, "session": turn.session, "resume": turn.resume}
    places = {"state": str(side.folder / "state"), "program": str(side.program)}
    return json.dumps(
        {**places, **kept, "directory": str(turn.directory), "environment": {**turn.environment}}
    )


async def play(given: dict[str, str]) -> None:
    """The turn."""
    runtime = ClaudeRuntime(Path(given.pop("state")), Path(given.pop("program")))
    turn = Turn(**{**given, "directory": Path(given["directory"])})  # type: ignore[arg-type]
    async for _ in runtime.run(turn, allow):
        pass


if __name__ == "__main__":
    asyncio.run(play(json.loads(sys.argv[1])))
