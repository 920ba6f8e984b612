"""Feishu: from the tap to the toast, with the relay healthy and stalled; and ten requests at once in one group.

The emulator's clock is the judge: it sees the tap go out and the answer come in. Relay, connector and emulator share
this process, so each figure is larger than where they run apart.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import structlog

from relay.machine import State
from relay.store.migrate import migrate
from tests.benchmarks.harness import Report, percentile
from tests.bots.feishu.conftest import Stage, open_stage
from tests.bots.feishu.showing import parts
from tests.bots.feishu.test_taps import Stall
from tests.emulators.feishu import Delivery, Message
from tests.house import open_house
from tests.relay.players import Daemon

WRITES = ("message.create", "message.reply", "message.patch")
AT_ONCE = 10
STALLED = 10


async def run(report: Report) -> None:
    """Taps one at a time, taps at a relay that says nothing, and a group in which ten requests end at once."""
    logging.basicConfig(level=logging.ERROR, force=True)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    report.title("Feishu: tap → toast, and ten requests at once in one group")
    async with _opened() as stage:
        stage.feishu.limits.off()
        await _taps(report, stage, 20 if report.quick else 200)
    async with _opened() as stage:
        stage.feishu.limits.off()
        await _stalled(report, stage)
    async with _opened() as stage:
        await _crowd(report, stage)


@asynccontextmanager
async def _opened() -> AsyncIterator[Stage]:
    with TemporaryDirectory(prefix="muti-bench-") as name:
        folder = Path(name)
        migrate(f"sqlite:///{folder}/relay.db")
        database = f"sqlite:///{folder}/relay.db"
        async with open_house(database, folder) as house, open_stage(house, folder) as stage:
            yield stage


async def _taps(report: Report, stage: Stage, taps: int) -> None:
    waits = []
    async with stage.running_bot():
        for number in range(taps):
            report.calibrate()
            await stage.ask(f"ask {number}")
            waits.append(_wait(await stage.tap("deny", card=await stage.card("deny"))))
            await stage.state(State.cancelled)
    report.say(f"tap → toast, relay healthy: median {median(waits) * 1e3:.1f} ms over {taps} taps")
    report.at_most("tap → toast at p99, relay healthy", percentile(waits, 0.99) * 1e3, 300, "ms")


async def _stalled(report: Report, stage: Stage) -> None:
    stall = Stall(stage.house.url)
    async with stall as url, stage.running_bot(url=url):
        cards: list[Message] = []
        for number in range(STALLED):
            await stage.ask(f"ask {number}")
            cards.append(await stage.card())
        await stage.settled()
        stall.open.clear()
        taps = await asyncio.gather(*(stage.tap(card=card) for card in cards))
        stall.open.set()
        waits = [_wait(tap) for tap in taps]
        kept = [tap for tap in taps if "on its way" in str(tap.answer["toast"]["content"])]
        async with asyncio.timeout(60):
            while any(one.state is State.pending for one in await stage.requests()):
                await asyncio.sleep(0.1)
    report.say(f"tap → toast, relay stalled: median {median(waits):.2f} s")
    report.at_most("tap → toast at p99, relay stalled", percentile(waits, 0.99), 2.5, "s")
    report.at_most("taps at a stalled relay that were not said to be kept", STALLED - len(kept), 0, "taps")


async def _crowd(report: Report, stage: Stage) -> None:
    async with stage.running_bot():
        for number in range(AT_ONCE):
            await stage.feishu.say(stage.chat, stage.owner, f"run {number}", mention=True)
        await stage.request(AT_ONCE, 30)
        daemon = Daemon(stage.house)
        await daemon.start()
        for view in await stage.requests():
            await daemon.take(view.request, f"take {view.request}")
            await daemon.finish(view.request, 1, "all is well")
        await stage.feishu.until(lambda: parts(stage).count("final") == AT_ONCE, 60)
        await stage.settled(60)
        here = {message.id for message in stage.feishu.messages(stage.chat)}
        at = [
            call.at
            for call in stage.feishu.calls
            if call.name in WRITES
            and (call.body.get("receive_id") == stage.chat.id or call.path.get("message_id") in here)
        ]
        refused = [call for call in stage.feishu.calls if call.code == 230020]
    most = max(sum(begin <= one < begin + 1.0 for one in at) for begin in at)
    report.say(f"{AT_ONCE} requests at once: {len(at)} messages and updates in {at[-1] - at[0]:.1f} s")
    report.at_most("messages and updates of one group in any second", most, 5, "calls")
    report.at_most("calls that Feishu refused as too many", len(refused), 0, "calls")


def _wait(tap: Delivery) -> float:
    assert tap.latency is not None
    return tap.latency
