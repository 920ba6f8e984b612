"""settle: say what came of an approved action whose outcome nobody knows (E3)."""

import secrets
from typing import TYPE_CHECKING, Annotated

import typer

from deploy.commands.requests import RequestArgument, RoomOption, YesOption
from deploy.console import Console, command
from deploy.failures import Exit, Failure

if TYPE_CHECKING:
    from relay.wire.requests import ActionView, RequestView

WORDS = {"happened": "happened", "did-not": "did_not", "look": "look"}
QUESTIONS = {
    "happened": "Say that it happened?",
    "did-not": "Say that it did not happen?",
    "look": "Let the agent look first?",
}


@command
async def settle(
    ctx: typer.Context,
    request: RequestArgument,
    outcome: Annotated[str, typer.Argument(metavar="happened|did-not|look", help="What came of it.")],
    room: RoomOption = None,
    evidence: Annotated[str, typer.Option("--evidence", help="What shows it, for the record.")] = "",
    yes: YesOption = False,
) -> None:
    """Say what came of an action whose outcome is unknown, or let the agent look."""
    from bots.words import look_prompt
    from deploy.reach import calling
    from relay.wire.executions import Settle, Settlement

    console: Console = ctx.obj
    if outcome not in WORDS:
        raise Failure(f"Say one of {', '.join(WORDS)}.", "usage", Exit.usage)
    async with calling(console) as caller:
        view = await caller.request(request, room)
        action = _unknown_in(view)
        for line in _lines(view, action):
            console.note(line)
        console.confirm(QUESTIONS[outcome], yes=yes)
        said = Settle(
            settlement=Settlement(WORDS[outcome]),
            evidence=evidence,
            ask=look_prompt(action, view, caller.settings.owner.language),
            key=f"cli:{secrets.token_urlsafe(18)}",
        )
        await caller.client.settle(None, view.request, action.action, said)
        now = await caller.client.request(None, view.request)
        console.show({"request": now}, caller.tell(now))


def _unknown_in(view: "RequestView") -> "ActionView":
    """The oldest action of a request that wants settling.

    Raises:
        Failure: there is none.
    """
    from relay.wire.executions import State

    action = next((one for one in view.actions if one.execution is State.unknown), None)
    if action is None:
        raise Failure(f"{view.public_id} has no action with an unknown outcome.", "late")
    return action


def _lines(view: "RequestView", action: "ActionView") -> list[str]:
    """What it is about, whole, before the question."""
    from bots.text import exact
    from bots.words import facts_of

    return [
        f"{view.public_id}: begun, and nobody knows whether it took effect ({action.kind}, {action.tool})",
        f"directory: {exact(action.directory)}",
        *(f"{name}: {value}" for name, value in facts_of(action, "en")),
        "",
        exact(action.shown),
        "",
    ]
