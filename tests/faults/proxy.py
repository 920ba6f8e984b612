"""A network between a daemon and its relay that a test can cut, silence, or rob of single answers."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

BUSY = b'{"code":"busy","detail":"The relay could not do this now.","retry_after":1}'


@dataclass
class Proxy:
    """Passes everything on, until told otherwise.

    ``cut`` refuses and breaks connections, ``silent`` swallows what is said without a word, as a black hole does.
    ``lost`` counts, by a part of the path, answers that are still to get lost after the relay has acted;
    ``busy`` the same for requests that are answered 503 without reaching the relay. ``late`` holds the answers to
    requests with a part of their path back until its event.
    """

    target: str
    url: str = ""
    cut: bool = False
    silent: bool = False
    lost: Counter[str] = field(default_factory=Counter)
    busy: Counter[str] = field(default_factory=Counter)
    late: dict[str, asyncio.Event] = field(default_factory=dict)
    requests: Counter[str] = field(default_factory=Counter)
    _open: set[asyncio.StreamWriter] = field(default_factory=set)

    def break_off(self) -> None:
        """From now on nothing gets through, and what is connected is not any more."""
        self.cut = True
        for writer in list(self._open):
            writer.transport.abort()

    def heal(self) -> None:
        """All is well again; connections that were silenced are gone."""
        self.cut = self.silent = False
        for writer in list(self._open):
            writer.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        if self.cut:
            writer.transport.abort()
            return
        address = urlsplit(self.target)
        behind, ahead = await asyncio.open_connection(address.hostname, address.port)
        self._open |= {writer, ahead}
        link = _Link(self, writer, ahead)
        try:
            await asyncio.gather(link.ask(reader), link.answer(behind))
        finally:
            for one in (writer, ahead):
                self._open.discard(one)
                one.transport.abort()


@dataclass
class _Link:
    proxy: Proxy
    client: asyncio.StreamWriter
    relay: asyncio.StreamWriter
    doomed: bool = False
    line: str = ""

    async def ask(self, reader: asyncio.StreamReader) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                if self.proxy.silent:
                    continue
                line = data.partition(b"\r\n")[0].decode("latin-1")
                if line.endswith("HTTP/1.1"):
                    self.proxy.requests[line.split()[1]] += 1
                    if _due(self.proxy.busy, line):
                        self._refuse()
                        return
                    self.doomed = _due(self.proxy.lost, line)
                    self.line = line
                self.relay.write(data)
        self.relay.transport.abort()

    async def answer(self, reader: asyncio.StreamReader) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                if self.proxy.silent:
                    continue
                if self.doomed:
                    break
                for event in [event for part, event in self.proxy.late.items() if part in self.line]:
                    await event.wait()
                self.client.write(data)
        self.client.transport.abort()

    def _refuse(self) -> None:
        head = f"HTTP/1.1 503 Busy\r\nContent-Length: {len(BUSY)}\r\nConnection: close\r\n\r\n"
        self.client.write(head.encode() + BUSY)
        self.client.close()


def _due(counter: Counter[str], line: str) -> bool:
    path = next((part for part, left in counter.items() if left > 0 and part in line), None)
    if path is not None:
        counter[path] -= 1
    return path is not None


@asynccontextmanager
async def open_proxy(target: str) -> AsyncIterator[Proxy]:
    """A proxy in front of a relay."""
    proxy = Proxy(target)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()[:2]
    proxy.url = f"http://{host}:{port}"
    try:
        yield proxy
    finally:
        server.close()
        proxy.break_off()
        await asyncio.sleep(0)
