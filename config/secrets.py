"""Where secrets come from: a ``*_file`` key, the environment, or the keyring; never a command line (O9)."""

from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any, get_origin

from config.errors import Fault, Location
from config.schema import fields_of, options_of
from config.values import resolve_path

SERVICE = "muti"
LARGEST = 64 * 1024  # characters; no secret is longer, and a wrong path may lead anywhere

Keyring = Callable[[str], str | None]
"""Gives the secret that is kept under a name such as ``slack.bot_token``, or None."""


def read_keyring(name: str) -> str | None:
    """The secret under ``name`` in the user's keyring; None where there is none, or no keyring at all."""
    # Slow to import, and needed only where a secret is in neither the file nor the environment.
    import keyring
    from keyring.errors import KeyringError

    try:
        return keyring.get_password(SERVICE, name)
    except KeyringError:
        return None


class NotInKeyring(Exception):
    """An entry that daemon.redact_keyring names is not in your keyring; unlock it, or correct the name."""


def read_entry(entry: str) -> str:
    """The secret of an entry of the user's keyring, named as ``service:user``.

    Raises:
        NotInKeyring: there is no such entry, or no keyring.
    """
    import keyring
    from keyring.errors import KeyringError

    service, _, user = entry.partition(":")
    try:
        found = keyring.get_password(service, user)
    except KeyringError:
        found = None
    if not found:
        raise NotInKeyring(f"{entry}: {NotInKeyring.__doc__}")
    return found


def list_secrets() -> list[Location]:
    """Every key that may also be given as a file: ``("slack", "bot_token")``."""
    sections = {section: fields_of((section,)) for section in fields_of(())}
    return [
        (section, name.removesuffix("_file"))
        for section, fields in sections.items()
        for name in fields
        if name.endswith("_file")
    ]


def fill_secrets(
    tree: dict[str, Any], variables: Collection[Location], user_home: str, keyring: Keyring
) -> Iterator[Fault]:
    """Put the secrets that stand elsewhere into the sections of ``tree`` that are there.

    Where the file and the environment (``variables``) both say something, the environment wins.
    """
    for section, name in list_secrets():
        table = tree.get(str(section))
        if isinstance(table, dict):
            yield from _fill(table, (section, name), variables, user_home, keyring)


def _fill(
    table: dict[str, Any],
    location: Location,
    variables: Collection[Location],
    user_home: str,
    keyring: Keyring,
) -> Iterator[Fault]:
    section, name = map(str, location)
    beside = (section, f"{name}_file")
    if beside[1] not in table:
        kept = keyring(f"{section}.{name}") if name not in table else None
        table.update({name: kept} if kept else {})
    elif name in table and not _is_list(location) and (location in variables) == (beside in variables):
        yield Fault(beside, f"stands beside {section}.{name}; keep one of the two")
    elif name not in table or _is_list(location) or beside in variables:
        yield from _fill_from_file(table, location, user_home)


def _fill_from_file(table: dict[str, Any], location: Location, user_home: str) -> Iterator[Fault]:
    section, name = map(str, location)
    try:
        text = _read(resolve_path(str(table[f"{name}_file"]), user_home))
    except ValueError as error:
        yield Fault((section, f"{name}_file"), str(error))
    else:
        listed = table.get(name, [])
        more = [line.strip() for line in text.splitlines() if line.strip()]
        table[name] = (
            text if not _is_list(location) else [*listed, *more] if isinstance(listed, list) else listed
        )


def _is_list(location: Location) -> bool:
    return any(
        get_origin(option) is tuple for option in options_of(fields_of(location[:1])[str(location[1])])
    )


def _read(path: Path) -> str:
    """The text of a secret's file, without the line end that editors leave.

    Raises:
        ValueError: there is no such text; what is in the file is never part of the message.
    """
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(LARGEST + 1).strip()
    except OSError as error:
        raise ValueError(f"names {path}, which cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"names {path}, which holds no text") from error
    if not text or len(text) > LARGEST:
        raise ValueError(f"names {path}, which is {'too large for a secret' if text else 'empty'}")
    return text
