"""Probes of the relay's database, asked directly: for where the relay itself does not answer."""

import asyncio
import time
from pathlib import Path

from config.settings import Settings
from deploy.findings import Finding, Status


async def try_database(settings: Settings) -> list[Finding]:
    """Does it answer, and has it the schema that this version wants? Nothing in it is changed."""
    from relay.store.migrate import newest

    url = settings.database_url.get_secret_value()
    began = time.monotonic()
    try:
        revision = await asyncio.to_thread(_revision, url)
    except _NotThere as missing:
        return [Finding("database", Status.skip, f"{missing}: the relay makes it at its first start")]
    except Exception as error:
        said = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else 'no answer'}"
        remedy = "start the database, or correct relay.database_url"
        return [Finding("database", Status.fail, said, remedy, _since(began))]
    kind = url.partition(":")[0]
    found = [Finding("database", Status.ok, f"{kind} answers", milliseconds=_since(began))]
    wanted = newest()
    if revision == wanted:
        return [
            *found,
            Finding("migrations", Status.ok, f"at {revision}, the newest", milliseconds=_since(began)),
        ]
    remedy = "the relay migrates when it starts; if that was a newer version, upgrade this one"
    said = f"at {revision or 'none'}, and this version wants {wanted}"
    return [*found, Finding("migrations", Status.warn, said, remedy, _since(began))]


class _NotThere(Exception):
    """There is no such file yet."""


def _revision(url: str) -> str | None:
    from sqlalchemy import create_engine, inspect, text

    if url.startswith("sqlite"):
        path = Path(url.removeprefix("sqlite:///"))
        if not path.exists():
            raise _NotThere(str(path))
        engine = create_engine(f"sqlite:///file:{path}?mode=ro&uri=true")
    else:
        scheme, _, rest = url.partition("://")
        engine = create_engine(f"{scheme}+psycopg://{rest}", connect_args={"connect_timeout": 5})
    try:
        with engine.connect() as connection:
            if not inspect(connection).has_table("alembic_version"):
                return None
            found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
            return str(found) if found is not None else None
    finally:
        engine.dispose()


def _since(began: float) -> int:
    return int((time.monotonic() - began) * 1000)
