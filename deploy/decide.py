"""Decisions at a terminal: all of what is decided stands there before the question (A3, P3)."""

import secrets

from bots.text import exact, one_line
from bots.words import facts_of
from deploy.console import Console
from deploy.failures import Exit, Failure
from deploy.reach import Caller
from relay.machine import FINAL, State
from relay.wire.requests import ActionState, ActionView, Decide, DecideAction, Decision, RequestView


async def decide_request(
    console: Console, caller: Caller, view: RequestView, decision: str, reason: str | None, yes: bool
) -> None:
    """Decide the version of the request that was just read.

    Raises:
        Failure: it waits for no decision.
    """
    if view.state is not State.pending:
        again = f" `muti retry {view.public_id}` asks it again." if view.state in FINAL else ""
        raise Failure(f"{view.public_id} is {view.state}; it waits for no decision.{again}", "late")
    _show(
        console,
        [
            f"{view.public_id}: {view.asker_name} asks {view.handle}, in the room {view.room_name}",
            f"directory: {view.directory}",
            *(f"file: {one_line(file.name)}, {file.size} bytes" for file in view.attachments),
            "",
            exact(view.prompt),
            "",
        ],
    )
    console.confirm(_question(decision), yes=yes)
    decide = Decide(version=view.version, decision=Decision(decision), reason=reason, key=_key())
    await caller.client.decide(None, view.request, decide)


async def decide_action(
    console: Console,
    caller: Caller,
    view: RequestView,
    decision: str,
    reason: str | None,
    yes: bool,
    named: str | None = None,
) -> None:
    """Decide an action that waits, for exactly this input, once: the named one, else the oldest.

    Raises:
        Failure: none waits, or what is shown is not all of it.
    """
    action = find_action(view, named)
    allow = decision != Decision.deny
    if allow and not action.whole:
        raise Failure(
            f"{action.kind}: not all of it can be shown, so it cannot be approved. Deny it, or have the agent do it "
            "in smaller steps.",
            "not_whole",
        )
    if decision == Decision.always:
        raise Failure("An action is approved once; leave out --always.", "usage")
    _show(console, _action_lines(view, action))
    console.confirm(_question(decision), yes=yes)
    decide = DecideAction(digest=action.digest, allow=allow, reason=reason, key=_key())
    await caller.client.decide_action(None, view.request, action.action, decide)


def find_action(view: RequestView, named: str | None) -> ActionView:
    """The action that somebody means: by its place among those that wait, from 1, or by the end of its id.

    Raises:
        Failure: none waits, or it is none of them.
    """
    waiting = [one for one in view.actions if one.state is ActionState.pending]
    if not waiting:
        raise Failure(
            f"{view.public_id} is {view.state}, and nothing in it waits for a decision. `muti status "
            f"{view.public_id}` shows where it stands.",
            "late",
        )
    if named is None:
        return waiting[0]
    found = [one for place, one in enumerate(waiting, 1) if named == str(place) or _ends(one.action, named)]
    if len(found) != 1:
        shown = ", ".join(f"{place}: {one.kind}" for place, one in enumerate(waiting, 1))
        raise Failure(f"Say which action by its number. They are: {shown}.", "unknown", Exit.usage)
    return found[0]


def _ends(action: str, named: str) -> bool:
    return len(named) >= 6 and action.endswith(named)


def _action_lines(view: RequestView, action: ActionView) -> list[str]:
    return [
        f"{view.public_id}: {view.handle} wants to do this ({action.kind}, {action.tool})",
        f"directory: {action.directory}",
        f"stopped because: {one_line(action.reason)}",
        *(f"{name}: {value}" for name, value in facts_of(action, "en")),
        "",
        exact(action.shown),
        "",
    ]


def _show(console: Console, lines: list[str]) -> None:
    if not console.as_json:
        for line in lines:
            console.note(line)


def _question(decision: str) -> str:
    words = {Decision.approve: "Approve it?", Decision.always: "Approve it, and always from now on?"}
    return words.get(Decision(decision), "Deny it?")


def _key() -> str:
    return f"cli:{secrets.token_urlsafe(18)}"
