"""doctor: try everything, and say what came of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deploy.console import Console, command
from deploy.failures import Exit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from config.settings import Settings
    from deploy.findings import Finding


@command
async def doctor(
    ctx: typer.Context,
    bundle: Annotated[
        Path | None,
        typer.Option(
            "--bundle", help="Also write a new zip file for whoever helps you; secrets are taken out."
        ),
    ] = None,
) -> Exit:
    """Try everything that muti needs here. Exit code 1: something is broken; 3: something should be better."""
    import os
    from dataclasses import asdict

    from config.load import load_settings
    from deploy.findings import as_lines
    from deploy.probes import examine
    from deploy.reach import person_url

    console: Console = ctx.obj
    settings = load_settings(console.config)

    def tell(name: str) -> None:
        console.progress(f"trying {name} ...")

    found = await examine(settings, person_url(console, settings), dict(os.environ), tell)
    console.progress("")
    source = str(settings.source) if settings.source else "no file: the defaults and the environment"
    document: dict[str, Any] = {"configuration": source, "probes": [asdict(one) for one in found]}
    lines = [f"ok    configuration  {source}", *as_lines(found)]
    if bundle is not None:
        contents = await _write(settings, found, bundle)
        document["bundle"] = {"file": str(bundle), "contents": contents}
        lines += ["", f"{bundle} is written.", *contents]
    console.show(document, lines)
    return _verdict(found)


async def _write(settings: "Settings", found: "Sequence[Finding]", target: Path) -> list[str]:
    """Make the bundle; gives its table of contents."""
    import os

    from deploy.doctor.bundle import gather, known_secrets, write_bundle
    from deploy.probes import manager_of
    from deploy.reach import refuse_agents

    refuse_agents()
    members = await gather(settings, found, manager_of(settings), os.environ)
    write_bundle(target, members, known_secrets(settings, os.environ))
    return members[0].text.splitlines()


def _verdict(found: "Sequence[Finding]") -> Exit:
    from deploy.findings import Status

    statuses = {one.status for one in found}
    if Status.fail in statuses:
        return Exit.failed
    return Exit.degraded if Status.warn in statuses else Exit.done
