"""The way from a box to the hosts that its owner lists: an HTTP proxy on a unix socket of the daemon (P7).

Names are resolved here, outside; an address that is not one of the internet is refused, and the connection goes
to the very address that was looked at.
"""

import asyncio
import ipaddress
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from daemon.sandbox.addresses import is_listed, is_public
from daemon.sandbox.asking import BadAsk, Wanted, read_ask

log = logging.getLogger(__name__)

LARGEST_HEAD = 32 * 1024
HEAD_SECONDS, CONNECT_SECONDS, IDLE_SECONDS = 10.0, 20.0, 600.0
MOST_AT_ONCE = 64
PIECE = 64 * 1024

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]


async def resolve(host: str, port: int) -> list[str]:
    """Every address of a host, as this machine finds them."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[4][0]) for address in found))


class NotReachable(Exception):
    """The host is not listed, or is none of the internet; the message is for the one who asked."""


@dataclass
class HostsDoor:
    """Serves one box. ``listed`` are the owner's hosts; ``lets`` is asked at each connection what the request may reach (D4)."""

    listed: Sequence[str]
    resolve: Resolve = resolve
    is_public: Callable[[str], bool] = is_public
    lets: Callable[[str], bool] = lambda host: True
    _open: int = field(default=0, init=False)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of whatever runs in the box."""
        try:
            if self._open >= MOST_AT_ONCE:
                await _refuse(writer, 503, "Too many connections at once; try again.")
                return
            self._open += 1
            try:
                await self._serve(reader, writer)
            finally:
                self._open -= 1
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(HEAD_SECONDS):
                wanted = read_ask(await reader.readuntil(b"\r\n\r\n"))
        except (BadAsk, asyncio.LimitOverrunError):
            await _refuse(writer, 400, "This proxy understands CONNECT host:port and GET http://host/.")
        except (asyncio.IncompleteReadError, TimeoutError, ConnectionError):
            return
        else:
            await self._answer(wanted, reader, writer)

    async def _answer(
        self, wanted: Wanted, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        try:
            far = await self._connect(wanted)
        except NotReachable as problem:
            await _refuse(writer, 403, str(problem))
        except (OSError, TimeoutError) as problem:
            await _refuse(writer, 502, f"The host does not answer ({type(problem).__name__}).")
        else:
            await _join(wanted, (reader, writer), far)

    async def _connect(self, wanted: Wanted) -> "tuple[asyncio.StreamReader, asyncio.StreamWriter]":
        if not is_listed(wanted.host, wanted.port, self.listed):
            raise NotReachable(
                f"{wanted.host}:{wanted.port} is not among the hosts that the owner lists (sandbox_hosts)."
            )
        if not self.lets(wanted.host):
            raise NotReachable(f"What this work was delegated for does not reach {wanted.host}.")
        async with asyncio.timeout(CONNECT_SECONDS):
            addresses = await self._addresses(wanted)
            return await _connect_to(addresses, wanted.port)

    async def _addresses(self, wanted: Wanted) -> Sequence[str]:
        """Where the host is. One address that is not public makes all of them suspect."""
        try:
            addresses = [str(ipaddress.ip_address(wanted.host))]
        except ValueError:
            addresses = list(await self.resolve(wanted.host, wanted.port))
        if not addresses or not all(map(self.is_public, addresses)):
            raise NotReachable(f"{wanted.host} has an address that is not one of the internet.")
        return addresses


async def _connect_to(
    addresses: Sequence[str], port: int
) -> "tuple[asyncio.StreamReader, asyncio.StreamWriter]":
    for address in addresses[:-1]:
        with suppress(OSError):
            return await asyncio.open_connection(address, port)
    return await asyncio.open_connection(addresses[-1], port)


async def _join(
    wanted: Wanted,
    near: "tuple[asyncio.StreamReader, asyncio.StreamWriter]",
    far: "tuple[asyncio.StreamReader, asyncio.StreamWriter]",
) -> None:
    try:
        if wanted.first:
            far[1].write(wanted.first)
        else:
            near[1].write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        await asyncio.gather(_pour(near[0], far[1]), _pour(far[0], near[1]), return_exceptions=True)
    finally:
        far[1].close()


async def _pour(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    try:
        while True:
            async with asyncio.timeout(IDLE_SECONDS):
                piece = await source.read(PIECE)
            if not piece:
                break
            target.write(piece)
            await target.drain()
        if target.can_write_eof():
            target.write_eof()
    except (OSError, TimeoutError):
        target.close()


async def _refuse(writer: asyncio.StreamWriter, status: int, sentence: str) -> None:
    body = f"{sentence}\n".encode()
    head = f"HTTP/1.1 {status} Refused\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {len(body)}\r\n"
    writer.write(head.encode() + b"Connection: close\r\n\r\n" + body)
    with suppress(OSError):
        await writer.drain()


@asynccontextmanager
async def serving_hosts(path: Path, door: HostsDoor) -> AsyncIterator[None]:
    """The door on a unix socket, for as long as the block lasts; what is open then is cut off."""
    tasks: set[asyncio.Task[None]] = set()

    def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(door.serve(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_unix_server(meet, str(path), limit=LARGEST_HEAD)
    try:
        yield
    finally:
        server.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
