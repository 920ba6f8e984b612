"""A whole life in one database: every table has rows, every state has a request. Kept of each released version."""

from pathlib import Path
from typing import Any

from sqlalchemy import bindparam, update

from relay.coordination import children
from relay.requests import actions, cancel, executions, expiry, hosts, queue, report
from relay.requests.moves import requests
from relay.rooms.agents import add_agent
from relay.rooms.machines import declare_agents
from relay.store.sql import Sql
from relay.store.store import Store
from relay.store.tx import Tx
from relay.wire.coordination import AskAgent, Move
from relay.wire.executions import Settle, Settlement
from relay.wire.machines import (
    AskAction,
    DeclaredAgent,
    Hello,
    NewMachine,
    Report,
    ReportKind,
    Reports,
    Start,
    UseAction,
)
from relay.wire.messages import Hand, Say
from relay.wire.notifications import Subscribe, TakeNotices
from relay.wire.people import DecideJoin, JoinDecision, NewInvite
from relay.wire.places import Lease
from relay.wire.requests import Ask, Attachment, Decide, DecideAction, Decision, Edit, RequestView
from tests.house import TENANT, House, build, serve

REVIEWER = "reviewer"


async def live(store: Store) -> None:
    """Fill an open, empty database by the calls that a house makes."""
    async with serve(store) as url:
        house = await build(store, url, Path("/srv/project"))
        try:
            await _live(house)
        finally:
            await house.close()


async def _live(house: House) -> None:
    slack = house.client("slack")
    await slack.lease(Lease(platform="slack", tenant=TENANT, holder="first"))
    owner, sarah = await house.link_owner(), await house.member("sarah")
    await house.client("owner").invite(None, house.room, NewInvite())
    stranger = house.who("stranger")
    asked = await slack.ask(stranger, Ask(spot=house.spot(), prompt="let me in"))
    assert asked.join is not None
    decision = DecideJoin(decision=JoinDecision.admit_and_approve, key="join")
    await slack.decide_join(owner, asked.join.join, decision)
    await slack.ask(house.who("another"), Ask(spot=house.spot(), prompt="me too"))

    await house.ask(sarah, "pending 安全")
    expired = await house.ask(sarah, "expired")
    await _expire(house, expired)
    cancelled = await house.ask(sarah, "cancelled")
    await slack.cancel(sarah, cancelled.request, "cancel")
    denied = await house.ask(sarah, "denied")
    await slack.decide(
        owner,
        denied.request,
        Decide(version=1, decision=Decision.deny, reason="not today", key="deny"),
    )
    await _run(house, await _with_file(house))
    granted = await house.ask(sarah, "granted")
    await house.approve(granted, Decision.always)
    await house.ask(sarah, "approved by the grant")
    await _together(house)


async def _together(house: House) -> None:
    """An agent asks another one, which is moved below other work; they write and wait; a browser wants to know."""
    owner, slack, olga = house.client("owner"), house.client("slack"), house.who("olga")
    await slack.subscribe(olga, Subscribe(endpoint="https://push.example/1", p256dh="key", auth="secret"))
    far = (await owner.new_machine(None, NewMachine(name="desktop"))).machine
    fence = await house.store.write(house.owner, _furnish, house, far)
    asking, other = [await _ask_reviewer(house) for _ in range(2)]
    await house.store.write(house.owner, queue.start, far, asking, Start(epoch=fence, key="start"))
    asked = [
        await house.store.write(house.owner, children.ask_agent, far, asking, _wish(fence, key), 10**9)
        for key in ("one", "two")
    ]
    await owner.move(None, asked[0].request, Move(parent=other, accepts_narrower=True, key="move"))
    await owner.say(None, house.room, Say(body="please hurry", agent=REVIEWER, key="say"))
    await owner.hand(None, house.room, Hand(agent=REVIEWER))
    waits = Report(number=1, kind=ReportKind.waiting, at=1, body={"for": [asked[1].request]})
    await house.store.write(house.owner, report.report, far, asking, Reports(fence=fence, reports=[waits]))
    assert await slack.notices(TakeNotices(wait=0))


async def _ask_reviewer(house: House) -> str:
    spot = house.spot().model_copy(update={"platform": "cli", "shows": False})
    ask = Ask(spot=spot, prompt="together", room=house.room, agent=REVIEWER)
    asked = await house.client("owner").ask(None, ask)
    assert asked.request is not None
    return asked.request.request


def _wish(fence: int, key: str) -> AskAgent:
    return AskAgent(fence=fence, agent="claude", prompt="look at it", key=key)


def _furnish(tx: Tx, house: House, machine: str) -> int:
    declared = DeclaredAgent(handle=REVIEWER, runtime="scripted", directory="/srv/review")
    add_agent(tx, house.room, declare_agents(tx, machine, house.owner, [declared])[REVIEWER])
    return hosts.hello(tx, machine, Hello(process="far", version="0", agents=[declared])).epoch


async def _with_file(house: House) -> RequestView:
    slack, sarah = house.client("slack"), house.who("sarah")
    blob = await slack.put_blob(sarah, b"bytes")
    file = Attachment(blob=blob.blob, name="notes.txt", media_type="text/plain", size=blob.size)
    spot = house.spot()
    asked = await slack.ask(sarah, Ask(spot=spot, prompt="fist", attachments=[file]))
    assert asked.request is not None
    await slack.edit(sarah, Edit(spot=spot, prompt="first", key="edit"))
    return await house.view(asked.request.request)


async def _run(house: House, request: RequestView) -> None:
    """The stranger's request fails, this one is done, and one stays running."""
    machine, client = house.machine, house.client("machine")
    await house.approve(request)
    welcome = await client.hello(Hello(process="one", version="0"))
    start = Start(epoch=welcome.epoch, key="start")
    order = await house.client("owner").requests_of(None, house.room, state="approved")
    stranger = next(one for one in order.requests if one.prompt == "let me in")
    for name, end in ((stranger.request, ReportKind.failed), (request.request, ReportKind.done)):
        await house.store.write(house.owner, queue.start, machine, name, start)
        action = await _act(house, name, welcome.epoch)
        await _tell(house, name, welcome.epoch, end, action)
        if end is ReportKind.failed:
            settle = Settle(settlement=Settlement.happened, evidence="It is gone.", key="settle")
            await house.client("owner").settle(None, name, action, settle)
    running = await house.ask(None, "running")
    await house.store.write(house.owner, queue.start, machine, running.request, start)
    await house.store.write(house.owner, cancel.cancel_as, running.request, house.owner, None, "")


async def _act(house: House, name: str, fence: int) -> str:
    ask = AskAction(
        fence=fence,
        call="call",
        digest="digest",
        kind="delete",
        tool="Bash",
        shown="rm old",
        whole=True,
        directory="/srv/project",
        reason="It deletes something.",
    )
    answer = await house.store.write(house.owner, actions.ask, house.machine, name, ask, 10**9)
    allow = DecideAction(digest="digest", allow=True, key="allow")
    await house.client("owner").decide_action(None, name, answer.action, allow)
    use = UseAction(fence=fence, digest="digest")
    await house.store.write(house.owner, executions.start, house.machine, name, answer.action, use)
    return answer.action


async def _tell(house: House, name: str, fence: int, end: ReportKind, action: str) -> None:
    """Of the one that is done the action's outcome is known; of the other the owner says what became of it."""
    known = {"action": action, "call": "call", "outcome": "done", "exit_code": 0}
    said: list[tuple[ReportKind, dict[str, Any]]] = [
        (ReportKind.session, {"session": "session-1"}),
        *([(ReportKind.outcome, known)] if end is ReportKind.done else []),
        (ReportKind.file, {"path": "a.py", "added": 2, "removed": 1}),
        (ReportKind.plan, {"steps": [["look", "completed"]]}),
        (end, {"text": "the end"}),
    ]
    reports = [Report(number=n, kind=kind, at=1, body=body) for n, (kind, body) in enumerate(said, 1)]
    await house.store.write(
        house.owner, report.report, house.machine, name, Reports(fence=fence, reports=reports)
    )


async def _expire(house: House, request: RequestView) -> None:
    """As if a day had passed: the deadline is moved, and the sweep's own verb does the rest."""
    past = Sql(update(requests).where(requests.c.id == bindparam("the_id")).values(deadline=1))
    await house.store.write(house.owner, lambda tx: tx.run(past, the_id=request.request))
    await house.store.write(house.owner, expiry.expire, request.request)
