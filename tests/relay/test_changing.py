"""An ask is edited, taken back, tried again; it refers to others and brings files along."""

import pytest

from relay.machine import State
from relay.wire.base import Code
from relay.wire.people import NewRoom
from relay.wire.requests import Ask, Attachment, Decide, Decision, Edit, Quoted
from tests.house import House
from tests.relay.players import Daemon, refused, running, said


async def edited(house: House, who: object, spot: object, prompt: str, key: str = "edit") -> object:
    return await house.client("slack").edit(who, Edit(spot=spot, prompt=prompt, key=key))


@pytest.mark.rule("C9", "A3")
async def test_an_edit_before_the_decision_makes_a_new_version_and_the_old_card_decides_nothing(
    house: House,
) -> None:
    sarah, spot = await house.member("sarah"), house.spot()
    asked = (await house.client("slack").ask(sarah, Ask(spot=spot, prompt="delete a"))).request
    assert asked is not None
    await edited(house, sarah, spot, "delete b")
    view = await house.view(asked.request)
    assert (view.prompt, view.version, view.deadline) == ("delete b", 2, asked.deadline)
    problem = await refused(house.approve(asked))
    assert problem.code is Code.changed
    assert (await house.view(asked.request)).state is State.pending
    await house.approve(view)
    assert (await house.view(asked.request)).state is State.approved


@pytest.mark.rule("C9", "C5")
async def test_the_same_edit_twice_is_one_edit(house: House) -> None:
    sarah, spot = await house.member("sarah"), house.spot()
    asked = (await house.client("slack").ask(sarah, Ask(spot=spot, prompt="a"))).request
    assert asked is not None
    for _ in range(3):
        await edited(house, sarah, spot, "b")
    assert (await house.view(asked.request)).version == 2


@pytest.mark.rule("C9")
async def test_an_edit_after_the_decision_changes_nothing_and_is_told(house: House) -> None:
    sarah, spot = await house.member("sarah"), house.spot()
    asked = (await house.client("slack").ask(sarah, Ask(spot=spot, prompt="a"))).request
    assert asked is not None
    await house.approve(asked)
    problem = await refused(edited(house, sarah, spot, "b"))
    assert (problem.code, problem.state) == (Code.late, "approved")
    assert (await house.view(asked.request)).prompt == "a"


@pytest.mark.rule("C9")
async def test_an_edit_to_nothing_is_refused(house: House) -> None:
    sarah, spot = await house.member("sarah"), house.spot()
    await house.client("slack").ask(sarah, Ask(spot=spot, prompt="a"))
    assert (await refused(edited(house, sarah, spot, " "))).code is Code.empty


@pytest.mark.rule("C9", "R2")
async def test_nobody_edits_somebody_elses_ask(house: House) -> None:
    sarah, tom, spot = await house.member("sarah"), await house.member("tom"), house.spot()
    await house.client("slack").ask(sarah, Ask(spot=spot, prompt="a"))
    missing = await refused(edited(house, tom, house.spot(), "b"))
    assert await refused(edited(house, tom, spot, "b")) == missing


@pytest.mark.rule("C9")
async def test_deleting_the_ask_before_the_decision_cancels_it_once(house: House) -> None:
    sarah, spot, slack = await house.member("sarah"), house.spot(), house.client("slack")
    asked = (await slack.ask(sarah, Ask(spot=spot, prompt="a"))).request
    assert asked is not None
    for _ in range(2):
        assert (await slack.unask(sarah, Edit(spot=spot, prompt="", key="gone"))).state is State.cancelled
    view = await house.view(asked.request)
    assert (view.ended_by_name, view.reason) == ("Sarah", "the ask was deleted")
    assert [event.kind for event in view.events] == ["asked", "cancelled"]


@pytest.mark.rule("C9")
async def test_deleting_the_ask_after_the_decision_is_told_to_be_too_late(house: House) -> None:
    sarah, spot, slack = await house.member("sarah"), house.spot(), house.client("slack")
    asked = (await slack.ask(sarah, Ask(spot=spot, prompt="a"))).request
    assert asked is not None
    await house.approve(asked)
    problem = await refused(slack.unask(sarah, Edit(spot=spot, prompt="", key="gone")))
    assert (problem.code, problem.state) == (Code.late, "approved")


# -- again ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("X3")
async def test_a_retry_is_a_new_request_that_points_to_the_old_one_and_needs_approval(house: House) -> None:
    sarah, slack = await house.member("sarah"), house.client("slack")
    quoted = [Quoted(origin="C7", author="Tom", text="it broke")]
    first = (await slack.ask(sarah, Ask(spot=house.spot(), prompt="a", quoted=quoted))).request
    assert first is not None
    await house.approve(first, Decision.deny)
    again = (await slack.retry(sarah, first.request, "tap")).request
    assert again is not None
    assert (again.retry_of, again.state, again.prompt) == (first.request, State.pending, "a")
    assert again.public_id != first.public_id
    assert (await house.view(first.request)).state is State.cancelled
    await house.approve(again)
    daemon = Daemon(house)
    await daemon.start()
    assert (await daemon.take(again.request)).quoted == quoted


@pytest.mark.rule("X3", "L4")
async def test_the_same_retry_twice_is_one_request(house: House) -> None:
    sarah, slack = await house.member("sarah"), house.client("slack")
    first = await house.ask(sarah)
    await slack.cancel(sarah, first.request, "c")
    taps = [await slack.retry(sarah, first.request, "tap") for _ in range(3)]
    assert len({tap.request.request for tap in taps if tap.request}) == 1
    other = await slack.retry(sarah, first.request, "another tap")
    assert other.request is not None
    assert other.request.public_id.endswith("-03")


@pytest.mark.rule("X3", "L3")
async def test_the_owner_retries_as_the_new_requester(house: House) -> None:
    first = await house.ask(await house.member("sarah"))
    await house.approve(first, Decision.deny)
    again = (await house.client("owner").retry(None, first.request, "tap")).request
    assert again is not None
    assert (again.asker, again.state) == (house.owner, State.approved)


@pytest.mark.rule("X3")
async def test_only_what_has_ended_is_retried_and_only_by_requester_or_owner(house: House) -> None:
    sarah, tom, slack = await house.member("sarah"), await house.member("tom"), house.client("slack")
    first = await house.ask(sarah)
    early = await refused(slack.retry(sarah, first.request, "tap"))
    assert (early.code, early.state) == (Code.late, "pending")
    await slack.cancel(sarah, first.request, "c")
    assert (await refused(slack.retry(tom, first.request, "tap"))).code is Code.not_yours


# -- pointing at others ---------------------------------------------------------------------------------------------


@pytest.mark.rule("Q5", "R3")
async def test_an_id_in_the_prompt_brings_that_request_of_this_room_and_of_no_other(house: House) -> None:
    daemon, first = await running(house, "fix the login")
    files = said(1, "file", path="login.py", added=3, removed=1)
    await daemon.report(first, files, said(2, "done", text="it was the cookie"))
    elsewhere = (await house.client("owner").new_room(None, NewRoom(name="Else", agents=["claude"]))).room
    spot = house.spot().model_copy(update={"platform": "cli"})
    secret = await house.client("owner").ask(None, Ask(spot=spot, prompt="a secret plan", room=elsewhere))
    assert secret.request is not None
    await house.client("owner").cancel(None, secret.request.request, "c")
    known, hidden = (await house.view(first)).public_id, secret.request.public_id
    second = await house.ask(None, f"as in {known}, unlike {hidden} or R19990101-01")
    claim = await daemon.take(second.request)
    assert [quote.origin for quote in claim.references] == [known]
    text = claim.references[0].text
    assert all(part in text for part in ("fix the login", "it was the cookie", "login.py +3 -1"))
    assert "secret" not in claim.model_dump_json()


# -- files -----------------------------------------------------------------------------------------------------------


async def attached(house: House, who: object, data: bytes, name: str = "log.txt") -> Attachment:
    blob = await house.client("slack").put_blob(who, data)
    return Attachment(blob=blob.blob, name=name, media_type="text/plain", size=blob.size)


@pytest.mark.rule("S7")
async def test_the_machine_gets_the_files_only_once_the_request_runs_there(house: House) -> None:
    sarah, slack, daemon = await house.member("sarah"), house.client("slack"), Daemon(house)
    await daemon.start()
    files = [await attached(house, sarah, data) for data in (b"\x00\xff first", b"second")]
    request = (await slack.ask(sarah, Ask(spot=house.spot(), prompt="read it", attachments=files))).request
    assert request is not None
    assert (await refused(daemon.client.take_attachment(request.request, 0))).code is Code.unknown
    await house.approve(request)
    assert (await refused(daemon.client.take_attachment(request.request, 0))).code is Code.unknown
    claim = await daemon.take(request.request)
    assert claim.attachments == files
    assert await daemon.client.take_attachment(request.request, 0) == b"\x00\xff first"
    assert await daemon.client.take_attachment(request.request, 1) == b"second"
    assert (await refused(daemon.client.take_attachment(request.request, 2))).code is Code.unknown


@pytest.mark.rule("S7", "R2")
async def test_another_machine_gets_no_file_and_nobody_attaches_what_another_stored(
    house: House, neighbour: House
) -> None:
    sarah, tom, slack = await house.member("sarah"), await house.member("tom"), house.client("slack")
    file = await attached(house, sarah, b"mine")
    stolen = Ask(spot=house.spot(), prompt="give it to me", attachments=[file])
    assert (await refused(slack.ask(tom, stolen))).code is Code.unknown
    request = (await slack.ask(sarah, Ask(spot=house.spot(), prompt="read it", attachments=[file]))).request
    assert request is not None
    await house.approve(request)
    daemon, other = Daemon(house), Daemon(neighbour)
    await daemon.start()
    await other.start()
    await daemon.take(request.request)
    assert (await refused(other.client.take_attachment(request.request, 0))).code is Code.unknown


@pytest.mark.rule("S7", "X3")
async def test_a_retry_brings_the_files_along(house: House) -> None:
    sarah, slack, daemon = await house.member("sarah"), house.client("slack"), Daemon(house)
    await daemon.start()
    file = await attached(house, sarah, b"mine")
    first = (await slack.ask(sarah, Ask(spot=house.spot(), prompt="read it", attachments=[file]))).request
    assert first is not None
    await house.approve(first, Decision.deny)
    again = (await house.client("owner").retry(None, first.request, "tap")).request
    assert again is not None
    assert (await daemon.take(again.request)).attachments == [file]
    assert await daemon.client.take_attachment(again.request, 0) == b"mine"


async def test_an_ask_of_files_alone_is_an_ask(house: House) -> None:
    sarah = await house.member("sarah")
    file = await attached(house, sarah, b"mine")
    asked = await house.client("slack").ask(sarah, Ask(spot=house.spot(), prompt="", attachments=[file]))
    assert asked.request is not None


async def test_a_version_from_nowhere_decides_nothing(running_relay: House) -> None:
    request = await running_relay.ask(await running_relay.member("sarah"))
    for version in (0, 2, 2**31 - 1):
        decide = Decide(version=version, decision=Decision.approve, key=f"v{version}")
        problem = await refused(running_relay.client("owner").decide(None, request.request, decide))
        assert problem.code is Code.changed
