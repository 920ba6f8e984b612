"""Saying something into an inbox: who sent it, what it belongs to, and what may come of it are three checks (M3).

A person is known by a token or an account, an agent by its machine's token and the request that runs there under a
fencing number. Nothing in the text counts.
"""

from relay.authority import chain, terms
from relay.authority.tasks import current_task, live_delegation, task_of
from relay.ids import Unreadable, parse_public_id
from relay.messages.filing import Filing, Original, file_message
from relay.messages.inbox import Letter, actor_of, agent_in, digest_of, message_row, sent_before
from relay.requests import references
from relay.requests.ask import check_role, choose_agent
from relay.requests.delivering import PEOPLE, deliver
from relay.requests.running import GONE, need_running
from relay.rooms.people import Speaker, identify, membership, need_member
from relay.store.sql import Row
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.messages import Say, SayAs, Voice

NOT_THERE = Problem(code=Code.unknown, detail="There is no such message in your inbox here.")
NO_TASK = Problem(code=Code.unknown, detail="There is no such task in this room.")
NOT_YOURS_TO_STOP = Problem(
    code=Code.not_yours, detail="Only who asked for this work, and the room's owner, can stop what it does."
)
NOTHING_RUNS = Problem(code=Code.late, detail="That request is not running; there is nothing to stop.")


def say(tx: Tx, speaker: Speaker, room: str, said: Say) -> str | Problem:
    """A person's message; gives its id. What is refused for want of a right is on the record (U2).

    Raises:
        Refuse: there is no such room, agent, task or question here, or the inbox is full; nothing was changed.
    """
    person = identify(tx, speaker)
    member = need_member(tx, room, person)
    check_role(member)
    known = sent_before(tx, room, person, said.key, digest_of(said))
    if known is not None:
        return known
    original = _original(tx, room, person, said.reply_to)
    if said.reply_to is not None and original is None:
        return _refused(tx, speaker, member, person, NOT_THERE)
    receiver = original.sender if original is not None else actor_of(choose_agent(tx, member, said.agent).id)
    filing = _file(tx, member, receiver, said.task, original, None)
    voice = _voice(tx, member, person, filing)
    if said.stops:
        problem = _may_stop(tx, filing, voice)
        if problem is not None:
            return _refused(tx, speaker, member, person, problem)
    return deliver(
        tx,
        Letter(
            owner=member.owner,
            room=room,
            sender=person,
            receiver=receiver,
            voice=voice,
            body=said.body,
            filing=filing,
            reply_to=said.reply_to,
            key=said.key,
            digest=digest_of(said),
            stops=said.stops,
        ),
    )


def say_as(tx: Tx, machine: str, request: str, said: SayAs) -> str | Problem:
    """A message of the agent of a request that runs on this machine; gives its id.

    Raises:
        Refuse: the request is not running here under this number, its delegation is gone, or there is no such
            receiver, task or question in its room; nothing was changed.
    """
    row = need_running(tx, machine, request, said.fence)
    if row.yielded_at is not None:
        raise Refuse(GONE)
    sender = actor_of(row.agent)
    known = sent_before(tx, row.room, sender, said.key, digest_of(said))
    if known is not None:
        return known
    room = membership(tx, row.room, row.owner)
    assert room is not None, "an owner is of the own room"
    original = _original(tx, row.room, sender, said.reply_to)
    if said.reply_to is not None and original is None:
        tx.audit(row.owner, "message refused", sender, request=row.id, agent=row.agent, result=NOT_THERE.code)
        return NOT_THERE
    receiver = original.sender if original is not None else _receiver(tx, room, row, said)
    return deliver(
        tx,
        Letter(
            owner=row.owner,
            room=row.room,
            sender=sender,
            receiver=receiver,
            voice=Voice.agent,
            body=said.body,
            filing=_file(tx, room, receiver, said.task, original, row.id),
            request=row.id,
            reply_to=said.reply_to,
            key=said.key,
            digest=digest_of(said),
        ),
    )


def _refused(tx: Tx, speaker: Speaker, room: Row, person: str, problem: Problem) -> Problem:
    about = {"account": speaker.account, "result": problem.code, "room": room.id}
    tx.audit(room.owner, "message refused", person, **about)
    return problem


def _original(tx: Tx, room: str, receiver: str, message: str | None) -> Row | None:
    """The question that is answered: a real entry of the answerer's own inbox in this room, else nothing."""
    row = message_row(tx, message) if message is not None else None
    if row is None or (row.room, row.receiver) != (room, receiver):
        return None
    return row


def _receiver(tx: Tx, room: Row, row: Row, said: SayAs) -> str:
    """Another agent of the room that this work may turn to, or a person of the room."""
    if said.person is not None:
        if membership(tx, room.id, said.person) is None:
            raise Refuse(Problem(code=Code.unknown, detail="There is no such person in this room."))
        return said.person
    agent = choose_agent(tx, room, said.agent)
    if agent.id == row.agent:
        raise Refuse(Problem(code=Code.bad_request, detail="That agent is you; write to another one."))
    _check_reach(tx, row.id, agent)
    return actor_of(agent.id)


def _check_reach(tx: Tx, request: str, agent: Row) -> None:
    """What a delegation does not reach is not written to either (D4)."""
    task = task_of(tx, request)
    if task is None:
        return
    allowed = chain.need_live(tx, chain.chain_of(tx, task.delegation))
    if not terms.allows(allowed, "agents", agent.id):
        detail = f"The delegation of this work does not reach the agent '{agent.handle}'."
        raise Refuse(Problem(code=Code.not_yours, detail=detail))


def _file(
    tx: Tx, room: Row, receiver: str, named: str | None, original: Row | None, own: str | None
) -> Filing:
    agent = agent_in(receiver)
    current = current_task(tx, agent, room.id) if agent is not None else None
    return file_message(
        named=_named(tx, room, named),
        original=Original(original.about) if original is not None else None,
        current=current.id if current is not None else None,
        own=own,
    )


def _named(tx: Tx, room: Row, said: str | None) -> str | None:
    """The task of this room that was named, by its id or its public id."""
    if said is None:
        return None
    task = task_of(tx, said) or _by_public_id(tx, room, said)
    if task is None or task.room != room.id:
        raise Refuse(NO_TASK)
    return str(task.id)


def _by_public_id(tx: Tx, room: Row, said: str) -> Row | None:
    try:
        public = parse_public_id(said.strip().upper())
    except Unreadable:
        return None
    return references.by_public_id(tx, room.owner, room.id, public)


def _voice(tx: Tx, room: Row, person: str, filing: Filing) -> Voice:
    """Whose word this is for the task: the owner's, the requester's, or that of somebody else of the room."""
    if person == room.owner:
        return Voice.owner
    task = task_of(tx, filing.task) if filing.task is not None else None
    return Voice.requester if task is not None and task.person == person else Voice.member


def _may_stop(tx: Tx, filing: Filing, voice: Voice) -> Problem | None:
    if voice not in PEOPLE:
        return NOT_YOURS_TO_STOP
    if filing.task is None or live_delegation(tx, filing.task) is None:
        return NOTHING_RUNS
    return None
