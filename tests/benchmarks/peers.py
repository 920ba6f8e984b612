"""Two job queues on PostgreSQL that many rely on, as their own documentation uses them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import asyncpg
import procrastinate
from pgqueuer import PgQueuer
from pgqueuer.db import AsyncpgDriver
from pgqueuer.models import Job
from pgqueuer.queries import Queries

Release = Callable[[int], Awaitable[object]]
TASK = "benchmark"


def _app(url: str) -> procrastinate.App:
    return procrastinate.App(connector=procrastinate.PsycopgConnector(conninfo=url))


@asynccontextmanager
async def procrastinate_producer(url: str) -> AsyncIterator[Release]:
    """Makes the tables; gives what hands one job over."""
    async with _app(url).open_async() as app:
        await app.schema_manager.apply_schema_async()
        deferrer = app.configure_task(TASK)
        yield lambda job: deferrer.defer_async(job=job)


async def work_for_procrastinate(url: str, had: Callable[[int], None]) -> None:
    """Work for ever."""
    app = _app(url)

    @app.task(name=TASK)
    async def task(job: int) -> None:
        had(job)

    async with app.open_async():
        worker = asyncio.create_task(app.run_worker_async(install_signal_handlers=False))
        await asyncio.sleep(1)  # it does not say when it listens
        had(0)
        await worker


@asynccontextmanager
async def pgqueuer_producer(url: str) -> AsyncIterator[Release]:
    """Makes the tables; gives what hands one job over."""
    connection = await asyncpg.connect(url)
    queries = Queries(AsyncpgDriver(connection))
    await queries.install()
    try:
        yield lambda job: queries.enqueue(TASK, str(job).encode())
    finally:
        await connection.close()


async def work_for_pgqueuer(url: str, had: Callable[[int], None]) -> None:
    """Work for ever."""
    connection = await asyncpg.connect(url)
    pgq = PgQueuer(AsyncpgDriver(connection))

    @pgq.entrypoint(TASK)
    async def task(job: Job) -> None:
        assert job.payload is not None
        had(int(job.payload))

    worker = asyncio.create_task(pgq.run())
    await asyncio.sleep(1)  # it does not say when it listens
    had(0)
    await worker
