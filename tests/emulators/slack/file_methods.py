"""files.*: the three steps of an upload, and downloads that need the token."""

import secrets

from aiohttp import web

from tests.emulators.slack.arguments import Arguments
from tests.emulators.slack.errors import SlackRefusal
from tests.emulators.slack.methods import method
from tests.emulators.slack.service import Service
from tests.emulators.slack.state import Channel, Json, StoredFile

SIGN_IN_PAGE = "<!DOCTYPE html><html><head><title>Sign in | Slack</title></head><body></body></html>"


@method("files.getUploadURLExternal", "files:write", accepts_json=False)
def upload_url(slack: Service, args: Arguments) -> Json:
    name, length = args.text("filename"), args.integer("length", 0)
    if length <= 0:
        raise SlackRefusal("invalid_arguments", ["[ERROR] length must be greater than 0"])
    file = StoredFile(slack.workspace.next_id("F"), name, length, slack.bot.id, secrets.token_hex(8))
    slack.workspace.files[file.id] = file
    return {"ok": True, "upload_url": f"{slack.base_url}/upload/v1/{file.ticket}", "file_id": file.id}


@method("files.completeUploadExternal", "files:write")
def complete(slack: Service, args: Arguments) -> Json:
    """Makes the uploads files and shares them, in one message per channel."""
    files = [_uploaded(slack, entry) for entry in _entries(args)]
    targets = [slack.channel_for_bot(channel_id) for channel_id in _targets(args)]
    thread_ts = args.optional("thread_ts")
    if thread_ts and len(targets) != 1:
        raise SlackRefusal("invalid_arguments", ["[ERROR] thread_ts needs exactly one channel"])
    if any(channel.archived for channel in targets):
        raise SlackRefusal("posting_to_channel_denied")
    for file in files:
        file.complete = True
    for channel in targets:
        share(slack, channel, files, args.optional("initial_comment"), thread_ts)
    return {"ok": True, "files": [file_json(slack, file) for file in files]}


@method("files.info", "files:read", accepts_json=False)
def file_info(slack: Service, args: Arguments) -> Json:
    file = slack.workspace.files.get(args.text("file"))
    if file is None or not file.complete:
        raise SlackRefusal("file_not_found")
    return {"ok": True, "file": file_json(slack, file), "comments": []}


def _entries(args: Arguments) -> list[Json]:
    entries = args.structure("files")
    if not isinstance(entries, list) or not entries:
        raise SlackRefusal("invalid_arguments", ["[ERROR] missing required field: files"])
    return entries


def _targets(args: Arguments) -> list[str]:
    one = args.optional("channel_id")
    found = [one] if one else args.names("channels")
    if len(found) > 100:
        raise SlackRefusal("channels_limit_exceeded")
    return found


def _uploaded(slack: Service, entry: Json) -> StoredFile:
    file = slack.workspace.files.get(str(entry.get("id")))
    if file is None or file.data is None or file.complete:
        raise SlackRefusal("file_not_found")
    file.title = str(entry.get("title") or file.name)
    return file


def share(slack: Service, channel: Channel, files: list[StoredFile], comment: str, thread_ts: str) -> None:
    """The message by which the bot's files appear in a channel."""
    message = slack.new_message(channel, slack.bot, comment)
    root = slack.workspace.find(channel.id, thread_ts) if thread_ts else None
    message.thread_ts = root.ts if root else None
    message.subtype = "file_share"
    message.files = [file_json(slack, file) for file in files]
    for file in files:
        file.channels.add(channel.id)
    slack.workspace.add_message(message)
    slack.publish_message(message)


def file_json(slack: Service, file: StoredFile) -> Json:
    """A file as it stands in messages."""
    path = f"{slack.base_url}/files-pri/{slack.workspace.team.id}-{file.id}"
    return {
        "id": file.id,
        "name": file.name,
        "title": file.title or file.name,
        "mimetype": file.mimetype,
        "filetype": file.name.rpartition(".")[2],
        "user": file.user,
        "mode": "hosted",
        "size": file.length,
        "is_external": False,
        "url_private": f"{path}/{file.name}",
        "url_private_download": f"{path}/download/{file.name}",
        "permalink": f"https://{slack.workspace.team.domain}.slack.com/files/{file.user}/{file.id}/{file.name}",
        "channels": sorted(file.channels),
    }


async def receive_upload(slack: Service, request: web.Request) -> web.Response:
    """The upload URL: raw bytes or a form with one file; once only, and of the length that was announced."""
    ticket = request.match_info["ticket"]
    file = next((f for f in slack.workspace.files.values() if f.ticket == ticket), None)
    if file is None or file.data is not None:
        return web.Response(status=404, text="not found")
    data = await _body(request)
    if len(data) != file.length:
        return web.Response(status=400, text=f"expected {file.length} bytes, got {len(data)}")
    file.data = data
    return web.Response(text=f"OK - {len(data)}")


async def _body(request: web.Request) -> bytes:
    if not request.content_type.startswith("multipart/"):
        return await request.read()
    for value in (await request.post()).values():
        if isinstance(value, web.FileField):
            return value.file.read()
    return b""


async def send_file(slack: Service, request: web.Request) -> web.Response:
    """url_private: the bytes for the bot token with files:read, else the sign-in page with status 200."""
    file = slack.workspace.files.get(request.match_info["file"].rpartition("-")[2])
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if token != slack.bot_token or token in slack.revoked_tokens or "files:read" not in slack.scopes:
        raise web.HTTPFound(f"{slack.base_url}/sign-in")
    if file is None or file.data is None:
        return web.Response(status=404, text=SIGN_IN_PAGE, content_type="text/html")
    return web.Response(body=file.data, content_type=file.mimetype)
