"""The floor of the PostgreSQL benchmark: the same statements by asyncpg, one at a time on each connection.

Each connection serves one owner, so that none waits for another's lock: the best that this shape can do.
"""

import asyncio
import hashlib
from collections.abc import Iterable

import asyncpg

from tests.benchmarks.raw_sqlite import encode
from tests.benchmarks.stage import Pending

LOCK = """
SELECT number, hash, (extract(epoch from statement_timestamp()) * 1000000)::bigint FROM head WHERE owner=$1 FOR UPDATE"""
APPROVE = """
UPDATE request SET state='approved', seq=seq+1, changed_at=$1, queued_at=$1, decided_by=$2, decided_at=$1,
 decided_key=$3, decision='once', reason=NULL
WHERE id=$4 AND state='pending' AND owner=$2 AND version=1 AND deadline>$1
RETURNING day, number, agent, version, seq"""
EVENT = "INSERT INTO event (request, seq, kind, at, actor, body) VALUES ($1,$2,$3,$4,$5,$6)"
AUDIT = "INSERT INTO audit (owner, number, at, who, request, body, hash) VALUES ($1,$2,$3,$4,$5,$6,$7)"
MOVE_HEAD = "UPDATE head SET number=$1, hash=$2, at=$3 WHERE owner=$4"
PLACE = "UPDATE place SET wanted=$1, changed_at=$2 WHERE subject=$3 AND wanted<$1 RETURNING platform, tenant"


async def connect(url: str, number: int) -> list[asyncpg.Connection]:
    """So many connections."""
    return [await asyncpg.connect(url) for _ in range(number)]


async def approve_all(connections: list[asyncpg.Connection], work: Iterable[Pending]) -> None:
    """Approve everything, an owner to a connection, each approval in a transaction of its own."""
    queues: dict[str, list[Pending]] = {}
    for pending in work:
        queues.setdefault(pending.owner, []).append(pending)
    shares: list[list[Pending]] = [[] for _ in connections]
    for index, queue in enumerate(queues.values()):
        shares[index % len(shares)] += queue
    await asyncio.gather(*(_work(one, share) for one, share in zip(connections, shares, strict=True)))


async def _work(connection: asyncpg.Connection, share: list[Pending]) -> None:
    for pending in share:
        async with connection.transaction():
            await _approve(connection, pending.owner, pending.request)


async def _approve(connection: asyncpg.Connection, owner: str, request: str) -> None:
    last, before, now = await connection.fetchrow(LOCK, owner)
    row = await connection.fetchrow(APPROVE, now, owner, f"tap:{request}", request)
    day, number, agent, version, seq = row
    said = encode({"decision": "once", "version": version})
    await connection.execute(EVENT, request, seq, "approved", now, owner, said)
    body = encode(
        {
            "number": last + 1, "at": now, "act": "approved", "who": owner, "account": "token", "request": request,
            "agent": agent, "result": "ok", "public_id": f"R{day}-{number:02d}", "decision": "once",
            "version": version,
        }
    )  # fmt: skip
    hashed = hashlib.sha256((before + body).encode()).hexdigest()
    await connection.execute(AUDIT, owner, last + 1, now, owner, request, body, hashed)
    await connection.execute(MOVE_HEAD, last + 1, hashed, now, owner)
    await connection.fetch(PLACE, seq, now, request)
