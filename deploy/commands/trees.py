"""tree, move, revoke: work between agents, seen from above (V2) and moved or taken back by its owner (D6, D9)."""

import secrets
from typing import TYPE_CHECKING, Annotated

import typer

from deploy.commands.requests import RequestArgument, RoomOption, YesOption
from deploy.console import Console, command

if TYPE_CHECKING:
    from relay.wire.coordination import Moved, Revoked

LONGEST = 200
"""Lines of a tree at the command line."""

STOPPING = {
    "stopped": "stopped before it began",
    "stopping": "stops at its next tool call",
    "beyond_reach": "cannot be reached, or nobody knows what it did last",
}


@command
async def tree(
    ctx: typer.Context,
    request: RequestArgument,
    room: RoomOption = None,
    whole: Annotated[bool, typer.Option("--whole", help="From the root of its tree.")] = False,
) -> None:
    """Show a request with all that stands below it."""
    from bots.words.trees import tree_lines
    from deploy.reach import calling

    console: Console = ctx.obj
    async with calling(console) as caller:
        view = await caller.request(request, room)
        found = await caller.client.tree(None, view.request, whole=whole)
        console.show({"tree": found}, tree_lines(found, caller.settings.owner.language, LONGEST))


@command
async def move(
    ctx: typer.Context,
    request: RequestArgument,
    parent: Annotated[str, typer.Argument(metavar="PARENT", help="The id of the request to put it under.")],
    room: RoomOption = None,
    accept_narrower: Annotated[
        bool, typer.Option("--accept-narrower", help="Accept what the preview says gets narrower.")
    ] = False,
    preview: Annotated[bool, typer.Option("--preview", help="Only show what would change.")] = False,
    yes: YesOption = False,
) -> None:
    """Put work under another request; first shows what that makes narrower."""
    from deploy.reach import calling
    from relay.wire.coordination import Move

    console: Console = ctx.obj
    async with calling(console) as caller:
        view, target = await caller.request(request, room), await caller.request(parent, room)
        wish = Move(parent=target.request, preview=True, key=f"cli:{secrets.token_urlsafe(18)}")
        found = await caller.client.move(None, view.request, wish)
        lines = _narrower(found, view.public_id, target.public_id)
        if preview:
            console.show({"moved": found}, lines)
            return
        for line in lines:
            console.note(line)
        console.confirm(
            "Accept this, and move it?" if found.narrower else "Move it?",
            yes=accept_narrower if found.narrower else yes or accept_narrower,
        )
        accepted = wish.model_copy(update={"preview": False, "accepts_narrower": bool(found.narrower)})
        moved = await caller.client.move(None, view.request, accepted)
        console.show({"moved": moved}, f"{view.public_id} stands below {target.public_id} now.")


def _narrower(moved: "Moved", request: str, parent: str) -> list[str]:
    from bots.text import one_line

    below = moved.moved - 1
    head = f"{request}{f' with {below} below it' if below else ''} goes below {parent}."
    if not moved.narrower:
        return [head, "Nothing gets narrower."]
    told = [
        f"  {one.public_id}: {one_line(one.what)}: {one_line(one.before)} -> {one_line(one.after)}"
        for one in moved.narrower
    ]
    return [head, "This gets narrower:", *told]


@command
async def revoke(
    ctx: typer.Context,
    request: RequestArgument,
    room: RoomOption = None,
    reason: Annotated[str, typer.Option("--reason", help="Why, for those who asked.")] = "",
    yes: YesOption = False,
) -> None:
    """Take back what a request may do, with all below it; says what stopped and what could not."""
    from deploy.reach import calling
    from relay.wire.coordination import Revoke

    console: Console = ctx.obj
    async with calling(console) as caller:
        view = await caller.request(request, room)
        console.note(f"{caller.tell(view)} It stops at its next tool call, with all that stands below it.")
        console.confirm("Take it back?", yes=yes)
        said = Revoke(reason=reason[:2000], key=f"cli:{secrets.token_urlsafe(18)}")
        revoked = await caller.client.revoke(None, view.request, said)
        console.show({"revoked": revoked}, _reached(revoked))


def _reached(revoked: "Revoked") -> list[str]:
    return [f"{one.public_id} @{one.handle}: {STOPPING[one.what]}" for one in revoked.reached]
