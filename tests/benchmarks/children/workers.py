"""Those who wait for work, one kind to a process. Each says when it had which piece of work in its hands.

Moments are of CLOCK_MONOTONIC, which all processes of a machine share.
"""

import asyncio
import sys
import time

import aiohttp

from relay.client import RelayClient
from relay.wire.machines import Hello, Poll, Report, ReportKind, Reports, Start
from tests.benchmarks import peers
from tests.benchmarks.children.process import tell


async def daemon(url: str, token: str) -> None:
    """Polls the relay as `daemon.app` does, takes what is offered, and is done with it at once."""
    async with RelayClient(url, token) as client:
        epoch = (await client.hello(Hello(process="benchmark", version="0"))).epoch
        tell("ready")
        while True:
            work = await client.poll(Poll(epoch=epoch, wait=25))
            heard = time.monotonic()
            for offer in work.offers:
                claim = await client.start(offer.request, Start(epoch=epoch, key=offer.request))
                tell({"job": offer.request, "heard": heard, "taken": time.monotonic()})
                end = Report(number=1, kind=ReportKind.done, at=0, body={"text": "done"})
                await client.report(offer.request, Reports(fence=claim.fence, reports=[end]))
                tell("ready")


async def by_hand(url: str, _: str) -> None:
    """Polls the queue of `queue_floor`."""
    async with aiohttp.ClientSession() as session:
        tell("ready")
        while True:
            async with session.post(f"{url}/poll", json={"agent": "claude"}) as answer:
                job = (await answer.json())["id"]
            tell({"job": job, "heard": time.monotonic()})
            tell("ready")


async def procrastinate(url: str, _: str) -> None:
    """A worker of procrastinate, as its documentation starts one."""
    await peers.work_for_procrastinate(url, _had)


async def pgqueuer(url: str, _: str) -> None:
    """A consumer of pgqueuer, as its documentation starts one."""
    await peers.work_for_pgqueuer(url, _had)


def _had(job: int) -> None:
    tell({"job": job, "heard": time.monotonic()})
    tell("ready")


KINDS = {"daemon": daemon, "by_hand": by_hand, "procrastinate": procrastinate, "pgqueuer": pgqueuer}

if __name__ == "__main__":
    asyncio.run(KINDS[sys.argv[1]](sys.argv[2], sys.argv[3]))
