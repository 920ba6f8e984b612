"""One sentence that says where any request stands (T5), and its parts."""

from collections.abc import Callable
from datetime import UTC, datetime

from bots.text import cut, one_line
from bots.words.catalogue import Ready, say
from relay.machine import State
from relay.wire.base import Instant
from relay.wire.requests import RequestView, Waiting

At = Callable[[Instant], Ready]
"""How an instant is written for the reader: the zone and the day are known where it is shown."""

_REASON_LIMIT = 200

_MARKS = {
    State.pending: "🟡",
    State.approved: "🔵",
    State.running: "🔄",
    State.done: "✅",
    State.failed: "❌",
    State.cancelled: "⛔",
    State.expired: "⌛",
}


def utc(instant: Instant) -> Ready:
    """``14:02 UTC``."""
    return Ready(f"{datetime.fromtimestamp(instant / 1_000_000, UTC):%H:%M} UTC")


def state_mark(state: State) -> str:
    """One emoji for a state; always shown beside its word, never in place of it."""
    return _MARKS[state]


def state_word(state: State, language: str) -> str:
    """The word for a state."""
    return say(f"state.{state}", language)


def sentence(view: RequestView, language: str, viewer_person: str | None = None, *, at: At = utc) -> str:
    """Where a request stands: who asked, who approved and when or what it waits for, how far, since when,
    and on which machine. ``viewer_person`` is called "you".
    """
    teller = _Teller(view, language, viewer_person, at)
    clauses = [teller.asked(), *teller.decided(), *teller.stands()]
    joined = Ready(say("sentence.join", language).join(clauses))
    return say("sentence", language, id=view.public_id, clauses=joined)


def outcome(
    view: RequestView, language: str, viewer_person: str | None = None, *, at: At = utc
) -> str | None:
    """What the card of a decided request shows in place of its buttons; None while it can be decided."""
    if view.state is State.pending:
        return None
    teller = _Teller(view, language, viewer_person, at)
    return teller.outcome()


def waits_for(view: RequestView, language: str, *, at: At = utc) -> str | None:
    """What an open request waits for (C4); None if it works or has ended."""
    owner, machine = view.owner_name, view.machine_name
    if view.state is State.pending:
        if view.deadline is None:
            return say("wait.owner_open", language, owner=owner)
        return say("wait.owner", language, owner=owner, deadline=at(view.deadline))
    if view.state not in (State.approved, State.running):
        return None
    if view.stopping:
        return say("wait.stopping", language)
    if view.interrupted_since is not None:
        return say("wait.interrupted", language, machine=machine, since=at(view.interrupted_since))
    if view.waiting is Waiting.action:
        return say("wait.action", language, owner=owner)
    return _waits_in_queue(view, language, at) if view.state is State.approved else None


def _waits_in_queue(view: RequestView, language: str, at: At) -> str:
    if view.waiting is Waiting.machine:
        if view.away_since is None:
            return say("wait.machine_never", language, machine=view.machine_name)
        return say("wait.machine", language, machine=view.machine_name, since=at(view.away_since))
    if view.ahead == 0:
        return say("wait.next", language, agent=view.handle)
    return say("wait.queue", language, agent=view.handle, count=view.ahead)


class _Teller:
    """The clauses of one view for one reader."""

    def __init__(self, view: RequestView, language: str, viewer: str | None, at: At) -> None:
        self._view, self._language, self._viewer, self._at = view, language, viewer, at
        self._owner = self._name(view.owner, view.owner_name)

    def asked(self) -> str:
        return self._say("clause.asked", asker=self._name(self._view.asker, self._view.asker_name))

    def decided(self) -> list[str]:
        view = self._view
        if view.decision in ("own", "grant"):
            return [self._say(f"clause.{self._decision()}", owner=self._owner)]
        if view.decision not in ("once", "always", "denied") or view.decided_at is None:
            return []
        clause = self._say(f"clause.{view.decision}", who=self._decider(), at=self._at(view.decided_at))
        return [self._because(clause) if view.decision == "denied" else clause]

    def stands(self) -> list[str]:
        view = self._view
        if view.state is State.pending:
            if view.deadline is None:
                return [self._say("clause.wait_owner_open", owner=self._owner)]
            return [self._say("clause.wait_owner", owner=self._owner, deadline=self._at(view.deadline))]
        if view.state is State.approved:
            return [self._queued()]
        return self._running() if view.state is State.running else self._ended()

    def outcome(self) -> str | None:
        view = self._view
        if view.state in (State.cancelled, State.expired) and view.decision != "denied":
            return self._cancelled("outcome") if view.state is State.cancelled else self._expired("outcome")
        if view.decision is None:
            return None
        at = self._at(view.decided_at if view.decided_at is not None else view.asked_at)
        asker, agent = self._name(view.asker, view.asker_name), view.handle
        key = f"outcome.{self._decision()}"
        return self._say(key, owner=self._owner, who=self._decider(), at=at, asker=asker, agent=agent)

    def _decision(self) -> str:
        yours = self._view.decision == "grant" and self._view.owner == self._viewer
        return "grant_yours" if yours else str(self._view.decision)

    def _queued(self) -> str:
        view = self._view
        if view.waiting is Waiting.machine:
            if view.away_since is None:
                return self._say("clause.machine_never")
            return self._say("clause.machine", since=self._at(view.away_since))
        if view.ahead == 0:
            return self._say("clause.next", agent=view.handle)
        return self._say("clause.queue", agent=view.handle, count=view.ahead)

    def _running(self) -> list[str]:
        view = self._view
        since = self._at(view.started_at if view.started_at is not None else view.asked_at)
        key = "clause.running" if view.percent is None else "clause.running_at"
        clauses = [self._say(key, percent=view.percent, since=since)]
        if view.interrupted_since is not None:
            clauses.append(self._say("clause.interrupted", since=self._at(view.interrupted_since)))
        elif view.waiting is Waiting.action:
            clauses.append(self._say("clause.paused", owner=self._owner))
        return [*clauses, self._say("clause.stopping")] if view.stopping else clauses

    def _ended(self) -> list[str]:
        view = self._view
        if view.state is State.cancelled:
            return [] if view.decision == "denied" else [self._because(self._cancelled("clause"))]
        if view.state is State.expired:
            return [self._expired("clause")]
        ended = self._say(f"clause.{view.state}", at=self._end())
        return [self._because(ended) if view.state is State.failed else ended]

    def _cancelled(self, kind: str) -> str:
        if self._view.ended_by_name is None:
            return self._say(f"{kind}.cancelled", at=self._end())
        return self._say(f"{kind}.cancelled_by", who=self._view.ended_by_name, at=self._end())

    def _expired(self, kind: str) -> str:
        return self._say(f"{kind}.expired", at=self._end())

    def _end(self) -> Ready:
        ended = self._view.ended_at
        return self._at(ended if ended is not None else self._view.asked_at)

    def _because(self, clause: str) -> str:
        if not self._view.reason:
            return clause
        shown, missing = cut(one_line(self._view.reason), _REASON_LIMIT)
        return self._say("clause.reason", clause=Ready(clause), reason=shown + ("…" if missing else ""))

    def _decider(self) -> str:
        view = self._view
        if view.decided_by is None:
            return self._owner
        return self._name(view.decided_by, view.decided_by_name or view.owner_name)

    def _name(self, person: str, name: str) -> str:
        return self._say("you") if person == self._viewer else name

    def _say(self, key: str, **values: object) -> str:
        return say(key, self._language, machine=self._view.machine_name, **values)
