"""Where a secret goes that somebody has typed: into the keyring where one works, else into a file of its own (O9)."""

import os
from pathlib import Path

from config.secrets import SERVICE


def keep_secret(section: str, name: str, secret: str, folder: Path) -> dict[str, str]:
    """Put a secret away; gives the keys that the configuration needs to find it: none for the keyring."""
    if _keep_in_keyring(f"{section}.{name}", secret):
        return {}
    path = folder / f"{section}-{name.replace('_', '-')}"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_private(path, secret + "\n")
    return {f"{name}_file": str(path)}


def write_private(path: Path, text: str) -> None:
    """A file for its owner only, whole or not at all."""
    draft = path.with_name(f".{path.name}.new")
    draft.unlink(missing_ok=True)
    with os.fdopen(
        os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8"
    ) as file:
        file.write(text)
    draft.replace(path)


def _keep_in_keyring(name: str, secret: str) -> bool:
    """Whether the keyring has it now: it is read back, since a service may see none."""
    import keyring
    from keyring.errors import KeyringError

    try:
        keyring.set_password(SERVICE, name, secret)
        return keyring.get_password(SERVICE, name) == secret
    except KeyringError:
        return False
