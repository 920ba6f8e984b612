"""Probes of this computer: the state folder, the disk, git, the keyring, and who can read the secrets."""

import asyncio
import os
import shutil
import stat
from pathlib import Path

from config.secrets import list_secrets
from config.settings import Settings
from deploy.findings import Finding, Status

LITTLE, TOO_LITTLE = 1024, 100
"""Megabytes that should be free, and without which the next write may fail."""

KEYRING_SECONDS = 5.0
READABLE = stat.S_IRWXG | stat.S_IRWXO


async def try_state(home: Path) -> Finding:
    """Can the state folder be written?"""
    try:
        await asyncio.to_thread(_write_there, home)
    except OSError as error:
        remedy = "make it writable for you, or name another by MUTI_HOME"
        return Finding("state", Status.fail, f"{home}: {error.strerror}", remedy)
    return Finding("state", Status.ok, f"{home} can be written")


def _write_there(home: Path) -> None:
    probe = home / ".probe"
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    probe.write_text("", encoding="utf-8")
    probe.unlink()


async def try_disk(home: Path, free: int | None = None) -> Finding:
    """Is there room? ``free`` is in bytes; measured where it is not given."""
    try:
        left = (shutil.disk_usage(home).free if free is None else free) // 1024**2
    except OSError as error:
        return Finding("disk", Status.skip, f"{home}: {error.strerror}")
    said, remedy = (
        f"{home}: {left:,} MB are free",
        "make room on this disk, or name another folder by MUTI_HOME",
    )
    if left < LITTLE:
        return Finding("disk", Status.fail if left < TOO_LITTLE else Status.warn, said, remedy)
    return Finding("disk", Status.ok, said)


async def try_git(path: str | None) -> Finding:
    """Does git run? ``path`` is the PATH to look in."""
    found = shutil.which("git", path=path)
    if found is None:
        return Finding("git", Status.warn, "not on PATH", "install git: agents work in repositories")
    process = await asyncio.create_subprocess_exec(
        found, "--version", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    said = (await process.communicate())[0].decode(errors="replace").strip()
    if process.returncode:
        return Finding("git", Status.fail, f"{found}: {said}", "install git anew")
    return Finding("git", Status.ok, f"{found}: {said}")


async def try_keyring(settings: Settings) -> Finding:
    """Which keyring is there, and does it answer? On macOS it may ask for a password, and waits for that."""
    needed = bool(settings.daemon.redact_keyring)
    try:
        async with asyncio.timeout(KEYRING_SECONDS):
            backend, problem = await asyncio.to_thread(_ask_keyring)
    except TimeoutError:
        return Finding(
            "keyring", Status.warn, "no answer within 5 s", "unlock the keyring, or use *_file keys"
        )
    if problem is None:
        return Finding("keyring", Status.ok, f"{backend} answers")
    remedy = "unlock or install one, or take the entries out of daemon.redact_keyring" if needed else ""
    said = f"{backend}: {problem}; secrets come from *_file keys and variables"
    return Finding("keyring", Status.fail if needed else Status.skip, said, remedy)


def _ask_keyring() -> tuple[str, str | None]:
    """The backend's name, and what keeps it from answering."""
    import keyring
    from keyring.errors import KeyringError

    found = keyring.get_keyring()
    name = f"{type(found).__module__}.{type(found).__name__}"
    try:
        found.get_password("muti", "doctor")
    except KeyringError as error:
        return name, (str(error) or type(error).__name__).splitlines()[0].partition(";")[0]
    return name, None


async def try_modes(settings: Settings) -> Finding:
    """Can anybody else read what is secret?"""
    there = [path for path in _secret_paths(settings) if path.exists()]
    open_ones = [path for path in there if path.stat().st_mode & READABLE]
    if open_ones:
        remedy = "; ".join(f"chmod {'700' if path.is_dir() else '600'} {path}" for path in open_ones)
        said = f"others can read {', '.join(map(str, open_ones))}"
        return Finding("modes", Status.warn, said, remedy)
    if not there:
        return Finding("modes", Status.skip, "no secret is kept in a file here yet")
    return Finding("modes", Status.ok, f"{len(there)} files and folders are for you alone")


def _secret_paths(settings: Settings) -> list[Path]:
    tokens = settings.home / "tokens"
    kept = sorted(tokens.iterdir()) if tokens.is_dir() and os.access(tokens, os.R_OK) else []
    source = [settings.source] if settings.source is not None and _holds_secrets(settings.source) else []
    return [*source, *_named(settings), tokens, *kept, settings.home / "relay.db"]


def _named(settings: Settings) -> list[Path]:
    """The files of the ``*_file`` keys."""
    found = []
    for section, name in list_secrets():
        table = getattr(settings, str(section))
        path = getattr(table, f"{name}_file", None) if table is not None else None
        found += [path] if path is not None else []
    return found


def _holds_secrets(source: Path) -> bool:
    import tomllib

    try:
        tree = tomllib.loads(source.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        return False
    tables = {str(section): tree.get(str(section)) for section, _ in list_secrets()}
    return any(
        isinstance(table := tables[str(section)], dict) and name in table for section, name in list_secrets()
    )
