"""room, invite, link, grants, machines: who may ask, from where, and what runs where."""

from typing import TYPE_CHECKING, Annotated

import typer

from deploy.commands.requests import RoomOption, YesOption
from deploy.console import Console, command
from deploy.failures import Exit, Failure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from relay.wire.executions import Meter

room_app = typer.Typer(no_args_is_help=True, help="Rooms: the boundary of people, agents and a timeline.")
grants_app = typer.Typer(no_args_is_help=True, help='Standing permissions ("Allow always").')
machines_app = typer.Typer(no_args_is_help=True, help="The computers that run your agents.")


@room_app.command("list")
@command
async def list_rooms(ctx: typer.Context) -> None:
    """List your rooms with their agents and people."""
    from deploy.reach import calling

    console: Console = ctx.obj
    async with calling(console) as caller:
        rooms = await caller.rooms()
    console.show(
        {"rooms": rooms},
        [
            f"{room.name}: {', '.join('@' + agent.handle for agent in room.agents) or 'no agents'}; "
            + ", ".join(f"{member.name} ({member.role})" for member in room.members)
            for room in rooms
        ]
        or ["You have no room yet; make one with `muti room new NAME`."],
    )


@room_app.command("new")
@command
async def new_room(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="What people call it.")],
    agent: Annotated[
        list[str] | None, typer.Option("--agent", help="An agent of yours; may be repeated.")
    ] = None,
) -> None:
    """Make a room."""
    from deploy.reach import calling
    from relay.wire.people import NewRoom

    console: Console = ctx.obj
    async with calling(console) as caller:
        room = await caller.client.new_room(None, NewRoom(name=name, agents=agent or []))
    console.show(
        {"room": room}, f"{room.name} is there. `muti invite --room '{room.name}'` invites somebody."
    )


@room_app.command("bind")
@command
async def bind(
    ctx: typer.Context,
    chat: Annotated[str, typer.Argument(help="slack:TEAM:CHANNEL, by their ids.")],
    room: RoomOption = None,
) -> None:
    """Let a room hear a chat."""
    from deploy.reach import calling
    from relay.wire.people import Binding

    console: Console = ctx.obj
    parts = chat.split(":")
    if len(parts) < 3 or not all(parts):
        raise Failure("Write the chat as slack:TEAM:CHANNEL, for instance slack:T0123:C0123.", "usage")
    binding = Binding(platform=parts[0], tenant=":".join(parts[1:-1]), channel=parts[-1])
    async with calling(console) as caller:
        where = await caller.room(room)
        await caller.client.bind(None, where.room, binding)
    console.show({"room": where.room, "binding": binding}, f"{where.name} hears {chat} now.")


@command
async def invite(
    ctx: typer.Context,
    room: RoomOption = None,
    guest: Annotated[
        bool, typer.Option("--guest", help="As a guest: may ask, and sees this room only.")
    ] = False,
    observer: Annotated[
        bool, typer.Option("--observer", help="As an observer: sees states and steps, and not what is said.")
    ] = False,
    uses: Annotated[int, typer.Option("--uses", min=1, max=1000, help="How many people it lets in.")] = 1,
    expires: Annotated[str, typer.Option("--expires", help='For how long: "1h", "7d".')] = "7d",
) -> None:
    """Make an invite link. It needs a browser, and nothing else."""
    from config.values import parse_duration
    from deploy.reach import calling, page_url
    from relay.wire.people import NewInvite, Role

    console: Console = ctx.obj
    try:
        lifetime = parse_duration(expires).total_seconds()
    except ValueError as error:
        raise Failure(f"--expires {expires}: {error}", "usage") from error
    role = Role.guest if guest else Role.member
    async with calling(console) as caller:
        where = await caller.room(room)
        made = await caller.client.invite(
            None, where.room, NewInvite(role=role, observes=observer, uses=uses, lifetime=lifetime)
        )
    url = f"{page_url(caller)}/join/{made.token}"
    console.show(
        {"invite": made, "url": url},
        [url, f"for {uses} {'observer' if observer else role} of {where.name}, good for {expires}"],
    )


@command
async def link(
    ctx: typer.Context,
    browser: Annotated[
        bool, typer.Option("--browser", help="A link for a browser of yours, good at once.")
    ] = False,
    confirm: Annotated[str | None, typer.Option("--confirm", help="The code that you have sent.")] = None,
    computer: Annotated[
        str | None,
        typer.Option("--computer", help="A token for `muti login` on another computer; what it is called."),
    ] = None,
) -> None:
    """Make another account yours, such as the one in Slack, by a one-time code."""
    from deploy.reach import calling, page_url
    from relay.wire.people import ConfirmLink, NewLink, NewLogin

    console: Console = ctx.obj
    async with calling(console) as caller:
        if computer is not None:
            made = await caller.client.new_login(NewLogin(name=computer))
            address = page_url(caller)
            lines = [
                made.token,
                f"On {computer}: `muti login {address}` asks for it. It is not shown again; whoever has it is you.",
                "`muti logout` there lets it go, `muti logout --everywhere` all such tokens.",
            ]
            console.show({"token": made.token, "url": address}, lines)
            return
        if confirm is not None:
            linked = await caller.client.confirm_link(None, ConfirmLink(code=confirm))
            line = f"{linked.name} on {linked.account.platform} is you from now on."
            console.show({"link": linked}, line)
            return
        code = await caller.client.new_link(None, NewLink(direct=browser))
    if browser:
        url = f"{page_url(caller)}/owner/{code.code}"
        console.show({"code": code, "url": url}, [url, "Open it within ten minutes; it works once."])
        return
    lines = [
        code.code,
        f"Within ten minutes, send the agent this in a direct message from the other account: link {code.code}",
        f"Then come back: muti link --confirm {code.code}",
    ]
    console.show({"code": code}, lines)


@grants_app.command("list")
@command
async def list_grants(ctx: typer.Context) -> None:
    """List whom you have allowed to ask without a tap."""
    from deploy.moments import local
    from deploy.reach import calling

    console: Console = ctx.obj
    async with calling(console) as caller:
        grants = (await caller.client.grants(None)).grants
    console.show(
        {"grants": grants},
        [
            f"{grant.grant}  {grant.person_name} → @{grant.handle} in {grant.room_name}, since "
            f"{local(grant.created_at)}, used {grant.uses} times"
            + (f", a day: {_amounts(grant.allowance)}" if grant.allowance else "")
            + (", revoked" if grant.revoked_at else "")
            for grant in grants
        ]
        or ["There are none."],
    )


@grants_app.command("revoke")
@command
async def revoke_grant(
    ctx: typer.Context, grant: Annotated[str, typer.Argument(help="As `muti grants list` shows it.")]
) -> None:
    """Take a standing permission back; what is queued by it is cancelled, what runs goes on."""
    from deploy.reach import calling

    console: Console = ctx.obj
    async with calling(console) as caller:
        await caller.client.revoke_grant(None, grant)
    console.show({"revoked": grant}, "Revoked.")


@grants_app.command("limit")
@command
async def limit_grant(
    ctx: typer.Context,
    grant: Annotated[str, typer.Argument(help="As `muti grants list` shows it.")],
    tool_calls: Annotated[int | None, typer.Option("--tool-calls", min=0, help="Tool calls a day.")] = None,
    tokens: Annotated[int | None, typer.Option("--tokens", min=0, help="Tokens of the model a day.")] = None,
    cost: Annotated[float | None, typer.Option("--cost", min=0, help="Dollars a day.")] = None,
    none: Annotated[bool, typer.Option("--none", help="Lift the limit.")] = False,
) -> None:
    """Set how much a standing permission lets through in a day of UTC; what is beyond it asks you again."""
    from deploy.reach import calling
    from relay.wire.coordination import Allowance
    from relay.wire.executions import Meter

    console: Console = ctx.obj
    millionths = None if cost is None else round(cost * 1_000_000)
    said = {Meter.tool_calls: tool_calls, Meter.tokens: tokens, Meter.cost: millionths}
    wanted = {meter: units for meter, units in said.items() if units is not None}
    if bool(wanted) is none:
        raise Failure(
            "Say a limit (--tool-calls, --tokens, --cost), or --none to lift it.", "usage", Exit.usage
        )
    async with calling(console) as caller:
        await caller.client.set_allowance(None, grant, Allowance(allowance=wanted))
    line = f"A day: {_amounts(wanted)}." if wanted else "There is no limit any more."
    console.show({"grant": grant, "allowance": wanted}, line)


def _amounts(allowance: "Mapping[Meter, int]") -> str:
    """``20 tool calls, $1.50``."""
    words = {"tool_calls": "{} tool calls", "tokens": "{} tokens"}
    return ", ".join(
        f"${units / 1_000_000:.2f}" if meter == "cost" else words[meter].format(f"{units:,}")
        for meter, units in allowance.items()
    )


@machines_app.command("list")
@command
async def list_machines(ctx: typer.Context) -> None:
    """List your machines and what lives on them."""
    from deploy.moments import ago
    from deploy.reach import calling

    console: Console = ctx.obj
    async with calling(console) as caller:
        machines = (await caller.client.my_machines(None)).machines
    console.show(
        {"machines": machines},
        [
            f"{machine.name}: {', '.join(machine.agents) or 'no agents'}; "
            + ("revoked" if machine.revoked_at else f"heard of {ago(machine.last_contact_at)}")
            for machine in machines
        ]
        or ["There are none."],
    )


@machines_app.command("add")
@command
async def add_machine(
    ctx: typer.Context, name: Annotated[str, typer.Argument(help="What the rooms call it.")]
) -> None:
    """Register another computer; its token is shown once."""
    from deploy.reach import calling
    from relay.wire.machines import NewMachine

    console: Console = ctx.obj
    async with calling(console) as caller:
        made = await caller.client.new_machine(None, NewMachine(name=name))
    console.show(
        {"machine": made},
        [
            made.token,
            "Put it in a file on that computer, and name the file by daemon.token_file. It is not shown again.",
        ],
    )


@machines_app.command("revoke")
@command
async def revoke_machine(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="As `muti machines list` shows it.")],
    yes: YesOption = False,
) -> None:
    """Let a machine in no more; what is queued for it is cancelled, what runs may end."""
    from deploy.commands.requests import find_machine
    from deploy.reach import calling

    console: Console = ctx.obj
    async with calling(console) as caller:
        machine = await find_machine(caller, name)
        console.confirm(f"Revoke {name}? What is queued for it is cancelled.", yes=yes)
        await caller.client.revoke_machine(None, machine)
    console.show({"revoked": machine}, f"{name} is revoked.")
