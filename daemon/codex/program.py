"""The running program of one turn: its folder, its start, its thread, its end."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from daemon.codex.command import ADDRESS, KEY, USUAL_ADDRESS, enter_box
from daemon.codex.contract import OwnSandbox, greet, open_thread
from daemon.codex.home import Home, read_servers
from daemon.codex.question import Answer, Questions
from daemon.codex.settings import Settings
from daemon.codex.transcript import find_transcripts
from daemon.codex.wire import Wire
from daemon.process import Child, Limits, Stop, spawn
from daemon.runtime import Turn

SERVERS_SECONDS = 30.0

Noted = Callable[[str, Mapping[str, Any]], None]
Asked = Callable[[int | str, str, Mapping[str, Any]], None]


class Program:
    """Codex for one turn. ``login`` is the owner's own file, for where no key is given."""

    def __init__(self, path: Path, turn: Turn, home: Home, login: Path | None, sandbox: OwnSandbox) -> None:
        self._path, self._turn, self.home, self._sandbox = path, turn, home, sandbox
        self._login = login if login and not turn.environment.get(KEY) and turn.box is None else None
        self._questions: Questions | None = None
        self._child: Child | None = None
        self._wire: Wire | None = None
        self._starting: set[str] = set()
        self._servers_up = asyncio.Event()
        self._ending = asyncio.Lock()
        self._stopped: Stop | None = None
        self._thread: str | None = None
        self._settings = Settings(str(turn.directory), None)
        self.resumed = False

    @property
    def child(self) -> Child:
        """The process; there is one after `start`."""
        assert self._child is not None
        return self._child

    @property
    def wire(self) -> Wire:
        """The wire to it; there is one after `start`."""
        assert self._wire is not None
        return self._wire

    async def was_killed(self) -> bool:
        """Whether a signal ended it."""
        return self._child is not None and await self._child.was_killed()

    @property
    def errors(self) -> str:
        """The end of what it printed on standard error."""
        return self._child.errors if self._child is not None else ""

    async def start(self, noted: Noted, asked: Asked, answer: Answer) -> None:
        """Start it, without a thread.

        Raises:
            OSError: there is no such program or directory.
            ValueError, KeyError: the file of MCP servers cannot be read.
            RuntimeUnfit: the box cannot show it what it needs.
        """
        self.home.prepare(self._login)
        servers = read_servers(self._turn.options.get("mcp_config"))
        home = self.home
        command, environment = enter_box(self._path, self._turn, home.folder, home.questions, home.fixed)
        self._settings = replace(
            self._settings,
            # A box has an address of its own for the model.
            address=environment.get(ADDRESS) or (None if self._login else USUAL_ADDRESS),
            login=self._login is not None,
            model=self._turn.options.get("model"),
            servers=servers,
        )
        self.home.configure(self._settings)
        self._starting = set(servers)
        self._questions = Questions(self.home.questions, answer)
        self._questions.open()
        self._child = await spawn(command, self._turn.directory, environment, mark=self._turn.session)
        self._wire = Wire(self._child, lambda *note: self._note(noted, *note), asked)

    def _note(self, noted: Noted, method: str, params: Mapping[str, Any]) -> None:
        if method == "mcpServer/startupStatus/updated" and params.get("status") != "starting":
            self._starting.discard(str(params.get("name")))
            if not self._starting:
                self._servers_up.set()
        noted(method, params)

    async def open_thread(self, known: str | None) -> str:
        """Assert the contract, and open the thread of the session; its id.

        Raises:
            RuntimeUnfit: the program does not keep what the gate needs.
            Declined, WireClosed, TimeoutError: it does not answer as it should.
        """
        await greet(self.wire, self.home, self._settings)
        sandbox = await self._sandbox.choose(self.wire, self._settings.directory, self._turn.box is not None)
        resumed = (
            known if self._turn.resume and known and any(find_transcripts(self.home.folder, known)) else None
        )
        self.resumed = resumed is not None
        more = {"excludeTurns": True} if resumed else {"dynamicTools": self._tools()}
        if self._turn.options.get("instructions"):
            more["developerInstructions"] = self._turn.options["instructions"]
        self._thread = await open_thread(self.wire, self._settings, resumed, sandbox, more)
        if self._starting:
            with suppress(TimeoutError):  # the agent goes on without a server that does not come up
                async with asyncio.timeout(SERVERS_SECONDS):
                    await self._servers_up.wait()
        return self._thread

    def _tools(self) -> list[dict[str, Any]]:
        """The daemon's own tools; a thread keeps those that it was begun with."""
        offered = self._turn.tools.all() if self._turn.tools is not None else ()
        return [
            {
                "type": "function",
                "name": tool.name,
                "description": tool.description,
                "inputSchema": dict(tool.schema),
            }
            for tool in offered
        ]

    def withdraw_questions(self) -> None:
        """Nobody waits for the answers of the hook any more."""
        if self._questions is not None:
            self._questions.withdraw()

    async def interrupt(self, turn: str | None, seconds: float) -> None:
        """Break off the turn, and what it has left running: that survives the program's own interrupt.

        Raises:
            Declined, WireClosed, TimeoutError: it does not obey.
        """
        about = {"threadId": self._thread}
        await self.wire.call("turn/interrupt", {**about, "turnId": turn}, seconds)
        await self.wire.call("thread/backgroundTerminals/clean", about, seconds)

    async def last_words(self) -> str:
        """How it ended, for people."""
        code = await self.child.wait()
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return f"{how}. {self.errors}".strip()

    async def end(self, limits: Limits, grace: float) -> Stop:
        """End it and everything below it; told once what it took, however often it is called."""
        async with self._ending:
            if self._stopped is None:
                if self._questions is not None:
                    await self._questions.close()
                self._stopped = await self._child.stop(limits, grace) if self._child else Stop()
        return self._stopped
