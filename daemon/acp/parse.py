"""What an agent says, as steps, and what it asks, as actions. Pure: messages in, values out.

The messages are those of ``acp.schema`` (agentclientprotocol.com, protocol/schema). ``rawInput`` is what the agent
says that its tool gets; nothing proves it, which is one reason why this gate is the weaker one.
"""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from acp.schema import (
    AgentMessageChunk,
    AgentPlanUpdate,
    ContentToolCallContent,
    FileEditToolCallContent,
    PromptResponse,
    TextContentBlock,
    ToolCallProgress,
    ToolCallStart,
    ToolCallUpdate,
    UsageUpdate,
)

from daemon.patches import patch_between
from daemon.runtime import (
    Action,
    Done,
    Ended,
    FileChanged,
    Outcome,
    Plan,
    Said,
    Step,
    ToolEnded,
    ToolStarted,
)
from daemon.titles import path_below

ENDS = {
    "end_turn": (Outcome.done, ""),
    "cancelled": (Outcome.stopped, ""),
    "max_tokens": (Outcome.failed, "The model's answer was too long and was cut."),
    "max_turn_requests": (Outcome.failed, "The agent reached the limit of its turns and stopped."),
    "refusal": (Outcome.failed, "The model refused to go on."),
}

LONGEST_DIFF = 2_000_000
"""Characters of a file on either side, of which the changed lines are counted one by one."""

STRANGE = "acp:"
"""Before the kind of a call that the policy cannot read: no rule knows such a tool."""

_FENCED = re.compile(r"(`{3,})[\w-]*\n(.*?)\n?\1\s*", re.DOTALL)
"""A text that is one block of code in Markdown, as agents show what a command has printed."""

Call = ToolCallStart | ToolCallProgress | ToolCallUpdate


class Calls:
    """What is known of each tool call of a turn: later messages give only what changed."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, Any]] = {}

    def learn(self, call: Call) -> dict[str, Any]:
        """All that is known of a call, with this message."""
        known = self._known.setdefault(call.tool_call_id, {})
        for name in ("title", "kind", "status", "raw_input", "raw_output", "content", "locations"):
            value = getattr(call, name, None)
            if value is not None:
                known[name] = value
        return known

    def forget(self, call: str) -> None:
        """It is over."""
        self._known.pop(call, None)


def action_of(call: str, known: Mapping[str, Any], directory: Path) -> Action:
    """A tool call as the policy reads it; one that it cannot read keeps a name that no rule knows."""
    given = known.get("raw_input")
    given = dict(given) if isinstance(given, Mapping) else {"input": given}
    kind = str(known.get("kind") or "other")
    tool, shaped = _shape(kind, given, _diffs(known))
    return Action(call, tool, shaped, directory)


def _shape(
    kind: str, given: dict[str, Any], diffs: Sequence[FileEditToolCallContent]
) -> tuple[str, dict[str, Any]]:
    command = given.get("command")
    if kind == "execute" and isinstance(command, str):
        return "Bash", given
    if kind == "execute" and isinstance(command, list) and all(isinstance(word, str) for word in command):
        return "Bash", {**given, "command": shlex.join(command)}
    if kind == "edit" and len(diffs) == 1:
        return _shape_edit(diffs[0])
    path = given.get("file_path", given.get("path"))
    if kind == "read" and isinstance(path, str):
        return "Read", {**given, "file_path": path}
    if kind == "fetch" and isinstance(given.get("url"), str):
        return "WebFetch", given
    return f"{STRANGE}{kind}", given


def _shape_edit(diff: FileEditToolCallContent) -> tuple[str, dict[str, Any]]:
    if diff.old_text is None:
        return "Write", {"file_path": diff.path, "content": diff.new_text}
    return "Edit", {"file_path": diff.path, "old_string": diff.old_text, "new_string": diff.new_text}


class Reader:
    """Turns the messages of one turn into steps. ``directories`` are names of the working directory."""

    def __init__(self, directories: tuple[Path, ...]) -> None:
        self._directories = directories
        self._calls = Calls()
        self._started: set[str] = set()
        self._quiet: set[str] = set()
        self._done: dict[str, Done] = {}
        self._words: list[str] = []
        self._spent: float | None = None

    def ask(self, call: ToolCallUpdate, directory: Path) -> Action:
        """The action that the agent asks about."""
        return action_of(call.tool_call_id, self._calls.learn(call), directory)

    def start(self, action: Action) -> Iterator[Step]:
        """The steps of a call that passed the gate."""
        yield from self._begin(action.call)

    def refuse(self, action: Action) -> None:
        """The gate stopped a call: its result is our own word and no step."""
        self._quiet.add(action.call)

    def carried_out(self, action: Action, done: Done) -> Iterator[Step]:
        """The daemon made the call itself; the agent's own is refused."""
        yield from self._begin(action.call)
        title = _title(self._calls.learn(ToolCallUpdate(tool_call_id=action.call)))
        yield ToolEnded(action.call, action.tool, title, done.output, done.exit_code != 0, done.exit_code)
        self._quiet.add(action.call)

    def read(self, update: Any) -> Iterator[Step]:
        """The steps of one message."""
        match update:
            case AgentMessageChunk(content=TextContentBlock() as block):
                self._words.append(block.text)
            case ToolCallStart() | ToolCallProgress():
                yield from self._read_call(update)
            case AgentPlanUpdate():
                yield from self._flush()
                yield Plan(tuple((entry.content, str(entry.status)) for entry in update.entries))
            case UsageUpdate(cost=cost) if cost is not None and cost.currency == "USD":
                self._spent = cost.amount

    def pause(self) -> Iterator[Step]:
        """What was said before the agent is spoken to again in the same turn."""
        yield from self._flush()

    def end(self, response: PromptResponse, spent_before: float | None) -> Iterator[Step]:
        """The last steps of a turn."""
        outcome, why = ENDS.get(str(response.stop_reason), (Outcome.failed, "The agent stopped."))
        text = "".join(self._words).strip()
        self._words.clear()
        cost = None if self._spent is None or spent_before is None else max(0.0, self._spent - spent_before)
        yield Ended(outcome, f"{text}\n\n{why}".strip() if why else text, _usage(response), cost)

    @property
    def spent(self) -> float | None:
        """What the session has cost so far, in US dollars, where the agent says so."""
        return self._spent

    def _read_call(self, call: ToolCallStart | ToolCallProgress) -> Iterator[Step]:
        known = self._calls.learn(call)
        name = call.tool_call_id
        if name in self._quiet:
            if call.status in ("completed", "failed"):
                self._quiet.discard(name)
            return
        if call.status == "in_progress":
            yield from self._begin(name)
        if call.status in ("completed", "failed"):
            yield from self._begin(name)
            yield from self._finish(name, known, failed=call.status == "failed")

    def _begin(self, call: str) -> Iterator[Step]:
        if call in self._started:
            return
        self._started.add(call)
        yield from self._flush()
        known = self._calls.learn(ToolCallUpdate(tool_call_id=call))
        yield ToolStarted(call, _tool(known), _title(known))

    def _finish(self, call: str, known: Mapping[str, Any], *, failed: bool) -> Iterator[Step]:
        if not failed:
            for diff in _diffs(known):
                yield self._change(call, diff)
        yield ToolEnded(call, _tool(known), _title(known), _output(known), failed)
        self._started.discard(call)
        self._calls.forget(call)

    def _change(self, call: str, diff: FileEditToolCallContent) -> FileChanged:
        added, removed = count_lines(diff.old_text or "", diff.new_text)
        path = path_below(diff.path, *self._directories)
        patch = patch_between(diff.old_text or "", diff.new_text)
        return FileChanged(call, path, added, removed, created=diff.old_text is None, patch=patch)

    def _flush(self) -> Iterator[Step]:
        text = "".join(self._words).strip()
        self._words.clear()
        if text:
            yield Said(text)


def count_lines(before: str, after: str) -> tuple[int, int]:
    """Lines added and removed; of very long texts all of them."""
    old, new = before.splitlines(), after.splitlines()
    if len(before) + len(after) > LONGEST_DIFF:
        return len(new), len(old)
    added = removed = 0
    for tag, old_from, old_to, new_from, new_to in SequenceMatcher(None, old, new, False).get_opcodes():
        if tag != "equal":
            added, removed = added + new_to - new_from, removed + old_to - old_from
    return added, removed


def _diffs(known: Mapping[str, Any]) -> list[FileEditToolCallContent]:
    return [part for part in known.get("content") or () if isinstance(part, FileEditToolCallContent)]


def _tool(known: Mapping[str, Any]) -> str:
    """The name under which the gate knows it; of what it does not understand, the kind that the agent gives."""
    return action_of("", known, Path()).tool.removeprefix(STRANGE)


def _title(known: Mapping[str, Any]) -> str:
    return str(known.get("title") or known.get("kind") or "a tool")


def _output(known: Mapping[str, Any]) -> str:
    parts = [
        _unfenced(part.content.text)
        for part in known.get("content") or ()
        if isinstance(part, ContentToolCallContent) and isinstance(part.content, TextContentBlock)
    ]
    raw = known.get("raw_output")
    return "\n".join(parts) if parts else raw if isinstance(raw, str) else ""


def _unfenced(text: str) -> str:
    whole = _FENCED.fullmatch(text)
    return whole[2] if whole else text


def _usage(response: PromptResponse) -> dict[str, int]:
    usage = response.usage
    if usage is None:
        return {}
    known = {
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cache_read_input_tokens": usage.cached_read_tokens,
        "cache_creation_input_tokens": usage.cached_write_tokens,
    }
    return {name: count for name, count in known.items() if count is not None}
