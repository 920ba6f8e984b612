"""A relay that is to be killed: ``python -m tests.relay.killed URL`` asks and approves without end, and says what was answered."""

import asyncio
import sys

from relay.store.store import Store
from tests.relay.scene import set_scene


async def main(url: str) -> None:
    """One line for each answer, written only after it came."""
    store = Store(url)
    await store.open()
    scene = await set_scene(store)
    print(f"owner {scene.owner} {scene.room}", flush=True)

    async def one_after_another() -> None:
        while True:
            request = await scene.ask()
            print(f"asked {request}", flush=True)
            await scene.decide(request)
            print(f"approved {request}", flush=True)

    await asyncio.gather(*(one_after_another() for _ in range(16)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
