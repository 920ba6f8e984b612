"""The sandbox of one agent: tried at start, and opened for each request (P7)."""

import asyncio
import shutil
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from daemon.runtime import RuntimeUnfit
from daemon.sandbox import refusal
from daemon.sandbox.box import HOSTS_SOCKET, MODEL_SOCKET, BubblewrapBox
from daemon.sandbox.hosts import HostsDoor, serving_hosts
from daemon.sandbox.identity import read_identity
from daemon.sandbox.later import describe_new, present
from daemon.sandbox.model import Spending, serving_model
from daemon.sandbox.private import make_private, sweep_private
from daemon.sandbox.repository import Guarded, guard, release
from daemon.sandbox.survey import Ground, check_ground
from daemon.sandbox.system import homes
from daemon.sandbox.trial import try_box
from daemon.sandbox.upstream import find_upstream
from daemon.sandbox.walk import refuse_shared_files, walk


@dataclass(frozen=True)
class SandboxOptions:
    """What the owner has said about an agent's sandbox.

    ``product`` are the paths of this installation, which no agent may reach (P6); ``readable`` what is shown of
    the machine besides the system, such as toolchains in the home; ``hosts`` what may be reached beside the
    model; ``variables`` those that may be seen although they look secret; ``provider`` whose model it is, where
    that is known before the program starts; ``budget`` tokens of one request.
    """

    directory: Path
    environment: Mapping[str, str]
    product: tuple[Path, ...] = ()
    readable: tuple[Path, ...] = ()
    hosts: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    provider: str | None = None
    budget: int | None = None
    bubblewrap: str = "bwrap"


class Sandbox:
    """Boxes for one agent, all alike."""

    def __init__(self, options: SandboxOptions) -> None:
        self._options = options
        self._ground = Ground(
            options.directory, homes(options.environment.get("HOME")), options.product, options.readable
        )
        self._repositories: tuple[Path, ...] = ()
        self._identity: dict[str, str] = {}

    def spending(self, spent: int = 0, keep: Callable[[int], None] = lambda _: None) -> Spending:
        """The account of a request that has spent so many tokens before; ``keep`` is told of those that follow."""
        return Spending(self._options.budget, tokens=spent, keep=keep)

    async def check(self) -> None:
        """Try a box with everything that is shown in it, and look whether it holds.

        Raises:
            RuntimeUnfit: there is none, or it does not hold; the message says what to do.
        """
        try:
            await self._check(self._program())
        except OSError as problem:
            raise RuntimeUnfit(refusal.unready(problem)) from problem

    async def _check(self, program: str) -> None:
        if self._options.provider is not None:
            find_upstream(self._options.provider, self._options.environment)
        check_ground(self._ground)
        tree = await asyncio.to_thread(walk, self._options.directory)
        refuse_shared_files(self._options.directory, tree)
        self._repositories = tree.repositories
        sweep_private()
        self._identity = await read_identity(self._options.environment)
        async with self._opened(program, None, Spending()) as box:
            await try_box(box, self._ground)

    @asynccontextmanager
    async def open(
        self, files: Path | None, spending: Spending, lets: Callable[[str], bool] = lambda host: True
    ) -> AsyncIterator[BubblewrapBox]:
        """A box for one request; ``files`` is the folder of what was attached, which the program may read; ``lets``
        says which of the owner's hosts the request may reach at this moment.

        Raises:
            RuntimeUnfit: there is none to be had any more.
        """
        async with self._opened(self._program(), files, spending, lets) as box:
            yield box

    def present(self) -> frozenset[str]:
        """Which files are there that the owner's tools would run later."""
        return present(self._options.directory)

    def describe_new(self, before: frozenset[str]) -> str | None:
        """What people should know of such files that have come since."""
        return describe_new(before, self.present())

    def _program(self) -> str:
        if sys.platform != "linux":
            raise RuntimeUnfit(refusal.NO_SYSTEM)
        program = shutil.which(self._options.bubblewrap)
        if program is None:
            raise RuntimeUnfit(refusal.missing())
        return program

    @asynccontextmanager
    async def _opened(
        self,
        program: str,
        files: Path | None,
        spending: Spending,
        lets: Callable[[str], bool] = lambda host: True,
    ) -> AsyncIterator[BubblewrapBox]:
        async with AsyncExitStack() as stack:
            try:
                box = await self._set_up(stack, program, files, spending, lets)
            except OSError as problem:
                raise RuntimeUnfit(refusal.unready(problem)) from problem
            yield box

    async def _set_up(
        self,
        stack: AsyncExitStack,
        program: str,
        files: Path | None,
        spending: Spending,
        lets: Callable[[str], bool],
    ) -> BubblewrapBox:
        options = self._options
        private = make_private(self._identity)
        stack.callback(shutil.rmtree, private, ignore_errors=True)
        guarded = Guarded()
        stack.callback(release, guarded)
        guard(options.directory, True, guarded)
        for repository in self._repositories:
            guard(repository, False, guarded)
        door = await stack.enter_async_context(serving_model(private / MODEL_SOCKET, spending))
        if options.hosts:
            hosts = HostsDoor(options.hosts, lets=lets)
            await stack.enter_async_context(serving_hosts(private / HOSTS_SOCKET, hosts))
        shown = (files,) if files else ()
        return BubblewrapBox(
            program, self._ground, guarded, private, door, bool(options.hosts), shown, options.variables
        )
