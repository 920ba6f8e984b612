"""audit: the owner's log, its check against a head that is kept outside the database, its export (U1, U4)."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deploy.console import Console, command
from deploy.failures import Exit

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from deploy.reach import Caller
    from relay.wire.audit import AuditRow

audit_app = typer.Typer(
    no_args_is_help=True, help="The log of who did what, chained so that changes are found."
)

PAGE = 200


@audit_app.command("list")
@command
async def list_rows(
    ctx: typer.Context,
    request: Annotated[str | None, typer.Option("--request", help="Only of this request.")] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=PAGE, help="How many, newest first.")] = 50,
) -> None:
    """List the newest rows."""
    from deploy.moments import local
    from deploy.reach import calling

    console: Console = ctx.obj
    async with calling(console) as caller:
        name = (await caller.request(request)).request if request else None
        page = await caller.client.audit_page(None, limit=limit, request=name)
        names = await _names(caller)
    console.show(
        {"rows": page.rows, "before": page.before},
        [
            f"{row.number:>6}  {local(row.at)}  {names.get(row.who, row.who)}  {row.act}  {row.result}"
            + (f"  ({row.account})" if row.account else "")
            for row in page.rows
        ]
        or ["There is nothing yet."],
    )


async def _names(caller: "Caller") -> dict[str, str]:
    return {member.person: member.name for room in await caller.rooms() for member in room.members}


@audit_app.command("verify")
@command
async def verify(
    ctx: typer.Context,
    accept: Annotated[
        bool, typer.Option("--accept", help="After a restore: from now on compare with the chain as it is.")
    ] = False,
) -> Exit:
    """Check the chain from its first row, and against the heads that are kept on this computer."""
    from deploy.heads import drop_heads, find_fault, keep_head, kept_heads
    from deploy.reach import calling

    console: Console = ctx.obj
    async with calling(console) as caller:
        if accept:
            drop_heads(caller.settings.home)
        heads = kept_heads(caller.settings.home)
        state = await caller.client.audit_state(None)
        fault = state.fault or await find_fault(caller.client, heads, state)
    if fault is None:
        keep_head(caller.settings.home, state.rows, state.head)
        line = f"The chain of {state.rows} rows is whole. Head: {state.head}"
    else:
        line = f"The chain is NOT whole: {fault}. Keep the database as it is and compare it with a back-up."
    document = {"whole": fault is None, "rows": state.rows, "head": state.head, "fault": fault}
    console.show(document, line)
    return Exit.done if fault is None else Exit.failed


@audit_app.command("export")
@command
async def export(
    ctx: typer.Context,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A new file; standard output without.")
    ] = None,
    form: Annotated[str, typer.Option("--format", help="jsonl or csv.")] = "jsonl",
) -> None:
    """Write out all rows, oldest first."""
    from deploy.export import WRITERS, open_output
    from deploy.failures import Failure
    from deploy.heads import keep_head
    from deploy.reach import calling

    console: Console = ctx.obj
    if form not in WRITERS:
        raise Failure(f"--format {form}: choose jsonl or csv.", "usage", Exit.usage)
    async with calling(console) as caller:
        rows = []
        async for row in _all_rows(caller):
            rows.append(row)
            if len(rows) % PAGE == 0:
                console.progress(f"{len(rows)} rows")
    console.progress("")
    rows.reverse()
    with open_output(output) as file:
        WRITERS[form](file, rows)
    if rows:
        keep_head(caller.settings.home, rows[-1].number, rows[-1].hash)
    if output is not None:
        console.show({"rows": len(rows), "file": str(output)}, f"{len(rows)} rows are in {output}")


async def _all_rows(caller: "Caller") -> "AsyncIterator[AuditRow]":
    before: int | None = None
    while True:
        page = await caller.client.audit_page(None, before=before, limit=PAGE)
        for row in page.rows:
            yield row
        before = page.before
        if before is None:
            return
