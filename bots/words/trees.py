"""A tree of tasks, and what happened between tasks, in words. Pure."""

from collections.abc import Callable
from typing import Any

from bots.text import one_line
from bots.words.budgets import amount, meter_word
from bots.words.catalogue import Ready, say
from bots.words.sentences import state_mark, state_word
from relay.wire.coordination import TaskRef
from relay.wire.requests import EventView, RequestView
from relay.wire.supervision import Counts, Evidence, Node, Tree

MOST_LINES = 30
CHILDREN_SHOWN = 10
TITLE_CHARACTERS = 80
KIN_EVENTS = frozenset(
    {
        "agent_asked",
        "asking_refused",
        "moved",
        "children_changed",
        "revoked",
        "budget_raised",
        "authority_expired",
    }
)


def tree_lines(tree: Tree, language: str, most: int = MOST_LINES) -> list[str]:
    """A tree as lines of text, children below their parents and moved in."""
    ordered = in_order(tree)
    if not ordered:
        return []
    top = ordered[0]
    below = top.below or Counts()
    counts = below.model_dump()
    title = say("tree.title" if below.all else "tree.alone", language, id=top.public_id, **counts)
    shown = [f"{'   ' * node.level}{node_line(node, language)}" for node in ordered[:most]]
    more = len(ordered) - most
    rest = [say("tree.more", language, count=more)] if more > 0 else []
    return [title, *shown, *rest, *([say("tree.cut", language)] if tree.cut else [])]


def in_order(tree: Tree) -> list[Node]:
    """The nodes with each one's children right behind it, oldest first."""
    below: dict[str | None, list[Node]] = {}
    known = {node.request for node in tree.nodes}
    for node in tree.nodes:
        below.setdefault(node.parent if node.parent in known else None, []).append(node)
    found: list[Node] = []
    waiting = list(reversed(below.get(None, [])))
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting += reversed(below.get(node.request, []))
    return found


def node_line(node: Node, language: str) -> str:
    """One task in one line."""
    state = state_word(node.state, language)
    head = f"{state_mark(node.state)} {node.public_id} @{one_line(node.handle)} · {state}"
    return " · ".join([head, *node_notes(node, language)])


def node_notes(node: Node, language: str) -> list[str]:
    """What is to be said of a task beside its state."""

    def tell(key: str, **values: object) -> str:
        return say(key, language, **values)

    notes = [tell(f"tree.session.{node.session}")]
    if node.blocked is not None:
        notes.append(tell(f"tree.blocked.{node.blocked}"))
    if node.plan:
        done = sum(state == "completed" for _, state in node.plan)
        notes.append(tell("tree.steps", done=done, all=len(node.plan)))
    if node.contradiction and node.below is not None:
        notes.append("⚠ " + tell("tree.contradiction", count=node.below.open))
    return notes + (evidence_notes(node.evidence, tell) if node.evidence is not None else [])


def evidence_notes(evidence: Evidence, tell: Callable[..., str]) -> list[str]:
    """What can be checked of a task that has ended (V5)."""
    if not evidence.ran:
        return [tell("tree.never_ran")]
    counts = {"files": evidence.files, "added": evidence.added, "removed": evidence.removed}
    changed = (
        tell("tree.changes", count=evidence.files, **counts) if evidence.files else tell("tree.no_changes")
    )
    command = evidence.command
    if command is None:
        return [changed]
    title = one_line(command.title)[:TITLE_CHARACTERS]
    if command.exit_code is None:
        return [changed, tell("tree.command_open", title=title)]
    return [changed, tell("tree.command", title=title, code=command.exit_code)]


def kin_lines(view: RequestView, language: str) -> list[str]:
    """What a card says of the requests above and below: on whose behalf it is done, and whom it asked."""
    lines = []
    if view.parent is not None:
        lines.append(say("card.parent", language, parent=view.parent.public_id, person=view.asker_name))
    if view.children:
        named = [_child(one, language) for one in view.children[:CHILDREN_SHOWN]]
        rest = ["…"] if len(view.children) > CHILDREN_SHOWN else []
        lines.append(say("card.children", language, children=Ready(", ".join([*named, *rest]))))
    return lines


def _child(one: TaskRef, language: str) -> str:
    state = state_word(one.state, language)
    return say("kin.child", language, id=one.public_id, handle=one.handle, state=state)


def kin_event(event: EventView, language: str, somebody: str = "?") -> str | None:
    """What happened between tasks, in one line; nothing for other events."""
    if event.kind not in KIN_EVENTS:
        return None
    body, who = event.body, event.actor_name or somebody
    key = f"event.{event.kind}"
    if event.kind == "moved" and body.get("narrower"):
        key = "event.moved_narrower"
    return say(key, language, who=who, **_values(body, language))


def _values(body: dict[str, Any], language: str) -> dict[str, object]:
    meter = str(body.get("meter", ""))
    below = body.get("below")
    return {
        "handle": str(body.get("handle", "")),
        "child": str(body.get("child_public_id", "")),
        "why": str(body.get("why", "")),
        "parent": str(body.get("parent_public_id", "")),
        "count": below if isinstance(below, int) else 0,
        "meter": meter_word(meter, language),
        "more": amount(meter, body.get("more")),
    }
