"""Approved actions that the daemon carries out itself, outside the agent's box, once, exactly as approved (P7).

A plain push goes from a mirror, see `daemon.mirror`. What concerns only files of the working directory runs in a
box of its own, since the agent could put links in its way. Any other command runs in the working directory with
the owner's rights; the card says so.
"""

import asyncio
import json
import os
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

from daemon.mirror import (
    Parcel,
    make_folder,
    owner_environment,
    prepare,
    push_command,
    shown_address,
    wrap,
)
from daemon.policy import Judgement, Kind
from daemon.process import Child, Limits, spawn
from daemon.pushes import mentions_push, read_push
from daemon.repository import Repository, Unreadable, repository_of
from daemon.runtime import Action, Box, Done, Needs, RuntimeUnfit

Facts = tuple[tuple[str, str], ...]

SHELL = "Bash"
KEPT_BYTES = 1024 * 1024
"""Of an output; of a longer one the end is kept."""

SHOWN_CHARACTERS = 30_000
"""Of an output, to the agent; its beginning is left out first, with a count."""

MARGIN = 4_096
LIMITS = Limits(5, 5, 5)


IN_FOLDER = 'cd -- "$1" && exec "$2" -c "$3"'
"""How a shell in a box gets to where the command is to run."""


@dataclass(frozen=True)
class Leave:
    """The leave of an action to be carried out by the daemon: ``session`` is whose it is.

    With a ``box`` it gets no further than that box reaches, with the ``environment`` of the agent.
    """

    session: str
    box: Box | None = None
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Errand:
    """What is to be done outside. With a ``parcel`` it is a push, else the command itself; see `Leave`."""

    command: str
    directory: Path
    facts: Facts
    parcel: Parcel | None = None
    box: Box | None = None
    environment: Mapping[str, str] = field(default_factory=dict)


class Outside:
    """Plans and carries out for one agent. ``home`` is the daemon's own folder, ``redact`` hides secrets (S3)."""

    def __init__(self, home: Path, work: Path, redact: Callable[[str], str]) -> None:
        self._home, self._work, self._redact = home, work, redact
        self._known = KnownRemotes(home)

    async def facts(self, action: Action) -> Facts:
        """What a plain push sends where, for the card, also where the agent's own call will push; else nothing."""
        command = command_of(action)
        push = read_push(command) if command else None
        repository = repository_of(action.directory, self._work) if push is not None else None
        if push is None or repository is None:
            return ()
        try:
            return self._known.compared(await wrap(push, repository))
        except Unreadable:
            return ()

    async def plan(self, action: Action, judgement: Judgement, leave: Leave | None = None) -> Errand | None:
        """What the daemon would do for this action; None where the agent's own call does it, inside its box.

        Raises:
            Unreadable: it may not be done outside as it is; the message tells the agent what to do.
        """
        command = command_of(action)
        if command is None or judgement.kind == Kind.unknown:
            return None
        if not mentions_push(command):
            box, environment = (leave.box, leave.environment) if leave is not None else (None, {})
            facts = (("runs", "outside"),)
            return Errand(command, action.directory, facts, box=box, environment=environment)
        push, repository = read_push(command), repository_of(action.directory, self._work)
        if push is None or repository is None:
            raise Unreadable(
                "In the sandbox a push is a command of its own, in the form: git push origin BRANCH. "
                "Do everything else before it, in other calls."
            )
        parcel = await wrap(push, repository)
        return Errand(command, action.directory, (*self._known.compared(parcel), ("runs", "mirror")), parcel)

    async def carry_out(self, errand: Errand, mark: str) -> Done:
        """Do it, once. ``mark`` is the session; the processes are known by it, should this one die (X2).

        Raises:
            Unreadable: nothing was begun; the message says why.
        """
        if errand.parcel is not None:
            return await self._push(errand.parcel, mark)
        shell = shutil.which("bash") or "/bin/sh"
        if errand.box is not None:
            return await self._run_in(errand.box, errand, shell, mark)
        return await self._run([shell, "-c", errand.command], errand.directory, mark)

    async def _run_in(self, box: Box, errand: Errand, shell: str, mark: str) -> Done:
        command = ["/bin/sh", "-c", IN_FOLDER, "sh", str(errand.directory), shell, errand.command]
        try:
            inside, environment = box.enter(command, errand.environment, Needs(()))
        except RuntimeUnfit as problem:
            raise Unreadable(f"It could not be begun: {problem}") from problem
        return await self._run(inside, self._work, mark, environment)

    async def _push(self, parcel: Parcel, mark: str) -> Done:
        mirror = make_folder(self._home / "mirrors")
        try:
            await prepare(parcel, mirror)
            done = await self._run(push_command(parcel, mirror), mirror, mark)
        finally:
            shutil.rmtree(mirror, ignore_errors=True)
        self._known.keep(parcel.repository, parcel.remote, parcel.address)
        return done

    async def _run(
        self, command: list[str], directory: Path, mark: str, environment: Mapping[str, str] | None = None
    ) -> Done:
        own = f"{mark_of(mark)}/{uuid4().hex}"  # what it leaves is ended by it: the agent's program is not, nor another
        variables = owner_environment(os.environ, self._work) if environment is None else environment
        try:
            child = await spawn(command, directory, variables, own, True)
        except OSError as problem:
            raise Unreadable(f"It could not be begun: {problem}") from problem
        try:
            child.end_input()
            reading = asyncio.ensure_future(_read_end(child))
            code = await child.wait()
        finally:
            await child.stop(LIMITS)  # whatever it has left behind, and whoever holds its output open
        return Done(bounded(await reading, self._redact), code)


async def _read_end(child: Child) -> str:
    kept, cut = bytearray(), False
    async for chunk in child.chunks():
        kept += chunk
        if len(kept) > 2 * KEPT_BYTES:
            cut = True
            del kept[:-KEPT_BYTES]
    # What the cut may have torn in two is not shown: a part of a secret is not known as one.
    text = kept.decode("utf-8", "replace")
    return text[MARGIN:] if cut else text


def bounded(text: str, redact: Callable[[str], str]) -> str:
    """The end of an output, redacted before it is cut, with how much is missing."""
    shown = redact(text)
    if len(shown) <= SHOWN_CHARACTERS:
        return shown
    missing = len(shown) - SHOWN_CHARACTERS
    return f"[{missing} characters left out]\n{shown[-SHOWN_CHARACTERS:]}"


def mark_of(session: str) -> str:
    """By what everything is found that runs outside for a session; the session's own mark is its program's."""
    return f"outside-{session}"


def command_of(action: Action) -> str | None:
    """The shell command of an action, if it is one."""
    command = action.input.get("command")
    return command if action.tool == SHELL and isinstance(command, str) else None


class KnownRemotes:
    """The addresses that the owner has seen, by repository; kept with the daemon, where no agent writes."""

    def __init__(self, home: Path) -> None:
        self._path = home / "remotes.json"

    def compared(self, parcel: Parcel) -> Facts:
        """The facts of a push; where it goes somewhere new, the place where the last one went stands there too."""
        known = self._read().get(_name(parcel.repository, parcel.remote), parcel.address)
        before = (("remote before", shown_address(known)),) if known != parcel.address else ()
        return (*parcel.facts, *before)

    def keep(self, repository: Repository, remote: str, address: str) -> None:
        """The owner has approved a push there."""
        kept = {**self._read(), _name(repository, remote): address}
        draft = self._path.with_suffix(".new")
        draft.write_text(json.dumps(kept), encoding="utf-8")
        draft.chmod(0o600)
        draft.replace(self._path)

    async def learn(self, work: Path) -> None:
        """A directory is registered: its usual address is known before any agent has worked there."""
        repository = repository_of(work, work)
        if repository is None or _name(repository, "origin") in self._read():
            return
        with suppress(Unreadable):
            addresses = await repository.setting("remote.origin.url")
            if len(addresses) == 1:
                self.keep(repository, "origin", addresses[0])

    def _read(self) -> dict[str, str]:
        try:
            return dict(json.loads(self._path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return {}


def _name(repository: Repository, remote: str) -> str:
    return f"{repository.work}#{remote}"
