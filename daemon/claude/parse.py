"""What Claude Code says, as steps. Pure: messages in, steps out.

The messages are those of ``claude_agent_sdk.types``; the shapes of ``tool_use_result`` are those that the
program writes for its own tools (recorded in ``tests/daemon/transcripts``).
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from claude_agent_sdk import (
    AssistantMessage,
    Message,
    RateLimitEvent,
    ResultMessage,
    SystemMessage,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
    UserMessage,
)

from daemon.claude.outside import exit_code
from daemon.claude.results import change_of, exit_code_of, output_of
from daemon.runtime import (
    Action,
    Done,
    Ended,
    FileChanged,
    Notice,
    Outcome,
    Plan,
    RuntimeUnfit,
    Said,
    Step,
    ToolEnded,
    ToolStarted,
)
from daemon.titles import path_below, title_of

USAGE = ("input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")

# The mode that the program is started in, which it repeats in its first message.
MODE = "default"
REMEDY = "it was stopped. Use another version, and see what it did."

REFUSALS = {
    401: "The model's provider refused the login (401). Run `claude` on this machine and type /login, or correct the API key.",
    403: "The model's provider does not permit this account to use the model (403).",
    429: "The limit of this account at the model's provider is used up (429). Try again later.",
    529: "The model is overloaded (529). Try again later.",
}


class BrokenContract(RuntimeUnfit):
    """The program made a call that the gate was not asked about, or will: no request is safe with it (P2)."""


class Reader:
    """Turns the messages of one turn into steps.

    ``directories`` are names of the working directory, for short paths. ``spent`` is what the session had cost
    before, in US dollars, or nothing where that is unknown: the program counts per session, a step per turn.
    """

    def __init__(self, directories: tuple[Path, ...], spent: float | None) -> None:
        self._directories = directories
        self._spent = spent
        self._calls: dict[str, ToolUseBlock] = {}
        self._passed: set[str] = set()
        self._refused: set[str] = set()
        self._done: dict[str, Done] = {}
        self._held: str | None = None
        self.total: float | None = spent

    def start(self, action: Action, done: Done | None = None) -> Iterator[Step]:
        """The steps of a call that passed the gate; ``done`` is what came of it if the daemon ran it itself."""
        self._passed.add(action.call)
        if done is not None:
            self._done[action.call] = done
        self._calls[action.call] = ToolUseBlock(action.call, action.tool, dict(action.input))
        yield from self.flush()
        if action.tool != "TodoWrite":
            yield ToolStarted(action.call, action.tool, self._title(action.tool, action.input))

    def refuse(self, call: str) -> None:
        """Note that the gate stopped a call: its result is our own word and no step."""
        self._refused.add(call)

    def read(self, message: Message) -> Iterator[Step]:
        """The steps of one message.

        Raises:
            BrokenContract: a call came back that the gate was never asked about, or the program works in a mode
                that asks for nothing.
        """
        match message:
            case AssistantMessage():
                yield from self._read_answer(message)
            case UserMessage():
                yield from self._read_results(message)
            case ResultMessage():
                yield from self._read_end(message)
            case SystemMessage(subtype="init"):
                _check_mode(message.data)
            case SystemMessage(subtype="api_retry"):
                yield from self.flush()
                yield read_retry(message.data)
            case RateLimitEvent() if message.rate_limit_info.status == "rejected":
                yield Notice(REFUSALS[429])

    def flush(self) -> Iterator[Step]:
        """What was said and turned out not to be the last word."""
        if self._held is not None:
            yield Said(self._held)
        self._held = None

    def _read_answer(self, message: AssistantMessage) -> Iterator[Step]:
        for block in message.content:
            if isinstance(block, ToolUseBlock):
                self._calls[block.id] = block
                yield from self.flush()
            elif isinstance(block, TextBlock) and block.text.strip() and self._is_for_people(message):
                yield from self.flush()
                self._held = block.text

    def _is_for_people(self, message: AssistantMessage) -> bool:
        # Sub-agents speak to their agent, and an error comes again, as the result.
        return message.parent_tool_use_id is None and message.error is None and message.model != "<synthetic>"

    def _read_results(self, message: UserMessage) -> Iterator[Step]:
        blocks = [block for block in message.content if isinstance(block, ToolResultBlock)]
        details = message.tool_use_result if len(blocks) == 1 else None
        for block in blocks:
            call = self._calls.pop(block.tool_use_id, None)
            if block.tool_use_id in self._refused:
                self._refused.discard(block.tool_use_id)
            elif call is not None:
                self._check_passed(call, bool(block.is_error))
                done = self._done.pop(call.id, None)
                yield from (
                    self._read_result(call, block, details) if done is None else self._read_done(call, done)
                )

    def _check_passed(self, call: ToolUseBlock, failed: bool) -> None:
        # A call whose input is no good comes back as an error without having been asked about, or made.
        if call.id not in self._passed and not failed:
            raise BrokenContract(
                f"This version of Claude Code made a call ({call.name}) without asking: {REMEDY}"
            )
        self._passed.discard(call.id)

    def _read_done(self, call: ToolUseBlock, done: Done) -> Iterator[Step]:
        # The whole output, of which the program was shown the end.
        code, title = exit_code(done), self._title(call.name, call.input)
        yield ToolEnded(call.id, call.name, title, done.output, code != 0, code)

    def _read_result(self, call: ToolUseBlock, block: ToolResultBlock, details: Any) -> Iterator[Step]:
        failed = bool(block.is_error)
        if call.name == "TodoWrite" and not failed:
            yield Plan(tuple(_todos(call.input)))
            return
        if not failed and (change := change_of(call.name, call.input, details)):
            path = path_below(change.path, *self._directories)
            yield FileChanged(call.id, path, change.added, change.removed, change.created, patch=change.patch)
        output = output_of(block, details)
        code = exit_code_of(output, failed) if call.name == "Bash" else None
        yield ToolEnded(call.id, call.name, self._title(call.name, call.input), output, failed, code)

    def _read_end(self, message: ResultMessage) -> Iterator[Step]:
        text = _final_text(message)
        if self._held is not None and self._held.strip() == text.strip():
            self._held = None
        yield from self.flush()
        yield Ended(_outcome(message), text, _usage(message), self._cost(message.total_cost_usd))

    def _cost(self, total: float | None) -> float | None:
        if total is None:
            return None
        self.total = total
        return None if self._spent is None else max(0.0, total - self._spent)

    def _title(self, tool: str, given: Mapping[str, Any]) -> str:
        return title_of(tool, given, self._directories[0])


def calls_ended(message: Message) -> list[str]:
    """The calls that came back with a message, whatever became of them."""
    if not isinstance(message, UserMessage):
        return []
    return [block.tool_use_id for block in message.content if isinstance(block, ToolResultBlock)]


def _check_mode(data: Mapping[str, Any]) -> None:
    mode = data.get("permissionMode")
    if mode != MODE:
        raise BrokenContract(
            f"This version of Claude Code works in the mode {mode!r} when told {MODE!r}: {REMEDY}"
        )


def read_retry(data: Mapping[str, Any]) -> Notice | Ended:
    """An answer of the model failed and is tried again; a refused login is not worth the four minutes."""
    status = data.get("error_status")
    if status in (401, 403):
        return Ended(Outcome.failed, REFUSALS[status])
    reason = {429: "busy", 529: "overloaded"}.get(status or 0, "out of reach")
    code = f" ({status})" if status else ""
    wait = round(float(data.get("retry_delay_ms") or 0) / 1000)
    tries = f"attempt {data.get('attempt')} of {data.get('max_retries')}"
    return Notice(f"The model is {reason}{code}; trying again in {wait} s, {tries}.")


def _outcome(message: ResultMessage) -> Outcome:
    if str(message.terminal_reason).startswith("aborted"):
        return Outcome.stopped
    return Outcome.failed if message.is_error else Outcome.done


def _final_text(message: ResultMessage) -> str:
    if _outcome(message) is Outcome.stopped:
        return ""
    if message.api_error_status in REFUSALS:
        return REFUSALS[message.api_error_status]
    if message.subtype == "error_max_turns":
        return "The agent reached the limit of its turns and stopped."
    return message.result or "; ".join(message.errors or ())


def _usage(message: ResultMessage) -> dict[str, int]:
    given = message.usage or {}
    return {name: given[name] for name in USAGE if isinstance(given.get(name), int)}


def _todos(given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for todo in given.get("todos") or ():
        yield str(todo.get("content")), str(todo.get("status"))
