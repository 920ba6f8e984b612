"""The executions of one request, as its machine knows them: each start and each outcome is in the journal first (J6).

An outcome and the report of it are one write, so that a machine that dies never has to guess what it has said.
"""

import time
from collections.abc import Sequence
from typing import Any

from daemon.journal import Journal
from relay.wire.executions import Effect, State
from relay.wire.machines import Claim, ReportKind

TITLE_CHARACTERS = 500


class Effects:
    """What has begun, and what came of it. ``claim`` is what the relay knew when the request was taken up."""

    def __init__(self, journal: Journal, claim: Claim) -> None:
        self._journal, self._claim = journal, claim
        self._running: set[str] = set()
        self._seen: set[str] = set()
        self._titles: dict[str, str] = {}
        self._unknown: dict[str, str] = {}

    def begin(self, call: str, digest: str, action: str, title: str) -> None:
        """An effect is about to happen.

        Raises:
            ExecutionKnown: this call was begun before; it is never begun again (X7).
        """
        self._journal.start_execution(self._claim.request, call, digest, action)
        self._running.add(call)
        self._titles[call] = title[:TITLE_CHARACTERS]

    def forget(self, call: str) -> None:
        """The relay did not let it start: nothing has happened, and nothing is to be said."""
        self._running.discard(call)
        self._journal.end_execution(self._claim.request, call, {"begun": False})

    def seen(self, call: str) -> None:
        """The agent's program has begun the call."""
        self._seen.add(call)

    def end(self, call: str, state: State, exit_code: int | None = None) -> bool:
        """What came of a call; whether it was an execution that had no outcome yet."""
        if call not in self._running:
            return False
        self._running.discard(call)
        if state is State.unknown:
            self._unknown[call] = self._titles.get(call, call)
        return settle(self._journal, self._claim.request, call, state, exit_code)

    def leave(self, *, lost: bool) -> None:
        """The turn is over. What began and did not come back is unknown; what surely never began was withdrawn."""
        for call in sorted(self._running):
            never = not lost and call not in self._seen
            self.end(call, State.cancelled if never else State.unknown)

    def take_stock(self) -> list[str]:
        """What an earlier process has begun and left without an outcome is unknown from now on: those, as shown (X7)."""
        shown = {effect.action: effect.shown for effect in self._claim.effects}
        left = [one for one in self._journal.executions(self._claim.request) if not one.ended]
        for one in left:
            settle(self._journal, self._claim.request, one.call, State.unknown, None)
        fresh = {one.call: shown.get(one.action, one.call) for one in left} | self._tell_of_others()
        known = {one.call: one.shown for one in self._claim.effects if one.state is State.unknown}
        self._unknown = {**known, **fresh}
        return list(fresh.values())

    def _tell_of_others(self) -> dict[str, str]:
        """What the relay has as running and this journal does not know: its journal was lost, so it is unknown."""
        known = {one.action for one in self._journal.executions(self._claim.request)}
        others = [
            one for one in self._claim.effects if one.state is State.running and one.action not in known
        ]
        bodies = [outcome_body(one.action, one.call, State.unknown, None) for one in others]
        self._journal.append(self._claim.request, bodies)
        return {one.call: one.shown for one in others}

    def unknown(self) -> Sequence[str]:
        """The actions whose outcome nobody knows, as they were shown."""
        return list(self._unknown.values())

    def settled(self) -> Sequence[Effect]:
        """The actions about which the owner has said what came of them."""
        return [effect for effect in self._claim.effects if effect.settled_at is not None]


def settle(journal: Journal, request: str, call: str, state: State, exit_code: int | None) -> bool:
    """Write an outcome and its report, in one write; whether it was news. A journal may know no name for it."""
    actions = {one.call: one.action for one in journal.executions(request)}
    body = outcome_body(actions.get(call, ""), call, state, exit_code)
    return journal.end_execution(request, call, {"state": state}, [body])


def lose_all(journal: Journal, request: str) -> None:
    """The work is over here: what has no outcome is unknown, and that is said before the end is."""
    for one in journal.executions(request):
        if not one.ended:
            settle(journal, request, one.call, State.unknown, None)


def drop_all(journal: Journal, request: str) -> None:
    """Nobody waits for this request any more: the relay has ended it, and with it what had no outcome."""
    for one in journal.executions(request):
        if not one.ended:
            journal.end_execution(request, one.call, {"state": State.unknown})


def outcome_body(action: str, call: str, state: State, exit_code: int | None) -> dict[str, Any]:
    """The report of an outcome."""
    body = {"action": action, "call": call[:200], "outcome": state, "exit_code": exit_code}
    return {"kind": ReportKind.outcome, "at": time.time_ns() // 1000, "body": body}
