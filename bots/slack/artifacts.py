"""Finding the files that an agent handed over in Slack's messages. Pure."""

from bots.handed import digest_of, name_of, part_name
from bots.slack.blocks import Json
from relay.wire.requests import RequestView


def find_artifacts(view: RequestView, message: Json) -> dict[str, str]:
    """Slack keeps no metadata with files: one is known by its name and size."""
    known = {(name_of(event), event.body.get("size")): event for event in view.events if digest_of(event)}
    files = [(known.get((file.get("name"), file.get("size"))), file) for file in message.get("files") or []]
    return {part_name(event): str(file["id"]) for event, file in files if event is not None}
