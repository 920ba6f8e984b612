"""Calls of people, by their own token or through a connector."""

from relay import audit as chain
from relay.http.calls import Call, answers, found
from relay.requests import actions, ask, cancel, decide, references, roomviews, views
from relay.requests.moves import public_id, visible
from relay.rooms import grants, invites, joins, machines, members, rooms
from relay.rooms.people import Speaker, identify, need_member, need_owner
from relay.store.ids import owner_of
from relay.store.sql import Row
from relay.store.tx import Refuse, Tx
from relay.wire import audit, people, requests, routes
from relay.wire import machines as machine_wire
from relay.wire.base import Code, Nothing, Problem

LONGEST_PAGE = 200


def decided(row: Row | Problem) -> requests.Decided:
    """What a command led to, or its refusal."""
    if isinstance(row, Problem):
        raise Refuse(row)
    return requests.Decided(
        request=row.id,
        public_id=str(public_id(row)),
        state=row.state,
        version=row.version,
        seq=row.seq,
    )


# -- asking -----------------------------------------------------------------------------------------------------


@answers(routes.ASK)
async def _ask(call: Call) -> requests.Asked:
    asked: requests.Ask = call.body
    _check_platform(call, asked.spot)
    room = asked.room or await _room_of_spot(call, asked.spot)
    outcome = await call.store.write(
        owner_of(room), ask.ask, call.speaker, asked, room, call.options.approval_ttl
    )
    return await asked_view(call, outcome)


def _check_platform(call: Call, spot: requests.Spot) -> None:
    """A connector says only what was said on its own platform."""
    if call.principal.kind == "connector" and spot.platform != call.principal.platform:
        detail = f"A connector of {call.principal.platform} cannot say what was said on {spot.platform}."
        raise Refuse(Problem(code=Code.not_yours, detail=detail))


async def _room_of_spot(call: Call, spot: requests.Spot) -> str:
    """The room that hears a chat; a direct message has one of its own (R13).

    Raises:
        Refuse: nobody hears it.
    """
    _check_platform(call, spot)
    room = await call.store.read(rooms.room_of_chat, spot)
    owner = call.speaker.installation_owner
    if room is None and spot.direct and owner is not None:
        return await call.store.write(owner, _direct_room, owner, call.speaker, spot)
    if room is None:
        detail = "No room hears this place. The owner can bind it: muti room bind."
        raise Refuse(Problem(code=Code.unbound, detail=detail))
    return room


def _direct_room(tx: Tx, owner: str, speaker: Speaker, spot: requests.Spot) -> str:
    return rooms.direct_room(tx, owner, identify(tx, speaker), spot)


async def asked_view(call: Call, outcome: ask.Outcome) -> requests.Asked:
    """The request or the card that an ask became."""
    request = await call.store.read(views.one, outcome.request) if outcome.request else None
    join = await call.store.read(joins.view, outcome.join) if outcome.join else None
    return requests.Asked(request=request, join=join, repeated=outcome.repeated)


@answers(routes.EDIT)
async def _edit(call: Call) -> requests.Decided:
    edit: requests.Edit = call.body
    lane = await _lane_of_ask(call, edit.spot)
    return decided(await call.store.write(lane, ask.edit, call.speaker, edit.spot, edit.prompt))


@answers(routes.UNASK)
async def _unask(call: Call) -> requests.Decided:
    edit: requests.Edit = call.body
    lane = await _lane_of_ask(call, edit.spot)
    return decided(await call.store.write(lane, ask.unask, call.speaker, edit.spot))


async def _lane_of_ask(call: Call, spot: requests.Spot) -> str:
    _check_platform(call, spot)
    owner = await call.store.read(ask.owner_of_ask, spot)
    if owner is None:
        raise Refuse(ask.NOT_ASKED)
    return owner


@answers(routes.RETRY)
async def _retry(call: Call) -> requests.Asked:
    name = call.name("request")
    ttl = call.options.approval_ttl
    outcome = await call.store.write(owner_of(name), ask.retry, call.speaker, name, call.body.key, ttl)
    return await asked_view(call, outcome)


# -- deciding ---------------------------------------------------------------------------------------------------


@answers(routes.DECIDE)
async def _decide(call: Call) -> requests.Decided:
    name = call.name("request")
    return decided(await call.store.write(owner_of(name), decide.decide, call.speaker, name, call.body))


@answers(routes.DECIDE_ACTION)
async def _decide_action(call: Call) -> requests.ActionView:
    name, action = call.name("request"), call.name("action")
    problem = await call.store.write(owner_of(name), actions.decide, call.speaker, name, action, call.body)
    if problem is not None:
        raise Refuse(problem)
    view = found(await call.store.read(views.one, name))
    return found(next((one for one in view.actions if one.action == action), None))


@answers(routes.DECIDE_JOIN)
async def _decide_join(call: Call) -> people.JoinView:
    name = call.name("join")
    ttl = call.options.approval_ttl
    await call.store.write(owner_of(name), decide.decide_join, call.speaker, name, call.body, ttl)
    return found(await call.store.read(joins.view, name))


@answers(routes.CANCEL)
async def _cancel(call: Call) -> requests.Decided:
    name = call.name("request")
    return decided(await call.store.write(owner_of(name), cancel.cancel, call.speaker, name))


@answers(routes.RESUME)
async def _resume(call: Call) -> requests.Decided:
    name = call.name("request")
    return decided(await call.store.write(owner_of(name), cancel.resume, call.speaker, name))


@answers(routes.CLOSE)
async def _close(call: Call) -> requests.Decided:
    name = call.name("request")
    return decided(await call.store.write(owner_of(name), cancel.close, call.speaker, name, call.body.reason))


# -- looking ----------------------------------------------------------------------------------------------------


@answers(routes.REQUEST)
async def _request(call: Call) -> requests.RequestView:
    return found(await call.store.read(_seen, call.speaker, call.name("request")))


def _seen(tx: Tx, speaker: Speaker, request: str) -> requests.RequestView | None:
    return views.seen(tx, request, identify(tx, speaker))


@answers(routes.TIMELINE)
async def _timeline(call: Call) -> requests.Timeline:
    after, limit = call.number("after", 0, 2**53), call.number("limit", LONGEST_PAGE, LONGEST_PAGE)
    page = await call.store.read(_timeline_page, call.speaker, call.name("request"), after, limit)
    return found(page)


def _timeline_page(
    tx: Tx, speaker: Speaker, request: str, after: int, limit: int
) -> requests.Timeline | None:
    return views.timeline(tx, request, identify(tx, speaker), after, limit)


@answers(routes.REQUESTS)
async def _requests(call: Call) -> requests.RequestList:
    limit = max(1, call.number("limit", 50, LONGEST_PAGE))
    return await call.store.read(
        _list, call.speaker, call.name("room"), call.text("before"), limit, call.text("state")
    )


def _list(
    tx: Tx, speaker: Speaker, room: str, before: str | None, limit: int, state: str | None
) -> requests.RequestList:
    person = identify(tx, speaker)
    need_member(tx, room, person)
    found_ones = views.listed(tx, room, person, before, limit, state)
    more = found_ones[-1].request if len(found_ones) == limit else None
    return requests.RequestList(requests=found_ones, more=more)


@answers(routes.FIND)
async def _find(call: Call) -> requests.RequestList:
    text, thread = call.text("text") or "", call.text("thread")
    return await call.store.read(_found, call.speaker, call.name("room"), text, thread)


def _found(tx: Tx, speaker: Speaker, room: str, text: str, thread: str | None) -> requests.RequestList:
    person = identify(tx, speaker)
    row = need_member(tx, room, person)
    public = references.read_typed(tx, text, thread)
    request = references.by_public_id(tx, row.owner, room, public)
    view = views.seen(tx, request.id, person) if request else None
    return requests.RequestList(requests=[found(view)])


# -- rooms ------------------------------------------------------------------------------------------------------


@answers(routes.ROOMS)
async def _rooms(call: Call) -> people.RoomList:
    return await call.store.read(_rooms_of, call.speaker)


def _rooms_of(tx: Tx, speaker: Speaker) -> people.RoomList:
    return people.RoomList(rooms=roomviews.rooms_of(tx, identify(tx, speaker)))


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
    if not members.remove_member(tx, room, owner, person, speaker.account):
        raise Refuse(Problem(code=Code.unknown, detail="There is no such member here."))
    grants.revoke_all(tx, room, person, owner)
    cancel.cancel_queued_of(tx, owner, person, room, None, "removed from the room")


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
    return await call.store.write(await _lane_of_code(call), invites.redeem, who, call.body.code)


@answers(routes.CONFIRM_LINK)
async def _confirm_link(call: Call) -> people.LinkView:
    lane = await _lane_of_code(call)
    return await call.store.write(lane, invites.confirm, call.speaker, call.body.code)


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
    limit = max(1, call.number("limit", 50, LONGEST_PAGE))
    return await call.store.read(_audit_page, call.speaker, before, limit, call.text("request"))


def _audit_page(
    tx: Tx, speaker: Speaker, before: int | None, limit: int, request: str | None
) -> audit.AuditPage:
    """The owner's whole log; a member sees the rows of the member's own acts in a request's log (U4)."""
    person = identify(tx, speaker)
    owner = owner_of(request) if request else person
    if request and owner != person:
        visible(tx, request, person)
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
