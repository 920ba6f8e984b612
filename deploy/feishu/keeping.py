"""Keeping what the set-up found: the secret in a file of its own or in the keyring, the rest in the configuration."""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from config.errors import ConfigError
from config.load import load
from config.secrets import SERVICE, read_keyring
from deploy.keeping import write_private

SECRET = "feishu.app_secret"
DUMMY = "dummy-until-it-is-known"
_HEADER = re.compile(r"\s*\[feishu\]\s*(#.*)?")
_ANY_HEADER = re.compile(r"\s*\[")
_KEY = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=")


class NotKept(Exception):
    """The keyring of this computer does not take a secret; run this again without --keyring."""


@dataclass(frozen=True)
class Kept:
    """Where the secret is, in words, and the configuration that names it."""

    secret: str
    file: Path


def check_file(path: Path, domain: str) -> None:
    """Whether the configuration could name the app, before somebody is asked for a scan.

    Raises:
        config.errors.ConfigError: it could not be used, for whatever reason.
    """
    keys = {"app_id": "cli_dummy", "domain": domain, "app_secret": DUMMY}
    _try_text(path, edit(_read(path), keys, drop={"app_secret_file"}))


def keep(path: Path, app_id: str, secret: str, domain: str, *, keyring: bool) -> Kept:
    """Store an app.

    Raises:
        NotKept: there is no keyring that can be used.
        config.errors.ConfigError: the configuration could not be used with it; it stays as it was.
        OSError: a file cannot be written.
    """
    where = "the keyring" if keyring else str(path.parent / "feishu-app-secret")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if keyring:
        _put_in_keyring(secret)
        keys = {"app_id": app_id, "domain": domain}
    else:
        write_private(Path(where), secret + "\n")
        keys = {"app_id": app_id, "domain": domain, "app_secret_file": where}
    text = edit(_read(path), keys, drop={"app_secret", "app_secret_file"} - keys.keys())
    _try_text(path, text)
    write_private(path, text)
    return Kept(where, path)


def edit(text: str, keys: Mapping[str, str], drop: set[str] | frozenset[str] = frozenset()) -> str:
    """The text of a configuration with these keys in its section ``[feishu]``; comments and all else stay. Pure."""
    rows = text.splitlines()
    start = next((i for i, row in enumerate(rows) if _HEADER.fullmatch(row)), None)
    if start is None:
        rows += [*([""] if rows and rows[-1].strip() else []), "[feishu]"]
        start = len(rows) - 1
    end = next((i for i in range(start + 1, len(rows)) if _ANY_HEADER.match(rows[i])), len(rows))
    inside = [row for row in rows[start + 1 : end] if _key(row) not in keys.keys() | drop]
    new = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in keys.items()]
    return "\n".join([*rows[: start + 1], *new, *inside, *rows[end:]]) + "\n"


def _key(row: str) -> str:
    found = _KEY.match(row)
    return found[1] if found else ""


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8-sig") if path.exists() else ""


def _try_text(path: Path, text: str) -> None:
    """Read it back as `muti` will, from beside where it is to stand."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f".{path.name}.tried")
    write_private(draft, text)
    try:
        load(draft, os.environ, read_keyring)
    except ConfigError as error:
        raise ConfigError([said.replace(str(draft), str(path)) for said in error.sentences]) from error
    finally:
        draft.unlink(missing_ok=True)


def _put_in_keyring(secret: str) -> None:
    import keyring
    from keyring.errors import KeyringError

    try:
        keyring.set_password(SERVICE, SECRET, secret)
    except KeyringError as error:
        raise NotKept(NotKept.__doc__) from error
