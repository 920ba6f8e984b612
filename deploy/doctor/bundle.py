"""A bundle for whoever is asked for help: what the doctor saw, versions, settings and the last log lines, no secret.

Every text goes through the redaction that stands between the agents and the relay (S3), with the secrets of this
installation as known values; a bundle in which one of them is left is not written.
"""

import asyncio
import json
import os
import platform
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from config.errors import write_key
from config.settings import AgentSettings, Section, Settings
from daemon.redact import SHORTEST, Redactor, secret_values
from deploy.failures import Exit, Failure
from deploy.findings import Finding, as_lines
from deploy.origins import keys_of, origins_of
from deploy.service.system import Manager
from deploy.tokens import TokenFolder
from deploy.version import VERSION

LOG_SECONDS = 15.0
LOG_CHARACTERS = 400_000
CONTENTS = "CONTENTS.txt"


class LeftOver(Exception):
    """A secret was left in the bundle, so it was not written; this is a fault of muti, please tell it."""


@dataclass(frozen=True)
class Member:
    """A file of the bundle: its name, what is in it, and its text."""

    name: str
    about: str
    text: str


async def gather(
    settings: Settings, found: Sequence[Finding], manager: Manager | None, environ: Mapping[str, str]
) -> list[Member]:
    """All that goes into it, redacted, the table of contents first."""
    redactor = Redactor(known_secrets(settings, environ))
    logs = await read_logs(manager)
    members = [
        Member("versions.json", "muti, Python, the system, and the packages beside", _versions()),
        Member("doctor.txt", "what `muti doctor` found", "\n".join(as_lines(found)) + "\n"),
        Member("doctor.json", "the same for programs", json.dumps([asdict(one) for one in found], indent=1)),
        Member(
            "settings.txt",
            "`muti config show --origin`: names and paths, no secret",
            _settings(settings, environ),
        ),
        Member("daemon.log", "the last lines of this computer's daemon", logs),
    ]
    clean = [Member(one.name, one.about, redactor.redact(one.text)) for one in members]
    return [Member(CONTENTS, "this list", _contents(clean, redactor.count)), *clean]


def write_bundle(target: Path, members: Sequence[Member], secrets: Iterable[str]) -> None:
    """Write it as a new file for its owner alone.

    Raises:
        Failure: the file is there already.
        LeftOver: a secret is still in it.
    """
    if any(secret in member.text for secret in secrets for member in members):
        raise LeftOver(LeftOver.__doc__)
    try:
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as there:
        raise Failure(f"{target} is there already; name another file.", "exists", Exit.usage) from there
    with os.fdopen(handle, "wb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
        for member in members:
            bundle.writestr(member.name, member.text)


def known_secrets(settings: Settings, environ: Mapping[str, str]) -> tuple[str, ...]:
    """The values that must not leave: of the configuration, of the token folder, and of this shell."""
    found = {secret for value in _secrets_in(settings) for secret in (value, *secret_values({"URL": value}))}
    folder = TokenFolder(settings.home)
    for kept in folder.path.iterdir() if folder.path.is_dir() else ():
        found |= set((folder.read(kept.name) or "").split(" "))
    found |= set(secret_values(environ))
    return tuple(sorted(value for value in found if len(value) >= SHORTEST and "://" not in value[:12]))


def _secrets_in(value: Any) -> Iterator[str]:
    if isinstance(value, AgentSettings):
        given = {name: text.get_secret_value() for name, text in value.env.items() if text is not None}
        yield from secret_values(given)
    elif isinstance(value, Section):
        for name in type(value).model_fields:
            yield from _secrets_in(getattr(value, name))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _secrets_in(one)
    elif isinstance(value, SecretStr):
        yield value.get_secret_value()


async def read_logs(manager: Manager | None) -> str:
    """The end of the service's log, or why there is none."""
    if manager is None or not manager.file.exists():
        return "The daemon is no service here: where it runs in a terminal, its log is what it prints to stderr.\n"
    command = manager.log_command(follow=False)
    try:
        process = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
    except FileNotFoundError:
        return f"There is no {command[0]} on this system.\n"
    try:
        async with asyncio.timeout(LOG_SECONDS):
            said, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        return f"{command[0]} gave no answer within {LOG_SECONDS:.0f} s.\n"
    return said.decode(errors="replace")[-LOG_CHARACTERS:]


def _settings(settings: Settings, environ: Mapping[str, str]) -> str:
    origins = origins_of(settings, environ)
    document = settings.model_dump(mode="json", exclude_none=True)
    lines = [
        f"{write_key(key)} = {value!r}    ({origins[write_key(key)]})" for key, value in keys_of(document)
    ]
    return "\n".join([*lines, *(f"note: {note}" for note in settings.notes), ""])


def _versions() -> str:
    packages = {one.metadata["Name"]: one.version for one in metadata.distributions()}
    about = {
        "muti": VERSION,
        "python": sys.version,
        "system": platform.platform(),
        "packages": dict(sorted(packages.items())),
    }
    return json.dumps(about, indent=1)


def _contents(members: Sequence[Member], hidden: int) -> str:
    lines = [f"{one.name:<14} {len(one.text):>8,} characters  {one.about}" for one in members]
    return "\n".join(
        [
            "What is in this bundle. Read it before you send it: paths, names of rooms and agents, and log lines of",
            f"this computer are in it. {hidden} secrets were replaced.",
            "",
            *lines,
            "",
        ]
    )
