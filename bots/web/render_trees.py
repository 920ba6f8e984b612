"""Pages about work between agents: trees, states, moves, what was taken back, and switches."""

from typing import Any

from bots.text import harmless
from bots.web.look import Look, draw
from bots.web.words_web import tell
from bots.words import say, state_word
from bots.words.budgets import amount
from bots.words.trees import evidence_notes, in_order
from relay.machine import State
from relay.wire.coordination import Moved, Revoked
from relay.wire.executions import Meter
from relay.wire.messages import Mode, Switches
from relay.wire.people import GrantView, RoomView
from relay.wire.requests import RequestView
from relay.wire.supervision import Node, StateList, Tree

_SIGNS = {
    State.pending: "hand",
    State.approved: "queue",
    State.running: "run",
    State.done: "check",
    State.failed: "cross",
    State.cancelled: "stop",
    State.expired: "hourglass",
}
DEEPEST = 6
"""Levels that are moved in on a page; on a phone there is no room for more."""


def tree_page(look: Look, room: RoomView, tree: Tree) -> str:
    """A task and all below it."""
    path = f"/rooms/{room.room}/tree/{tree.nodes[0].request}" if tree.nodes else f"/rooms/{room.room}"
    return draw(look, "tree.html", room=room, back=path, **_tree(look, tree))


def tree_part(look: Look, room: RoomView, tree: Tree) -> str:
    """What of that page is live."""
    return draw(look, "tree_part.html", room=room, **_tree(look, tree))


def _tree(look: Look, tree: Tree) -> dict[str, Any]:
    return {
        "tree": tree,
        "top": tree.nodes[0] if tree.nodes else None,
        "nodes": [_node(look, node) for node in in_order(tree)],
    }


def states_page(look: Look, room: RoomView, states: StateList) -> str:
    """The states and steps of a room."""
    nodes = [_node(look, node) for node in states.nodes]
    return draw(
        look, "states.html", room=room, nodes=nodes, more=states.more, back=f"/rooms/{room.room}/states"
    )


def _node(look: Look, node: Node) -> dict[str, Any]:
    language = look.language

    def in_language(key: str, **values: object) -> str:
        return tell(key, language, **values)

    evidence = node.evidence
    command = evidence.command if evidence is not None else None
    return {
        "node": node,
        "level": min(node.level, DEEPEST),
        "sign": _SIGNS[node.state],
        "word": state_word(node.state, language),
        "session": say(f"tree.session.{node.session}", language),
        "blocked": say(f"tree.blocked.{node.blocked}", language) if node.blocked else "",
        "steps_done": sum(state == "completed" for _, state in node.plan),
        "evidence": evidence_notes(evidence, in_language) if evidence is not None else [],
        "tail": harmless(command.tail) if command is not None else "",
        "bad": command is not None and (command.failed or bool(command.exit_code)),
    }


def move_page(look: Look, room: RoomView, view: RequestView, target: RequestView, moved: Moved) -> str:
    """What a move would make narrower, to be accepted or not (D7)."""
    back = f"/rooms/{room.room}/tree/{view.request}"
    return draw(look, "move.html", room=room, view=view, target=target, moved=moved, back=back)


def revoked_page(look: Look, room: RoomView, task: str, revoked: Revoked) -> str:
    """What stopped, and what could not."""
    back = f"/rooms/{room.room}/tree/{task}"
    return draw(look, "revoked.html", room=room, revoked=revoked, back=back)


def switches_page(look: Look, room: RoomView, switches: Switches) -> str:
    """What agents of a room may start by themselves."""
    return draw(
        look,
        "switches.html",
        room=room,
        switches=switches,
        modes=[str(mode) for mode in Mode],
        back=f"/rooms/{room.room}/switches",
    )


def allowance_fields(grant: GrantView) -> list[tuple[str, str]]:
    """Each meter with what is set for it, as it is typed."""
    return [
        (meter, amount(meter, grant.allowance[meter]).replace(",", "") if meter in grant.allowance else "")
        for meter in Meter
    ]
