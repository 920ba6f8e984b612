"""Running without a sandbox is shown on every card (P7)."""

import pytest

from bots.slack.cards import Reader, action_card, request_card
from bots.web import render
from bots.words import LANGUAGES
from relay.wire.machines import DeclaredAgent
from tests.bots.views import RUNNING, action_view, request_view
from tests.bots.web.views import look, room, view
from tests.house import House
from tests.relay.players import Daemon

pytestmark = pytest.mark.rule("P7")


@pytest.mark.parametrize("language", LANGUAGES)
def test_slacks_cards_say_it_in_each_language(language: str) -> None:
    sentence = LANGUAGES[language]["card.sandbox_off"]
    for sandbox, shown in ((False, True), (True, False), (None, False)):
        view = request_view(sandbox=sandbox, **RUNNING)
        cards = [
            request_card(view, Reader(language), buttons=True, where=True),
            action_card(view, action_view(), Reader(language), buttons=True),
        ]
        assert [sentence in str(card) for card in cards] == [shown, shown]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browsers_card_says_it_in_each_language(language: str) -> None:
    sentence = LANGUAGES[language]["card.sandbox_off"]
    for sandbox, shown in ((False, True), (True, False), (None, False)):
        card = render.live_card(look(language=language), room(), view(sandbox=sandbox))
        assert (sentence in str(card)) is shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_card_of_an_agent_with_a_weaker_gate_says_so(language: str) -> None:
    sentence = LANGUAGES[language]["card.weak_gate"]
    for runtime, shown in (("acp", True), ("claude", False)):
        asked = request_view(runtime=runtime, **RUNNING)
        cards = [
            request_card(asked, Reader(language), buttons=True, where=True),
            action_card(asked, action_view(), Reader(language), buttons=True),
            render.live_card(look(language=language), room(), view(runtime=runtime)),
        ]
        assert [sentence in str(card) for card in cards] == [shown] * 3


@pytest.mark.parametrize("sandbox", [False, True, None])
async def test_what_a_machine_declares_comes_with_each_request(
    running_relay: House, sandbox: bool | None
) -> None:
    agent = DeclaredAgent(
        handle="claude", runtime="claude", directory=str(running_relay.directory), sandbox=sandbox
    )
    await Daemon(running_relay).start(agent)

    asked = await running_relay.ask(None, "do it")

    assert (asked.runtime, asked.sandbox) == ("claude", sandbox)
    rooms = (await running_relay.client("owner").rooms(None)).rooms
    assert [agent.runtime for room in rooms for agent in room.agents] == ["claude"]
