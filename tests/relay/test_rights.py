"""Standing permissions, and what happens to queued and running work when they, a member or a machine go."""

import pytest

from relay.machine import State
from relay.requests import hosts
from relay.rooms.people import Speaker
from relay.wire.base import Code
from relay.wire.machines import DeclaredAgent, Hello, NewMachine, Stop
from relay.wire.people import (
    AcceptInvite,
    NewInvite,
    NewRoom,
)
from relay.wire.requests import Ask, Decision
from tests.house import House
from tests.relay.players import Daemon, refused, running


@pytest.mark.rule("A6", "L3")
async def test_allow_always_is_one_person_on_one_agent_in_one_room(house: House) -> None:
    sarah, tom, owner = await house.member("sarah"), await house.member("tom"), house.client("owner")
    await house.approve(await house.ask(sarah), Decision.always)
    allowed = await house.ask(sarah)
    assert (allowed.state, allowed.decision) == (State.approved, "grant")
    assert (await house.ask(tom)).state is State.pending
    await Daemon(house).start(DeclaredAgent(handle="other", runtime="scripted", directory="/o"))
    elsewhere = (await owner.new_room(None, NewRoom(name="Else", agents=["claude", "other"]))).room
    invite = await owner.invite(None, elsewhere, NewInvite())
    assert invite.token is not None
    await house.client("slack").accept(sarah, AcceptInvite(token=invite.token, name="Sarah"))
    asked = await house.client("slack").ask(sarah, Ask(spot=house.spot(), prompt="hi", room=elsewhere))
    assert asked.request is not None
    assert asked.request.state is State.pending
    (grant,) = (await owner.grants(None)).grants
    assert (grant.person_name, grant.handle, grant.room_name, grant.uses) == ("Sarah", "claude", "Backend", 1)


@pytest.mark.rule("A6")
async def test_revoking_a_grant_cancels_what_it_has_queued_and_spares_what_runs(house: House) -> None:
    sarah, tom, daemon = await house.member("sarah"), await house.member("tom"), Daemon(house)
    await daemon.start()
    first = await house.ask(sarah)
    await house.approve(first, Decision.always)
    await daemon.take(first.request)
    queued, toms = await house.ask(sarah), await house.ask(tom)
    await house.approve(toms)
    (grant,) = (await house.client("owner").grants(None)).grants
    await house.client("owner").revoke_grant(None, grant.grant)
    states = [(await house.view(one.request)).state for one in (first, queued, toms)]
    assert states == [State.running, State.cancelled, State.approved]
    assert (await house.ask(sarah)).state is State.pending
    assert (await refused(house.client("owner").revoke_grant(None, grant.grant))).code is Code.unknown


@pytest.mark.rule("A6", "L4")
async def test_saying_always_twice_is_one_grant(house: House) -> None:
    sarah = await house.member("sarah")
    requests = [await house.ask(sarah), await house.ask(sarah)]
    for request in requests:
        await house.approve(request, Decision.always)
    assert len((await house.client("owner").grants(None)).grants) == 1


# -- going ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R9", "A6")
async def test_a_removed_member_is_out_at_once_and_what_runs_ends_by_itself(house: House) -> None:
    sarah, slack, daemon = await house.member("sarah"), house.client("slack"), Daemon(house)
    await daemon.start()
    runs = await house.ask(sarah)
    await house.approve(runs, Decision.always)
    await daemon.take(runs.request)
    queued, pending = await house.ask(sarah), runs
    await house.client("owner").remove(None, house.room, runs.asker)
    assert (await house.view(queued.request)).state is State.cancelled
    assert (await house.view(pending.request)).state is State.running
    for call in (
        slack.request(sarah, runs.request),
        slack.room(sarah, house.room),
        slack.cancel(sarah, runs.request, "c"),
    ):
        assert (await refused(call)).code is Code.unknown
    await daemon.finish(runs.request)
    assert (await house.view(runs.request)).state is State.done
    await house.member("sarah")
    assert (await house.ask(sarah)).state is State.pending


@pytest.mark.rule("R9", "R1")
async def test_the_owner_cannot_be_removed(house: House) -> None:
    problem = await refused(house.client("owner").remove(None, house.room, house.owner))
    assert problem.code is Code.unknown


@pytest.mark.rule("R9")
async def test_stop_cancels_all_that_is_queued_and_says_what_still_runs(house: House) -> None:
    daemon, first = await running(house)
    queued = await house.ask(None)
    pending = await house.ask(await house.member("sarah"))
    stopped = await house.client("owner").stop(None, Stop(key="stop"))
    assert (sorted(stopped.cancelled), stopped.running) == (
        sorted([queued.public_id, pending.public_id]),
        [first],
    )
    assert not (await house.view(first)).stopping
    await house.client("owner").stop(None, Stop(key="stop-2", now=True))
    assert (await house.view(first)).stopping
    assert [flag.cancel for flag in (await daemon.poll(first)).flags] == [True]


@pytest.mark.rule("R9", "R10")
async def test_a_revoked_machine_finishes_what_it_runs_and_gets_nothing_else(house: House) -> None:
    daemon, first = await running(house)
    queued = await house.ask(None)
    action = await daemon.ask(first)
    await house.client("owner").revoke_machine(None, house.machine)
    assert (await house.view(queued.request)).state is State.cancelled
    later = await house.ask(None)
    work = await daemon.poll(first)
    assert (work.offers, work.revoked) == ([], True)
    assert (await refused(daemon.take(later.request))).code is Code.unauthorized
    assert (await daemon.poll(first)).answers == []
    assert action.state == "pending"
    await daemon.finish(first)
    assert (await house.view(first)).state is State.done


@pytest.mark.rule("R10")
async def test_after_its_limit_a_revoked_machine_can_say_nothing_more(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("relay.http.auth.REMEMBER_SECONDS", 0.0)
    daemon, first = await running(house)
    await house.store.write(house.owner, hosts.revoke, Speaker(house.owner), house.machine, 0.0)
    for late in (daemon.finish(first), daemon.poll(first), daemon.ask(first)):
        assert (await refused(late)).code is Code.unauthorized
    assert (await house.view(first)).state is State.running


@pytest.mark.rule("R10", "U2")
async def test_a_revoked_machine_declares_no_agents_and_the_revocation_is_on_the_record(house: House) -> None:
    daemon = Daemon(house)
    await house.client("owner").revoke_machine(None, house.machine)
    agent = DeclaredAgent(handle="late", runtime="scripted", directory="/late")
    welcome = await daemon.client.hello(Hello(process="second", version="1", agents=[agent]))
    assert "late" not in welcome.agents
    assert "machine revoked" in [row.act for row in (await house.client("owner").audit_page(None)).rows]


@pytest.mark.rule("R12")
async def test_every_agent_has_a_handle_an_avatar_a_presence_and_an_inbox(house: House) -> None:
    owner, daemon = house.client("owner"), Daemon(house)
    (agent,) = (await owner.room(None, house.room)).agents
    assert (agent.handle, agent.avatar, agent.present, agent.busy, agent.waiting) == (
        "claude",
        "C",
        False,
        False,
        0,
    )
    await daemon.start()
    requests = [await house.ask(None), await house.ask(None), await house.ask(await house.member("sarah"))]
    await daemon.take(requests[0].request)
    (agent,) = (await owner.room(None, house.room)).agents
    assert (agent.present, agent.busy, agent.waiting) == (True, True, 2)


@pytest.mark.rule("R12", "R2")
async def test_another_room_sees_of_a_shared_agent_only_that_it_is_busy(house: House) -> None:
    await running(house, "a secret")
    await house.ask(None, "another secret")
    elsewhere = await house.client("owner").new_room(None, NewRoom(name="Else", agents=["claude"]))
    (agent,) = elsewhere.agents
    assert (agent.busy, agent.waiting) == (True, 0)
    assert "secret" not in elsewhere.model_dump_json()


async def test_a_machine_is_registered_by_somebody_who_is_known(house: House) -> None:
    made = await house.client("owner").new_machine(None, NewMachine(name="desk"))
    assert made.token.startswith("muti_machine_")
    stranger = house.who("stranger")
    assert (
        await refused(house.client("slack").new_machine(stranger, NewMachine(name="x")))
    ).code is Code.unknown
    assert (await refused(house.client("slack").new_room(stranger, NewRoom(name="x")))).code is Code.unknown
