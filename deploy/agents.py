"""From the configuration to what the daemon is told; the one place that knows every runtime by its folder."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from config.settings import AgentSettings, PolicyRule, Settings
from daemon.options import AgentOptions, DaemonOptions
from daemon.policy import OwnerRule
from daemon.runtime import Runtime


class NotBuilt(Exception):
    """This version of muti has no such runtime; use claude or scripted."""


def daemon_options(settings: Settings, relay_url: str, token: str) -> DaemonOptions:
    """The daemon of this computer.

    Raises:
        NotBuilt: an agent has a runtime that is not there yet.
    """
    return DaemonOptions(
        relay_url=relay_url,
        token=token,
        home=settings.home / "daemon",
        files=files_folder(settings),
        machine=settings.daemon.machine,
        agents=tuple(_agent(settings, agent) for agent in settings.agents),
        secrets=tuple(secret.get_secret_value() for secret in settings.daemon.redact) + _secrets(settings),
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
        "claude": _claude,
        "scripted": _scripted,
    }
    if agent.runtime not in makers:
        raise NotBuilt(f"agent {agent.handle}, runtime {agent.runtime}: {NotBuilt.__doc__}")
    return makers[agent.runtime](state, environment)


def _claude(state: Path, environment: Mapping[str, str]) -> Runtime:
    from daemon.claude import ClaudeRuntime

    return ClaudeRuntime(state / "claude", environment=environment)


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
    )


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
    slack, relay = settings.slack, settings.relay
    known = [relay.metrics_token, relay.database_url]
    if slack is not None:
        known += [slack.bot_token, slack.app_token, slack.signing_secret]
    return tuple(secret.get_secret_value() for secret in known if secret is not None)
