"""people: who is known here, and erasing somebody (O16)."""

import secrets
from typing import TYPE_CHECKING, Annotated

import typer

from deploy.commands.requests import YesOption
from deploy.console import Console, command
from deploy.failures import Failure

if TYPE_CHECKING:
    from relay.wire.people import RoomView

people_app = typer.Typer(no_args_is_help=True, help="The people of your rooms.")

STAYS = (
    "What stays, because it cannot be taken back from here: the audit log, which holds the ids of their accounts "
    "and what you said of unknown outcomes, and else no text; what was posted in the chats; what agents wrote into "
    "your files and keep in their sessions; words of theirs that others have quoted; and every back-up that was "
    "made before."
)


@people_app.command("erase")
@command
async def erase(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="As `muti room list` shows it, or the person's id.")],
    yes: YesOption = False,
) -> None:
    """Erase what somebody wrote and handed over in your rooms, and who it was. This cannot be undone."""
    from deploy.reach import calling

    console: Console = ctx.obj
    async with calling(console) as caller:
        person = find_person(await caller.rooms(), name)
        console.confirm(f"Erase all that {name} has asked here? It cannot be undone.", yes=yes)
        count, left, everywhere = 0, True, True
        while left:
            step = await caller.client.erase(None, person, secrets.token_hex(8))
            count, left, everywhere = count + step.requests, step.left, step.everywhere
    lines = [f"{name} is erased, with the texts of {count} requests.", STAYS]
    if not everywhere:
        lines.insert(1, "The name and the accounts stay: another owner's room on this relay has them, too.")
    console.show({"erased": person, "requests": count, "everywhere": everywhere}, lines)


def find_person(rooms: "list[RoomView]", name: str) -> str:
    """The id of the one person of that name; an id is taken as it is.

    Raises:
        Failure: there is nobody, or more than one.
    """
    found = {
        member.person for room in rooms for member in room.members if name in (member.name, member.person)
    }
    if len(found) == 1:
        return found.pop()
    if not found and len(name) == 16 and name.isalnum():
        return name  # somebody who was removed before
    if not found:
        raise Failure(
            f"Nobody in your rooms is called {name}; `muti room list` shows who is there.", "unknown"
        )
    listed = ", ".join(sorted(found))
    raise Failure(f"Several are called {name}: {listed}. Say which by this id.", "which_person")
