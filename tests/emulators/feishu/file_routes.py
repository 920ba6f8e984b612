"""im.v1: pictures and files, up and down."""

from tests.emulators.feishu.errors import FeishuRefusal
from tests.emulators.feishu.messages import find_message
from tests.emulators.feishu.routes import FILE, Arguments, Download, route
from tests.emulators.feishu.schema import anything, choice, digits, may, need, one_of, parsed, text
from tests.emulators.feishu.state import Json, StoredFile

UPLOAD = ("im:resource", "im:resource:upload")
READ = ("im:message", "im:message:readonly", "im:message.history:readonly")
IMAGE_BYTES = 10 * 1024 * 1024
FILE_BYTES = 30 * 1024 * 1024
DOWNLOAD_BYTES = 100 * 1024 * 1024
_MAGIC = (
    b"\x89PNG\r\n\x1a\n",
    b"\xff\xd8\xff",
    b"GIF87a",
    b"GIF89a",
    b"RIFF",
    b"BM",
    b"\x00\x00\x01\x00",
    b"II*\x00",
    b"MM\x00*",
)
_TYPES = ("opus", "mp4", "pdf", "doc", "xls", "ppt", "stream")


@route(
    "POST",
    "/open-apis/im/v1/images",
    "image.create",
    *UPLOAD,
    body={"image_type": need(choice("message", "avatar")), "image": need(anything)},
    encoding="multipart",
)
def upload_image(call: Arguments) -> Json:
    """A picture of at most 10 MB."""
    name, data = _sent(call, IMAGE_BYTES)
    if not data.startswith(_MAGIC) and data[4:8] != b"ftyp":
        raise FeishuRefusal(234011, "Can't regonnize the image format.")
    return {"image_key": _store(call, "img_v3_", name, "image", data).key}


@route(
    "POST",
    "/open-apis/im/v1/files",
    "file.create",
    *UPLOAD,
    body={
        "file_type": need(choice(*_TYPES)),
        "file_name": need(text(minimum=1)),
        "duration": may(one_of(choice(""), digits())),
        "file": need(anything),
    },
    encoding="multipart",
)
def upload_file(call: Arguments) -> Json:
    """A file of at most 30 MB; what it is uploaded as decides as what it can be sent."""
    _, data = _sent(call, FILE_BYTES)
    kind, name = str(call.body["file_type"]), str(call.body["file_name"])
    return {"file_key": _store(call, "file_v3_", name, kind, data).key}


@route("GET", "/open-apis/im/v1/images/{key}", "image.get", "im:resource")
def download_image(call: Arguments) -> Download:
    return _own(call, "image")


@route("GET", "/open-apis/im/v1/files/{key}", "file.get", "im:resource")
def download_file(call: Arguments) -> Download:
    return _own(call, "")


@route(
    "GET",
    "/open-apis/im/v1/messages/{message_id}/resources/{key}",
    "resource.get",
    *READ,
    query={"type": need(choice("image", "file"))},
)
def resource(call: Arguments) -> Download:
    """A picture or file of a message: at most 100 MB, of no card, sticker or merged forward."""
    message = find_message(call.service, call.path["message_id"])
    chat = call.service.platform.chats[message.chat]
    if call.app.bot.key not in chat.members:
        raise FeishuRefusal(234004, "App not in chat.")
    if chat.external and not call.app.shared_outside:
        raise FeishuRefusal(234009, "Lack of necessary permissions.")
    if message.gone:
        raise FeishuRefusal(230110, "Action unavailable as the message has been deleted.")
    if message.kind in ("interactive", "merge_forward", "sticker", "folder") or message.upper_id:
        raise FeishuRefusal(234043, "Unsupported message type.")
    key = call.path["key"]
    stored = call.service.platform.files.get(key)
    if stored is None or key not in _keys(parsed(message.content)):
        raise FeishuRefusal(234003, "File not in message.")
    if (call.query["type"] == "image") != (stored.kind == "image"):
        raise FeishuRefusal(234001, "Invalid request param.")
    if len(stored.data) > DOWNLOAD_BYTES:
        raise FeishuRefusal(234037, "Downloaded file size exceeds limit.")
    return _download(stored)


def _keys(value: object) -> set[str]:
    """Every image_key and file_key in a content."""
    if isinstance(value, dict):
        own = {str(value[name]) for name in ("image_key", "file_key") if name in value}
        return own.union(*map(_keys, value.values()))
    if isinstance(value, list):
        return set().union(*map(_keys, value))
    return set()


def _sent(call: Arguments, most: int) -> tuple[str, bytes]:
    if FILE not in call.body:
        raise FeishuRefusal(234001, "Invalid request param.")
    name, data = call.body[FILE]
    if not data:
        raise FeishuRefusal(234010, "File's size can't be 0.")
    if len(data) > most:
        raise FeishuRefusal(234006, "The file size exceed the max value.")
    if not call.app.bot_enabled:
        raise FeishuRefusal(234007, "App does not enable bot feature.")
    return str(name), bytes(data)


def _store(call: Arguments, prefix: str, name: str, kind: str, data: bytes) -> StoredFile:
    stored = StoredFile(call.service.platform.new_id(prefix), name, kind, data, call.app.app_id)
    call.service.platform.files[stored.key] = stored
    return stored


def _own(call: Arguments, kind: str) -> Download:
    """What the app has uploaded itself."""
    stored = call.service.platform.files.get(call.path["key"])
    if stored is None or stored.app_id != call.app.app_id or (stored.kind == "image") != (kind == "image"):
        raise FeishuRefusal(234008, "The app is not the resource sender.")
    return _download(stored)


def _download(stored: StoredFile) -> Download:
    kind = "image/png" if stored.kind == "image" else "application/octet-stream"
    return Download(stored.data, stored.name, kind)
