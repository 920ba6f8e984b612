"""A request as a terminal shows it: its details, and its way to the end."""

import asyncio

from bots.text import cut, harmless, one_line
from deploy.console import Console
from deploy.failures import Exit
from deploy.reach import Caller
from relay.machine import FINAL, State
from relay.wire.requests import ActionState, RequestView

LOOK_SECONDS = 0.5
SHORT = 300


def details(view: RequestView) -> list[str]:
    """What stands below the sentence: what was asked, what is planned, what waits, what came of it."""
    lines = [f"  asked in {view.room_name}: {_short(view.prompt)}", f"  in {view.directory}"]
    lines += [f"  [{'x' if state == 'completed' else ' '}] {harmless(text)}" for text, state in view.plan]
    waiting = [action for action in view.actions if action.state is ActionState.pending]
    for place, action in enumerate(waiting, 1):
        lines.append(f"  waits for you, action {place}: {action.kind}: {_short(action.shown)}")
    lines += [f"  {harmless(file.path)} +{file.added} -{file.removed}" for file in view.files]
    if view.result:
        lines += ["", harmless(view.result)]
    return lines


async def follow(console: Console, caller: Caller, view: RequestView) -> Exit:
    """Wait for the end; on the way, tell each new sentence to who watches."""
    told = ""
    while view.state not in FINAL:
        told = _tell_if_new(console, caller.tell(view), told)
        await asyncio.sleep(LOOK_SECONDS)
        view = await caller.client.request(None, view.request)
    console.show({"request": view}, [caller.tell(view), *details(view)])
    return Exit.done if view.state is State.done else Exit.failed


def _tell_if_new(console: Console, line: str, told: str) -> str:
    if line != told and not console.as_json:
        console.note(line)
    return line


def _short(text: str) -> str:
    shown, missing = cut(one_line(text), SHORT)
    return f"{shown} … ({missing} characters more)" if missing else shown
