"""A request of the SDK as what is sent over HTTP. Pure: the request itself is left as it is."""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from bots.feishu.sdk import JSON, AccessTokenType, BaseRequest


@dataclass(frozen=True)
class Outgoing:
    """Method, path and query; and the body: JSON, or a form with ``fields`` and ``files`` (name, bytes)."""

    method: str
    path: str
    params: list[tuple[str, str]]
    body: bytes | None
    fields: Mapping[str, str]
    files: Mapping[str, bytes]


def outgoing(request: BaseRequest) -> Outgoing:
    """What is sent of a request.

    Raises:
        ValueError: it is none that an app makes for itself.
    """
    if AccessTokenType.TENANT not in request.token_types:
        raise ValueError(f"{request.uri} takes no tenant token")
    parts: Mapping[str, Any] = vars(request.body) if request.body is not None else {}
    files = {name: part.getvalue() for name, part in parts.items() if isinstance(part, io.BytesIO)}
    texts = {name: str(part) for name, part in parts.items() if part is not None and name not in files}
    return Outgoing(
        method=request.http_method.name,
        path=_filled(request.uri, request.paths),
        params=[(str(name), str(value)) for name, value in request.queries],
        # Letters stay letters: Feishu limits the bytes of a request, and would count six for each Chinese one.
        body=JSON.marshal(request.body).encode() if parts and not files else None,
        fields=texts if files else {},
        files=files,
    )


def _filled(uri: str, paths: Mapping[str, str]) -> str:
    """An id from outside stays one part of the path."""
    return "/".join(
        quote(paths.get(part[1:], ""), safe="") if part.startswith(":") else part for part in uri.split("/")
    )
