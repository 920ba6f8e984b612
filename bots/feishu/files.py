"""Files that come with an ask: taken from Feishu when the ask is read, and given to the relay."""

from collections.abc import Sequence
from dataclasses import dataclass

from bots.feishu.api import Failed, FeishuApi, TooLarge
from bots.feishu.calls import get_resource
from bots.feishu.content import FileRef
from bots.text import one_line
from bots.words import say
from relay.client import RelayClient
from relay.wire.base import ATTACHMENT_LIMIT
from relay.wire.people import Who
from relay.wire.requests import Attachment

FILES_AT_MOST = 20
NAME_CHARACTERS = 200

TOO_LARGE = frozenset({234037, 234006})
NO_SCOPE = frozenset({99991672, 99991679})
FORWARDED = 234043
"""What is in forwarded messages or cards is given to nobody (open.feishu.cn, message resource)."""


@dataclass(frozen=True)
class Enclosed:
    """A file and the message that it is in."""

    message: str
    file: FileRef


@dataclass(frozen=True)
class Missed:
    """A file that cannot be had: its name, and the key of the sentence that says why."""

    name: str
    why: str


async def take_files(
    api: FeishuApi, client: RelayClient, who: Who, wanted: Sequence[Enclosed]
) -> tuple[list[Attachment], list[Missed]]:
    """The files, given to the relay, and those that cannot be had.

    Raises:
        bots.connector.Later, bots.connector.Unfit, bots.connector.Unsure: Feishu does not give them at the moment.
        relay.client.Refused, relay.client.Unreachable: the relay does not take them.
    """
    taken: list[Attachment] = []
    missed = [Missed(_name(one.file.name), "notice.file_many") for one in wanted[FILES_AT_MOST:]]
    for one in wanted[:FILES_AT_MOST]:
        name = _name(one.file.name)
        try:
            request = get_resource(one.message, one.file.key, one.file.kind)
            found = await api.download(request, ATTACHMENT_LIMIT)
        except TooLarge:
            missed.append(Missed(name, "notice.file_large"))
            continue
        except Failed as failed:
            missed.append(Missed(name, _why(failed)))
            continue
        blob = await client.put_blob(who, found.data)
        media = found.media_type[:NAME_CHARACTERS]
        shown = name if one.file.kind == "file" else _image_name(name, media)
        taken.append(Attachment(blob=blob.blob, name=shown, media_type=media, size=blob.size))
    return taken, missed


def say_missed(missed: Missed, language: str) -> str:
    """What is said to who sent it, and to the agent."""
    limit = ATTACHMENT_LIMIT // 1024 // 1024
    return say(missed.why, language, name=missed.name, limit=limit, count=FILES_AT_MOST)


def _why(failed: Failed) -> str:
    if failed.code in NO_SCOPE:
        return "notice.feishu_file_scope"
    if failed.code == FORWARDED:
        return "notice.feishu_forwarded"
    return "notice.file_large" if failed.code in TOO_LARGE else "notice.file_unread"


def _name(text: str) -> str:
    return one_line(text)[:NAME_CHARACTERS] or "file"


def _image_name(name: str, media: str) -> str:
    """An image has no name of its own; its kind is known once it is here."""
    kind = media.partition("/")[2]
    return f"image.{kind}" if media.startswith("image/") and kind.isalnum() else name
