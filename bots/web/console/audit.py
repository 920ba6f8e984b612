"""The log of all that the owner has: filtered, checked, exported (U1, U4)."""

import csv
import io
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from aiohttp import web

from bots.text import one_line
from bots.web import parse
from bots.web.answers import dressed, move_on
from bots.web.catalogue_console import CONSOLE
from bots.web.console.frame import FRONT, page
from bots.web.console.now import people_of
from bots.web.visit import Visit
from bots.web.words_web import has, tell
from relay.client import Refused
from relay.wire.audit import AuditPage, AuditRow
from relay.wire.people import RoomView

SHOWN = 50
EXPORTED = 10_000
"""Rows of one export: the command line writes all of them."""

PATH = f"{FRONT}/audit"
ACTS = sorted(key.removeprefix("act_") for key in CONSOLE if key.startswith("act_"))
TWO_WORDS = frozenset(
    {"action_asked", "action_decided", "agent_asked", "asking_refused", "authority_expired", "budget_raised"}
)
"""Acts that are written with a stroke; the others with a space."""

COLUMNS = ("number", "at", "who", "name", "account", "act", "request", "agent", "result", "hash")


def act_of(name: str) -> str:
    """An act as the log writes it, of its name here."""
    return name if name in TWO_WORDS else name.replace("_", " ")


def word_of(act: str, language: str) -> str:
    """An act in words; one that is not known as it is written."""
    key = f"act_{act.replace(' ', '_')}"
    return tell(key, language) if has(key) else one_line(act)


def name_of(row: AuditRow, language: str) -> str:
    """Who did it: a name, or what no person did."""
    key = f"console_who_{row.who}"
    return one_line(row.who_name or (tell(key, language) if has(key) else row.who))


async def show_audit(visit: Visit, rooms: list[RoomView]) -> web.StreamResponse:
    """A page of the log, newest first."""
    wanted, trouble = await _read_filter(visit, rooms)
    before = visit.request.query.get("before", "")
    found = await _page(visit, wanted, int(before) if before.isdecimal() and len(before) < 16 else None)
    kept = {name: visit.request.query.get(name, "") for name in ("who", "act", "request", "from", "to")}
    state = (
        await visit.site.client.audit_state(visit.who) if visit.request.query.get("check") == "yes" else None
    )
    query = urlencode({name: text for name, text in kept.items() if text})
    return page(
        visit,
        "console_audit.html",
        "console_audit",
        rows=[] if trouble else found.rows,
        older=f"{PATH}?{query}{'&' if query else ''}before={found.before}" if found.before else "",
        kept=kept,
        query=query,
        people=people_of(rooms),
        acts=sorted((word_of(act_of(name), visit.language), name) for name in ACTS),
        word_of=lambda act: word_of(act, visit.language),
        name_of=lambda row: name_of(row, visit.language),
        state=state,
        trouble=trouble,
        exported=f"{EXPORTED:,}",
        filtered=bool(query),
    )


async def _page(visit: Visit, wanted: dict[str, Any], before: int | None, limit: int = SHOWN) -> AuditPage:
    return await visit.site.client.audit_page(visit.who, before=before, limit=limit, **wanted)


async def _read_filter(visit: Visit, rooms: Sequence[RoomView]) -> tuple[dict[str, Any], str]:
    """The filter of the address, as the relay takes it; and what could not be understood."""
    said = visit.request.query
    wanted: dict[str, Any] = {}
    if said.get("who") in {member.person for member in people_of(rooms)}:
        wanted["by"] = said["who"]
    if said.get("act") in ACTS:
        wanted["act"] = act_of(said["act"])
    for name, key, day in (("from", "since", 0), ("to", "until", 1)):
        at = read_day(said.get(name, ""))
        if at is not None:
            wanted[key] = at + day * 86_400 * 1_000_000
    public = said.get("request", "").strip()
    if not public:
        return wanted, ""
    request = await _request(visit, public, rooms)
    return ({**wanted, "request": request}, "") if request else (wanted, visit.tell("console_no_request"))


def read_day(text: str) -> int | None:
    """The beginning of a day of UTC, in microseconds, of a date such as 2026-09-06."""
    try:
        return int(datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1_000_000)
    except ValueError:
        return None


async def _request(visit: Visit, public: str, rooms: Sequence[RoomView]) -> str | None:
    if not parse.is_public_id(public.upper()):
        return None
    for room in rooms:
        try:
            return (await visit.site.client.find(visit.who, room.room, public.upper())).requests[0].request
        except Refused:
            continue
    return None


# -- export


async def export(visit: Visit, rooms: list[RoomView]) -> web.StreamResponse:
    """What is shown as a file: CSV or JSON, newest first."""
    form = visit.request.match_info["form"]
    wanted, trouble = await _read_filter(visit, rooms)
    if trouble:
        return move_on(PATH)
    rows: list[AuditRow] = []
    before: int | None = None
    while len(rows) < EXPORTED:
        found = await _page(visit, wanted, before, min(200, EXPORTED - len(rows)))
        rows += found.rows
        before = found.before
        if before is None:
            break
    text, kind = (as_csv(rows), "text/csv") if form == "csv" else (as_json(rows), "application/json")
    headers = {"Content-Disposition": f'attachment; filename="muti-audit.{form}"'}
    return dressed(web.Response(text=text, content_type=kind, charset="utf-8", headers=headers))


def as_json(rows: Sequence[AuditRow]) -> str:
    """The rows whole, with their hashes."""
    return json.dumps([row.model_dump(mode="json") for row in rows], ensure_ascii=False, indent=1)


def as_csv(rows: Sequence[AuditRow]) -> str:
    """The rows as a table (RFC 4180). What a spreadsheet would take for a formula is marked as text."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    for row in rows:
        at = datetime.fromtimestamp(row.at / 1_000_000, UTC).isoformat()
        told = (
            row.number,
            at,
            row.who,
            row.who_name,
            row.account,
            row.act,
            row.request,
            row.handle,
            row.result,
        )
        writer.writerow([plain_cell(cell) for cell in (*told, row.hash)])
    return file.getvalue()


def plain_cell(value: object) -> object:
    """A cell that no spreadsheet runs (OWASP, "CSV injection")."""
    return (
        f"'{value}"
        if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r"))
        else value
    )
