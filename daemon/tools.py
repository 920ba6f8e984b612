"""The tools that the daemon offers to an agent: hand a file over, say how far it is, keep a plan.

They are bound to one request (S6). What an agent passes is hostile until checked: everything is bounded, and
what is wrong is answered with a sentence.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from daemon.arguments import LONGEST_TEXT, WrongUse, check_names, line_in, text_in
from daemon.artifacts import ArtifactRefused
from daemon.contact import Running
from daemon.handing import Desk, Handed
from daemon.plans import STATES
from daemon.runtime import Plan, Progress, Step, Tool
from daemon.talking import TALKING, Talk
from daemon.tell import Redact
from relay.client import Refused
from relay.wire.machines import ReportKind

PREFIX = "mcp__muti__"
"""How the gate and the timeline name these tools."""
LONGEST_PATH = 4_096
MOST_STEPS = 90

_TEXT = {"type": "string", "maxLength": LONGEST_TEXT}
TOOLS = (
    Tool(
        "attach",
        "Hand a file of the working directory over to the people of the room: a report, an image, a screenshot. "
        "Nobody sees a file that is not handed over. Keys and environment files are refused.",
        {
            "type": "object",
            "properties": {"path": {"type": "string", "maxLength": LONGEST_PATH}, "caption": _TEXT},
            "required": ["path"],
            "additionalProperties": False,
        },
    ),
    Tool(
        "progress",
        "Say how far you are, in percent of the whole request, with one line of text. The room sees it at once.",
        {
            "type": "object",
            "properties": {"percent": {"type": "integer", "minimum": 0, "maximum": 100}, "text": _TEXT},
            "required": ["percent", "text"],
            "additionalProperties": False,
        },
    ),
    Tool(
        "plan",
        "Show your plan to the room: all steps, each with its state. A step that you leave out and that was not "
        "finished is cancelled; a finished step does not reopen.",
        {
            "type": "object",
            "properties": {
                "steps": {
                    "type": "array",
                    "maxItems": MOST_STEPS,
                    "items": {
                        "type": "object",
                        "properties": {"text": _TEXT, "state": {"enum": list(STATES)}},
                        "required": ["text", "state"],
                        "additionalProperties": False,
                    },
                }
            },
            "required": ["steps"],
            "additionalProperties": False,
        },
    ),
)

Report = Callable[[ReportKind, dict[str, Any]], None]
Note = Callable[[Step], Sequence[str]]
"""Tells a step; for a plan, the steps that were to reopen and did not."""


class RequestTools:
    """The tools of one request; see `daemon.runtime.Toolbox`."""

    def __init__(
        self,
        desk: Desk,
        running: Running,
        note: Note,
        report: Report,
        redact: Redact,
        talk: Talk | None = None,
    ) -> None:
        self._desk, self._running, self._note = desk, running, note
        self._report, self._redact = report, redact
        self._calls: dict[str, Callable[[Mapping[str, Any]], Awaitable[str]]] = {
            "attach": self._attach,
            "progress": self._progress,
            "plan": self._plan,
        }
        self._tools: tuple[Tool, ...] = TOOLS
        if talk is not None:
            self._calls |= talk.calls
            self._tools += TALKING

    def all(self) -> Sequence[Tool]:
        """Every tool that there is."""
        return self._tools

    async def call(self, name: str, arguments: Mapping[str, Any]) -> tuple[str, bool]:
        """Use one: what the agent is told, and whether that is an error."""
        use = self._calls.get(name)
        if use is None:
            return f"There is no tool {name[:80]!r}; there are {', '.join(self._calls)}.", True
        try:
            return await use(arguments), False
        except (WrongUse, ArtifactRefused) as problem:
            return str(problem), True
        except Refused as refusal:
            return f"It was not taken: {refusal.problem.detail}", True

    async def _attach(self, arguments: Mapping[str, Any]) -> str:
        check_names(arguments, "attach", {"path"}, {"caption"})
        path = text_in(arguments, "path", LONGEST_PATH)
        caption = line_in(arguments, "caption") if "caption" in arguments else ""
        try:
            handed = await self._unless_stopped(self._desk.hand_over(path))
        except ArtifactRefused as problem:
            told = {"name": self._redact(path)[:1000], "reason": self._redact(str(problem))[:2000]}
            self._report(ReportKind.refused, {"tool": "attach", **told})
            raise
        self._report(ReportKind.artifact, {**handed.told(), "caption": self._redact(caption)})
        hidden = f" {handed.redacted} places in it were secrets and are hidden." if handed.redacted else ""
        return f"{handed.name} is handed over ({handed.size} bytes).{hidden}"

    async def _unless_stopped(self, handing: Awaitable[Handed]) -> Handed:
        """The relay may be away for hours: a cancel does not wait for it."""
        task = asyncio.ensure_future(handing)
        stopping = asyncio.ensure_future(self._running.stopping.wait())
        try:
            await asyncio.wait({task, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise WrongUse("The request is being stopped; nothing was handed over.")
            return task.result()
        finally:
            for one in (task, stopping):
                one.cancel()
            await asyncio.gather(task, stopping, return_exceptions=True)

    async def _progress(self, arguments: Mapping[str, Any]) -> str:
        check_names(arguments, "progress", {"percent", "text"}, set())
        percent = arguments["percent"]
        if not isinstance(percent, int | float) or isinstance(percent, bool) or not 0 <= percent <= 100:
            raise WrongUse("percent is a whole number from 0 to 100.")
        self._note(Progress(int(percent), line_in(arguments, "text")))
        return "The room sees it."

    async def _plan(self, arguments: Mapping[str, Any]) -> str:
        check_names(arguments, "plan", {"steps"}, set())
        given = arguments["steps"]
        if not isinstance(given, list) or len(given) > MOST_STEPS:
            raise WrongUse(f"steps is a list of {MOST_STEPS} steps at most.")
        steps = tuple(_step(one) for one in given)
        if len({text for text, _ in steps}) < len(steps):
            raise WrongUse("Two steps have the same text; give each a text of its own.")
        reopened = self._note(Plan(steps))
        if reopened:
            return f"The room sees it. What is over stays over: {'; '.join(reopened)[:LONGEST_TEXT]}"
        return "The room sees it."


def _step(given: Any) -> tuple[str, str]:
    if not isinstance(given, Mapping) or given.keys() != {"text", "state"} or given["state"] not in STATES:
        raise WrongUse(f"Each step has a text and a state, one of {', '.join(STATES)}, and nothing else.")
    return line_in(given, "text"), given["state"]
