"""The reporter: in order, in batches that fit, and never stuck on a report that the relay cannot take."""

import pytest

from daemon.contact import Hands
from daemon.journal import Journal
from daemon.report import Reporter
from relay.requests import report
from relay.store.tx import Refuse
from relay.wire.base import Code, Problem
from relay.wire.machines import Hello, Start
from tests.daemon.scene import Scene, kinds, of, until


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
