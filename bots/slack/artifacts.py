"""Files that an agent hands over, as files of the work thread (T1, C6). Pure."""

from bots.connector import Part, Urgency
from bots.slack.blocks import Json
from bots.text import cut, one_line
from relay.wire.people import Account, Who
from relay.wire.requests import EventView, RequestView

NAME_CHARACTERS = 200


def artifact_parts(view: RequestView, thread: str | None) -> list[Part]:
    """A part for each file that was handed over lately; nobody is asked for one that Slack has no asker for."""
    who = asker_of(view)
    if who is None:
        return []
    return [_part(view, event, who, thread) for event in view.events if _digest(event)]


def find_artifacts(view: RequestView, message: Json) -> dict[str, str]:
    """Slack keeps no metadata with files: one is known by its name and size."""
    known = {(_name(event), event.body.get("size")): event for event in view.events if _digest(event)}
    files = [(known.get((file.get("name"), file.get("size"))), file) for file in message.get("files") or []]
    return {_part_name(event): str(file["id"]) for event, file in files if event is not None}


def _part(view: RequestView, event: EventView, who: Who, thread: str | None) -> Part:
    told = {
        "request": view.request,
        "digest": _digest(event),
        "name": _name(event),
        "who": who.model_dump(mode="json"),
    }
    return Part(_part_name(event), thread, {"artifact": told}, Urgency.link, once=True)


def _part_name(event: EventView) -> str:
    return f"artifact:{_digest(event)[:16]}"


def _digest(event: EventView) -> str:
    return str(event.body.get("digest") or "") if event.kind == "artifact" else ""


def _name(event: EventView) -> str:
    return cut(one_line(str(event.body.get("name") or "file")), NAME_CHARACTERS).shown or "file"


def asker_of(view: RequestView) -> Who | None:
    """The connector has what the asker may have; the account is ``slack:tenant:subject``."""
    platform, _, rest = view.asker_account.partition(":")
    tenant, _, subject = rest.rpartition(":")
    if platform != "slack" or not tenant or not subject:
        return None
    return Who(account=Account(platform="slack", tenant=tenant, subject=subject), name=view.asker_name)
