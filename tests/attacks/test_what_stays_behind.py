"""Words of somebody who was erased, wherever the product has copied them to."""

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import bindparam, select, update

from relay.requests import erasing, keeping
from relay.rooms.people import identify
from relay.store.sql import Sql, table
from relay.store.tables import EventRow, MemberRow, MessageRow
from relay.store.tx import Tx
from relay.wire.base import Code
from tests.house import open_store
from tests.relay.messages.play import Play
from tests.relay.scene import outcome, set_scene

WORDS = "the words of nobody but her"
_members = table(MemberRow)
_WATCHER = Sql(
    update(_members)
    .where(_members.c.room == bindparam("the_room"), _members.c.role == "member")
    .values(role="watcher")
)
_EVENTS = Sql(select(table(EventRow).c.body))
_MESSAGES = Sql(select(table(MessageRow).c.body))


@pytest.fixture
async def play(database_url: str) -> AsyncIterator[Play]:
    """A room with an owner, a guest, and agents, on each database."""
    async with open_store(database_url) as store:
        yield Play(await set_scene(store, agents=2))


def _kept(tx: Tx) -> str:
    return " ".join(str(row.body) for sql in (_EVENTS, _MESSAGES) for row in tx.all(sql))


def _only_looks(tx: Tx, room: str) -> None:
    tx.run(_WATCHER, the_room=room)


@pytest.mark.rule("O16")
async def test_what_an_erased_person_wrote_about_the_work_of_others_is_gone_from_their_timelines(
    play: Play,
) -> None:
    scene = play.scene
    request = await play.run()
    await play.say(scene.guest, WORDS)
    await play.say(scene.boss, "the owner's own words")
    person = await scene.read(identify, scene.guest)
    await play.say_as(request, f"an answer to {WORDS}", person=person)
    assert WORDS in await scene.read(_kept)
    await scene.write(erasing.erase, scene.boss, person, "once")
    kept = await scene.read(_kept)
    assert WORDS not in kept
    assert "Sarah" not in kept
    assert "the owner's own words" in kept


@pytest.mark.rule("O16")
async def test_what_an_agent_wrote_for_a_forgotten_request_is_gone_from_the_timelines_of_others(
    play: Play,
) -> None:
    scene = play.scene
    other = await play.run("agent-0")
    request = await play.run()
    await play.say_as(request, WORDS, agent="agent-0", task=other)
    await play.say_as(other, "of the other request", agent="claude", task=other)
    await play.finish(request)
    await scene.write(keeping.forget, scene.owner, "requests", [request])
    kept = await scene.read(_kept)
    assert WORDS not in kept
    assert "of the other request" in kept


@pytest.mark.rule("R2", "H3")
async def test_who_may_only_look_holds_no_turn_back_by_a_draft(play: Play) -> None:
    await play.scene.write(_only_looks, play.scene.room)
    assert (await outcome(play.hand(who=play.scene.guest))).code is Code.not_yours
