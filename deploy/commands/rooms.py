"""room: what its owner can change in one: agents and people in and out, join cards, invitations, switches."""

import secrets
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deploy.commands.requests import RoomOption, YesOption
from deploy.console import Console, command
from deploy.failures import Exit, Failure

if TYPE_CHECKING:
    from deploy.reach import Caller
    from relay.wire.messages import Switches
    from relay.wire.people import JoinView

HandleArgument = Annotated[str, typer.Argument(metavar="AGENT", help="The agent, by handle.")]
JoinArgument = Annotated[
    str, typer.Argument(metavar="CARD", help="By its number, as `muti room joins` shows it.")
]


class OnOff(StrEnum):
    """How a switch can stand."""

    on = "on"
    off = "off"


class Mode(StrEnum):
    """What messages of other agents may start of themselves (H1)."""

    run = "run"
    hold = "hold"
    plan = "plan"


@command
async def put_in(ctx: typer.Context, agent: HandleArgument, room: RoomOption = None) -> None:
    """Put an agent of yours in a room."""
    from deploy.reach import calling
    from relay.wire.people import Seat

    console: Console = ctx.obj
    async with calling(console) as caller:
        where = await caller.room(room)
        await caller.client.put_in(None, where.room, Seat(agent=agent.removeprefix("@")))
        now = await caller.client.room(None, where.room)
    console.show({"room": now}, f"{agent} is in {where.name} now.")


@command
async def take_out(
    ctx: typer.Context, agent: HandleArgument, room: RoomOption = None, yes: YesOption = False
) -> None:
    """Take an agent out of a room; what is queued there for it is cancelled, what runs goes on."""
    from deploy.reach import calling

    console: Console = ctx.obj
    async with calling(console) as caller:
        where, handle = await caller.room(room), agent.removeprefix("@")
        console.confirm(
            f"Take {handle} out of {where.name}? What is queued for it there is cancelled, and standing permissions "
            "for it there end.",
            yes=yes,
        )
        await caller.client.take_out(None, where.room, handle)
        now = await caller.client.room(None, where.room)
        named = any(one.name == where.name and handle in one.agents for one in caller.settings.rooms)
    lines = [f"{handle} is out of {where.name}."]
    if named:
        lines.append("The configuration still names it for this room: take it out there too, or the next start of "
                     "the relay puts it back in.")  # fmt: skip
    console.show({"room": now}, lines)


@command
async def remove(
    ctx: typer.Context,
    person: Annotated[str, typer.Argument(help="Who, by name.")],
    room: RoomOption = None,
    yes: YesOption = False,
) -> None:
    """Remove a person from a room at once; what they have queued there is cancelled."""
    from deploy.reach import calling

    console: Console = ctx.obj
    async with calling(console) as caller:
        where = await caller.room(room)
        found = [one for one in where.members if person in (one.name, one.person)]
        if len(found) != 1:
            names = ", ".join(one.name for one in where.members)
            raise Failure(f"Name one person of {where.name}. They are: {names}.", "unknown")
        console.confirm(f"Remove {person} from {where.name}?", yes=yes)
        await caller.client.remove(None, where.room, found[0].person)
        now = await caller.client.room(None, where.room)
    console.show({"room": now}, f"{person} is out of {where.name}.")


# -- who wants to come in ---------------------------------------------------------------------------------------


@command
async def joins(ctx: typer.Context, room: RoomOption = None) -> None:
    """List who asked without being a member, and waits for you."""
    from deploy.reach import calling

    console: Console = ctx.obj
    async with calling(console) as caller:
        waiting = await _joins(caller, room)
    lines = [f"{place}  {_shown(card)}" for place, card in enumerate(waiting, 1)]
    console.show({"joins": waiting}, lines or ["Nobody waits."])


@command
async def admit(
    ctx: typer.Context,
    card: JoinArgument,
    room: RoomOption = None,
    approve: Annotated[bool, typer.Option("--approve", help="Approve at once what they asked.")] = False,
    yes: YesOption = False,
) -> None:
    """Let somebody in who asked."""
    from relay.wire.people import JoinDecision

    decision = JoinDecision.admit_and_approve if approve else JoinDecision.admit
    question = "Admit, and approve this?" if approve else "Admit?"
    await _decide(ctx.obj, card, room, decision, question, yes=yes)


@command
async def refuse(
    ctx: typer.Context, card: JoinArgument, room: RoomOption = None, yes: YesOption = False
) -> None:
    """Do not let somebody in who asked."""
    from relay.wire.people import JoinDecision

    await _decide(ctx.obj, card, room, JoinDecision.refuse, "Refuse?", yes=yes)


async def _joins(caller: "Caller", room: str | None) -> "list[JoinView]":
    """The cards of one room, or of all that the caller owns, oldest first."""
    rooms = (
        [await caller.room(room)] if room else [one for one in await caller.rooms() if one.owner == one.me]
    )
    cards = [card for one in rooms for card in (await caller.client.joins(None, one.room)).joins]
    return sorted(cards, key=lambda card: card.asked_at)


async def _decide(
    console: Console, named: str, room: str | None, decision: Any, question: str, *, yes: bool
) -> None:
    """The whole card first, then the question (A3)."""
    from bots.text import exact
    from deploy.reach import calling
    from relay.wire.people import DecideJoin

    async with calling(console) as caller:
        waiting = await _joins(caller, room)
        found = [card for place, card in enumerate(waiting, 1) if named in (str(place), card.join)]
        if not found:
            raise Failure(f"There is no card {named}. `muti room joins` shows those that wait.", "unknown")
        if not console.as_json:
            for line in (_shown(found[0]), "", exact(found[0].prompt), ""):
                console.note(line)
        console.confirm(question, yes=yes)
        key = f"cli:{secrets.token_urlsafe(18)}"
        decided = await caller.client.decide_join(None, found[0].join, DecideJoin(decision=decision, key=key))
        then = ""
        if decided.request is not None:
            then = f" {caller.tell(await caller.client.request(None, decided.request))}"
    console.show({"join": decided}, f"{decided.name} is {decided.state}.{then}")


def _shown(card: "JoinView") -> str:
    from bots.text import cut, one_line
    from deploy.moments import local

    outside = ", from outside your organisation" if card.outside else ""
    asked = cut(one_line(card.prompt), 100)[0]
    return f"{one_line(card.name)} ({card.account}{outside}) in {card.room_name}, {local(card.asked_at)}: {asked}"


# -- invitations ------------------------------------------------------------------------------------------------


@command
async def invites(ctx: typer.Context, room: RoomOption = None) -> None:
    """List the invitations of a room; their links were shown once."""
    from deploy.moments import local
    from deploy.reach import calling

    console: Console = ctx.obj
    async with calling(console) as caller:
        where = await caller.room(room)
        found = (await caller.client.invites(None, where.room)).invites
    lines = [
        f"{one.invite}  {one.role}, {one.uses_left} uses left, until {local(one.expires_at)}"
        + (", revoked" if one.revoked_at else "")
        for one in found
    ]
    console.show(
        {"invites": found}, lines or [f"There are none. `muti invite --room '{where.name}'` makes one."]
    )


@command
async def revoke_invite(
    ctx: typer.Context,
    invite: Annotated[str, typer.Argument(help="As `muti room invites` shows it.")],
    room: RoomOption = None,
) -> None:
    """Let nobody in any more by an invitation."""
    from deploy.reach import calling

    console: Console = ctx.obj
    async with calling(console) as caller:
        where = await caller.room(room)
        await caller.client.revoke_invite(None, where.room, invite)
    console.show({"revoked": invite}, "Revoked.")


# -- switches ---------------------------------------------------------------------------------------------------


@command
async def switch(
    ctx: typer.Context,
    room: RoomOption = None,
    agents_ask: Annotated[
        OnOff | None,
        typer.Option("--agents-ask", help="May agents ask each other without asking you each time?"),
    ] = None,
    automatic_turns: Annotated[
        OnOff | None, typer.Option("--automatic-turns", help="May messages of agents start turns?")
    ] = None,
    agent: Annotated[str | None, typer.Option("--agent", help="Together with --mode: which agent.")] = None,
    mode: Annotated[
        Mode | None, typer.Option("--mode", help="What messages of other agents may start there.")
    ] = None,
) -> None:
    """Set the switches of a room, or show them."""
    from deploy.reach import calling
    from relay.wire.coordination import RoomSwitch
    from relay.wire.messages import Mode as Wire
    from relay.wire.messages import Switch

    console: Console = ctx.obj
    if (agent is None) != (mode is None):
        raise Failure("--agent and --mode go together; give both.", "usage", Exit.usage)
    async with calling(console) as caller:
        where = await caller.room(room)
        if agents_ask is not None:
            await caller.client.let_agents_ask(
                None, where.room, RoomSwitch(agents_ask=agents_ask is OnOff.on)
            )
        if automatic_turns is not None or agent is not None:
            wish = Switch(
                automatic_turns=None if automatic_turns is None else automatic_turns is OnOff.on,
                agent=agent.removeprefix("@") if agent else None,
                mode=Wire(mode) if mode else None,
            )
            await caller.client.switch(None, where.room, wish)
        now = await caller.client.switches(None, where.room)
    console.show({"switches": now}, _switches(now))


def _switches(now: "Switches") -> list[str]:
    def word(on: bool) -> str:
        return "on" if on else "off"

    return [
        f"agents ask each other: {word(now.agents_ask)}",
        f"automatic turns: {word(now.automatic_turns)}",
        *(f"  {handle}: {mode}" for handle, mode in now.agents.items()),
    ]


VERBS = {
    "put-in": put_in,
    "take-out": take_out,
    "remove": remove,
    "joins": joins,
    "admit": admit,
    "refuse": refuse,
    "invites": invites,
    "revoke-invite": revoke_invite,
    "switch": switch,
}
"""What stands beside `muti room list`, `new` and `bind`."""
