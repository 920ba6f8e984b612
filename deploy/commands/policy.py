"""policy: what would come of a command of an agent, and why (P1, P2)."""

from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deploy.console import Console, command

if TYPE_CHECKING:
    from config.settings import Settings
    from daemon.policy import Judgement, Rules

policy_app = typer.Typer(no_args_is_help=True, help="Which actions of an agent wait for you, and why.")


class Verdict(IntEnum):
    """How `muti policy explain` ends; a command line of its own uses 2 for wrong use as well."""

    allow = 0
    pause = 1
    refuse = 2


@policy_app.command("explain")
@command
async def explain(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(metavar="COMMAND", help="A shell command, in quotes.")],
    agent: Annotated[
        str | None, typer.Option("--agent", help="By this agent's rules and directory; else the first one's.")
    ] = None,
) -> Any:
    """Say whether an agent's shell command would run, wait for you, or be refused. Runs nothing.

    Ends with 0 if it would run, 1 if it would wait, 2 if it would be refused. Without an agent in the
    configuration it is judged in this folder, without a sandbox.
    """
    from config.load import load_settings
    from daemon.policy import judge
    from daemon.runtime import Action

    console: Console = ctx.obj
    rules = _rules(load_settings(console.config), console, agent)
    judgement = judge(Action("explain", "Bash", {"command": text}, Path(rules.directory)), rules)
    console.show({"judgement": _document(judgement, rules)}, _lines(judgement))
    return Verdict[judgement.outcome]


def _rules(settings: "Settings", console: Console, handle: str | None) -> "Rules":
    from daemon.options import rules_for
    from deploy.agents import daemon_options, files_folder
    from deploy.failures import Exit, Failure
    from deploy.reach import relay_url

    options = daemon_options(settings, relay_url(console, settings), "")
    found = [one for one in options.agents if handle is None or one.handle == handle.removeprefix("@")]
    if found:
        return rules_for(options, found[0], files_folder(settings))
    if handle is not None:
        names = ", ".join(one.handle for one in options.agents) or "none"
        raise Failure(
            f"There is no agent {handle} in the configuration; there is: {names}.", "agent", Exit.usage
        )
    return rules_for(options, _agent_here(), files_folder(settings))


def _agent_here() -> Any:
    """An agent as one would be in this folder."""
    from daemon.options import AgentOptions
    from daemon.scripted import ScriptedRuntime

    here = Path.cwd()
    return AgentOptions("here", "scripted", ScriptedRuntime(here), here, {"HOME": str(Path.home())})


def _document(judgement: "Judgement", rules: "Rules") -> dict[str, Any]:
    return {
        "outcome": str(judgement.outcome),
        "kind": judgement.kind,
        "rule": judgement.rule,
        "reason": judgement.reason,
        "matched": judgement.matched,
        "findings": [
            {"kind": one.kind, "rule": one.rule, "reason": one.reason, "matched": one.matched}
            for one in judgement.findings
        ],
        "facts": dict(judgement.facts),
        "directory": rules.directory,
        "sandbox": rules.boxed,
    }


def _lines(judgement: "Judgement") -> list[str]:
    if not judgement.findings:
        return ["allow: nothing in it pauses.", *_facts(judgement)]
    lines = [f"{judgement.outcome}: {judgement.kind}. {judgement.reason}"]
    lines += [f"  {one.rule} ({one.kind}): {one.reason}\n    {one.matched}" for one in judgement.findings]
    return [*lines, *_facts(judgement)]


def _facts(judgement: "Judgement") -> list[str]:
    return [f"  rests on {name}: {value}" for name, value in judgement.facts]
