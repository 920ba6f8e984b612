"""ask, status, approve, deny, cancel, retry, resume, close, queue, stop: what a card can do, in words (O5)."""

import secrets
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from deploy.console import Console, command
from deploy.failures import Exit, Failure

if TYPE_CHECKING:
    from deploy.reach import Caller
    from relay.wire.requests import Decided

RequestArgument = Annotated[
    str, typer.Argument(metavar="ID", help="R20260906-07, R-07 for one of today's, or 7.")
]
RoomOption = Annotated[str | None, typer.Option("--room", help="The room, by name, if you have several.")]
ActionOption = Annotated[
    str | None,
    typer.Option(
        "--action", help="Which action of it, by the number that `muti status ID` shows; else the oldest."
    ),
]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask whether it is meant.")]


@command
async def ask(
    ctx: typer.Context,
    prompt: Annotated[str, typer.Argument(help="What to do; - reads it from standard input.")],
    room: RoomOption = None,
    agent: Annotated[str | None, typer.Option("--agent", help="The agent, by handle.")] = None,
    wait: Annotated[bool, typer.Option("--wait", help="Wait for the end, and show the result.")] = False,
) -> Exit | None:
    """Ask an agent."""
    from deploy.follow import follow
    from deploy.reach import calling
    from relay.wire.requests import Ask, Spot

    console: Console = ctx.obj
    text = sys.stdin.read() if prompt == "-" else prompt
    async with calling(console) as caller:
        where = await caller.room(room)
        spot = Spot(
            platform="cli", tenant="", channel=where.room, message=secrets.token_urlsafe(18), shows=False
        )
        asked = await caller.client.ask(None, Ask(spot=spot, prompt=text, agent=agent, room=where.room))
        view = asked.request
        if view is None:
            raise Failure("The owner has to admit you to this room first.", "join")
        if wait:
            return await follow(console, caller, view)
        console.show({"request": view}, caller.tell(view))
    return None


@command
async def status(
    ctx: typer.Context,
    request: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="One request; all rooms without.")
    ] = None,
    room: RoomOption = None,
) -> Exit | None:
    """Say where a request stands, or how everything is."""
    from deploy.follow import details
    from deploy.reach import calling

    console: Console = ctx.obj
    async with calling(console) as caller:
        if request is None:
            return await _overview(console, caller)
        view = await caller.request(request, room)
        console.show({"request": view}, [caller.tell(view), *details(view)])
    return None


async def _overview(console: Console, caller: "Caller") -> Exit:
    from deploy.moments import ago

    rooms = await caller.rooms()
    lines = [f"relay: {caller.url}"]
    for one in rooms:
        lines.append(f"room {one.name}: {len(one.members)} people")
        for agent in one.agents:
            there = "present" if agent.present else f"away, heard of {ago(agent.last_contact_at)}"
            busy = ", at work" if agent.busy else ""
            lines.append(f"  {agent.handle} on {agent.machine}: {there}{busy}, {agent.waiting} waiting")
    console.show({"relay": caller.url, "rooms": rooms}, lines)
    away = [agent for one in rooms for agent in one.agents if not agent.present]
    return Exit.degraded if away else Exit.done


@command
async def approve(
    ctx: typer.Context,
    request: RequestArgument,
    room: RoomOption = None,
    always: Annotated[
        bool, typer.Option("--always", help="From now on this person's asks of this agent need no tap here.")
    ] = False,
    action: ActionOption = None,
    yes: YesOption = False,
) -> None:
    """Approve a request, or the action that it waits for."""
    from relay.wire.requests import Decision

    decision = Decision.always if always else Decision.approve
    await _decide(ctx.obj, request, room, decision, None, action, yes=yes)


@command
async def deny(
    ctx: typer.Context,
    request: RequestArgument,
    room: RoomOption = None,
    reason: Annotated[str | None, typer.Option("--reason", help="Said to who asked.")] = None,
    action: ActionOption = None,
    yes: YesOption = False,
) -> None:
    """Deny a request, or the action that it waits for."""
    from relay.wire.requests import Decision

    await _decide(ctx.obj, request, room, Decision.deny, reason, action, yes=yes)


async def _decide(
    console: Console,
    typed: str,
    room: str | None,
    decision: str,
    reason: str | None,
    action: str | None,
    *,
    yes: bool,
) -> None:
    """What is decided is shown first, whole, and the decision names exactly that (A3, P3)."""
    from deploy.decide import decide_action, decide_request
    from deploy.reach import calling

    async with calling(console) as caller:
        view = await caller.request(typed, room)
        if action is not None or view.state == "running":
            await decide_action(console, caller, view, decision, reason, yes, action)
        else:
            await decide_request(console, caller, view, decision, reason, yes)
        await _show_now(console, caller, view.request)


@command
async def cancel(ctx: typer.Context, request: RequestArgument, room: RoomOption = None) -> None:
    """Cancel a request: a queued one at once, a running one between two steps."""
    await _act(ctx.obj, request, room, "cancel")


@command
async def resume(ctx: typer.Context, request: RequestArgument, room: RoomOption = None) -> None:
    """Try again to reach the machine of an interrupted request."""
    await _act(ctx.obj, request, room, "resume")


@command
async def close(
    ctx: typer.Context,
    request: RequestArgument,
    room: RoomOption = None,
    reason: Annotated[str, typer.Option("--reason", help="Why, for the record.")] = "",
    yes: YesOption = False,
) -> None:
    """Give up a machine that never came back: its request failed, the outcome is not known."""
    from deploy.reach import calling
    from relay.wire.requests import Close

    console: Console = ctx.obj
    async with calling(console) as caller:
        view = await caller.request(request, room)
        console.note(caller.tell(view))
        console.confirm("Close it as failed, outcome unknown?", yes=yes)
        await caller.client.close_request(None, view.request, Close(key=_key(), reason=reason))
        await _show_now(console, caller, view.request)


@command
async def retry(ctx: typer.Context, request: RequestArgument, room: RoomOption = None) -> None:
    """Ask again, as a new request with a new id."""
    from deploy.reach import calling

    console: Console = ctx.obj
    async with calling(console) as caller:
        view = await caller.request(request, room)
        again = (await caller.client.retry(None, view.request, _key())).request
        assert again is not None, "who retries is a member"
        console.show({"request": again}, caller.tell(again))


async def _act(console: Console, typed: str, room: str | None, act: str) -> None:
    from deploy.reach import calling

    async with calling(console) as caller:
        view = await caller.request(typed, room)
        say = {"cancel": caller.client.cancel, "resume": caller.client.resume}[act]
        said: Decided = await say(None, view.request, _key())
        await _show_now(console, caller, said.request)


async def _show_now(console: Console, caller: "Caller", request: str) -> None:
    view = await caller.client.request(None, request)
    console.show({"request": view}, caller.tell(view))


@command
async def queue(ctx: typer.Context, room: RoomOption = None) -> None:
    """List the open requests, those that wait for a decision first."""
    from deploy.reach import calling
    from relay.machine import OPEN

    console: Console = ctx.obj
    async with calling(console) as caller:
        rooms = [await caller.room(room)] if room else await caller.rooms()
        views = [
            view
            for one in rooms
            for state in OPEN
            for view in (await caller.client.requests_of(None, one.room, state=state, limit=200)).requests
        ]
        views.sort(key=lambda view: (view.state != "pending", view.asked_at))
        console.show({"requests": views}, [caller.tell(view) for view in views] or ["Nothing is open."])


@command
async def stop(
    ctx: typer.Context,
    machine: Annotated[str | None, typer.Option("--machine", help="Only for this machine, by name.")] = None,
    person: Annotated[
        str | None, typer.Option("--person", help="Only what this person asked, by name.")
    ] = None,
    now: Annotated[bool, typer.Option("--now", help="Also what is running, at its next safe point.")] = False,
    yes: YesOption = False,
) -> None:
    """Cancel what is queued, for all machines of yours or for some."""
    from deploy.reach import calling
    from relay.wire.machines import Stop

    console: Console = ctx.obj
    async with calling(console) as caller:
        where = await find_machine(caller, machine) if machine else None
        who = await find_person(caller, person) if person else None
        console.confirm("Cancel all that is queued" + (" and running?" if now else "?"), yes=yes)
        stopped = await caller.client.stop(None, Stop(key=_key(), machine=where, person=who, now=now))
        lines = [f"cancelled: {', '.join(stopped.cancelled) or 'nothing was queued'}"]
        going_on = [(await caller.client.request(None, name)).public_id for name in stopped.running]
        if going_on:
            lines.append(f"{'stopping' if now else 'still running'}: {', '.join(going_on)}")
        console.show({"cancelled": stopped.cancelled, "running": going_on}, lines)


async def find_machine(caller: "Caller", name: str) -> str:
    """The id of a machine that is not revoked.

    Raises:
        Failure: no one machine is called so.
    """
    machines = (await caller.client.my_machines(None)).machines
    found = [one.machine for one in machines if name in (one.name, one.machine) and one.revoked_at is None]
    if len(found) != 1:
        names = ", ".join(one.name for one in machines) or "none"
        raise Failure(f"Name one machine of yours. They are: {names}.", "unknown")
    return found[0]


async def find_person(caller: "Caller", name: str) -> str:
    """The id of a person of the caller's rooms.

    Raises:
        Failure: no one person is called so.
    """
    members = [one for room in await caller.rooms() for one in room.members]
    found = {one.person for one in members if name in (one.name, one.person)}
    if len(found) != 1:
        names = ", ".join(dict.fromkeys(one.name for one in members))
        raise Failure(f"Name one person of your rooms. They are: {names}.", "unknown")
    return found.pop()


def _key() -> str:
    return f"cli:{secrets.token_urlsafe(18)}"
