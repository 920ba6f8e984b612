"""Calls about messages: people and agents say something, machines read their feed, claim receipts and begin turns."""

from relay.coordination import beginning, drafts, receipts, switches
from relay.coordination import messages as verbs
from relay.http.calls import Call, answers, found
from relay.messages import feed, views
from relay.messages.inbox import actor_of
from relay.requests.ask import choose_agent
from relay.rooms.people import Speaker, identify, need_member
from relay.store.ids import owner_of
from relay.store.tx import Refuse, Tx
from relay.wire import messages as wire
from relay.wire import routes
from relay.wire.base import Nothing, Problem

LONGEST_WAIT = 30.0
"""Seconds that a call for the feed is held."""


@answers(routes.SAY)
async def _say(call: Call) -> wire.MessageView:
    room = call.name("room")
    said = await call.store.write(owner_of(room), verbs.say, call.speaker, room, call.body)
    return await _sent(call, said)


@answers(routes.SAY_AS)
async def _say_as(call: Call) -> wire.MessageView:
    request, machine = call.name("request"), call.principal.machine
    said = await call.store.write(owner_of(machine), verbs.say_as, machine, request, call.body)
    return await _sent(call, said)


async def _sent(call: Call, said: str | Problem) -> wire.MessageView:
    if isinstance(said, Problem):
        raise Refuse(said)
    return found(await call.store.read(views.one, said))


@answers(routes.INBOX)
async def _inbox(call: Call) -> wire.Inbox:
    limit = call.rows(50)
    names = call.name("room"), call.text("agent"), call.text("before")
    return await call.store.read(_inbox_of, call.speaker, *names, limit)


def _inbox_of(
    tx: Tx, speaker: Speaker, room: str, agent: str | None, before: str | None, limit: int
) -> wire.Inbox:
    person = identify(tx, speaker)
    row = need_member(tx, room, person)
    receiver = actor_of(choose_agent(tx, row, agent).id) if agent is not None else person
    return views.inbox(tx, room, receiver, before, limit)


@answers(routes.READ_HERE)
async def _read_here(call: Call) -> wire.Receipted:
    room = call.name("room")
    return await call.store.write(owner_of(room), receipts.read_here, call.speaker, room, call.body)


@answers(routes.HAND)
async def _hand(call: Call) -> Nothing:
    room = call.name("room")
    await call.store.write(owner_of(room), drafts.signal, call.speaker, room, call.body)
    return Nothing()


@answers(routes.SWITCHES)
async def _switches(call: Call) -> wire.Switches:
    return await call.store.read(switches.shown, call.speaker, call.name("room"))


@answers(routes.SWITCH)
async def _switch(call: Call) -> wire.Switches:
    room = call.name("room")
    return await call.store.write(owner_of(room), switches.switch, call.speaker, room, call.body)


# -- machines ---------------------------------------------------------------------------------------------------


@answers(routes.FEED)
async def _feed(call: Call) -> wire.Feed:
    """At once if there is a change behind the cursor, else when there is, or when the wait is over."""
    machine, limit = call.principal.machine, call.rows(wire.FEED_PAGE)
    after = call.number("after", 0, 2**62) if call.text("after") is not None else None
    wait = min(float(call.number("wait", 0, 60)), LONGEST_WAIT)
    with call.store.wakes.listen(feed.feed_topic(machine)) as listening:
        page = await call.store.read(views.feed_page, machine, after, limit)
        while not page.changes and not page.fresh:
            if not await listening.heard(wait):
                break
            page = await call.store.read(views.feed_page, machine, after, limit)
        return page


@answers(routes.RECEIPTS)
async def _receipts(call: Call) -> wire.Receipted:
    machine = call.principal.machine
    return await call.store.write(owner_of(machine), receipts.receive, machine, call.body)


@answers(routes.BEGIN_TURN)
async def _begin_turn(call: Call) -> wire.TurnReply:
    machine = call.principal.machine
    return await call.store.write(owner_of(machine), beginning.begin, machine, call.body)
