"""Files: those that come with an ask, and the one that carries what a message could not hold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from bots.connector import Unsure
from bots.slack.api import Failed, SlackApi
from bots.slack.parse import Json
from bots.text import one_line
from bots.words import say
from relay.client import RelayClient
from relay.wire.base import ATTACHMENT_LIMIT
from relay.wire.people import Who
from relay.wire.requests import Attachment

FILES_AT_MOST = 20
NAME_CHARACTERS = 200
SLACK_HOSTS = ("slack.com", "slack-files.com", "slack-edge.com")


@dataclass(frozen=True)
class Missed:
    """A file that cannot be had: its name, and the words for the reason."""

    name: str
    why: str


async def take_files(
    api: SlackApi, client: RelayClient, who: Who, files: Sequence[Json], own_host: str
) -> tuple[list[Attachment], list[Missed]]:
    """The files of a message, given to the relay, and those that cannot be had."""
    taken: list[Attachment] = []
    missed = [Missed(_name(file), "notice.file_many") for file in files[FILES_AT_MOST:]]
    for file in files[:FILES_AT_MOST]:
        try:
            data = await _download(api, file, own_host)
        except Failed as failed:
            missed.append(Missed(_name(file), _WHY.get(failed.error, "notice.file_unread")))
            continue
        blob = await client.put_blob(who, data)
        media = str(file.get("mimetype") or "application/octet-stream")[:200]
        taken.append(Attachment(blob=blob.blob, name=_name(file), media_type=media, size=blob.size))
    return taken, missed


_WHY = {"file_too_large": "notice.file_large", "missing_scope": "notice.file_scope"}


def say_missed(missed: Missed, language: str) -> str:
    """What is said to who sent it, and to the agent."""
    limit = ATTACHMENT_LIMIT // 1024 // 1024
    return say(missed.why, language, name=missed.name, limit=limit, count=FILES_AT_MOST)


def _name(file: Json) -> str:
    return (
        one_line(str(file.get("name") or file.get("title") or file.get("id") or ""))[:NAME_CHARACTERS]
        or "file"
    )


async def _download(api: SlackApi, file: Json, own_host: str) -> bytes:
    if (
        file.get("file_access") == "check_file_info"
    ):  # of another organisation: the event has not even its address
        file = (await api.read("files.info", file=file.get("id")))["file"]
    url = str(file.get("url_private_download") or file.get("url_private") or "")
    host = urlsplit(url).hostname or ""
    ours = host == own_host or any(host == name or host.endswith(f".{name}") for name in SLACK_HOSTS)
    if not ours:
        # The token goes to Slack only; a file of another service has an address of its own.
        raise Failed("file_is_elsewhere")
    if int(file.get("size") or 0) > ATTACHMENT_LIMIT:
        raise Failed("file_too_large")
    return await api.download(url, ATTACHMENT_LIMIT, is_page=file.get("mimetype") == "text/html")


async def share_file(api: SlackApi, channel: str, thread: str | None, file: Mapping[str, Any]) -> str:
    """Upload a text and share it in a thread (files.getUploadURLExternal); its file id.

    Raises:

        Unsure: it may or may not stand there.
    """
    content = file["content"]
    data = content if isinstance(content, bytes) else str(content).encode()
    try:
        ticket = await api.read("files.getUploadURLExternal", filename=file["name"], length=len(data))
        await _upload(api, str(ticket["upload_url"]), data)
        entry = {"id": ticket["file_id"], "title": file["title"]}
        await api.call("files.completeUploadExternal", files=[entry], channel_id=channel, thread_ts=thread)
    except Failed:
        return "-"  # what the message shows must do
    return str(ticket["file_id"])


async def _upload(api: SlackApi, url: str, data: bytes) -> None:
    session = api.client.session
    assert session is not None
    try:
        async with session.post(url, data=data) as answer:
            if answer.status != 200:
                raise Unsure(f"upload: HTTP {answer.status}")
    except (aiohttp.ClientError, TimeoutError) as error:
        raise Unsure(f"upload: {type(error).__name__}") from error
