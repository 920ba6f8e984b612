"""Is it alive, can it serve, and how much (O12). Prometheus text format, version 0.0.4."""

from aiohttp import web
from prometheus_client import CollectorRegistry, Gauge, generate_latest
from sqlalchemy import func, select

from relay.http.settings import RelayOptions
from relay.outbox import places
from relay.requests.moves import requests
from relay.store.migrate import is_current
from relay.store.sql import Sql
from relay.store.store import Store
from relay.store.tx import Tx
from relay.sweeper import Sweeper

_OPEN = Sql(
    select(requests.c.state, func.count().label("count"), func.min(requests.c.asked_at).label("oldest"))
    .where(requests.c.ended_at.is_(None))
    .group_by(requests.c.state)
)
_BEHIND = Sql(
    select(func.count().label("count"), func.min(places.c.changed_at).label("oldest")).where(
        places.c.wanted > places.c.shown, places.c.dead.is_(None)
    )
)


def add_routes(app: web.Application, store: Store, options: RelayOptions, sweeper: Sweeper) -> None:
    """/healthz, /readyz and /metrics."""

    async def healthz(_: web.Request) -> web.Response:
        return web.json_response({"alive": True})

    async def readyz(_: web.Request) -> web.Response:
        ready = await _ready(store)
        return web.json_response(ready, status=200 if all(ready.values()) else 503)

    async def metrics(request: web.Request) -> web.Response:
        if not _may_read(request, options):
            return web.json_response({"code": "unauthorized"}, status=401)
        text = await store.read(_metrics, store.waiting(), sweeper.age(), store.wakes.sleeping())
        return web.Response(body=text, headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"})

    app.router.add_get("/healthz", healthz)
    app.router.add_get("/readyz", readyz)
    app.router.add_get("/metrics", metrics)


async def _ready(store: Store) -> dict[str, bool]:
    """``serving`` is false once the relay goes down: whoever spreads calls sends it no more (O15)."""
    serving = not store.wakes.closed
    try:
        return {"serving": serving, "database": True, "migrations": await store.read(is_current)}
    except Exception:
        return {"serving": serving, "database": False, "migrations": False}


def _may_read(request: web.Request, options: RelayOptions) -> bool:
    if options.metrics_token is None:
        return request.remote in ("127.0.0.1", "::1")
    return request.headers.get("Authorization") == f"Bearer {options.metrics_token}"


def _metrics(tx: Tx, waiting: int, sweep_age: float, sleeping: int) -> bytes:
    registry = CollectorRegistry()

    def gauge(name: str, says: str, value: float, **labels: str) -> None:
        found = registry._names_to_collectors.get(name)
        made = found if isinstance(found, Gauge) else Gauge(name, says, list(labels), registry=registry)
        (made.labels(**labels) if labels else made).set(value)

    for row in tx.all(_OPEN):
        age = (tx.now - row.oldest) / 1_000_000
        gauge("muti_requests", "Open requests by state.", row.count, state=row.state)
        gauge("muti_request_age_seconds", "Age of the oldest open request by state.", age, state=row.state)
    behind = tx.one(_BEHIND)
    if behind is not None:
        oldest = (tx.now - behind.oldest) / 1_000_000 if behind.oldest else 0.0
        gauge("muti_outbox_places", "Places that show less than they should.", behind.count)
        gauge("muti_outbox_age_seconds", "Age of the oldest of them.", oldest)
    gauge("muti_store_waiting", "Verbs that wait for their commit.", waiting)
    gauge("muti_sweep_age_seconds", "Since the last sweep that went well.", sweep_age)
    gauge("muti_listeners", "Long polls and streams that are held.", sleeping)
    return generate_latest(registry)
