"""What is finished costs nothing: with a hundred thousand requests each hot query is still an index search."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from relay import audit, outbox
from relay.authority import allowance, chain, ending, subtree
from relay.authority import tasks as authority_tasks
from relay.coordination import evidence, overseeing
from relay.requests import (
    actionviews,
    ask,
    cancel,
    decide,
    endings,
    executions,
    expiry,
    hosts,
    kinship,
    moves,
    notices,
    overview,
    queue,
    report,
    undecided,
    views,
)
from relay.rooms import grants, observers, people, tokens
from relay.store.sql import Sql
from tests.house import open_store
from tests.relay.scene import Scene, set_scene

FINISHED = 100_000
BACK = 10**12

HOT: dict[str, Sql] = {
    "ask: the same again": ask._BY_ORIGIN,
    "ask: the counter": ask._COUNT,
    "ask: a grant": grants._LIVE,
    "who speaks": people._ACCOUNT,
    "a member": people._MEMBER,
    "a token": tokens._CREDENTIAL,
    "a machine's token": tokens._MACHINE,
    "approve": decide._APPROVE,
    "deny": decide._DENY,
    "cancel": endings._CANCEL,
    "what is queued": cancel._QUEUED_ALL,
    "what a person has queued": cancel._QUEUED_PERSON,
    "what falls due": expiry._DUE_REQUESTS,
    "actions that fall due": expiry._DUE_ACTIONS,
    "join cards that fall due": expiry._DUE_JOINS,
    "leases that fall due": expiry._DUE_LEASES,
    "expire": expiry._EXPIRE,
    "offers": queue._AGENTS,
    "claim": queue._CLAIM,
    "renew": queue._RENEW,
    "what a machine has in hand": hosts._RUNNING,
    "what a request is about": queue._ABOUT,
    "report": report._NOTE,
    "a visible request": moves._VISIBLE,
    "one request": views._ONE,
    "a room's page": views._LIST,
    "what changed in a room": views._CHANGED,
    "the newest change": views._NEWEST,
    "how many are before it": views._AHEAD,
    "a timeline": views._PAGE,
    "the last events": views._LAST,
    "the actions of a request": actionviews.OF_REQUEST,
    "one action": actionviews._ONE,
    "start an action": executions._START,
    "the started actions of a request": executions._STARTED,
    "a chain of delegations": chain._CHAIN,
    "what stands below a delegation": subtree._SUBTREE,
    "delegations whose time is over": ending._DUE,
    "a day's allowance": allowance._OF_DAY,
    "a task": authority_tasks._TASK,
    "the task of a session": authority_tasks._CURRENT,
    "the tasks below one": authority_tasks._CHILDREN,
    "the requests below one": kinship._BELOW,
    "a task with all below it": overseeing.BELOW,
    "the states of a room": overseeing.OF_ROOM,
    "whose room a request is in": overseeing.ROOM_OF,
    "the last commands of a request": evidence.COMMANDS,
    "who observes a room": observers._OBSERVED,
    "what nobody knows the outcome of": undecided._UNSETTLED,
    "the owner's pending": overview.PENDING,
    "the owner's queue": overview.QUEUED,
    "what runs of the owner's": overview.RUNNING,
    "the owner's open actions": overview.ACTIONS,
    "the owner's unknown outcomes": overview.UNKNOWN,
    "the owner's join cards": overview.JOINS,
    "how many are open": overview.COUNTS,
    "how many ask": overview.ASKING,
    "how many are unsettled": overview.UNSETTLED,
    "how many would come in": overview.WAITING_JOINS,
    "the owner's chats": overview.CHATS,
    "today": overview.TODAY,
    "today's decisions": overview.DECIDED,
    "where to tell": notices.DUE_AT,
    "what was told": notices._KNOWN,
    "stale places": outbox._STALE,
    "a thread's request": outbox._OF_THREAD,
    "the log": audit._ALL,
    "a request's log": audit._OF_REQUEST,
    "checking the log": audit._FORWARD,
}
NAMES = {"owners", "askers", "deciders", "enders", "actors", "above", "below", "family"}
SMALL = {"room", "room_agent", "agent", "machine", "person", "member", "binding", "account", *NAMES}
"""Tables that do not grow with the work; a planner may read them from one end to the other."""


def values(sql: Sql, scene: Scene, request: str) -> dict[str, Any]:
    """Something for each name that a statement has: real ones for those that choose rows."""
    known: dict[str, Any] = {
        "the_owner": scene.owner,
        "the_room": scene.room,
        "the_agent": scene.agents["claude"],
        "the_machine": scene.machine,
        "the_person": scene.owner,
        "the_id": request,
        "the_request": request,
        "the_limit": 50,
        "the_before": 2**60 if "FROM audit" in sql.compiled("sqlite").text else "~",
        "the_day": 20260906,
    }
    times = ("now", "time", "until", "cursor", "end")
    ones = ("seq", "version", "fence", "number", "reported", "percent", "after")
    names = [name for name, value in sql.statement.compile().params.items() if value is None]
    return {name: known.get(name, value_of(name, times, ones)) for name in names}


def value_of(name: str, times: tuple[str, ...], ones: tuple[str, ...]) -> int | str:
    if any(part in name for part in times):
        return 10**15
    return 1 if any(part in name for part in ones) else "x"


def rows(scene: Scene, template: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Finished requests, long ago, each like the one that was really made."""
    for number in range(FINISHED):
        at = template["asked_at"] - BACK + number
        yield {
            **template,
            "id": f"{scene.owner}-0{number:020x}",
            "day": 20000101 + number // 1000,
            "number": number % 1000 + 1,
            "origin": f"old:{scene.owner}:{number}",
            "state": "done",
            "asked_at": at,
            "changed_at": at,
            "ended_at": at,
            "started_at": at,
            "queued_at": at,
            "deadline": None,
        }


async def filled(scene: Scene, connection: Any, mark: str) -> str:
    """Grow the house to its finished requests, with events, audit rows and places; gives a live one's id."""
    live = await scene.ask()
    cursor = connection.cursor()
    cursor.execute(f"SELECT * FROM request WHERE id = {mark}", (live,))
    columns = [column[0] for column in cursor.description]
    template = dict(zip(columns, cursor.fetchone(), strict=True))
    many = list(rows(scene, template))
    insert(cursor, "request", columns, mark, [tuple(row[name] for name in columns) for row in many])
    events = [(row["id"], 1, "asked", row["asked_at"], "x", "{}") for row in many]
    insert(cursor, "event", ["request", "seq", "kind", "at", "actor", "body"], mark, events)
    names = ["owner", "number", "at", "who", "request", "body", "hash"]
    log = [(scene.owner, BACK + n, 1, "x", row["id"], "{}", "x") for n, row in enumerate(many)]
    insert(cursor, "audit", names, mark, log)
    cursor.execute(f"SELECT * FROM place WHERE subject = {mark}", (live,))
    columns = [column[0] for column in cursor.description]
    place = dict(zip(columns, cursor.fetchone(), strict=True))
    shown = [
        {**place, "id": f"p-{row['id']}", "subject": row["id"], "shown": place["wanted"], "thread": row["id"]}
        for row in many
    ]
    insert(cursor, "place", columns, mark, [tuple(row[name] for name in columns) for row in shown])
    fill_tasks(cursor, mark, live, [row["id"] for row in many])
    cursor.execute("ANALYZE")
    connection.commit()
    return live


def fill_tasks(cursor: Any, mark: str, live: str, requests: list[str]) -> None:
    """The finished requests' tasks, all below one, and their settled delegations."""
    for name, key, ended in (("task", "id", "stopped"), ("delegation", "task", "settled")):
        cursor.execute(f"SELECT * FROM {name} WHERE {key} = {mark}", (live,))
        columns = [column[0] for column in cursor.description]
        like = dict(zip(columns, cursor.fetchone(), strict=True))
        many = [
            {
                **like,
                "id": one if name == "task" else f"d-{one}",
                "state": ended,
                "parent": f"up-{index // 50}",
            }
            | ({} if name == "task" else {"task": one, "expires_at": 1})
            for index, one in enumerate(requests)
        ]
        insert(cursor, name, columns, mark, [tuple(row[column] for column in columns) for row in many])


def insert(cursor: Any, name: str, columns: list[str], mark: str, many: list[tuple[Any, ...]]) -> None:
    listed = ", ".join(f'"{column}"' for column in columns)
    if mark == "?":
        marks = ", ".join("?" * len(columns))
        cursor.executemany(f'INSERT INTO "{name}" ({listed}) VALUES ({marks})', many)
        return
    with cursor.copy(f'COPY "{name}" ({listed}) FROM STDIN') as copy:
        for row in many:
            copy.write_row(row)


@contextmanager
def opened(connection: Any) -> Iterator[Any]:
    try:
        yield connection
    finally:
        connection.close()


@pytest.mark.slow
@pytest.mark.rule("J5")
async def test_on_sqlite_every_hot_query_searches_an_index(sqlite_url: str) -> None:
    async with open_store(sqlite_url) as store:
        scene = await set_scene(store)
        with opened(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as connection:
            live = await filled(scene, connection, "?")
            scans = {}
            for name, sql in HOT.items():
                compiled = sql.compiled("sqlite")
                plan = connection.execute(
                    f"EXPLAIN QUERY PLAN {compiled.text}", compiled.bind(values(sql, scene, live))
                ).fetchall()
                scanned = [
                    step[3] for step in plan if step[3].startswith("SCAN") and "CONSTANT" not in step[3]
                ]
                scans[name] = [step for step in scanned if step.split()[1] not in SMALL]
        assert {name: found for name, found in scans.items() if found} == {}


@pytest.mark.slow
@pytest.mark.rule("J5")
@pytest.mark.postgres
async def test_on_postgresql_every_hot_query_searches_an_index(postgres_url: str) -> None:
    """With plans for any value, as prepared statements get them: that is where a partial index is lost."""
    async with open_store(postgres_url) as store:
        scene = await set_scene(store)
        with opened(psycopg.connect(postgres_url)) as connection:
            live = await filled(scene, connection, "%s")
            connection.execute("SET plan_cache_mode = force_generic_plan")
            connection.prepare_threshold = 0
            read: dict[str, float] = {}
            for name, sql in HOT.items():
                compiled = sql.compiled("postgresql")
                explain = f"EXPLAIN (FORMAT JSON, ANALYZE, TIMING OFF) {compiled.text}"
                try:
                    (plan,) = connection.execute(explain, compiled.bind(values(sql, scene, live))).fetchone()
                finally:
                    connection.rollback()
                    connection.execute("SET plan_cache_mode = force_generic_plan")
                read[name] = rows_read(plan[0]["Plan"])
        assert {name: count for name, count in read.items() if count > 6000} == {}


def rows_read(plan: dict[str, Any]) -> float:
    """Rows that a plan has looked at, those that it threw away included."""
    own = 0.0
    if "Scan" in plan["Node Type"] and plan.get("Relation Name") not in SMALL:
        thrown = plan.get("Rows Removed by Filter", 0) + plan.get("Rows Removed by Index Recheck", 0)
        own = (plan["Actual Rows"] + thrown) * plan["Actual Loops"]
    return own + sum(rows_read(part) for part in plan.get("Plans", []))
