"""Calls of machines: hello, poll, take, report, ask before acting."""

from relay.http.calls import Call, answers
from relay.requests import actions, executions, hosts, queue, report
from relay.requests.ask import shortest
from relay.requests.moves import machine_topic
from relay.store.ids import owner_of
from relay.store.tx import Refuse
from relay.wire import machines as wire
from relay.wire import routes
from relay.wire.base import Nothing, Problem


@answers(routes.HELLO)
async def _hello(call: Call) -> wire.Welcome:
    machine = call.principal.machine
    return await call.store.write(owner_of(machine), hosts.hello, machine, call.body)


@answers(routes.POLL)
async def _poll(call: Call) -> wire.Work:
    machine, poll = call.principal.machine, call.body
    with call.store.wakes.listen(machine_topic(machine)) as listening:
        work, due = await call.store.read(queue.look, machine, poll)
        if due:
            await call.store.write(owner_of(machine), queue.renew, machine, poll)
        while not (work.offers or work.flags or work.answers):
            if not await listening.heard(poll.wait):
                break
            work, _ = await call.store.read(queue.look, machine, poll)
        return work


@answers(routes.START)
async def _start(call: Call) -> wire.Claim:
    name, machine = call.name("request"), call.principal.machine
    return await call.store.write(owner_of(machine), queue.start, machine, name, call.body)


@answers(routes.TAKE_UP)
async def _take_up(call: Call) -> wire.Claim:
    name, machine = call.name("request"), call.principal.machine
    return await call.store.write(owner_of(machine), queue.take_up, machine, name, call.body)


@answers(routes.REPORT)
async def _report(call: Call) -> wire.Reported:
    name, machine = call.name("request"), call.principal.machine
    return await call.store.write(owner_of(machine), report.report, machine, name, call.body)


@answers(routes.ASK_ACTION)
async def _ask_action(call: Call) -> wire.ActionAnswer:
    name, machine = call.name("request"), call.principal.machine
    lifetimes = await call.store.read(actions.lifetimes, name)
    ttl = shortest(call.options.approval_ttl, *lifetimes)
    return await call.store.write(owner_of(machine), actions.ask, machine, name, call.body, ttl)


@answers(routes.USE_ACTION)
async def _use_action(call: Call) -> wire.ActionAnswer:
    name, action, machine = call.name("request"), call.name("action"), call.principal.machine
    answer = await call.store.write(owner_of(machine), executions.start, machine, name, action, call.body)
    if isinstance(answer, Problem):
        raise Refuse(answer)
    return answer


@answers(routes.REVOKE_MACHINE)
async def _revoke(call: Call) -> Nothing:
    name = call.name("machine")
    await call.store.write(owner_of(name), hosts.revoke, call.speaker, name, call.options.revoked_limit)
    return Nothing()
