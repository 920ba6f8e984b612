"""What a daemon is told: which relay, which agents, what to keep in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from daemon.artifacts import path_exists, resolve_path
from daemon.keys import find_keys
from daemon.policy import OwnerRule, Rules
from daemon.runtime import Runtime
from daemon.sandbox import Sandbox
from daemon.sources import read_text
from relay.wire.executions import Meter

VERSION = "0.3.0"


@dataclass(frozen=True)
class AgentOptions:
    """One agent: its program, its directory, and the only environment that the program sees (S6).

    ``sandboxed`` is what the cards say of it: nothing where the agent needs no sandbox. ``budget`` is what one
    request may use, by meter (E1).
    """

    handle: str
    runtime_name: str
    runtime: Runtime
    directory: Path
    environment: Mapping[str, str]
    options: Mapping[str, Any] = field(default_factory=dict)
    approval_ttl: float | None = None
    rules: tuple[OwnerRule, ...] = ()
    allowed_commands: tuple[str, ...] = ()
    allowed_tools: tuple[str, ...] = ()
    allowed_hosts: tuple[str, ...] = ()
    shared_branches: tuple[str, ...] = ()
    sandbox: Sandbox | None = None
    sandboxed: bool | None = None
    budget: Mapping[Meter, int] = field(default_factory=dict)


@dataclass(frozen=True)
class DaemonOptions:
    """One daemon. ``secrets`` are values that never leave, ``hidden`` are paths that no agent may touch (P6).

    ``redact_files`` are files whose values never leave either, ``artifact_directories`` the folders besides its
    own from which an agent may hand over files (S4). ``automatic_turns`` lets messages of other agents start turns
    here, where their room does so too (H1).
    """

    relay_url: str
    token: str
    home: Path
    files: Path
    machine: str
    agents: tuple[AgentOptions, ...]
    secrets: tuple[str, ...] = ()
    hidden: tuple[Path, ...] = ()
    redact_files: tuple[Path, ...] = ()
    artifact_directories: tuple[Path, ...] = ()
    drain_seconds: float = 5.0
    stop_seconds: float = 90.0
    automatic_turns: bool = False


def rules_for(options: DaemonOptions, agent: AgentOptions, files: Path) -> Rules:
    """What the agent's actions are judged against, before the request has done anything.

    ``files`` is the folder of what was attached to this request; those of others are out of reach (R3).
    """
    base = Rules(directory=str(agent.directory))
    return Rules(
        directory=str(agent.directory),
        home=agent.environment.get("HOME", ""),
        extra_directories=(str(files),),
        product_paths=tuple(str(path) for path in (options.home, *options.hidden)),
        credential_paths=find_keys(agent.directory),
        product_hosts=(urlsplit(options.relay_url).netloc,),
        shared_branches=(*base.shared_branches, *agent.shared_branches),
        allowed_hosts=(*base.allowed_hosts, *agent.allowed_hosts),
        allowed_commands=agent.allowed_commands,
        allowed_tools=agent.allowed_tools,
        owner_rules=agent.rules,
        boxed=agent.sandbox is not None,
        resolve=resolve_path,
        exists=path_exists,
        read=read_text,
    )
