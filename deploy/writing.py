"""Writing the first configuration: plain TOML with a comment for whoever opens it next."""

import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from config.errors import ConfigError
from config.load import load
from config.secrets import read_keyring
from config.values import check_name

FIRST_ROOM = "Home"
PASSED = ("HOME", "PATH", "USER", "LANG")
"""What an agent's program needs of the owner's environment to find itself and its login."""

LOGINS = {"claude": ("ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN"), "codex": ("OPENAI_API_KEY",)}
"""Passed through only where the owner uses them: without, the program takes its own login."""


@dataclass(frozen=True)
class Choices:
    """What somebody has chosen at `muti init`."""

    name: str
    language: str
    runtime: str
    handle: str
    directory: Path
    room: str


def usual_file() -> Path:
    """Where the configuration is looked for."""
    return platformdirs.user_config_path("muti", appauthor=False) / "config.toml"


def render(choices: Choices, environ: dict[str, str]) -> str:
    """The file's text. JSON's spelling of a text is TOML's, too (toml.io, "String")."""
    passed = [name for name in (*PASSED, *LOGINS.get(choices.runtime, ())) if name in environ]
    return f"""\
# The configuration of muti. Every key that there is: config/example.toml in the source, or `muti config show`.

[owner]
name = {_text(choices.name)}
language = {_text(choices.language)}

[[agents]]
handle = {_text(choices.handle)}
runtime = {_text(choices.runtime)}
directory = {_text(str(choices.directory))}
# The variables that its program gets, and no others.
env = [{", ".join(_text(name) for name in passed)}]

[[rooms]]
name = {_text(choices.room)}
agents = [{_text(choices.handle)}]
# slack_channels = ["C0123456789"]
"""


def has_section(text: str, section: str) -> bool:
    """Whether a configuration has a section."""
    return section in tomllib.loads(text)


def append_section(text: str, section: str, keys: Mapping[str, str]) -> str:
    """The text with one more section at its end; what is there stays as it is, comments too."""
    lines = [f"{name} = {_text(value)}" for name, value in keys.items()]
    note = [] if lines else ['# Its secrets are in the system\'s keyring, under the service "muti".']
    return "\n".join([text.rstrip("\n"), "", f"[{section}]", *note, *lines, ""])


def write_settings(path: Path, text: str) -> None:
    """Write a configuration for its owner only, once it was read back as one that can be used.

    Raises:
        config.errors.ConfigError: it would not be one that can be used; nothing was written.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f".{path.name}.new")
    with os.fdopen(
        os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
    ) as file:
        file.write(text)
    try:
        load(draft, os.environ, read_keyring)
    except ConfigError as error:
        draft.unlink()
        raise ConfigError([said.replace(str(draft), str(path)) for said in error.sentences]) from error
    draft.replace(path)


def room_name(directory: Path) -> str:
    """What the first room is called: like the folder, if people can read that."""
    try:
        return check_name(directory.name)
    except ValueError:
        return FIRST_ROOM


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
