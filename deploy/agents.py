"""From the configuration to what the daemon is told; the one place that knows every runtime by its folder."""

import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from config.secrets import read_entry
from config.settings import AgentSettings, PolicyRule, Settings
from daemon.options import AgentOptions, DaemonOptions
from daemon.policy import OwnerRule
from daemon.runtime import Runtime
from daemon.sandbox import Sandbox, SandboxOptions
from relay.wire.executions import Meter


class NotBuilt(Exception):
    """This version of muti has no such runtime; use claude, codex, acp or scripted."""


def daemon_options(settings: Settings, relay_url: str, token: str) -> DaemonOptions:
    """The daemon of this computer.

    Raises:
        NotBuilt: an agent has a runtime that is not there yet.
        NotInKeyring: an entry whose value must never leave is not there.
    """
    return DaemonOptions(
        relay_url=relay_url,
        token=token,
        home=settings.home / "daemon",
        files=files_folder(settings),
        machine=settings.daemon.machine,
        automatic_turns=settings.daemon.automatic_turns,
        agents=tuple(_agent(settings, agent) for agent in settings.agents),
        secrets=tuple(secret.get_secret_value() for secret in settings.daemon.redact)
        + tuple(map(read_entry, settings.daemon.redact_keyring))
        + _secrets(settings),
        redact_files=settings.daemon.redact_files,
        artifact_directories=settings.daemon.artifact_directories,
        hidden=(settings.home, *([settings.source] if settings.source else [])),
    )


def files_folder(settings: Settings) -> Path:
    """Where an ask's files lie for the agent: beside the state folder, which agents may not touch (P6)."""
    return Path(f"{settings.home}-files")


def runtime_of(agent: AgentSettings, state: Path, environment: Mapping[str, str]) -> Runtime:
    """An agent's program. SDKs are imported only where an agent needs them.

    Raises:
        NotBuilt: there is no such runtime yet.
    """
    makers: dict[str, Callable[[Path, Mapping[str, str]], Runtime]] = {
        "acp": partial(_acp, agent=agent),
        "claude": partial(_claude, options=agent.options),
        "codex": partial(_codex, options=agent.options),
        "scripted": _scripted,
    }
    if agent.runtime not in makers:
        raise NotBuilt(f"agent {agent.handle}, runtime {agent.runtime}: {NotBuilt.__doc__}")
    return makers[agent.runtime](state, environment)


def _claude(state: Path, environment: Mapping[str, str], options: Mapping[str, object]) -> Runtime:
    from daemon.claude import ClaudeRuntime

    named = options.get("program")
    program = Path(str(named)).expanduser() if named else None
    return ClaudeRuntime(state / "claude", program, environment)


def _codex(state: Path, environment: Mapping[str, str], options: Mapping[str, object]) -> Runtime:
    from daemon.codex import CodexRuntime

    program, login = (
        Path(str(named)).expanduser() if (named := options.get(name)) else None
        for name in ("program", "login")
    )
    return CodexRuntime(state / "codex", program, environment, login)


def _acp(state: Path, environment: Mapping[str, str], agent: AgentSettings) -> Runtime:
    from daemon.acp import AcpRuntime

    said = agent.options.get("program", ())
    command = (said,) if isinstance(said, str) else tuple(said) if isinstance(said, list | tuple) else ()
    return AcpRuntime(state / "acp" / agent.handle, command, environment)


def _scripted(state: Path, environment: Mapping[str, str]) -> Runtime:
    from daemon.scripted import ScriptedRuntime

    return ScriptedRuntime(state / "scripted")


def _agent(settings: Settings, agent: AgentSettings) -> AgentOptions:
    environment = agent.environment(os.environ)
    return AgentOptions(
        handle=agent.handle,
        runtime_name=agent.runtime,
        runtime=runtime_of(agent, settings.home / "daemon" / "runtimes", environment),
        directory=agent.directory,
        environment=environment,
        options=agent.options,
        approval_ttl=agent.approval_ttl.total_seconds() if agent.approval_ttl else None,
        rules=tuple(map(_rule, (*settings.daemon.rules, *agent.rules))),
        allowed_commands=agent.allowed_commands,
        allowed_tools=agent.allowed_tools,
        allowed_hosts=agent.allowed_hosts,
        shared_branches=agent.shared_branches,
        sandbox=sandbox_of(settings, agent, environment),
        sandboxed=says_of_sandbox(agent),
        budget={Meter(meter): limit for meter, limit in agent.budget.items()},
    )


PROVIDERS = {"claude": "anthropic", "codex": "openai"}
"""Whose model a runtime speaks to."""


def sandbox_of(settings: Settings, agent: AgentSettings, environment: Mapping[str, str]) -> Sandbox | None:
    """The sandbox of an agent, if it is to be kept in one (P7)."""
    if not agent.is_sandboxed(sys.platform):
        return None
    own = (settings.home, files_folder(settings), *([settings.source] if settings.source else []))
    return Sandbox(
        SandboxOptions(
            directory=agent.directory,
            environment=environment,
            product=own,
            readable=agent.sandbox_read,
            hosts=agent.sandbox_hosts,
            variables=agent.sandbox_env,
            provider=PROVIDERS.get(agent.runtime) or _text(agent.options.get("provider")),
            budget=agent.model_budget,
        )
    )


def _text(said: object) -> str | None:
    return said if isinstance(said, str) else None


def says_of_sandbox(agent: AgentSettings) -> bool | None:
    """What the cards say of it; nothing of an agent that plays scripts, unless its owner has said something."""
    if agent.runtime == "scripted" and agent.sandbox is None:
        return None
    return agent.is_sandboxed(sys.platform)


def _rule(rule: PolicyRule) -> OwnerRule:
    return OwnerRule(
        name=rule.name,
        kind=rule.kind,
        reason=rule.reason,
        tools=rule.tools,
        commands=rule.commands,
        paths=rule.paths,
        hosts=rule.hosts,
    )


def _secrets(settings: Settings) -> tuple[str, ...]:
    """The secrets of this installation that the daemon's process knows: none of them leaves by an agent (S3)."""
    slack, feishu, relay = settings.slack, settings.feishu, settings.relay
    known = [relay.metrics_token, relay.database_url]
    if slack is not None:
        known += [slack.bot_token, slack.app_token, slack.signing_secret]
    if feishu is not None:
        known += [feishu.app_secret, feishu.encrypt_key, feishu.verification_token]
    return tuple(secret.get_secret_value() for secret in known if secret is not None)
