"""A message becomes one request for ever, or a join card, or a refusal that says what to do."""

import asyncio

import pytest

from relay.machine import State
from relay.wire.base import PROMPT_LIMIT, Code
from relay.wire.machines import DeclaredAgent
from relay.wire.people import Binding, NewLink, NewRoom, RedeemLink
from relay.wire.requests import Ask, Spot, Waiting
from tests.house import House
from tests.relay.players import Daemon, refused


@pytest.mark.rule("C2", "C4", "R6")
async def test_a_members_mention_becomes_a_pending_request_that_waits_for_the_owner(house: House) -> None:
    request = await house.ask(await house.member("sarah"), "tidy up")
    assert (request.state, request.waiting, request.decision) == (State.pending, Waiting.owner, None)
    assert (request.asker_name, request.handle, request.prompt) == ("Sarah", "claude", "tidy up")
    assert request.deadline is not None


@pytest.mark.rule("L3")
async def test_the_owners_own_ask_starts_as_approved(house: House) -> None:
    by_token, by_chat = await house.ask(None), await house.ask(await house.link_owner())
    for request in (by_token, by_chat):
        assert (request.state, request.decision) == (State.approved, "own")
        assert [event.kind for event in request.events] == ["asked", "approved"]


@pytest.mark.rule("C5", "B14")
async def test_the_same_event_delivered_together_is_one_request(house: House) -> None:
    sarah, slack = await house.member("sarah"), house.client("slack")
    asked = Ask(spot=house.spot(), prompt="once")
    answers = await asyncio.gather(*(slack.ask(sarah, asked) for _ in range(12)))
    assert len({answer.request.request for answer in answers if answer.request}) == 1
    assert sorted(answer.repeated for answer in answers) == [False] + [True] * 11


@pytest.mark.rule("C5", "B14")
async def test_the_same_event_after_start_and_after_done_is_still_the_same_request(house: House) -> None:
    olga, slack, daemon = await house.link_owner(), house.client("slack"), Daemon(house)
    await daemon.start()
    asked = Ask(spot=house.spot(), prompt="once")
    first = (await slack.ask(olga, asked)).request
    assert first is not None
    await daemon.take(first.request)
    after_start = await slack.ask(olga, asked)
    await daemon.finish(first.request)
    after_done = await slack.ask(olga, asked)
    for again, state in ((after_start, State.running), (after_done, State.done)):
        assert again.repeated
        assert again.request is not None
        assert (again.request.public_id, again.request.state) == (first.public_id, state)


@pytest.mark.rule("C5")
async def test_the_order_of_two_events_and_their_copies_does_not_matter(house: House) -> None:
    sarah, slack = await house.member("sarah"), house.client("slack")
    one, two = Ask(spot=house.spot("1.1"), prompt="one"), Ask(spot=house.spot("1.2"), prompt="two")
    for asked in (two, one, one, two, one):
        await slack.ask(sarah, asked)
    listed = await slack.requests_of(sarah, house.room)
    assert sorted(request.prompt for request in listed.requests) == ["one", "two"]


@pytest.mark.rule("C5", "R7")
async def test_an_event_is_known_again_after_its_account_was_joined_to_somebody_else(house: House) -> None:
    sarah, slack = await house.member("sarah"), house.client("slack")
    asked = Ask(spot=house.spot(), prompt="once")
    first = (await slack.ask(sarah, asked)).request
    code = await house.client("owner").new_link(None, NewLink(direct=True))
    await slack.redeem_link(sarah, RedeemLink(code=code.code))
    again = await slack.ask(sarah, asked)
    assert first is not None
    assert again.request is not None
    assert (again.repeated, again.request.request) == (True, first.request)


@pytest.mark.rule("C5", "R2")
async def test_a_key_that_another_owner_used_before_is_free_here(house: House, neighbour: House) -> None:
    spot = Spot(platform="cli", tenant="", channel="terminal", message="key-1", shows=False)
    mine = await house.client("owner").ask(None, Ask(spot=spot, prompt="mine", room=house.room))
    theirs = await neighbour.client("owner").ask(None, Ask(spot=spot, prompt="theirs", room=neighbour.room))
    assert (mine.repeated, theirs.repeated) == (False, False)


@pytest.mark.rule("R2")
async def test_a_persons_token_puts_nothing_into_a_chat_that_it_names(house: House, neighbour: House) -> None:
    await neighbour.client("owner").ask(
        None, Ask(spot=house.spot("9.9"), prompt="hello", room=neighbour.room)
    )
    mine = await house.ask(await house.member("sarah"), message="9.9")
    assert mine.prompt == "do it"
    found = await house.client("slack").thread(house.spot(thread="9.9"))
    assert found is not None
    assert found.request == mine.request


@pytest.mark.rule("R2")
async def test_a_connector_speaks_only_of_its_own_platform(house: House) -> None:
    sarah = await house.member("sarah")
    spot = house.spot().model_copy(update={"platform": "web"})
    problem = await refused(house.client("slack").ask(sarah, Ask(spot=spot, prompt="hello", room=house.room)))
    assert problem.code is Code.not_yours


async def test_somebody_elses_ask_under_the_same_key_is_not_swallowed(house: House) -> None:
    sarah, tom, slack = await house.member("sarah"), await house.member("tom"), house.client("slack")
    asked = Ask(spot=house.spot(), prompt="once")
    await slack.ask(sarah, asked)
    assert (await refused(slack.ask(tom, asked))).code is Code.conflict


# -- what was written ----------------------------------------------------------------------------------------------

PROMPTS = {
    "cjk": "请把登录页面修好，谢谢。\n第二行",
    "korean": "로그인 페이지를 고쳐 주세요",
    "emoji": "ship it 🚀👩‍👩‍👧‍👦 now",
    "code": "```py\nprint('hi')\n```\n\ttabbed  and  spaced ",
    "rtl": "שלום \u202eabc",
    "longest": "字" * PROMPT_LIMIT,
    "markup": "<!channel> & <script>alert(1)</script>",
}


@pytest.mark.rule("C8")
@pytest.mark.parametrize("name", PROMPTS)
async def test_the_prompt_is_kept_as_it_was_written(running_relay: House, name: str) -> None:
    request = await running_relay.ask(None, PROMPTS[name])
    daemon = Daemon(running_relay)
    await daemon.start()
    claim = await daemon.take(request.request)
    assert request.prompt == claim.prompt == PROMPTS[name]


@pytest.mark.parametrize("prompt", ["", " ", "\n\t "])
async def test_an_empty_ask_is_refused_with_what_to_do(running_relay: House, prompt: str) -> None:
    problem = await refused(running_relay.ask(None, prompt))
    assert (problem.code, problem.detail) == (Code.empty, "The ask is empty: say what you want done.")


async def test_an_ask_that_is_one_character_too_long_is_refused_with_the_limit(running_relay: House) -> None:
    problem = await refused(running_relay.ask(None, "字" * (PROMPT_LIMIT + 1)))
    assert problem.code is Code.too_long
    assert f"{PROMPT_LIMIT + 1} characters" in problem.detail
    assert "Attach a file" in problem.detail


async def test_nothing_is_left_of_a_refused_ask_and_no_number_is_used(running_relay: House) -> None:
    await refused(running_relay.ask(None, ""))
    await refused(running_relay.ask(None, "x" * (PROMPT_LIMIT + 1)))
    assert (await running_relay.ask(None)).public_id.endswith("-01")


# -- whom, and where -----------------------------------------------------------------------------------------------


@pytest.mark.rule("C2")
async def test_the_agent_that_is_named_is_asked_else_the_rooms_default(house: House) -> None:
    daemon = Daemon(house)
    await daemon.start(DeclaredAgent(handle="Codex", runtime="scripted", directory="/other"))
    owner = house.client("owner")
    new = NewRoom(name="Two", agents=["claude", "Codex"], default_agent="Codex")
    room = (await owner.new_room(None, new)).room
    await owner.bind(None, room, Binding(platform="slack", tenant=house.tenant, channel="C2"))
    olga, slack = await house.link_owner(), house.client("slack")
    for named, asked in ((None, "Codex"), ("claude", "claude"), ("codex", "Codex")):
        spot = house.spot().model_copy(update={"channel": "C2"})
        answer = await slack.ask(olga, Ask(spot=spot, prompt="hi", agent=named))
        assert answer.request is not None
        assert answer.request.handle == asked


@pytest.mark.rule("C2")
async def test_an_unknown_agent_is_refused_with_those_that_there_are(house: House) -> None:
    ask = Ask(spot=house.spot(), prompt="hi", agent="gpt")
    problem = await refused(house.client("slack").ask(await house.member("sarah"), ask))
    assert problem.code is Code.no_agent
    assert problem.detail == "No agent 'gpt' here. Agents: claude."


@pytest.mark.rule("C2", "R5")
async def test_an_unbound_chat_is_heard_by_nobody(house: House) -> None:
    spot = house.spot().model_copy(update={"channel": "C404"})
    problem = await refused(
        house.client("slack").ask(await house.member("sarah"), Ask(spot=spot, prompt="hi"))
    )
    assert problem.code is Code.unbound
    assert "muti room bind" in problem.detail


@pytest.mark.rule("A2")
async def test_what_an_app_posts_in_the_owners_name_is_nobodys_ask(house: House) -> None:
    olga = await house.link_owner()
    bot = olga.model_copy(update={"bot": True})
    problem = await refused(house.client("slack").ask(bot, Ask(spot=house.spot(), prompt="hi")))
    assert problem.code is Code.bot


@pytest.mark.rule("C13")
async def test_people_from_outside_the_organisation_are_refused_unless_the_room_hears_them(
    house: House,
) -> None:
    owner, slack = house.client("owner"), house.client("slack")
    stranger = house.who("stranger", outside=True)
    problem = await refused(slack.ask(stranger, Ask(spot=house.spot(), prompt="hi")))
    assert problem.code is Code.outsider
    room = (await owner.new_room(None, NewRoom(name="Open", agents=["claude"], hears_outsiders=True))).room
    await owner.bind(None, room, Binding(platform="slack", tenant=house.tenant, channel="C9"))
    spot = house.spot().model_copy(update={"channel": "C9"})
    card = (await slack.ask(stranger, Ask(spot=spot, prompt="hi"))).join
    assert card is not None
    assert card.outside


@pytest.mark.rule("R13", "R1")
async def test_a_direct_message_of_a_member_is_a_room_of_two_in_which_the_owner_decides(house: House) -> None:
    sarah, slack = await house.member("sarah"), house.client("slack")
    spot = house.spot(direct=True).model_copy(update={"channel": "D1"})
    request = (await slack.ask(sarah, Ask(spot=spot, prompt="just between us"))).request
    assert request is not None
    assert (request.state, request.owner, request.room_name) == (State.pending, house.owner, "@Sarah")
    room = await house.client("owner").room(None, request.room)
    assert sorted((member.name, member.role) for member in room.members) == [
        ("Olga", "owner"),
        ("Sarah", "member"),
    ]
    await house.approve(request)
    assert (await house.view(request.request)).state is State.approved


@pytest.mark.rule("R13", "R6")
async def test_a_direct_message_of_a_stranger_is_heard_by_nobody(house: House) -> None:
    spot = house.spot(direct=True).model_copy(update={"channel": "D2"})
    problem = await refused(house.client("slack").ask(house.who("stranger"), Ask(spot=spot, prompt="hi")))
    assert problem.code is Code.unbound


@pytest.mark.rule("R6")
async def test_a_mention_gives_no_right(house: House) -> None:
    request, daemon = await house.ask(await house.member("sarah")), Daemon(house)
    await daemon.start()
    assert (await daemon.poll()).offers == []
    assert (await refused(daemon.take(request.request))).code is Code.late
    assert (await house.view(request.request)).state is State.pending
