"""A request as a Feishu task (F6): what it shows, and what of a task that stands has to be changed. Pure.

Source: open.feishu.cn, task v2: a summary and a description of at most 3000 characters each; ``completed_at`` in
milliseconds since 1970, "0" while it is open; ``extra`` is carried for the app that made the task.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bots.connector import Part, Urgency
from bots.feishu.marks import make_key
from bots.feishu.reader import Reader, person_name, shorten, title
from bots.handed import asker_of
from bots.text import one_line
from relay.machine import FINAL
from relay.wire.places import PlaceRole, PlaceView
from relay.wire.requests import RequestView

Json = dict[str, Any]

PART = "task"
PLATFORM = "feishu"
GLIMPSE_CHARACTERS = 120
DESCRIPTION_CHARACTERS = 2000
THREAD = "/client/thread/open?"
OPEN = "0"
"""``completed_at`` of a task that is not done."""


@dataclass(frozen=True)
class Work:
    """Which request a task mirrors, and where its work stands: the chat, and the first message of ours there."""

    request: str
    channel: str
    anchor: str
    direct: bool


def task_part(place: PlaceView, refs: Mapping[str, str], owner: str) -> Part | None:
    """The task of a request, once its work has a place to link to.

    ``owner`` is the union id of the request's owner; empty where it is not known.
    """
    view, anchor = place.request, refs.get("anchor", "")
    if view is None or place.role is PlaceRole.owner or not anchor.startswith("om_"):
        return None
    work = Work(view.request, place.channel, anchor, place.direct)
    told = {**_told(view, Reader(place.language)), "members": _members(view, owner), "work": vars(work)}
    return Part(PART, None, {"task": told}, Urgency.link)


def new_task(told: Mapping[str, Any], url: str, name: str) -> Json:
    """The body that makes a task. Its key is the request's, so that it is made once, whoever makes it."""
    request = str(told["work"]["request"])
    return {
        "summary": told["summary"],
        "description": describe(told, url),
        "client_token": make_key(request, PART, 0),
        "extra": json.dumps(told["work"], ensure_ascii=False),
        "origin": {
            "platform_i18n_name": {"en_us": name},
            "href": {"url": url, "title": told["summary"][:200]},
        },
    }


def changes(found: Mapping[str, Any], told: Mapping[str, Any], description: str) -> Json:
    """What of a task as it stands is not as it should be; empty if nothing is."""
    wanted = {"summary": told["summary"], "description": description}
    changed = {name: text for name, text in wanted.items() if str(found.get(name) or "") != text}
    if _is_done(found) != (told["completed_at"] != OPEN):
        changed["completed_at"] = told["completed_at"]
    return changed


def missing_members(found: Mapping[str, Any], told: Mapping[str, Any]) -> list[Json]:
    """The followers that a task lacks."""
    there = {str(one.get("id")) for one in found.get("members") or [] if isinstance(one, Mapping)}
    return [
        {"id": union, "type": "user", "role": "follower"} for union in told["members"] if union not in there
    ]


def describe(told: Mapping[str, Any], url: str, before: str = "") -> str:
    """The description, with the link; one to the thread that stands there already is better than one to the chat."""
    link = before.rpartition("\n")[2]
    return f"{told['description']}\n\n{link if THREAD in link and THREAD not in url else url}"


def read_work(found: Mapping[str, Any]) -> Work | None:
    """What a task of ours mirrors, as it carries it itself; None for any other."""
    try:
        kept = json.loads(str(found.get("extra") or ""))
        return Work(str(kept["request"]), str(kept["channel"]), str(kept["anchor"]), bool(kept["direct"]))
    except (ValueError, KeyError, TypeError):
        return None


def link_to(url: str, channel: str, thread: str) -> str:
    """The address that opens a thread, or its chat while there is no thread (open.feishu.cn, AppLink).

    ``url`` is the address of the API: Feishu's and Lark's links have hosts of their own.
    """
    host = "applink.larksuite.com" if "larksuite" in url else "applink.feishu.cn"
    if not thread:
        return f"https://{host}/client/chat/open?openChatId={channel}"
    named = f"open_chat_id={channel}&open_thread_id={thread}"
    return f"https://{host}{THREAD}{named}&openchatid={channel}&openthreadid={thread}"


def _told(view: RequestView, reader: Reader) -> Json:
    glimpse = shorten(one_line(view.prompt[: 4 * GLIMPSE_CHARACTERS]), GLIMPSE_CHARACTERS)
    named = {"asker": person_name(view.asker_name), "agent": view.handle, "room": view.room_name}
    return {
        "summary": f"{title(view, reader)}: {glimpse}" if glimpse else title(view, reader),
        "description": shorten(reader.say("task.describes", **named), DESCRIPTION_CHARACTERS),
        "completed_at": str((view.ended_at or view.asked_at) // 1000) if view.state in FINAL else OPEN,
    }


def _members(view: RequestView, owner: str) -> list[str]:
    """Who sees the task: the asker and the owner, as far as they are on Feishu."""
    who = asker_of(view, PLATFORM)
    return sorted({one for one in (who.account.subject if who is not None else "", owner) if one})


def _is_done(found: Mapping[str, Any]) -> bool:
    return str(found.get("completed_at") or OPEN) != OPEN
