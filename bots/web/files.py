"""Files that agents have handed over, on their way to a browser: nothing of them runs there."""

from aiohttp import web

from bots.web.pages import find_request
from bots.web.visit import Visit

_IMAGES = ((b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF8", "image/gif"))
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "Cache-Control": "private, max-age=86400, immutable",
}


async def send_file(visit: Visit) -> web.StreamResponse:
    """The bytes, as an image if they are one that can hold no script, else to be saved."""
    _, view = await find_request(visit)
    data = await visit.site.client.take_artifact(visit.who, view.request, visit.name("digest"))
    kind = _image_kind(data)
    response = web.Response(body=data, content_type=kind or "application/octet-stream", headers=HEADERS)
    response.headers["Content-Disposition"] = "inline" if kind else "attachment"
    return response


def _image_kind(data: bytes) -> str | None:
    """By how they begin, never by what an agent says of them."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for magic, kind in _IMAGES if data.startswith(magic)), None)
