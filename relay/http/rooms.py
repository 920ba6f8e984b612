"""Calls of people about rooms, members, links, standing permissions, machines and the audit log."""

from relay import audit as chain
from relay.http.calls import Call, answers, found
from relay.requests import cancel, erasing, roomviews, undecided
from relay.requests.moves import public_id, visible
from relay.rooms import accounts, grants, invites, logins, machines, members, observers, rooms, seats
from relay.rooms.people import Speaker, identify, need_member, need_owner
from relay.store.ids import owner_of
from relay.store.tx import Refuse, Tx
from relay.wire import audit, people, routes
from relay.wire import machines as machine_wire
from relay.wire.base import Code, Nothing, Problem

# -- rooms ------------------------------------------------------------------------------------------------------


@answers(routes.ROOMS)
async def _rooms(call: Call) -> people.RoomList:
    return await call.store.read(_rooms_of, call.speaker, call.text("observed") == "yes")


def _rooms_of(tx: Tx, speaker: Speaker, observed: bool) -> people.RoomList:
    person = identify(tx, speaker)
    more = roomviews.observed_by(tx, person) if observed else []
    return people.RoomList(rooms=[*roomviews.rooms_of(tx, person), *more])


@answers(routes.ROOM)
async def _room(call: Call) -> people.RoomView:
    return found(await call.store.read(_room_view, call.speaker, call.name("room")))


def _room_view(tx: Tx, speaker: Speaker, room: str) -> people.RoomView | None:
    return roomviews.view(tx, room, identify(tx, speaker))


@answers(routes.NEW_ROOM)
async def _new_room(call: Call) -> people.RoomView:
    person = found(await call.store.read(identify, call.speaker) or None)
    room = await call.store.write(person, rooms.make_room, person, call.body, call.speaker.account)
    return found(await call.store.read(roomviews.view, room, person))


@answers(routes.BIND)
async def _bind(call: Call) -> Nothing:
    room = call.name("room")
    await call.store.write(owner_of(room), _bound, call.speaker, room, call.body)
    return Nothing()


def _bound(tx: Tx, speaker: Speaker, room: str, binding: people.Binding) -> None:
    rooms.bind(tx, room, identify(tx, speaker), binding, speaker.account)


@answers(routes.PUT_IN)
async def _put_in(call: Call) -> Nothing:
    room = call.name("room")
    await call.store.write(owner_of(room), seats.put_in, call.speaker, room, call.body.agent)
    return Nothing()


@answers(routes.TAKE_OUT)
async def _take_out(call: Call) -> Nothing:
    room = call.name("room")
    await call.store.write(owner_of(room), _taken_out, call.speaker, room, call.name("handle"))
    return Nothing()


def _taken_out(tx: Tx, speaker: Speaker, room: str, handle: str) -> None:
    """Its standing permissions there end: put back in, it asks again."""
    agent = seats.take_out(tx, speaker, room, handle)
    grants.revoke_agent(tx, room, agent.id, agent.owner)
    cancel.cancel_queued_on(tx, agent.owner, room, agent.id, "the agent was taken out of the room")


@answers(routes.INVITE)
async def _invite(call: Call) -> people.InviteView:
    room = call.name("room")
    return await call.store.write(owner_of(room), invites.invite, call.speaker, room, call.body)


@answers(routes.INVITES)
async def _invites(call: Call) -> people.InviteList:
    return await call.store.read(_invites_of, call.speaker, call.name("room"))


def _invites_of(tx: Tx, speaker: Speaker, room: str) -> people.InviteList:
    need_owner(tx, room, identify(tx, speaker))
    return people.InviteList(invites=invites.invites_of(tx, room))


@answers(routes.REVOKE_INVITE)
async def _revoke_invite(call: Call) -> Nothing:
    room = call.name("room")
    await call.store.write(owner_of(room), invites.revoke_invite, call.speaker, room, call.name("invite"))
    return Nothing()


@answers(routes.ACCEPT)
async def _accept(call: Call) -> people.RoomView:
    who = _voice(call)
    lane = await call.store.read(invites.lane_of_invite, call.body.token) or ""
    room, person = await call.store.write(lane, invites.accept, who, call.body.token, call.body.name)
    return found(await call.store.read(roomviews.view, room, person))


def _voice(call: Call) -> people.Who:
    if call.speaker.who is None:
        detail = "Do this from the account that is new, through its connector."
        raise Refuse(Problem(code=Code.bad_request, detail=detail))
    return call.speaker.who


@answers(routes.REMOVE)
async def _remove(call: Call) -> Nothing:
    room = call.name("room")
    await call.store.write(owner_of(room), _removed, call.speaker, room, call.name("person"))
    return Nothing()


def _removed(tx: Tx, speaker: Speaker, room: str, person: str) -> None:
    owner = need_owner(tx, room, identify(tx, speaker)).owner
    if observers.remove_observer(tx, room, owner, person, speaker.account):
        return
    if not members.remove_member(tx, room, owner, person, speaker.account):
        raise Refuse(Problem(code=Code.unknown, detail="There is no such member here."))
    grants.revoke_all(tx, room, person, owner)
    cancel.cancel_queued_of(tx, owner, person, room, None, "removed from the room")


@answers(routes.ERASE)
async def _erase(call: Call) -> people.Erased:
    owner = found(await call.store.read(identify, call.speaker) or None)
    return await call.store.write(owner, erasing.erase, call.speaker, call.name("person"), call.body.key)


# -- links, grants, machines, audit -----------------------------------------------------------------------------


@answers(routes.NEW_LINK)
async def _new_link(call: Call) -> people.LinkCode:
    direct = call.body.direct and call.principal.kind == "person"
    person = found(await call.store.read(identify, call.speaker) or None)
    return await call.store.write(person, _link, person, call.speaker.account, direct)


def _link(tx: Tx, person: str, account: str, direct: bool) -> people.LinkCode:
    return invites.new_link(tx, person, account, direct=direct)


async def _lane_of_code(call: Call) -> str:
    row = await call.store.read(invites.link_row, call.body.code)
    if row is None:
        raise Refuse(invites.BAD_CODE)
    return str(row.person)


@answers(routes.REDEEM_LINK)
async def _redeem_link(call: Call) -> people.LinkView:
    who = _voice(call)
    return await call.store.write(await _lane_of_code(call), _redeem, who, call.body.code)


def _redeem(tx: Tx, who: people.Who, code: str) -> people.LinkView:
    view = invites.redeem(tx, who, code)
    if view.confirmed:
        undecided.show_undecided(tx, identify(tx, Speaker(who=who)))
    return view


@answers(routes.CONFIRM_LINK)
async def _confirm_link(call: Call) -> people.LinkView:
    lane = await _lane_of_code(call)
    return await call.store.write(lane, _confirm, call.speaker, call.body.code)


def _confirm(tx: Tx, speaker: Speaker, code: str) -> people.LinkView:
    view = invites.confirm(tx, speaker, code)
    undecided.show_undecided(tx, identify(tx, speaker))
    return view


@answers(routes.SIGN_OUT)
async def _sign_out(call: Call) -> Nothing:
    person = await call.store.read(identify, call.speaker)
    everywhere = call.text("everywhere") == "yes"
    if call.speaker.who is None:
        await call.store.write(person, _logged_out, person, call.token, call.speaker.account, everywhere)
    elif person:
        await call.store.write(person, accounts.sign_out, call.speaker.who.account, person, everywhere)
    return Nothing()


def _logged_out(tx: Tx, person: str, token: str, account: str, everywhere: bool) -> None:
    logins.log_out(tx, person, token, account, everywhere=everywhere)


@answers(routes.NEW_LOGIN)
async def _new_login(call: Call) -> people.LoginToken:
    if call.principal.kind != "person":
        detail = "Make it at your own command line: muti link --computer."
        raise Refuse(Problem(code=Code.not_yours, detail=detail))
    person = call.principal.person
    token = await call.store.write(person, logins.log_in, person, call.body.name, call.speaker.account)
    return people.LoginToken(token=token)


@answers(routes.GRANTS)
async def _grants(call: Call) -> people.GrantList:
    return await call.store.read(_grants_of, call.speaker)


def _grants_of(tx: Tx, speaker: Speaker) -> people.GrantList:
    return people.GrantList(grants=grants.list_grants(tx, identify(tx, speaker)))


@answers(routes.REVOKE_GRANT)
async def _revoke_grant(call: Call) -> Nothing:
    name = call.name("grant")
    await call.store.write(owner_of(name), cancel.revoke_grant, call.speaker, name)
    return Nothing()


@answers(routes.MACHINES)
async def _machines(call: Call) -> machine_wire.MachineList:
    return await call.store.read(_machines_of, call.speaker)


def _machines_of(tx: Tx, speaker: Speaker) -> machine_wire.MachineList:
    return machine_wire.MachineList(machines=machines.machines_of(tx, identify(tx, speaker)))


@answers(routes.NEW_MACHINE)
async def _new_machine(call: Call) -> machine_wire.MachineToken:
    person = found(await call.store.read(identify, call.speaker) or None)
    return await call.store.write(person, machines.register, call.speaker, call.body)


@answers(routes.STOP)
async def _stop(call: Call) -> machine_wire.Stopped:
    person = found(await call.store.read(identify, call.speaker) or None)
    cancelled, running = await call.store.write(person, cancel.stop, person, call.speaker.account, call.body)
    return machine_wire.Stopped(
        cancelled=[str(public_id(row)) for row in cancelled], running=[row.id for row in running]
    )


@answers(routes.AUDIT)
async def _audit(call: Call) -> audit.AuditPage:
    before = call.number("before", 0, 2**53) or None
    limit = call.rows(50)
    request, room = call.text("request"), call.text("room")
    wanted = chain.Wanted(
        who=call.text("who") or None,
        act=call.text("act") or None,
        request=request,
        since=call.number("since", 0, 2**60),
        until=call.number("until", 0, 2**60),
    )
    if wanted != chain.Wanted(request=request):
        person = found(await call.store.read(identify, call.speaker) or None)
        return await call.store.read(chain.search, person, before, limit, wanted)
    return await call.store.read(_audit_page, call.speaker, before, limit, request, room)


def _audit_page(
    tx: Tx, speaker: Speaker, before: int | None, limit: int, request: str | None, room: str | None
) -> audit.AuditPage:
    """The owner's whole log; in a room's or request's a member sees the rows of the member's own acts (U4)."""
    person = identify(tx, speaker)
    owner = owner_of(request) if request else person
    if request and owner != person:
        visible(tx, request, person)
    elif room and not request:
        owner = need_member(tx, room, person).owner
    return chain.page(tx, owner, before, limit, request, None if owner == person else person)


@answers(routes.AUDIT_STATE)
async def _audit_state(call: Call) -> audit.AuditState:
    person = found(await call.store.read(identify, call.speaker) or None)
    check = chain.Check()
    while rows := await call.store.read(chain.rows_after, person, check.number):
        check.follow(rows)
        if check.fault is not None:
            break
    return check.state()
