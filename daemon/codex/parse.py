"""What Codex says, as steps. Pure: notifications in, steps out.

The notifications are those of its app-server (``codex app-server generate-json-schema``); recorded ones are in
``tests/daemon/codex/transcripts``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from daemon.codex.failures import REFUSALS, sentence_of, status_of
from daemon.codex.patch import count_lines, patch_of
from daemon.codex.shapes import part, parts
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

BROKEN_OFF = "The call was broken off."
TAIL_CHARACTERS = 64 * 1024
# Output, whether it failed, and exit code of a call of which the program tells nothing.
UNTOLD = ("", False, None)

# Items that stand for something that the agent has done.
ACTING = (
    "collabAgentToolCall",
    "commandExecution",
    "dynamicToolCall",
    "fileChange",
    "imageGeneration",
    "imageView",
    "mcpToolCall",
    "webSearch",
)


class ActedUnasked(RuntimeUnfit):
    """The program made a call that no gate had seen: it is not used any more."""


@dataclass
class _Call:
    """A call that passed the gate and has not come back. ``tail`` is the end of what it printed so far.

    ``answers`` is how many answers of the model were whole when it began.
    """

    action: Action
    done: Done | None
    answers: int
    shown: bool = False
    tail: str = ""


class Reader:
    """Turns the notifications of one turn into steps.

    ``directories`` are names of the working directory, for short paths. ``used`` are the tokens of the thread
    before: the program counts per thread, a step per turn.
    """

    def __init__(self, directories: tuple[Path, ...], used: Mapping[str, int]) -> None:
        self._directories = directories
        self._before = used
        self._calls: dict[str, _Call] = {}
        self._asked: set[str] = set()
        self._answers = 0
        self._held: str | None = None
        self._said: list[str] = []
        self._repeats: list[str] = []
        self.total: Mapping[str, int] = used

    @property
    def open_calls(self) -> frozenset[str]:
        """The calls that passed the gate and have not come back."""
        return frozenset(self._calls)

    def refuse(self, action: Action) -> None:
        """Note that the gate stopped a call: what the program tells of it is our own word and no step."""
        self._asked.add(action.call)

    def start(self, action: Action, done: Done | None = None) -> Iterator[Step]:
        """The steps of a call that passed the gate; ``done`` is what came of it outside."""
        if action.call in self._calls:
            return  # asked about once more, before it is made
        self._asked.add(action.call)
        self._calls[action.call] = _Call(action, done, self._answers)
        yield from self.flush()
        yield ToolStarted(action.call, action.tool, self._title(action))

    def flush(self) -> Iterator[Step]:
        """What was said and turned out not to be the last word."""
        if self._held is not None:
            yield Said(self._held)
        self._held = None

    def read(self, method: str, params: Mapping[str, Any]) -> Iterator[Step]:
        """The steps of one notification.

        Raises:
            ActedUnasked: it tells of a call that no gate has seen.
        """
        match method:
            case "item/started":
                self._see(part(params, "item"))
            case "item/completed":
                yield from self._read_item(part(params, "item"))
            case "item/commandExecution/outputDelta":
                self._add_tail(params)
            case "turn/plan/updated":
                yield Plan(tuple(_steps(params)))
            case "thread/tokenUsage/updated":
                yield from self._read_usage(part(params, "tokenUsage"))
            case "error" if params.get("willRetry"):
                yield from self._read_retry(part(params, "error"))
            case "turn/completed":
                yield from self._read_end(part(params, "turn"))

    def _see(self, item: Mapping[str, Any]) -> None:
        call = self._calls.get(str(item.get("id")))
        if call is not None:
            call.shown = True

    def _add_tail(self, params: Mapping[str, Any]) -> None:
        call = self._calls.get(str(params.get("itemId")))
        if call is not None:
            call.tail = (call.tail + str(params.get("delta") or ""))[-TAIL_CHARACTERS:]

    def _read_item(self, item: Mapping[str, Any]) -> Iterator[Step]:
        if item.get("type") == "agentMessage":
            yield from self._read_message(str(item.get("text") or ""))
            return
        call = self._calls.pop(str(item.get("id")), None)
        if call is None:
            self._check_asked(item)
            return
        if item.get("type") == "fileChange" and item.get("status") == "completed":
            yield from self._changes(call.action.call, item)
        yield self._ended(call.action, *_outcome(call, _result(item)))

    def _check_asked(self, item: Mapping[str, Any]) -> None:
        done = item.get("status") not in ("declined", "inProgress")
        if done and item.get("type") in ACTING and str(item.get("id")) not in self._asked:
            raise ActedUnasked(
                f"This version of Codex made a call ({item['type']}) without asking: install the version that "
                "comes with muti, or look for a newer muti."
            )

    def _read_message(self, text: str) -> Iterator[Step]:
        # An answer that was cut off is asked for again, and what was said already comes once more.
        if text in self._repeats:
            self._repeats.remove(text)
            return
        if text.strip():
            yield from self.flush()
            self._held = text
            self._said.append(text)

    def _changes(self, call: str, item: Mapping[str, Any]) -> Iterator[Step]:
        for change in sorted(parts(item, "changes"), key=lambda change: str(change.get("path"))):
            kind = part(change, "kind")
            before = path_below(str(change.get("path")), *self._directories)
            moved = kind.get("move_path")
            yield FileChanged(
                call,
                path_below(str(moved), *self._directories) if moved else before,
                *count_lines(change),
                created=kind.get("type") == "add",
                deleted=kind.get("type") == "delete",
                renamed_from=before if moved else None,
                patch=patch_of(change),
            )

    def _read_usage(self, usage: Mapping[str, Any]) -> Iterator[Step]:
        """An answer of the model is whole. The calls of the one before it are over, or run on in the background."""
        self.total = _numbers(part(usage, "total"))
        self._said, self._repeats = [], []
        self._answers += 1
        for name, call in list(self._calls.items()):
            if not call.shown and self._answers > call.answers + 1:
                del self._calls[name]
                yield self._ended(call.action, *_outcome(call, UNTOLD))

    def _read_retry(self, error: Mapping[str, Any]) -> Iterator[Step]:
        self._repeats += self._said
        self._said = []
        yield from self.flush()
        status = status_of(error)
        if status in (401, 403):
            yield Ended(Outcome.failed, REFUSALS[status], self.usage())
            return
        reason = {429: "busy", 503: "overloaded"}.get(status or 0, "out of reach")
        code = f" ({status})" if status else ""
        tries = str(error.get("message") or "").removeprefix("Reconnecting... ").strip()
        yield Notice(f"The model is {reason}{code}; trying again ({tries}).")

    def _read_end(self, turn: Mapping[str, Any]) -> Iterator[Step]:
        status = turn.get("status")
        yield from self.close_calls(whole=status == "completed")
        if status == "completed":
            text, self._held = self._held or "", None
            yield Ended(Outcome.done, text, self.usage())
            return
        yield from self.flush()
        if status == "interrupted":
            yield Ended(Outcome.stopped, "", self.usage())
            return
        yield Ended(Outcome.failed, sentence_of(part(turn, "error")), self.usage())

    def close_calls(self, whole: bool = False) -> Iterator[Step]:
        """The calls that no end was told of: the program tells none of what it breaks off, and of some tools nothing.

        ``whole`` says that the turn came to its own end.
        """
        for call in list(self._calls.values()):
            broken = f"{call.tail}\n{BROKEN_OFF}" if call.tail else BROKEN_OFF
            told = UNTOLD if whole and not call.shown else (broken, True, None)
            yield self._ended(call.action, *_outcome(call, told))
        self._calls.clear()

    def usage(self) -> dict[str, int]:
        """The tokens of this turn, by the names that all runtimes use: what came from a cache is apart."""
        spent = {name: count - self._before.get(name, 0) for name, count in self.total.items()}
        cached, written = spent.get("cachedInputTokens", 0), spent.get("cacheWriteInputTokens", 0)
        if not spent:
            return {}
        return {
            "input_tokens": spent.get("inputTokens", 0) - cached - written,
            "output_tokens": spent.get("outputTokens", 0),
            "cache_creation_input_tokens": written,
            "cache_read_input_tokens": cached,
        }

    def _ended(self, action: Action, output: str, failed: bool, code: int | None) -> ToolEnded:
        return ToolEnded(action.call, action.tool, self._title(action), output, failed, code)

    def _title(self, action: Action) -> str:
        changes = action.input.get("changes")
        if action.tool == "apply_patch" and isinstance(changes, list):
            paths = [path_below(str(change.get("file_path")), *self._directories) for change in changes]
            return title_of("Bash", {"command": f"Patch {', '.join(paths)}"}, self._directories[0])
        return title_of(action.tool, action.input, self._directories[0])


def _outcome(call: _Call, told: tuple[str, bool, int | None]) -> tuple[str, bool, int | None]:
    """Output, whether it failed, and exit code; of what was done outside, those are the real ones."""
    return told if call.done is None else (call.done.output, call.done.exit_code != 0, call.done.exit_code)


def _result(item: Mapping[str, Any]) -> tuple[str, bool, int | None]:
    """Output, whether it failed, and exit code of a finished item."""
    status = item.get("status")
    match item.get("type"):
        case "commandExecution":
            code = item.get("exitCode")
            return str(item.get("aggregatedOutput") or ""), code != 0, code if isinstance(code, int) else None
        case "mcpToolCall":
            error = part(item, "error").get("message")
            return str(error or _text(part(item, "result").get("content"))), status != "completed", None
        case "dynamicToolCall":
            return _text(item.get("contentItems")), not item.get("success"), None
    return "", status not in ("completed", None), None


def _text(given: Any) -> str:
    if isinstance(given, str):
        return given
    found = [one.get("text") for one in parts({"all": given}, "all")]
    return "\n".join(text for text in found if isinstance(text, str))


def _steps(params: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for step in parts(params, "plan"):
        state = {"inProgress": "in_progress"}.get(str(step.get("status")), str(step.get("status")))
        yield str(step.get("step")), state


def _numbers(counts: Mapping[str, Any]) -> dict[str, int]:
    return {name: count for name, count in counts.items() if isinstance(count, int)}
