"""What must be so after any storm: each ask is one request, shown once, as it stands now, and ended once."""

import contextlib
import sqlite3
from collections import Counter
from typing import TYPE_CHECKING, Any

from bots.feishu.marks import make_mark, mark_of
from bots.words import say
from tests.bots.soaks.findings import Findings, read_requests

if TYPE_CHECKING:
    from tests.bots.feishu.soak import Office

LIVE = frozenset({"approve", "always", "deny"})
OVER = frozenset({"done", "failed", "cancelled", "expired"})

Requests = dict[str, dict[str, Any]]


def check(office: "Office") -> Findings:
    """Compare what people did with what the relay has and Feishu shows."""
    found, requests = Findings(), read_requests(office.database)
    for message, ask in office.asks.items():
        request, text = requests.get(message), office.wanted[message]
        if request is None and message not in office.recalled:
            found.lost.append(f"{ask.chat}:{ask.thread_id}:{message}:{text}")
        if request is not None and request["state"] == "pending":
            if message in office.recalled:
                found.untrue.append(f"{message} was recalled and still waits")
            elif request["prompt"] != text:
                found.stale.append(f"{message}: {request['prompt']!r} is not {text!r}")
    found.lost += [f"nobody asked {message}" for message in requests.keys() - office.asks.keys()]
    _check_messages(office, requests, found)
    _check_taps(office, requests, found)
    return found


def _check_messages(office: "Office", requests: Requests, found: Findings) -> None:
    """Each part of each place stands once; each request has its first message, and its last one at its end."""
    marks: Counter[str] = Counter()
    titles: dict[str, str] = {}
    for message in office.shown():
        if message.card and (mark := mark_of(message.card)):
            marks[mark] += 1
            titles[mark] = office.feishu.title(message, "en_us")
    found.doubled += [f"{mark} {count} times" for mark, count in marks.items() if count > 1]
    places = _asked_places(office)
    for request in requests.values():
        place, state = places.get(request["id"]), request["state"]
        if place is None:
            continue
        anchor = make_mark(place, "anchor")
        if anchor not in marks:
            found.unshown.append(f"{request['id']} has no first message")
        elif state in OVER and not titles[anchor].endswith(say(f"state.{state}", "en")):
            found.stale.append(f"{titles[anchor]!r} of {request['id']} is {state}")
        if state == "done" and make_mark(place, "final") not in marks:
            found.unshown.append(f"{request['id']} has no last message")


def _asked_places(office: "Office") -> dict[str, str]:
    """The place in which each request was asked, unless it is out of reach."""
    query = "select subject, id from place where role = 'asked' and dead is null"
    with contextlib.closing(sqlite3.connect(office.database)) as connection:
        return {str(subject): str(place) for subject, place in connection.execute(query)}


def _check_taps(office: "Office", requests: Requests, found: Findings) -> None:
    """What was said to count counts, no two decisions count, and no card offers what is decided."""
    states = {request["id"]: str(request["state"]) for request in requests.values()}
    edited = {requests[message]["id"] for message in office.edited if message in requests}
    for request, said in office.taps.items():
        state = states.get(request)
        counted = {act for act, kind in said if kind == "success"}
        if len(counted) > 1:
            found.doubled.append(f"{request} was decided as {counted}")
        if counted == {"approve"} and state in ("pending", "expired"):
            found.untrue.append(f"{request} was approved and is {state}")
        if counted == {"deny"} and state != "cancelled":
            found.untrue.append(f"{request} was denied and is {state}")
        kept = any(kind == "info" for _, kind in said)
        if kept and state == "pending" and request not in edited:
            found.untrue.append(f"a tap on {request} was kept and is lost")
    for message in office.shown():
        for value in office.feishu.values(message):
            if value.get("act") in LIVE and states.get(str(value.get("request")), "pending") != "pending":
                found.untrue.append(f"{message.id} still offers {value}")
