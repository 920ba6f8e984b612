"""Files that an agent hands over: one part each, for the work thread where it was asked (T1, C6). Pure."""

from bots.connector import Part, Urgency
from bots.text import cut, one_line
from relay.wire.people import Account, Who
from relay.wire.requests import EventView, RequestView

NAME_CHARACTERS = 200


def artifact_parts(view: RequestView, platform: str, thread: str | None) -> list[Part]:
    """A part for each file that was handed over lately; nobody is asked for one where the asker is elsewhere.

    Its body is an ``artifact``: the request, the digest, the name, and who may have it.
    """
    who = asker_of(view, platform)
    if who is None:
        return []
    return [_part(view, event, who, thread) for event in view.events if digest_of(event)]


def part_name(event: EventView) -> str:
    """The name of the part that an event of a file becomes."""
    return f"artifact:{digest_of(event)[:16]}"


def digest_of(event: EventView) -> str:
    """Of the file that was handed over; empty for any other event."""
    return str(event.body.get("digest") or "") if event.kind == "artifact" else ""


def name_of(event: EventView) -> str:
    """What the file is called."""
    return cut(one_line(str(event.body.get("name") or "file")), NAME_CHARACTERS).shown or "file"


def asker_of(view: RequestView, platform: str) -> Who | None:
    """The asker, if the ask came from this platform; the account is ``platform:tenant:subject``."""
    named, _, rest = view.asker_account.partition(":")
    tenant, _, subject = rest.rpartition(":")
    if named != platform or not tenant or not subject:
        return None
    return Who(account=Account(platform=platform, tenant=tenant, subject=subject), name=view.asker_name)


def _part(view: RequestView, event: EventView, who: Who, thread: str | None) -> Part:
    told = {
        "request": view.request,
        "digest": digest_of(event),
        "name": name_of(event),
        "who": who.model_dump(mode="json"),
    }
    return Part(part_name(event), thread, {"artifact": told}, Urgency.link, once=True)
