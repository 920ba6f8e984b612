"""From a file and an environment to `Settings`, or to one `ConfigError` that lists everything wrong (O9)."""

import json
import os
import re
import stat
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import platformdirs
from pydantic import ValidationError

from config.conflicts import find_conflicts, find_notes
from config.environment import overlay, read_environment
from config.errors import ConfigError, Fault
from config.faults import Places, translate
from config.secrets import Keyring, fill_secrets, list_secrets, read_keyring
from config.settings import Settings

LARGEST = 1024 * 1024  # bytes


def load_settings(option: Path | None = None) -> Settings:
    """The settings of this process: ``option`` is what ``--config`` named.

    Raises:
        ConfigError: the configuration cannot be used.
    """
    return load(find_config(option, os.environ), os.environ, read_keyring)


def find_config(option: Path | None, environ: Mapping[str, str]) -> Path | None:
    """The file to read: ``--config``, else ``$MUTI_CONFIG``, else the one in the user's configuration folder.

    None if there is none in that folder. The current directory is never looked at: it may be an agent's.

    Raises:
        ConfigError: ``$MUTI_CONFIG`` is relative, and so would depend on the current directory.
    """
    if option is not None:
        return option.absolute()
    if named := environ.get("MUTI_CONFIG"):
        if not Path(named).is_absolute():
            raise ConfigError([f"MUTI_CONFIG: {named} must be a path that begins with /"])
        return Path(named)
    usual = platformdirs.user_config_path("muti", appauthor=False) / "config.toml"
    return usual if usual.exists() else None


def load(path: Path | None, environ: Mapping[str, str], keyring: Keyring = lambda name: None) -> Settings:
    """The settings that a file (or none) and an environment give.

    Raises:
        ConfigError: something is wrong; it lists everything that is, with file, line and remedy.
    """
    text = _read(path) if path else ""
    tree = _parse(path, text)
    literal = [place for place in list_secrets() if _is_given(tree, place)]
    variables, faults = read_environment(environ)
    places = Places(path, text, {*variables, *(fault.location for fault in faults)})
    user_home = environ.get("HOME") or str(Path.home())
    faults += overlay(tree, variables)
    faults += fill_secrets(tree, variables, user_home, keyring)
    tree.setdefault("home", str(platformdirs.user_state_path("muti", appauthor=False)))
    settings, more = _validate(tree, user_home)
    if settings is None or faults or more:
        raise ConfigError(dict.fromkeys(places.write(fault) for fault in faults + more))
    settings._source = path
    settings._notes = (
        *find_notes(settings),
        *_warn_of_readers(path, [".".join(map(str, key)) for key in literal]),
    )
    return settings


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise ConfigError([f"{path}: is larger than a configuration can be; name the right file"])
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        remedy = "name another file by --config or MUTI_CONFIG"
        raise ConfigError([f"{path}: cannot be read ({error.strerror}); {remedy}"]) from error
    except UnicodeDecodeError as error:
        raise ConfigError([f"{path}: is not UTF-8 text; save it as UTF-8"]) from error


def _parse(path: Path | None, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", str(error))
        line = (where and where.group(1)) or text.count("\n") + 1
        problem = str(error)[: where.start()] if where else str(error)
        raise ConfigError([f"{path}:{line}: is not TOML ({problem}); correct this line"]) from error


def _is_given(tree: Any, place: tuple[str | int, ...]) -> bool:
    section = tree.get(place[0])
    return isinstance(section, dict) and place[1] in section


def _validate(tree: dict[str, Any], user_home: str) -> tuple[Settings | None, list[Fault]]:
    """Settings and what conflicts in them, or none and what is wrong with single keys.

    By way of JSON, since there pydantic is strict about types and still reads a list into a tuple.
    """
    document = json.dumps(tree, default=lambda date: {"date": str(date)})
    try:
        settings = Settings.model_validate_json(document, strict=True, context={"user_home": user_home})
    except ValidationError as error:
        return None, translate(error)
    return settings, find_conflicts(settings)


def _warn_of_readers(path: Path | None, secrets: list[str]) -> list[str]:
    if path is None or not secrets or not path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
        return []
    return [f"{path} holds {', '.join(secrets)} and others can read it; chmod 600 it, or use the *_file keys"]
