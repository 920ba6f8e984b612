"""The configuration file that Codex gets from us, as text. Pure.

The keys are those of ``config.toml`` (developers.openai.com/codex/config-reference). Nothing of the owner's own
configuration is read, and nothing of the working directory: it may be hostile.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

# What acts later, elsewhere, or without asking: a picture that is looked at is a file that is read without a
# word, and what is typed into a terminal is neither asked about nor shown to a hook.
OFF = (
    "apps",
    "browser_use",
    "computer_use",
    "goals",
    "image_generation",
    "in_app_browser",
    "memories",
    "multi_agent",
    "plugins",
    "remote_plugin",
    "shell_snapshot",
    "skill_mcp_dependency_install",
    "tool_suggest",
    "unified_exec_tty",
    "view_image",
)

# Of the program's variables, what its commands do not get.
WITHHELD = ("OPENAI_API_KEY", "CODEX_API_KEY", "CODEX_ACCESS_TOKEN", "CODEX_HOME")

OWN_PROVIDER = "muti"


@dataclass(frozen=True)
class Settings:
    """What differs from turn to turn. ``address`` is the model's; with the owner's ``login`` it may be left out.

    ``hooks`` are (key, hash) of hooks that are trusted, ``skills`` the paths of skills that are not to be loaded.
    """

    directory: str
    address: str | None
    login: bool = False
    model: str | None = None
    servers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    hooks: Sequence[tuple[str, str]] = ()
    skills: Sequence[str] = ()


def render_settings(settings: Settings) -> str:
    """The whole file."""
    return "\n".join([*_top(settings), *_tables(settings), ""])


def _top(settings: Settings) -> Iterator[str]:
    if settings.model:
        yield f"model = {_text(settings.model)}"
    yield f"model_provider = {_text(OWN_PROVIDER)}"
    yield "check_for_update_on_startup = false"
    yield 'cli_auth_credentials_store = "file"'
    # A login shell runs the profile of the home folder before the command that was asked about.
    yield "allow_login_shell = false"
    yield 'web_search = "disabled"'
    yield "project_doc_max_bytes = 0"


def _tables(settings: Settings) -> Iterator[str]:
    yield from ("[analytics]", "enabled = false")
    yield from ("[feedback]", "enabled = false")
    yield from ("[features]", *(f"{name} = false" for name in OFF))
    yield from ("[skills]", "include_instructions = false", "[skills.bundled]", "enabled = false")
    for path in settings.skills:
        yield from ("[[skills.config]]", f"path = {_text(path)}", "enabled = false")
    # Its own environment is the explicit list already (S6), with the mark by which its children are found.
    yield from ("[shell_environment_policy]", 'inherit = "all"', "ignore_default_excludes = true")
    yield f"exclude = {_value(WITHHELD)}"
    yield from (f"[projects.{_text(settings.directory)}]", 'trust_level = "untrusted"')
    yield from _provider(settings)
    for name, server in settings.servers.items():
        # Else a tool that calls itself read-only is not asked about.
        asked = {**server, "default_tools_approval_mode": "prompt"}
        yield f"[mcp_servers.{_text(name)}]"
        yield from (f"{_text(key)} = {_value(value)}" for key, value in asked.items())
    for key, digest in settings.hooks:
        yield from (f"[hooks.state.{_text(key)}]", f"trusted_hash = {_text(digest)}")


def _provider(settings: Settings) -> Iterator[str]:
    yield from (f"[model_providers.{OWN_PROVIDER}]", 'name = "OpenAI"', 'wire_api = "responses"')
    if settings.address:
        yield f"base_url = {_text(settings.address)}"
    yield "requires_openai_auth = true" if settings.login else 'env_key = "OPENAI_API_KEY"'
    yield "supports_websockets = false"


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_text(key)} = {_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value)


def _text(text: object) -> str:
    """A basic string of TOML: JSON's own, but for the one control character that JSON leaves as it is."""
    return json.dumps(str(text), ensure_ascii=False).replace("\x7f", "\\u007f")
