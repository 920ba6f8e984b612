"""The settings, one frozen class for each section of the file. `config/example.toml` shows every key."""

import socket
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PositiveFloat,
    PositiveInt,
    PrivateAttr,
    SecretStr,
    field_validator,
)

from config import values


class Section(BaseModel):
    """What all sections have in common: nothing changes after start, and an unknown key is a mistake."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class RelaySettings(Section):
    """``[relay]``: the server that holds everything."""

    listen: values.Address = "127.0.0.1:8787"
    public_url: values.WebUrl | None = None
    database_url: values.DatabaseUrl | None = None
    database_url_file: values.AbsolutePath | None = None
    approval_ttl: values.Duration = timedelta(hours=24)
    revoked_limit: values.Duration = timedelta(hours=1)
    metrics_token: SecretStr | None = None
    metrics_token_file: values.AbsolutePath | None = None
    drain: values.Duration | None = None

    @property
    def address(self) -> tuple[str, int]:
        """The host and the port to listen on; port 0 means any free one."""
        return values.split_address(self.listen)


class OwnerSettings(Section):
    """``[owner]``: the person whose machine the agents run on."""

    name: values.Name = "Owner"
    language: Literal["en", "zh", "ko"] = "en"


class SlackSettings(Section):
    """``[slack]``: there only where Slack is used."""

    bot_token: SecretStr | None = None
    bot_token_file: values.AbsolutePath | None = None
    app_token: SecretStr | None = None
    app_token_file: values.AbsolutePath | None = None
    signing_secret: SecretStr | None = None
    signing_secret_file: values.AbsolutePath | None = None
    events: Literal["socket", "http"] | None = None
    listen: values.Address = "127.0.0.1:8788"
    request_url: values.WebUrl | None = None
    api_url: values.WebUrl = "https://slack.com/api/"

    @field_validator("api_url")
    @classmethod
    def _end_with_slash(cls, url: str) -> str:
        """The SDK appends the method's name to it."""
        return url.rstrip("/") + "/"

    @property
    def address(self) -> tuple[str, int] | None:
        """The host and the port to hear events on over HTTP; None for Socket Mode."""
        over_http = self.events == "http" or (
            self.events is None and not self.app_token and self.signing_secret
        )
        return values.split_address(self.listen) if over_http else None


class FeishuSettings(Section):
    """``[feishu]``: there only where Feishu or Lark is used."""

    app_id: values.Name | None = None
    app_secret: SecretStr | None = None
    app_secret_file: values.AbsolutePath | None = None
    encrypt_key: SecretStr | None = None
    encrypt_key_file: values.AbsolutePath | None = None
    verification_token: SecretStr | None = None
    verification_token_file: values.AbsolutePath | None = None
    domain: values.Domain = values.PLATFORM_DOMAINS["feishu"]
    events: Literal["socket", "http"] = "socket"
    listen: values.Address = "127.0.0.1:8789"
    tasks: bool = False

    @property
    def address(self) -> tuple[str, int] | None:
        """The host and the port to hear events on over HTTP; None for the long connection."""
        return values.split_address(self.listen) if self.events == "http" else None


class WebSettings(Section):
    """``[web]``: the browser room."""

    enabled: bool = True
    session_ttl: values.Duration = timedelta(days=30)


class KeepSettings(Section):
    """``[keep]``: how long the relay keeps things (O16); None is for good."""

    files: values.Kept = timedelta(days=90)
    requests: values.Kept = None
    cards: values.Kept = timedelta(days=90)


class PolicyRule(Section):
    """One more action that pauses for the owner (P5): what any of the patterns matches pauses as ``kind``."""

    name: values.Name
    kind: values.Name
    reason: str = ""
    tools: tuple[values.Pattern, ...] = ()
    commands: tuple[values.Pattern, ...] = ()
    paths: tuple[values.Pattern, ...] = ()
    hosts: tuple[values.Pattern, ...] = ()


class AgentSettings(Section):
    """One ``[[agents]]``: a runtime, pinned to one directory of this machine."""

    handle: values.Handle
    runtime: Literal["claude", "codex", "acp", "scripted"]
    directory: values.AbsolutePath
    env: values.Environment = Field(default_factory=dict)
    approval_ttl: values.Duration | None = None
    rules: tuple[PolicyRule, ...] = ()
    allowed_commands: tuple[values.Pattern, ...] = ()
    allowed_tools: tuple[values.Pattern, ...] = ()
    allowed_hosts: tuple[values.Pattern, ...] = ()
    shared_branches: tuple[values.Pattern, ...] = ()
    sandbox: Literal["on", "off"] | None = None
    sandbox_hosts: tuple[values.Pattern, ...] = ()
    sandbox_read: tuple[values.AbsolutePath, ...] = ()
    sandbox_env: tuple[values.Pattern, ...] = ()
    model_budget: PositiveInt | None = None
    tool_call_budget: PositiveInt | None = None
    cost_budget: PositiveFloat | None = None
    options: dict[str, bool | int | str | list[str]] = Field(default_factory=dict)

    @property
    def budget(self) -> dict[str, int]:
        """What one request may use, by meter, in whole units: cost is in millionths of a dollar."""
        cost = None if self.cost_budget is None else int(self.cost_budget * 1_000_000)
        limits = {"tool_calls": self.tool_call_budget, "tokens": self.model_budget, "cost": cost}
        return {meter: limit for meter, limit in limits.items() if limit is not None}

    def environment(self, environ: Mapping[str, str]) -> dict[str, str]:
        """The variables that the agent's program gets (S6): those set here, and of ``environ`` those named."""
        given = {name: text.get_secret_value() for name, text in self.env.items() if text is not None}
        passed = {name: environ[name] for name, text in self.env.items() if text is None and name in environ}
        return given | passed

    def is_sandboxed(self, system: str) -> bool:
        """Whether its program is to be kept in a sandbox (P7): as set, else wherever ``sys.platform`` has one.

        An agent that plays scripts does without: there is no model in it that could be talked into anything.
        """
        offered = system == "linux" and self.runtime != "scripted"
        return self.sandbox == "on" if self.sandbox is not None else offered


class RoomSettings(Section):
    """One ``[[rooms]]``: its agents, the chats that are bound to it, and who may be heard there (C13)."""

    name: values.Name
    agents: tuple[values.Handle, ...] = ()
    slack_channels: tuple[values.Chat, ...] = ()
    feishu_chats: tuple[values.Chat, ...] = ()
    feishu_tasks: bool | None = None
    approval_ttl: values.Duration | None = None
    allow_outsiders: bool = False


class DaemonSettings(Section):
    """``[daemon]``: this machine, which pulls approved work and runs it."""

    relay_url: values.WebUrl | None = None
    token: SecretStr | None = None
    token_file: values.AbsolutePath | None = None
    machine: values.Name = Field(default_factory=lambda: socket.gethostname()[:80] or "machine")
    automatic_turns: bool = False
    redact: tuple[values.Redaction, ...] = ()
    redact_file: values.AbsolutePath | None = None
    redact_files: tuple[values.AbsolutePath, ...] = ()
    redact_keyring: tuple[values.KeyringEntry, ...] = ()
    artifact_directories: tuple[values.AbsolutePath, ...] = ()
    rules: tuple[PolicyRule, ...] = ()


class Settings(Section):
    """The whole configuration. `config.load.load_settings` makes it."""

    home: values.AbsolutePath
    relay: RelaySettings = RelaySettings()
    owner: OwnerSettings = OwnerSettings()
    slack: SlackSettings | None = None
    feishu: FeishuSettings | None = None
    web: WebSettings = WebSettings()
    keep: KeepSettings = KeepSettings()
    daemon: DaemonSettings = Field(default_factory=DaemonSettings)
    agents: tuple[AgentSettings, ...] = ()
    rooms: tuple[RoomSettings, ...] = ()

    _source: Path | None = PrivateAttr(None)
    _notes: tuple[str, ...] = PrivateAttr(())

    @property
    def source(self) -> Path | None:
        """The file that was read; None where there is none and the defaults hold."""
        return self._source

    @property
    def notes(self) -> tuple[str, ...]:
        """What works and should be better, one sentence each."""
        return self._notes

    @property
    def database_url(self) -> SecretStr:
        """Where the relay keeps its tables: as set, else a SQLite file in the state folder."""
        return self.relay.database_url or SecretStr(f"sqlite:///{self.home / 'relay.db'}")

    @property
    def public_url(self) -> str:
        """The address that people and machines open, without a slash at its end."""
        return (self.relay.public_url or f"http://{self.relay.listen}").rstrip("/")
