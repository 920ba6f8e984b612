"""The points at which a process can be killed: each before or after a method of the product, found by its name.

The product knows nothing of them. A child of `tests.faults.children` wraps the one method that its point names,
and kills itself there with the signal that nothing can catch.
"""

import functools
import importlib
import inspect
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Only = Callable[[tuple[Any, ...]], bool]


@dataclass(frozen=True)
class Point:
    """Where: the ``nth`` call of ``target`` (``module:Class.method``) for which ``only`` holds, before or after it.

    ``unclear`` says that a tool call is in the air there, so that nobody can know whether it took effect.
    """

    name: str
    target: str
    after: bool = True
    nth: int = 1
    only: Only | None = None
    unclear: bool = False

    @property
    def part(self) -> str:
        """Which process is killed: relay, daemon, or slack; of those who ask each other, asker or reviewer."""
        return self.name.partition(".")[0]


def _runs(verb: str) -> Only:
    """A transaction of the relay that runs this verb: `relay.store.store._run` gets (tx, op)."""
    return lambda arguments: (
        arguments[1].verb.__qualname__ == verb.rpartition(".")[2]
        and arguments[1].verb.__module__.endswith(verb.rpartition(".")[0])
    )


def _commits(verb: str) -> Only:
    """The commit of a group that holds this verb: `_Writer._attempt` gets (self, lane, ops)."""
    runs = _runs(verb)
    return lambda arguments: any(runs((None, op)) for op in arguments[2])


def _verb(name: str, verb: str, nth: int = 1) -> list[Point]:
    """Killed when a verb has run and is not committed, and when it is committed and not answered."""
    return [
        Point(f"relay.{name}.run", "relay.store.store:_run", only=_runs(verb), nth=nth),
        Point(f"relay.{name}.committed", "relay.store.store:_Writer._attempt", only=_commits(verb), nth=nth),
    ]


def _reports(kind: str) -> Only:
    """A batch with a report of this kind: `RelayClient.report` gets (self, request, reports)."""
    return lambda arguments: any(one.kind == kind for one in arguments[2].reports)


def _writes(kind: str) -> Only:
    """A report of this kind is written down: `Journal.append` gets (self, request, bodies)."""
    return lambda arguments: any(body["kind"] == kind for body in arguments[2])


def _tool(name: str) -> Only:
    """A call of this tool: `Hand.make` gets (self, call, made)."""
    return lambda arguments: name in str(arguments[2].input)


_CLIENT = "relay.client:RelayClient"
_JOURNAL = "daemon.journal:Journal"

RELAY = [
    *_verb("ask", "ask.ask"),
    *_verb("decide", "decide.decide"),
    *_verb("start", "queue.start"),
    *_verb("report", "report.report", nth=2),
    *_verb("action_asked", "actions.ask"),
    *_verb("action_decided", "granting.decide"),
    *_verb("action_used", "executions.start"),
]

DAEMON = [
    Point("daemon.hello_answered", f"{_CLIENT}.hello"),
    Point("daemon.start_answered", f"{_CLIENT}.start"),
    Point("daemon.accepted", f"{_JOURNAL}.accept"),
    Point("daemon.prompt_noted", f"{_JOURNAL}.send_prompt"),
    Point("daemon.session_noted", f"{_JOURNAL}.session_ready"),
    Point("daemon.session_written", f"{_JOURNAL}.append", only=_writes("session")),
    Point("daemon.session_told", f"{_CLIENT}.report", only=_reports("session")),
    Point("daemon.call_decided", "daemon.gate:Gatekeeper.decide"),
    Point("daemon.call_begun", "daemon.scripted.actions:Hand.make", after=False, nth=2, unclear=True),
    Point("daemon.call_made", "daemon.scripted.actions:Hand.make", nth=2, unclear=True),
    Point("daemon.file_written", f"{_JOURNAL}.append", only=_writes("file")),
    Point("daemon.file_told", f"{_CLIENT}.report", after=False, only=_reports("file")),
    # By the time that the relay has answered, the next call may be in the air.
    Point("daemon.file_heard", "daemon.report:Reporter._heard", after=False, nth=2, unclear=True),
    Point("daemon.action_asked", f"{_CLIENT}.ask_action"),
    Point("daemon.action_answered", "daemon.contact:Running.answered"),
    Point("daemon.use_noted", f"{_JOURNAL}.start_execution", unclear=True),
    Point("daemon.use_told", f"{_CLIENT}.use_action", unclear=True),
    Point(
        "daemon.effect_begun",
        "daemon.scripted.actions:Hand.make",
        after=False,
        only=_tool("rm"),
        unclear=True,
    ),
    Point("daemon.effect_made", "daemon.scripted.actions:Hand.make", only=_tool("rm"), unclear=True),
    Point("daemon.outcome_written", f"{_JOURNAL}.end_execution"),
    Point("daemon.effect_known", "daemon.gate:Gatekeeper.ended", only=lambda a: "rm" in a[1].title),
    Point("daemon.ended", "daemon.worker:Worker._end", after=False),
    Point("daemon.end_written", f"{_JOURNAL}.append", only=_writes("done")),
    Point("daemon.end_noted", f"{_JOURNAL}.end"),
    Point("daemon.end_told", f"{_CLIENT}.report", only=_reports("done")),
    Point("daemon.end_heard", "daemon.report:Reporter._heard", only=lambda a: a[2].flag.state == "done"),
]

_INBOX = "bots.inbox:Inbox"
_SLACK = "bots.slack.connector:SlackConnector"


def _part(name: str) -> Only:
    """A message of this part: `SlackConnector.post` and ``edit`` get (self, place, part, ...)."""
    return lambda arguments: arguments[2].name == name and arguments[1].role == "asked"


def _post(name: str) -> list[Point]:
    """Killed when a message is about to be posted, and when it stands and nobody here knows of it."""
    return [
        Point(f"slack.{name}.before", f"{_SLACK}.post", after=False, only=_part(name)),
        Point(f"slack.{name}.posted", f"{_SLACK}.post", only=_part(name)),
    ]


def _call(name: str, method: str) -> list[Point]:
    """Killed before a call to the relay, and when the relay has answered."""
    return [
        Point(f"slack.{name}.before", f"{_CLIENT}.{method}", after=False),
        Point(f"slack.{name}.answered", f"{_CLIENT}.{method}"),
    ]


SLACK = [
    Point("slack.heard", f"{_INBOX}._insert", after=False),
    Point("slack.kept", f"{_INBOX}._insert"),
    Point("slack.acknowledged", "bots.slack.hearing:Hearing._keep"),
    *_call("ask", "ask"),
    Point("slack.handled", f"{_INBOX}._delete", after=False),
    Point("slack.finished", f"{_INBOX}._delete"),
    *_post("anchor"),
    *_post("link"),
    *_call("decide", "decide"),
    Point("slack.edit.before", f"{_SLACK}.edit", after=False, only=_part("anchor")),
    Point("slack.edited", f"{_SLACK}.edit", only=_part("anchor")),
    *_call("shown", "shown"),
    *_call("decide_action", "decide_action"),
    *_post("final"),
]

POINTS = {point.name: point for point in [*RELAY, *DAEMON, *SLACK]}
"""Of the main job."""

ASKING = {
    point.name: point
    for point in [
        Point("asker.intended", f"{_JOURNAL}.intend"),
        Point("asker.taken", f"{_CLIENT}.ask_agent"),
        Point("asker.noted", f"{_JOURNAL}.asked"),
        Point("asker.rests", f"{_JOURNAL}.rest"),
        Point("asker.rest_told", f"{_CLIENT}.report", only=_reports("waiting")),
        Point("asker.answer_kept", f"{_JOURNAL}.take_in", only=lambda a: bool(a[1])),
        Point("asker.claimed", f"{_CLIENT}.start", nth=2),
        Point("asker.accepted", f"{_JOURNAL}.accept", nth=2),
        Point("asker.fed", f"{_JOURNAL}.session_ready", nth=2),
        Point("asker.consumed", f"{_JOURNAL}.consumed"),
        Point(
            "asker.read_told", f"{_CLIENT}.receipts", only=lambda a: any(one.turn for one in a[1].receipts)
        ),
        Point("reviewer.accepted", f"{_JOURNAL}.accept"),
        Point("reviewer.end_written", f"{_JOURNAL}.append", only=_writes("done")),
        Point("reviewer.end_told", f"{_CLIENT}.report", only=_reports("done")),
    ]
}
"""Of one agent that asks another one, each with a daemon of its own."""


def arm(name: str) -> None:
    """From now on this process dies at that point."""
    point = {**POINTS, **ASKING}[name]
    module, _, path = point.target.partition(":")
    holder: Any = importlib.import_module(module)
    *outer, method = path.split(".")
    for one in outer:
        holder = getattr(holder, one)
    setattr(holder, method, _deadly(getattr(holder, method), point))


def _deadly(call: Callable[..., Any], point: Point) -> Callable[..., Any]:
    left = point.nth

    def die_if_due(arguments: tuple[Any, ...], after: bool) -> None:
        nonlocal left
        if after is not point.after or (point.only is not None and not point.only(arguments)):
            return
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    if inspect.iscoroutinefunction(call):

        @functools.wraps(call)
        async def wait(*arguments: Any, **named: Any) -> Any:
            die_if_due(arguments, after=False)
            result = await call(*arguments, **named)
            die_if_due(arguments, after=True)
            return result

        return wait

    @functools.wraps(call)
    def act(*arguments: Any, **named: Any) -> Any:
        die_if_due(arguments, after=False)
        result = call(*arguments, **named)
        die_if_due(arguments, after=True)
        return result

    return act
