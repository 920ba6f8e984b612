"""Calls of people about requests, by their own token or through a connector."""

from relay.http.calls import LONGEST_PAGE, Call, answers, found
from relay.machine import State
from relay.requests import actionviews, again, ask, cancel, decide, granting, references, settling, views
from relay.requests.moves import public_id
from relay.rooms import joins, rooms
from relay.rooms.people import Speaker, identify, need_member, need_owner
from relay.store.ids import owner_of
from relay.store.sql import Row
from relay.store.tx import Refuse, Tx
from relay.wire import people, requests, routes
from relay.wire.base import Code, Problem


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
    return decided(await call.store.write(lane, again.edit, call.speaker, edit.spot, edit.prompt))


@answers(routes.UNASK)
async def _unask(call: Call) -> requests.Decided:
    edit: requests.Edit = call.body
    lane = await _lane_of_ask(call, edit.spot)
    return decided(await call.store.write(lane, again.unask, call.speaker, edit.spot))


async def _lane_of_ask(call: Call, spot: requests.Spot) -> str:
    _check_platform(call, spot)
    owner = await call.store.read(again.owner_of_ask, spot)
    if owner is None:
        raise Refuse(again.NOT_ASKED)
    return owner


@answers(routes.RETRY)
async def _retry(call: Call) -> requests.Asked:
    name = call.name("request")
    ttl = call.options.approval_ttl
    outcome = await call.store.write(owner_of(name), again.retry, call.speaker, name, call.body.key, ttl)
    return await asked_view(call, outcome)


# -- deciding ---------------------------------------------------------------------------------------------------


@answers(routes.DECIDE)
async def _decide(call: Call) -> requests.Decided:
    name = call.name("request")
    return decided(await call.store.write(owner_of(name), decide.decide, call.speaker, name, call.body))


@answers(routes.DECIDE_ACTION)
async def _decide_action(call: Call) -> requests.ActionView:
    name, action = call.name("request"), call.name("action")
    problem = await call.store.write(owner_of(name), granting.decide, call.speaker, name, action, call.body)
    if problem is not None:
        raise Refuse(problem)
    view = found(await call.store.read(views.one, name))
    return found(next((one for one in view.actions if one.action == action), None))


@answers(routes.SETTLE)
async def _settle(call: Call) -> requests.ActionView:
    name, action, ttl = call.name("request"), call.name("action"), call.options.approval_ttl
    lane = owner_of(name)
    problem = await call.store.write(lane, settling.settle, call.speaker, name, action, call.body, ttl)
    if problem is not None:
        raise Refuse(problem)
    return found(await call.store.read(actionviews.one, action))


@answers(routes.JOINS)
async def _joins(call: Call) -> people.JoinList:
    return await call.store.read(_waiting_joins, call.speaker, call.name("room"))


def _waiting_joins(tx: Tx, speaker: Speaker, room: str) -> people.JoinList:
    need_owner(tx, room, identify(tx, speaker))
    return people.JoinList(joins=joins.waiting_of(tx, room))


@answers(routes.DECIDE_JOIN)
async def _decide_join(call: Call) -> people.JoinView:
    name = call.name("join")
    ttl = call.options.approval_ttl
    problem = await call.store.write(owner_of(name), decide.decide_join, call.speaker, name, call.body, ttl)
    if problem is not None:
        raise Refuse(problem)
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
    after, limit = call.number("after", 0, 2**53), call.rows(LONGEST_PAGE)
    page = await call.store.read(_timeline_page, call.speaker, call.name("request"), after, limit)
    return found(page)


def _timeline_page(
    tx: Tx, speaker: Speaker, request: str, after: int, limit: int
) -> requests.Timeline | None:
    return views.timeline(tx, request, identify(tx, speaker), after, limit)


@answers(routes.REQUESTS)
async def _requests(call: Call) -> requests.RequestList:
    limit = call.rows(50)
    return await call.store.read(
        _list, call.speaker, call.name("room"), call.text("before"), limit, _state(call)
    )


def _state(call: Call) -> State | None:
    said = call.text("state")
    try:
        return None if said is None else State(said)
    except ValueError as error:
        names = ", ".join(State)
        raise Refuse(Problem(code=Code.bad_request, detail=f"'state' has to be one of {names}.")) from error


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
