"""What makes the room a program on a home screen: its manifest, its pictures, its worker."""

import asyncio
import json

from aiohttp import web

from bots.web.console.icons import SIZES, icon
from bots.web.visit import Site, come_in

KEEP_A_DAY = {"Cache-Control": "public, max-age=86400", "X-Content-Type-Options": "nosniff"}


def add_files(app: web.Application, site: Site) -> None:
    """These are for everybody: nothing of a room is in them."""

    async def manifest(request: web.Request) -> web.Response:
        language = come_in(site, request).language
        return web.Response(
            text=json.dumps(manifest_of(language)),
            content_type="application/manifest+json",
            headers={"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"},
        )

    async def worker(_: web.Request) -> web.Response:
        # Not under the assets' changing address: a worker is known by its own, and rules what is below it.
        text = site.assets.files["worker.js"].plain.decode().replace("{assets}", site.assets.path)
        headers = {"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"}
        return web.Response(text=text, content_type="text/javascript", headers=headers)

    async def picture(request: web.Request) -> web.Response:
        data = await asyncio.to_thread(icon, int(request.match_info["size"]))
        return web.Response(body=data, content_type="image/png", headers=KEEP_A_DAY)

    app.router.add_get("/manifest.webmanifest", manifest)
    app.router.add_get("/worker.js", worker)
    app.router.add_get(f"/icons/{{size:{'|'.join(map(str, SIZES))}}}.png", picture)


def manifest_of(language: str) -> dict[str, object]:
    """The manifest (W3C Web Application Manifest)."""
    return {
        "id": "/console",
        "name": "muti",
        "short_name": "muti",
        "lang": language,
        "start_url": "/console",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f1f4f1",
        "theme_color": "#0d5c49",
        "icons": [
            {
                "src": f"/icons/{size}.png",
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": "any maskable",
            }
            for size in SIZES
        ],
    }
