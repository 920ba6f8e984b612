"""doctor: try everything, and say what came of it."""

import typer

from deploy.console import Console, command
from deploy.failures import Exit


@command
async def doctor(ctx: typer.Context) -> Exit:
    """Try everything that muti needs here. Exit code 1: something is broken; 3: something should be better."""
    import os
    from dataclasses import asdict
    from pathlib import Path

    from config.load import load_settings
    from deploy.findings import Status
    from deploy.probes import examine
    from deploy.reach import relay_url
    from deploy.service.define import seen_in_service
    from deploy.service.system import find_manager

    console: Console = ctx.obj
    settings = load_settings(console.config)
    manager = find_manager(Path.home(), settings.home)
    service = seen_in_service(os.environ) if manager.file.exists() else None
    found = await examine(settings, relay_url(console, settings), dict(os.environ), service)
    source = str(settings.source) if settings.source else "no file: the defaults and the environment"
    lines = [f"ok    configuration  {source}"]
    for one in found:
        lines.append(f"{one.status:<5} {one.name}  {one.evidence}  ({one.milliseconds} ms)")
        if one.remedy:
            lines.append(f"      → {one.remedy}")
    console.show({"configuration": source, "probes": [asdict(one) for one in found]}, lines)
    statuses = {one.status for one in found}
    if Status.fail in statuses:
        return Exit.failed
    return Exit.degraded if Status.warn in statuses else Exit.done
