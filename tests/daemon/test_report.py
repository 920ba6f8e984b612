"""The reporter: in order, in batches that fit, and never stuck on a report that the relay cannot take."""

import asyncio
import os

import pytest

from daemon.contact import Hands
from daemon.journal import Journal
from daemon.report import Reporter
from relay.requests import report
from relay.store.tx import Refuse
from relay.wire.base import Code, Problem
from relay.wire.machines import Hello, Reported, ReportKind, Reports, Start
from tests.daemon.scene import Scene, end, kinds, of, until


@pytest.mark.rule("T3")
async def test_a_backlog_of_long_reports_is_sent_in_pieces_that_the_relay_takes(scene: Scene) -> None:
    client = scene.house.client("machine")
    request = await scene.ask({"done": "ok"})
    welcome = await client.hello(Hello(process="p", version="1"))
    claim = await client.start(request.request, Start(epoch=welcome.epoch, key="k"))
    said = [
        {"kind": "said", "at": 1, "body": {"text": f"{number} " + "好" * 19_000}} for number in range(150)
    ]
    with Journal(scene.folder / "journal") as journal:
        journal.accept(claim.request, claim.fence, {}, claim.reported)
        journal.append(claim.request, said)
        reporter = Reporter(client, journal, Hands(), scene.folder / "head")
        reporter.speak_as(claim.request, claim.fence)
        while await reporter.send_some():
            pass
        assert journal.unsent(1) == []
    told = of("said", await scene.timeline(request))
    assert [event.body["text"].split()[0] for event in told] == [str(number) for number in range(150)]


@pytest.mark.rule("T3")
async def test_a_report_that_the_relay_cannot_take_leaves_a_word_in_its_place(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = report._check

    def refuse_poison(one: report.Report) -> None:
        if one.body.get("text") == "poison":
            raise Refuse(Problem(code=Code.too_long, detail="it is poison"))
        check(one)

    monkeypatch.setattr(report, "_check", refuse_poison)
    async with scene.daemon():
        request = await scene.ask({"say": "a"}, {"say": "poison"}, {"say": "b"}, {"done": "poison"})
        view = await scene.until_done(request)
        events = await scene.timeline(request)

    assert [event.body["text"] for event in of("said", events)] == ["a", "b"]
    assert "it is poison" in of("notice", events)[0].body["text"]
    assert view.result is not None
    assert "it is poison" in view.result


@pytest.mark.rule("J6", "T2")
async def test_steps_that_come_together_are_on_disk_first_and_then_told_in_one_call(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    client, sync = scene.house.client("machine"), os.fsync
    tell = client.report

    async def telling(request: str, reports: Reports) -> Reported:
        done.append(",".join(str(one.number) for one in reports.reports))
        return await tell(request, reports)

    def syncing(file: int) -> None:
        done.append("disk")
        sync(file)

    monkeypatch.setattr(client, "report", telling)
    monkeypatch.setattr("daemon.report.GATHER_SECONDS", 60.0)
    request = await scene.ask({"done": "ok"})
    welcome = await client.hello(Hello(process="p", version="1"))
    claim = await client.start(request.request, Start(epoch=welcome.epoch, key="k"))
    with Journal(scene.folder / "journal") as journal:
        journal.accept(claim.request, claim.fence, {}, claim.reported)
        reporter = Reporter(client, journal, Hands(), scene.folder / "head")
        reporter.speak_as(claim.request, claim.fence)
        running = asyncio.create_task(reporter.run())
        journal.append(claim.request, [{"kind": "session", "at": 1, "body": {"session": "s"}}])
        await reporter.delivered(claim.request)
        monkeypatch.setattr(os, "fsync", syncing)
        for kind in ("tool_started", "tool_ended", "said"):
            journal.append(claim.request, [{"kind": kind, "at": 1, "body": {"call": "c", "text": "it"}}])
            reporter.tell(ReportKind(kind))
            await asyncio.sleep(0.01)
        reporter.tell(ReportKind.done)
        await until(lambda: not journal.unsent(1))
        await end(running)
    assert done == ["1", "disk", "2,3,4"]


@pytest.mark.rule("T2", "P3")
async def test_a_question_to_the_owner_stands_behind_all_that_was_said_before_it(scene: Scene) -> None:
    (scene.work / "old.txt").write_text("there before\n")
    async with scene.daemon():
        request = await scene.ask(
            {"say": "one"}, {"run": "true"}, {"say": "two"}, {"delete": "old.txt"}, {"done": "ok"}
        )
        await scene.answer(request, await scene.card(request))
        await scene.until_done(request)
    seen = kinds(await scene.timeline(request))
    before = seen[: seen.index("action_asked")]
    assert (before.count("said"), before.count("tool_ended")) == (2, 1)


@pytest.mark.rule("U1")
async def test_the_head_of_the_owners_chain_is_kept_outside_the_database_and_only_grows(scene: Scene) -> None:
    head = scene.folder / "home" / "audit-head"
    async with scene.daemon():
        await scene.until_done(await scene.ask({"done": "ok"}))
        first = await until(lambda: head.exists() and head.read_text())
        request = await scene.ask({"done": "ok"})
        await scene.until_done(request)
        await until(lambda: head.read_text() != first)
    number, newest = head.read_text().split(":")
    state = await scene.house.client("owner").audit_state(None)
    assert int(number) > int(first.split(":")[0])
    assert (state.whole, state.head[:12]) == (True, newest[:12])
    assert kinds(await scene.timeline(request))[-1] == "done"
