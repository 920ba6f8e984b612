"""Listed hosts are reached through a socket of the daemon, at the address that was looked at, and no others (P7)."""

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from daemon.sandbox.hosts import HostsDoor, resolve, serving_hosts
from tests.daemon.sandbox.world import PYTHON, World

pytestmark = pytest.mark.rule("P7")


@asynccontextmanager
async def far_side() -> AsyncIterator[tuple[int, list[bytes]]]:
    """A host that says what it heard."""
    heard: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1], heard


def door(port: int, *, public: bool = True, addresses: Sequence[str] = ("127.0.0.1",)) -> HostsDoor:
    """A door whose hosts are all on this machine."""

    async def found(host: str, number: int) -> Sequence[str]:
        return addresses

    listed = (f"listed.example:{port}", f"127.0.0.1:{port}", f"localhost:{port}")
    made = HostsDoor(listed, found)
    return HostsDoor(listed, found, lambda address: True) if public else made


async def talk(socket: Path, said: bytes) -> bytes:
    """What comes back."""
    reader, writer = await asyncio.open_unix_connection(str(socket))
    writer.write(said)
    try:
        async with asyncio.timeout(20):
            return await reader.read()
    finally:
        writer.close()


async def test_a_tunnel_to_a_listed_host(tmp_path: Path) -> None:
    async with far_side() as (port, heard), serving_hosts(tmp_path / "s", door(port)):
        ask = f"CONNECT listed.example:{port} HTTP/1.1\r\n\r\n".encode()
        reader, writer = await asyncio.open_unix_connection(str(tmp_path / "s"))
        writer.write(ask)
        assert b" 200 " in await reader.readuntil(b"\r\n\r\n")
        writer.write(b"GET / HTTP/1.1\r\nHost: listed.example\r\n\r\n")
        assert (await reader.read()).endswith(b"hi")
        writer.close()
    assert heard == [b"GET / HTTP/1.1\r\nHost: listed.example\r\n\r\n"]


async def test_a_plain_call_of_a_listed_host(tmp_path: Path) -> None:
    async with far_side() as (port, heard), serving_hosts(tmp_path / "s", door(port)):
        ask = f"GET http://listed.example:{port}/a HTTP/1.1\r\nHost: evil\r\nProxy-Authorization: x\r\n\r\n"
        assert (await talk(tmp_path / "s", ask.encode())).endswith(b"hi")
    assert heard == [f"GET /a HTTP/1.1\r\nHost: listed.example:{port}\r\nConnection: close\r\n\r\n".encode()]


@pytest.mark.parametrize("host", ["other.example", "listed.example.evil", "169.254.169.254", "[::1]"])
async def test_a_host_that_is_not_listed_is_refused(tmp_path: Path, host: str) -> None:
    async with far_side() as (port, heard), serving_hosts(tmp_path / "s", door(port)):
        said = await talk(tmp_path / "s", f"CONNECT {host}:{port} HTTP/1.1\r\n\r\n".encode())
    assert b" 403 " in said
    assert b"sandbox_hosts" in said
    assert heard == []


@pytest.mark.parametrize("host", ["listed.example", "127.0.0.1", "localhost"])
@pytest.mark.parametrize("addresses", [("127.0.0.1",), ("1.1.1.1", "127.0.0.1"), ("::ffff:127.0.0.1",), ()])
async def test_a_listed_name_that_leads_into_this_machine_is_refused(
    tmp_path: Path, host: str, addresses: tuple[str, ...]
) -> None:
    async with (
        far_side() as (port, heard),
        serving_hosts(tmp_path / "s", door(port, public=False, addresses=addresses)),
    ):
        said = await talk(tmp_path / "s", f"CONNECT {host}:{port} HTTP/1.1\r\n\r\n".encode())
    assert b" 403 " in said
    assert b"not one of the internet" in said
    assert heard == []


async def test_the_connection_goes_to_the_address_that_was_looked_at(tmp_path: Path) -> None:
    asked: list[str] = []

    async def once(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ("127.0.0.1",) if len(asked) == 1 else ("203.0.113.1",)

    async with far_side() as (port, _):
        door = HostsDoor((f"listed.example:{port}",), once, lambda address: True)
        async with serving_hosts(tmp_path / "s", door):
            ask = f"GET http://listed.example:{port}/ HTTP/1.1\r\n\r\n".encode()
            assert (await talk(tmp_path / "s", ask)).endswith(b"hi")
    assert asked == ["listed.example"]


@pytest.mark.parametrize("said", [b"x\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"A" * 100_000 + b"\r\n\r\n"])
async def test_what_is_no_call_gets_a_clear_answer(tmp_path: Path, said: bytes) -> None:
    async with serving_hosts(tmp_path / "s", door(1)):
        assert b" 400 " in await talk(tmp_path / "s", said)


async def test_a_host_that_does_not_answer_is_told(tmp_path: Path) -> None:
    async with serving_hosts(tmp_path / "s", door(1)):
        assert b" 502 " in await talk(tmp_path / "s", b"CONNECT listed.example:1 HTTP/1.1\r\n\r\n")


async def test_names_are_resolved_as_this_machine_finds_them() -> None:
    assert {"127.0.0.1", "::1"} & set(await resolve("localhost", 80))


FETCH = f"""{PYTHON} - <<'EOF'
import urllib.request, urllib.error
for url in ("http://listed.example:PORT/", "http://other.example/", "http://127.0.0.1:PORT/"):
    try:
        print(urllib.request.urlopen(url, timeout=20).read().decode())
    except urllib.error.URLError as problem:
        print(getattr(problem, "code", "unreachable"))
EOF"""


async def test_a_program_in_a_box_reaches_a_listed_host_and_no_other(world: World, tmp_path: Path) -> None:
    async with far_side() as (port, heard):
        sandbox = world.sandbox(hosts=("listed.example",))
        async with world.box(sandbox) as box:
            os.unlink(box.private / "hosts.sock")
            async with serving_hosts(box.private / "hosts.sock", door(port)):
                world.own(box.private)
                _, said, errors = await world.run(box, FETCH.replace("PORT", str(port)))

    assert said == "hi\n403\nunreachable\n", errors
    assert len(heard) == 1
