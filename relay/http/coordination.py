"""Calls about work between agents: asking, moving, revoking, limits, and the task of a request."""

from relay.coordination import children, limits, moving, overseeing, revoking, tree
from relay.http.calls import Call, answers, found
from relay.requests.actions import lifetimes
from relay.requests.ask import shortest
from relay.rooms.people import Speaker, identify
from relay.store.ids import owner_of
from relay.store.tx import Refuse, Tx
from relay.wire import coordination as wire
from relay.wire import routes, supervision
from relay.wire.base import Nothing, Problem


@answers(routes.ASK_AGENT)
async def _ask_agent(call: Call) -> wire.ChildAsked:
    name, machine = call.name("request"), call.principal.machine
    ttl = shortest(call.options.approval_ttl, *(await call.store.read(lifetimes, name))) / 1_000_000
    answer = await call.store.write(owner_of(machine), children.ask_agent, machine, name, call.body, ttl)
    if isinstance(answer, Problem):
        raise Refuse(answer)
    return answer


@answers(routes.MOVE)
async def _move(call: Call) -> wire.Moved:
    name = call.name("request")
    answer = await call.store.write(owner_of(name), moving.move, call.speaker, name, call.body)
    if isinstance(answer, Problem):
        raise Refuse(answer)
    return answer


@answers(routes.REVOKE)
async def _revoke(call: Call) -> wire.Revoked:
    name = call.name("request")
    answer = await call.store.write(owner_of(name), revoking.revoke, call.speaker, name, call.body)
    if isinstance(answer, Problem):
        raise Refuse(answer)
    return answer


@answers(routes.TASK)
async def _task(call: Call) -> wire.TaskTree:
    return found(await call.store.read(_task_of, call.speaker, call.name("request")))


def _task_of(tx: Tx, speaker: Speaker, request: str) -> wire.TaskTree | None:
    return tree.task_tree(tx, request, identify(tx, speaker))


@answers(routes.TREE)
async def _tree(call: Call) -> supervision.Tree:
    whole = call.text("whole") == "yes"
    return await call.store.read(_tree_of, call.speaker, call.name("request"), whole)


def _tree_of(tx: Tx, speaker: Speaker, request: str, whole: bool) -> supervision.Tree:
    return overseeing.tree_of(tx, speaker, request, whole=whole)


@answers(routes.STATES)
async def _states(call: Call) -> supervision.StateList:
    limit = call.rows(50)
    return await call.store.read(
        overseeing.states_of, call.speaker, call.name("room"), call.text("before"), limit
    )


@answers(routes.LET_AGENTS_ASK)
async def _let_agents_ask(call: Call) -> Nothing:
    room = call.name("room")
    await call.store.write(owner_of(room), limits.let_agents_ask, call.speaker, room, call.body)
    return Nothing()


@answers(routes.ALLOWANCE)
async def _allowance(call: Call) -> Nothing:
    grant = call.name("grant")
    await call.store.write(owner_of(grant), limits.set_allowance, call.speaker, grant, call.body)
    return Nothing()
