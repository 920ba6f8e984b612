"""A queue by hand behind aiohttp: SKIP LOCKED and NOTIFY, and nothing that a relay is for."""

import asyncio
import sys
from collections.abc import AsyncIterator

import asyncpg
from aiohttp import web

from tests.benchmarks.children.relay import serve

TABLE = "CREATE TABLE job (id bigint PRIMARY KEY, state text NOT NULL, agent text NOT NULL, payload text NOT NULL)"
INDEX = "CREATE INDEX ready ON job (agent, id) WHERE state = 'ready'"
FILL = "INSERT INTO job SELECT n, 'pending', 'claude', repeat('x', 200) FROM generate_series(1, $1) n"
READY = "UPDATE job SET state = 'ready' WHERE id = $1 AND state = 'pending' RETURNING agent"
CLAIM = """
UPDATE job SET state = 'taken' WHERE id = (
  SELECT id FROM job WHERE state = 'ready' AND agent = $1 ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
) RETURNING id, payload"""


async def prepare(url: str, jobs: int) -> None:
    """The table, with jobs that wait to be released."""
    connection = await asyncpg.connect(url)
    for statement in (TABLE, INDEX):
        await connection.execute(statement)
    await connection.execute(FILL, jobs)
    await connection.close()


class _Queue:
    def __init__(self, url: str) -> None:
        self._url = url
        self._news = asyncio.Event()

    async def connect(self, _: web.Application) -> AsyncIterator[None]:
        self._pool = await asyncpg.create_pool(self._url, min_size=4, max_size=8)
        self._ear = await asyncpg.connect(self._url)
        await self._ear.add_listener("job", lambda *_: self._news.set())
        yield
        await self._ear.close()
        await self._pool.close()

    async def release(self, request: web.Request) -> web.Response:
        await request.read()
        async with self._pool.acquire() as connection, connection.transaction():
            agent = await connection.fetchval(READY, int(request.match_info["job"]))
            await connection.execute("SELECT pg_notify('job', $1)", agent)
        return web.json_response({"state": "ready"})

    async def poll(self, request: web.Request) -> web.Response:
        agent = (await request.json())["agent"]
        while True:
            self._news.clear()
            row = await self._pool.fetchrow(CLAIM, agent)
            if row is not None:
                return web.json_response({"id": row["id"], "payload": row["payload"]})
            await self._news.wait()


async def _main(url: str) -> None:
    queue = _Queue(url)
    app = web.Application()
    app.cleanup_ctx.append(queue.connect)
    app.router.add_post("/release/{job}", queue.release)
    app.router.add_post("/poll", queue.poll)
    await serve(app)


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1]))
