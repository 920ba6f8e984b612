"""Work seen from above: the tree of tasks with its counts, contradictions, and what can be checked of a completion."""

import pytest

from relay.coordination import overseeing
from relay.requests import queue
from relay.wire.machines import Report, ReportKind
from relay.wire.supervision import MOST_NODES, Node, Tree
from tests.house import open_store
from tests.relay.coordination.kin import Kin, kin_of


def said(number: int, kind: str, **body: object) -> Report:
    return Report(number=number, kind=ReportKind(kind), at=1, body=body)


async def tree_of(kin: Kin, request: str, *, whole: bool = False) -> Tree:
    found: Tree = await kin.scene.read(_tree, kin.scene.boss, request, whole)
    return found


def _tree(tx: object, speaker: object, request: str, whole: bool) -> Tree:
    return overseeing.tree_of(tx, speaker, request, whole=whole)  # type: ignore[arg-type]


def by_request(tree: Tree) -> dict[str, Node]:
    return {node.request: node for node in tree.nodes}


@pytest.mark.rule("V2")
async def test_each_task_shows_its_session_and_the_counts_below_it_without_itself(database_url: str) -> None:
    async with open_store(database_url) as store:
        kin = await kin_of(store)
        root = await kin.root()
        child = await kin.child(root, "agent-0")
        grandchild = await kin.child(child, "agent-1")
        waiting = await kin.ask(root, "agent-2")
        nodes = by_request(await tree_of(kin, root))
        assert nodes[root].below.model_dump() == {"all": 3, "open": 3, "running": 2, "blocked": 0, "done": 0}
        assert nodes[child].below.all == nodes[child].below.running == 1
        assert nodes[grandchild].below.all == 0
        assert [nodes[one].session for one in (root, child, grandchild)] == ["working"] * 3
        assert nodes[waiting.request].session == "idle"
        assert [node.level for node in nodes.values()] == [0, 1, 1, 2]
        assert nodes[child].on_behalf_of == "Owner" or nodes[child].on_behalf_of
        assert by_request(await tree_of(kin, grandchild, whole=True)).keys() == nodes.keys()
        assert by_request(await tree_of(kin, grandchild)).keys() == {grandchild}


@pytest.mark.rule("V2", "V6")
async def test_how_many_run_is_told_from_sessions_and_not_from_steps(database_url: str) -> None:
    async with open_store(database_url) as store:
        kin = await kin_of(store)
        root = await kin.root()
        child = await kin.child(root, "agent-0")
        steps = [["one", "in_progress"], ["two", "in_progress"], ["three", "in_progress"]]
        await kin.scene.report(child, said(1, "plan", steps=steps))
        node = by_request(await tree_of(kin, root))[root]
        assert node.below.running == 1
        assert by_request(await tree_of(kin, root))[child].plan == [tuple(step) for step in steps]
        await kin.scene.report(child, said(2, "done", text="ok"))
        assert by_request(await tree_of(kin, root))[root].below.running == 0


@pytest.mark.rule("V1")
async def test_the_relay_reopens_no_step_whatever_a_daemon_reports(database_url: str) -> None:
    async with open_store(database_url) as store:
        kin = await kin_of(store)
        root = await kin.root()
        await kin.scene.report(
            root, said(1, "plan", steps=[["a", "completed"], ["b", "in_progress"], ["c", "pending"]])
        )
        await kin.scene.report(
            root, said(2, "plan", steps=[["a", "pending"], ["c", "in_progress"], ["d", "strange"]])
        )
        view = await kin.scene.view(root)
        assert view.plan == [("a", "completed"), ("b", "cancelled"), ("c", "in_progress"), ("d", "pending")]
        await kin.scene.report(root, said(3, "plan", steps=[["b", "in_progress"]]))
        assert dict((await kin.scene.view(root)).plan)["b"] == "cancelled"


@pytest.mark.rule("V3")
async def test_an_ended_parent_of_open_work_is_a_contradiction_until_that_ends(database_url: str) -> None:
    async with open_store(database_url) as store:
        kin = await kin_of(store)
        root = await kin.root()
        child = await kin.child(root, "agent-0")
        assert not by_request(await tree_of(kin, root))[root].contradiction
        await kin.scene.report(root, said(1, "done", text="all done"))
        nodes = by_request(await tree_of(kin, root))
        assert (nodes[root].state, nodes[root].contradiction, nodes[root].below.open) == ("done", True, 1)
        await kin.scene.report(child, said(1, "failed", text="no"))
        nodes = by_request(await tree_of(kin, root))
        assert (nodes[root].contradiction, nodes[root].below.open) == (False, 0)


@pytest.mark.rule("V5")
async def test_beside_a_completion_stand_changes_and_the_tail_of_its_tests(database_url: str) -> None:
    async with open_store(database_url) as store:
        kin = await kin_of(store)
        root = await kin.root()
        tests = {
            "call": "1",
            "tool": "Bash",
            "title": "pytest -q",
            "failed": True,
            "exit_code": 1,
            "tail": "1 failed",
        }
        later = {"call": "2", "tool": "Bash", "title": "ls", "failed": False, "exit_code": 0, "tail": "a b"}
        await kin.scene.report(
            root,
            said(1, "file", path="a.py", added=3, removed=1, created=True),
            said(2, "tool_ended", **tests),
            said(3, "tool_ended", **later),
            said(4, "done", text="all tests pass"),
        )
        evidence = by_request(await tree_of(kin, root))[root].evidence
        assert evidence is not None and evidence.command is not None
        assert (evidence.ran, evidence.files, evidence.added, evidence.removed) == (True, 1, 3, 1)
        assert (evidence.command.title, evidence.command.exit_code, evidence.command.tail) == (
            "pytest -q",
            1,
            "1 failed",
        )
        never = await kin.scene.ask(kin.scene.boss, agent="agent-3")
        await kin.scene.cancel(never, kin.scene.boss)
        unseen = by_request(await tree_of(kin, never))[never].evidence
        assert unseen is not None and not unseen.ran and unseen.command is None


@pytest.mark.rule("V2")
async def test_a_tree_is_bounded_and_its_counts_stay_whole_numbers(database_url: str) -> None:
    async with open_store(database_url) as store:
        kin = await kin_of(store, agents=2)
        root = await kin.root()
        child = await kin.ask(root, "agent-0")
        await store.write(kin.scene.owner, _many_below, child.request, MOST_NODES + 5)
        tree = await tree_of(kin, root)
        assert len(tree.nodes) == MOST_NODES and tree.cut
        assert tree.nodes[0].below.all == MOST_NODES - 1


def _many_below(tx: object, like: str, count: int) -> None:
    """Rows like one task's, right below it: a tree as wide as it comes."""
    from sqlalchemy import bindparam, select

    from relay.store.sql import Sql, inserting, table
    from relay.store.tables import RequestRow, TaskRow

    for row_kind in (RequestRow, TaskRow):
        rows = table(row_kind)
        found = tx.one(Sql(select(rows).where(rows.c.id == bindparam("the_id"))), the_id=like)  # type: ignore[attr-defined]
        statement = inserting(row_kind)
        values = {column.name: getattr(found, column.name) for column in rows.columns}
        for number in range(count):
            own = {"id": f"{like}-{number:05d}"}
            own |= (
                {"parent": like}
                if row_kind is TaskRow
                else {"number": 1000 + number, "origin": f"many:{number}"}
            )
            tx.run(statement, **{**values, **own})  # type: ignore[attr-defined]


@pytest.mark.rule("V2")
async def test_what_waits_is_named_by_what_it_waits_for(database_url: str) -> None:
    async with open_store(database_url) as store:
        kin = await kin_of(store)
        pending = await kin.scene.ask(agent="agent-0")
        root = await kin.root()
        assert by_request(await tree_of(kin, pending))[pending].blocked == "owner"
        assert by_request(await tree_of(kin, root))[root].blocked is None
        await kin.scene.write(queue_lost, root)
        node = by_request(await tree_of(kin, root))[root]
        assert (node.blocked, node.runs) == ("machine", False)


def queue_lost(tx: object, request: str) -> None:
    """Its lease has run out."""
    from sqlalchemy import bindparam, update

    from relay.store.sql import Sql

    statement = update(queue.requests).where(queue.requests.c.id == bindparam("the_id")).values(lease_until=1)
    tx.run(Sql(statement), the_id=request)  # type: ignore[attr-defined]
