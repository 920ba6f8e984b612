"""Reading bodies: bounded in bytes and in time, clean in text, before anything else looks at them."""

import asyncio
import json
import re
from typing import Any, TypeVar

from aiohttp import web
from pydantic import BaseModel, ValidationError

from relay.store.tx import Refuse
from relay.wire.base import Code, Problem

M = TypeVar("M", bound=BaseModel)

BODY_SECONDS = 30
_NO_TEXT = re.compile("[\x00\ud800-\udfff]")
_UNSTORABLE = re.compile(rb"\\u0000|\\u[dD][89a-fA-F]")


async def read_body(request: web.Request, limit: int) -> bytes:
    """The whole body, if it is not longer than ``limit`` bytes.

    Raises:
        Refuse: it is longer, or does not arrive in time.
    """
    too_long = Problem(code=Code.too_long, detail=f"A body here has at most {limit} bytes.")
    if request.content_length is not None and request.content_length > limit:
        raise Refuse(too_long)
    if request.content.is_eof():  # it came together with its head: no clock is needed
        whole = request.content.read_nowait()
        if len(whole) > limit:
            raise Refuse(too_long)
        return whole
    parts, size = [], 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.content.iter_any():
                size += len(part)
                if size > limit:
                    raise Refuse(too_long)
                parts.append(part)
    except TimeoutError as error:
        raise Refuse(Problem(code=Code.bad_request, detail="The body did not arrive in time.")) from error
    return b"".join(parts)


def decode(data: bytes, model: type[M], *, ours: bool = False) -> M:
    """A body as its model. ``ours``: a program of ours sent it, which makes up no fields.

    Raises:
        Refuse: it is no JSON, no UTF-8, or not of that shape; the problem says where, or that the program is newer
            than this relay (O14).
    """
    try:
        if _UNSTORABLE.search(data):
            return model.model_validate(_storable(json.loads(data)))
        return model.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the body"
        if ours and first["type"] == "extra_forbidden":
            said = f"The relay is older than this program: it does not know '{first['loc'][-1]}'. Upgrade the relay."
            raise Refuse(Problem(code=Code.upgrade, detail=said)) from error
        detail = f"{where}: {first['msg']}."
        raise Refuse(Problem(code=Code.bad_request, detail=detail)) from error
    except (ValueError, RecursionError) as error:
        raise Refuse(Problem(code=Code.bad_request, detail="The body is no JSON in UTF-8.")) from error


def _storable(value: Any) -> Any:
    """The same value with NUL and lone surrogates replaced: PostgreSQL stores neither (T6)."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list):
        return [_storable(one) for one in value]
    if isinstance(value, dict):
        return {_storable(key): _storable(one) for key, one in value.items()}
    return value


def storable(text: str) -> str:
    """A text with NUL and lone surrogates replaced."""
    return _NO_TEXT.sub("\ufffd", text)
