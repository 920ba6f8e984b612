"""What every connector keeps, whatever its platform calls it (C1 to C13)."""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

import pytest

from relay.machine import State
from relay.wire.requests import RequestView
from tests.bots.connector.side import ASKER, DECISIONS, GUEST, OWNER, Side, Sight, take
from tests.relay.players import Daemon, said

T = TypeVar("T")
SLOW = 20.0
DEAD = "http://127.0.0.1:9"
"""Nobody listens there."""


async def until(look: Callable[[], T]) -> T:
    """What is seen, once there is something."""
    async with asyncio.timeout(SLOW):
        while not (found := look()):
            await asyncio.sleep(0.02)
    return found


async def part(side: Side, name: str, direct: bool = False) -> Sight:
    """The newest message that is this part."""
    return (await until(lambda: [one for one in side.sights(direct) if one.part == name]))[-1]


def count(side: Side, name: str, direct: bool = False) -> int:
    return [one.part for one in side.sights(direct)].count(name)


async def newest(side: Side, number: int = 1) -> RequestView:
    """The newest request, once there are so many, and not one more."""
    async with asyncio.timeout(SLOW):
        while len(found := await side.requests()) < number:
            await asyncio.sleep(0.02)
    assert len(found) == number
    return found[-1]


async def running(side: Side, prompt: str = "run the tests") -> tuple[Sight, RequestView, Daemon]:
    """An ask that the owner has approved by a tap and a machine has taken; its root."""
    await side.ask(prompt)
    card = await part(side, "card", direct=True)
    await side.tap(card, "approve")
    request = await side.house.until((await newest(side)).request, State.approved, SLOW)
    return await part(side, "anchor"), request, await take(side, request.request)


@pytest.mark.rule("C1", "C2", "C4")
async def test_a_mention_is_one_request_with_a_root_of_its_own_and_talk_is_none(side: Side) -> None:
    async with side.running():
        await side.talk("just talk")
        await side.ask("run the tests")
        request, root = await newest(side), await part(side, "anchor")
        assert (request.prompt, request.asker_name, request.state) == (
            "run the tests", "Sarah Kim", State.pending,
        )  # fmt: skip
        assert root.words.startswith(request.public_id)
        assert "Waiting for approval" in root.words
        assert root.top == root.id
        await side.settled()
        assert count(side, "anchor") == 1


@pytest.mark.rule("C1", "C2")
async def test_a_mention_below_the_work_is_a_request_of_its_own_there_also_after_a_restart(
    side: Side,
) -> None:
    async with side.running():
        await side.ask("one")
        first, root = await newest(side), await part(side, "anchor")
        await side.settled()
    async with side.running("elsewhere"):
        await side.ask("two", below=root)
        second = await newest(side, 2)
        again = (await until(lambda: [one for one in side.sights() if second.public_id in one.words[:30]]))[0]
        assert again.id != root.id
        assert again.top == root.id
        assert side.now(root).words.startswith(first.public_id)
        assert second.state is State.pending


@pytest.mark.rule("C3", "C11", "A2")
async def test_a_tap_of_the_owner_decides_and_every_card_says_by_whom_and_offers_nothing(side: Side) -> None:
    async with side.running():
        await side.ask("run the tests")
        card, root = await part(side, "card", direct=True), await part(side, "anchor")
        assert card.decisions == DECISIONS
        assert card.pings <= {OWNER}
        await side.tap(card, "approve")
        for shown in (card, root):
            await until(lambda shown=shown: not side.now(shown).decisions)
            assert "Approved by" in side.now(shown).words
        assert (await newest(side)).state is State.approved


@pytest.mark.rule("C4", "C5")
async def test_with_the_relay_away_there_is_a_sign_within_three_seconds_and_one_request_later(
    side: Side,
) -> None:
    async with side.running(url=DEAD):
        began = time.monotonic()
        asked = await side.ask("run the tests")
        await until(lambda: side.signed(asked))
        assert time.monotonic() - began < 3.0
        await until(lambda: side.acknowledged(asked))
        assert await side.requests() == []
    async with side.running():
        await newest(side)
        await part(side, "anchor")
        await side.settled()
        await newest(side)
        assert count(side, "anchor") == 1


@pytest.mark.rule("C5", "B14")
async def test_copies_cuts_lost_answers_and_restarts_make_nothing_twice(side: Side) -> None:
    side.copies(3)
    async with side.running():
        side.lose_an_answer()
        asked = await side.ask("run the tests")
        card = await part(side, "card", direct=True)
        await side.drop_link()
        await side.repeat(asked)
        await side.tap(card, "approve")
        request = await side.house.until((await newest(side)).request, State.approved, SLOW)
        await side.settled()
    async with side.running("elsewhere"):
        await side.repeat(asked)
        await side.settled()
        assert (await newest(side)).request == request.request
        assert count(side, "anchor") == count(side, "card", direct=True) == 1
        kinds = [
            one.kind for one in (await side.house.client("owner").timeline(None, request.request)).events
        ]
        assert kinds.count("approved") == 1


@pytest.mark.rule("C6", "C1")
async def test_progress_is_one_message_and_the_end_a_new_one_for_the_asker_also_after_patience(
    side: Side,
) -> None:
    async with side.running():
        root, request, daemon = await running(side)
        await daemon.report(request.request, said(1, "progress", percent=10, text="half way"))
        progress = await part(side, "progress")
        side.ask_for_patience(1.0)
        for number in range(2, 12):
            await daemon.report(request.request, said(number, "progress", percent=number, text="going on"))
        await daemon.finish(request.request, 12, "42 of 42 pass")
        final = await part(side, "final")
        await side.settled()
        assert (count(side, "progress"), count(side, "final")) == (1, 1)
        assert "42 of 42 pass" in final.words
        assert final.pings == {ASKER}
        assert not side.now(progress).pings | side.now(root).pings
        assert not side.now(progress).acts
        assert final.top == side.now(root).top == root.id
        assert "Done" in side.now(root).words.splitlines()[0]


@pytest.mark.rule("C7")
async def test_what_an_agent_writes_calls_nobody(side: Side) -> None:
    hostile = "<!channel> <at id=all></at> @all <@U000000001> **x** [Approve](http://evil.example)"
    async with side.running():
        _, request, daemon = await running(side, f"say {hostile}")
        await daemon.report(
            request.request, said(1, "progress", percent=1, text=hostile), said(2, "said", text=hostile)
        )
        await daemon.ask(request.request, shown=hostile, kind="push")
        await daemon.finish(request.request, 3, hostile)
        final = await part(side, "final")
        await side.settled()
        assert "<!channel>" in final.words
        assert "<at id=all></at>" in final.words
        for one in side.sights():
            assert one.pings == ({ASKER} if one.part == "final" else frozenset())


@pytest.mark.rule("C8")
async def test_the_prompt_arrives_as_it_was_written(side: Side) -> None:
    text = "first line\n  second 行 👍🏽 다음\n\na < b"
    async with side.running():
        await side.ask(text)
        assert (await newest(side)).prompt == text


@pytest.mark.rule("C9")
async def test_an_edit_before_the_decision_changes_the_request_and_a_recall_cancels_it(side: Side) -> None:
    async with side.running():
        asked = await side.ask("run the tests")
        root = await part(side, "anchor")
        await side.settled()
        await side.edit(asked, "run them twice")
        await until(lambda: "run them twice" in side.now(root).words)
        request = await newest(side)
        assert (request.prompt, request.state) == ("run them twice", State.pending)
        await side.recall(asked)
        await side.house.until(request.request, State.cancelled, SLOW)
        await until(lambda: not side.now(root).decisions)


@pytest.mark.rule("C10")
async def test_a_bot_that_is_removed_stops_no_other_chat_and_the_owner_is_told_once(side: Side) -> None:
    async with side.running():
        _, request, daemon = await running(side)
        await side.settled()
        await side.remove_bot()
        await daemon.finish(request.request)
        await side.ask_elsewhere("still there?")
        assert (await newest(side, 2)).prompt == "still there?"
        await until(lambda: [text for text in side.told(OWNER) if request.public_id in text])
        await side.settled()
        told = side.told(OWNER)
        assert len(told) == len(set(told))
        assert len([text for text in told if request.public_id in text]) == 1


@pytest.mark.rule("C12", "F4")
@pytest.mark.parametrize(
    ("language", "word", "answer"),
    [
        ("en", "status", "asked by you"),
        ("zh", "状态", "提出"),
        ("ko", "상태", "요청"),
        ("en", "queue", "Waiting"),
    ],
)
async def test_commands_are_answered_to_the_person_in_their_language_and_decide_nothing(
    side: Side, language: str, word: str, answer: str
) -> None:
    await side.speak(ASKER, language)
    async with side.running():
        await side.ask("run the tests")
        root = await part(side, "anchor")
        await side.ask(word, below=root)
        await until(lambda: [text for text in side.told(ASKER) if answer in text])
        await side.ask("approve", below=root)
        await side.settled()
        assert all(one.state is State.pending for one in await side.requests())


@pytest.mark.rule("C13")
async def test_somebody_of_another_organisation_is_refused(side: Side) -> None:
    async with side.running():
        await side.ask_from_outside("let me in")
        await until(lambda: [text for text in side.told(GUEST) if "outside" in text])
        assert await side.requests() == []
