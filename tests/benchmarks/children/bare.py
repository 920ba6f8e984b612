"""The floor of the long polls: the barest aiohttp handler that holds a call until there is news or the time is over."""

import asyncio

from aiohttp import web

from tests.benchmarks.children.relay import serve


async def _main() -> None:
    news = asyncio.Event()
    held = 0

    async def poll(request: web.Request) -> web.Response:
        nonlocal held
        wait = (await request.json())["wait"]
        held += 1
        try:
            async with asyncio.timeout(wait):
                await news.wait()
        except TimeoutError:
            pass
        finally:
            held -= 1
        return web.json_response({"offers": []})

    async def metrics(_: web.Request) -> web.Response:
        return web.Response(text=f"muti_listeners {held}\n")

    app = web.Application()
    app.router.add_post("/v1/machine/poll", poll)
    app.router.add_get("/metrics", metrics)
    await serve(app)


if __name__ == "__main__":
    asyncio.run(_main())
