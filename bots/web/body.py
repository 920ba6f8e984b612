"""The body of a form, read with limits: fields, and files one after the other."""

from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from aiohttp import BodyPartReader, web

from bots.web.parse import FILES_LIMIT, MOST_FILES
from relay.wire.base import ATTACHMENT_LIMIT, PROMPT_LIMIT

FIELDS_LIMIT = PROMPT_LIMIT * 12 + 64 * 1024
"""Bytes of all fields: each character of a prompt is at most four bytes, three times as long when encoded."""

MOST_FIELDS = 50
CHUNK = 64 * 1024


class TooLarge(Exception):
    """The form is too large; nothing of it was kept."""


class FilesTooLarge(TooLarge):
    """The files are too many or too large; nothing of them was kept."""


class Unreadable(Exception):
    """The body is no form."""


@dataclass(frozen=True)
class Upload:
    """One file, with the name and type that the browser gave."""

    name: str
    media_type: str
    data: bytes


@dataclass(frozen=True)
class Form:
    """What a browser sent."""

    fields: dict[str, str] = field(default_factory=dict)
    files: list[Upload] = field(default_factory=list)


async def read_form(request: web.Request) -> Form:
    """The form in a request's body.

    Raises:
        TooLarge: it is over a limit.
        Unreadable: it is no form.
    """
    if request.content_type == "application/x-www-form-urlencoded":
        text = (await _read_at_most(request, FIELDS_LIMIT)).decode("utf-8", "replace")
        try:
            pairs = parse_qsl(text, keep_blank_values=True, errors="replace", max_num_fields=MOST_FIELDS)
        except ValueError as error:
            raise Unreadable(str(error)) from error
        return Form(dict(pairs))
    if request.content_type != "multipart/form-data":
        raise Unreadable(f"The content type {request.content_type} is no form's.")
    try:
        return await _read_parts(request)
    except (ValueError, AssertionError) as error:
        raise Unreadable(str(error)) from error


async def _read_at_most(request: web.Request, limit: int) -> bytes:
    data = bytearray()
    async for chunk in request.content.iter_chunked(CHUNK):
        data += chunk
        if len(data) > limit:
            raise TooLarge
    return bytes(data)


async def _read_parts(request: web.Request) -> Form:
    form, field_bytes, file_bytes, parts = Form(), 0, 0, 0
    async for part in await request.multipart():
        parts += 1
        if parts > MOST_FIELDS or not isinstance(part, BodyPartReader) or part.name is None:
            raise Unreadable("The form has parts that no form of ours has.")
        if part.filename is None:
            data = await _read_part(part, FIELDS_LIMIT - field_bytes, TooLarge)
            field_bytes += len(data)
            form.fields[part.name] = data.decode("utf-8", "replace")
            continue
        data = await _read_part(part, min(ATTACHMENT_LIMIT, FILES_LIMIT - file_bytes), FilesTooLarge)
        file_bytes += len(data)
        if part.filename:
            form.files.append(Upload(part.filename, part.headers.get("Content-Type", ""), data))
        if len(form.files) > MOST_FILES:
            raise FilesTooLarge
    return form


async def _read_part(part: BodyPartReader, limit: int, fault: type[TooLarge]) -> bytes:
    data = bytearray()
    while chunk := await part.read_chunk(CHUNK):
        data += chunk
        if len(data) > limit:
            raise fault
    return bytes(data)
