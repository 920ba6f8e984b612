"""Invitations that are typed, people who may only watch, join cards as a list, and signing out."""

import pytest
from sqlalchemy import select

from relay.rooms.codes import plain_code
from relay.store.sql import Sql, table
from relay.store.tables import HeadRow
from relay.store.tx import Tx
from relay.wire.base import Code
from relay.wire.people import AcceptInvite, NewInvite, Role, Who
from relay.wire.requests import Ask
from tests.house import House
from tests.relay.players import refused

KEY = "a-key-that-only-the-owner-has"


async def come_in(house: House, name: str, role: Role) -> Who:
    who = house.who(name)
    invite = await house.client("owner").invite(None, house.room, NewInvite(role=role))
    assert invite.token is not None
    room = await house.client("slack").accept(who, AcceptInvite(token=invite.token, name=who.name))
    assert room.my_role is role
    return who


@pytest.mark.rule("R5")
async def test_an_invitation_is_a_code_that_may_be_typed_in_small_letters_and_groups(house: House) -> None:
    invite = await house.client("owner").invite(None, house.room, NewInvite(role=Role.guest))
    assert invite.token is not None
    assert plain_code(invite.token) == invite.token
    typed = " " + "-".join(invite.token[at : at + 4] for at in range(0, 16, 4)).lower() + " "
    room = await house.client("slack").accept(house.who("gil"), AcceptInvite(token=typed, name="Gil"))
    assert room.my_role is Role.guest


@pytest.mark.rule("R5", "L4")
async def test_the_same_key_makes_one_invitation_and_another_room_or_key_another(house: House) -> None:
    owner = house.client("owner")
    made = [await owner.invite(None, house.room, NewInvite(key=KEY)) for _ in range(2)]
    other = await owner.invite(None, house.room, NewInvite(key=KEY + "2"))
    assert made[0] == made[1]
    assert made[0].token not in (None, other.token)
    assert len((await owner.invites(None, house.room)).invites) == 2


@pytest.mark.rule("R5", "R6")
async def test_a_watcher_sees_what_happens_and_cannot_ask_or_ask_again(house: House) -> None:
    who = await come_in(house, "wanda", Role.watcher)
    seen = await house.ask(await house.member("sarah"))
    assert (await house.client("slack").request(who, seen.request)).prompt == "do it"
    asked = Ask(spot=house.spot(), prompt="mine")
    assert (await refused(house.client("slack").ask(who, asked))).code is Code.not_yours
    assert len((await house.client("owner").requests_of(None, house.room)).requests) == 1


@pytest.mark.rule("R5")
async def test_join_cards_that_wait_are_listed_for_the_owner_only(house: House) -> None:
    member = await house.member("sarah")
    cards = [
        (await house.client("slack").ask(house.who(name), Ask(spot=house.spot(), prompt=name))).join
        for name in ("tom", "una")
    ]
    listed = (await house.client("owner").joins(None, house.room)).joins
    assert listed == cards
    assert (await refused(house.client("slack").joins(member, house.room))).code is Code.owner_only
    assert (await refused(house.client("slack").joins(house.who("zoe"), house.room))).code is Code.unknown


@pytest.mark.rule("U2")
async def test_signing_out_makes_one_account_nobodys_and_everywhere_all_of_the_platform(house: House) -> None:
    slack, web = house.client("slack"), house.client("web")
    first, second = await house.link_owner("phone", "web"), await house.link_owner("desk", "web")
    chat = await house.link_owner("olga")
    await web.sign_out(first)
    assert not (await web.rooms(first)).rooms
    assert (await web.rooms(second)).rooms
    third = await house.link_owner("tablet", "web")
    await web.sign_out(second, everywhere=True)
    await web.sign_out(second, everywhere=True)
    assert not (await web.rooms(third)).rooms
    assert (await slack.rooms(chat)).rooms
    acts = [row.act for row in (await house.client("owner").audit_page(None)).rows]
    assert acts.count("signed out") == 3


@pytest.mark.rule("U4")
async def test_of_a_rooms_log_a_member_sees_the_members_own_rows(house: House) -> None:
    sarah, tom = await house.member("sarah"), await house.member("tom")
    await house.ask(sarah)
    await house.ask(tom)
    slack = house.client("slack")
    me = (await slack.room(sarah, house.room)).me
    rows = (await slack.audit_page(sarah, room=house.room)).rows
    assert [row.act for row in rows] == ["asked", "joined"]
    assert {row.who for row in rows} == {me}
    whole = (await house.client("owner").audit_page(None, room=house.room)).rows
    assert len(whole) > len(rows) + 2
    assert (await refused(slack.audit_page(house.who("zoe"), room=house.room))).code is Code.unknown


@pytest.mark.rule("R2")
async def test_a_name_that_nothing_has_leaves_nothing_in_the_database(house: House) -> None:
    sarah = await house.member("sarah")
    before = await house.store.read(owners)
    for name in ("nonsense", "f" * 16 + "-0000000000000000000000", "x" * 80):
        await refused(house.client("slack").cancel(sarah, name, "key"))
    assert await house.store.read(owners) == before


def owners(tx: Tx) -> list[str]:
    heads = table(HeadRow)
    return sorted(str(row.owner) for row in tx.all(Sql(select(heads.c.owner))))
