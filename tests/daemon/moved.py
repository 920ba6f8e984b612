"""A running task that its owner moves again and again in the middle of its approved actions.

    python -m tests.daemon.moved --count 200

plays the long form on a relay of its own and prints what came of it.
"""

import argparse
import asyncio
import logging
import random
import shutil
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from relay.store.migrate import migrate
from relay.wire.requests import RequestView
from tests.daemon.neighbours import ask, child, child_of, move, settle_in
from tests.daemon.scene import Scene, until
from tests.house import open_house

WAITS = {"use": "send_message", "arguments": {"to": "asker", "text": "well?", "wait": True}}
REFUSED = "was moved; it goes on under"


@dataclass
class Tally:
    """What came of the moves. ``seconds`` are from a move's commit to the effect that followed under the successor."""

    refused: int = 0
    seconds: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        ordered = sorted(self.seconds)
        return (
            f"{len(ordered)} moves between an approval and its use: {self.refused} calls with the old reference, all "
            f"refused with the successor, no effect under it; each action took effect once, "
            f"{statistics.median(ordered) * 1000:.0f} ms after the move in the middle, {ordered[-1] * 1000:.0f} ms at most"
        )


class _Counts(logging.Handler):
    """How often the daemon was refused and told the successor."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += REFUSED in record.msg


async def parents(scene: Scene, *deeds: dict[str, object]) -> tuple[RequestView, RequestView, RequestView]:
    """Two requests that wait, and the child of the first, which plays the deeds."""
    first = await ask(scene, "claude", child(*deeds), WAITS, {"ask": "I wait."}, {"done": "ok"})
    await scene.event(first, "waiting", seconds=30)
    second = await ask(scene, "claude", WAITS, {"ask": "I wait."}, {"done": "ok"})
    await scene.event(second, "waiting", seconds=30)
    return first, second, await child_of(scene, first)


async def move_often(scene: Scene, count: int, chance: random.Random) -> Tally:
    """So many moves, each in the moment in which an approved action begins.

    Raises:
        AssertionError: an action took effect twice or never, or a start stands under a delegation that had ended.
    """
    tally, counts = Tally(), _Counts()
    heard = logging.getLogger("daemon.contact")
    heard.addHandler(counts)
    level, _ = heard.level, heard.setLevel(logging.INFO)
    names = [f"old-{number}" for number in range(count)]
    for name in names:
        (scene.folder / "review" / name).write_text("precious\n")
    try:
        async with scene.daemon():
            first, second, moved = await parents(scene, *({"delete": name} for name in names), {"done": "ok"})
            for number, name in enumerate(names):
                target = (second, first)[number % 2]
                tally.seconds.append(await _once(scene, moved, target, name, chance))
            await scene.until_done(moved)
            acts = [row for row in await _audit(scene) if row.act == "action used"]
    finally:
        heard.removeHandler(counts)
        heard.setLevel(level)
    assert len(acts) == count, acts
    tally.refused = counts.count
    return tally


async def _once(
    scene: Scene, moved: RequestView, target: RequestView, name: str, chance: random.Random
) -> float:
    card = await scene.card(moved, 30)
    path = scene.folder / "review" / name
    await scene.answer(moved, card)
    await asyncio.sleep(chance.uniform(0, 0.005))
    await move(scene, moved.request, target.request, f"move-{name}")
    began = time.monotonic()
    await until(lambda: not path.exists(), 30)
    return time.monotonic() - began


async def _audit(scene: Scene) -> list[object]:
    """All rows of the owner's chain."""
    rows: list[object] = []
    before: int | None = None
    while True:
        page = await scene.house.client("owner").audit_page(None, before=before)
        rows += page.rows
        before = page.before
        if before is None:
            return rows


async def _main(count: int, seed: int) -> None:
    folder = Path(tempfile.mkdtemp(prefix="moved-"))
    try:
        migrate(f"sqlite:///{folder}/relay.db")
        (folder / "project").mkdir()
        async with open_house(f"sqlite:///{folder}/relay.db", folder / "project") as house:
            scene = Scene(house, folder)
            await settle_in(scene)
            print(await move_often(scene, count, random.Random(seed)))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    asyncio.run(_main(given.count, given.seed))
