"""Where we send to: a browser names the address, so it may name one of ours. Only public hosts by https are taken."""

import ipaddress
import socket
from typing import Any
from urllib.parse import urlsplit

from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

OURS = (
    "localhost",
    "local",
    "internal",
    "intranet",
    "lan",
    "home",
    "corp",
    "test",
    "invalid",
    "onion",
    "arpa",
)
"""Last parts of names that no push service has (RFC 6761, 6762, 8375)."""


def is_push_address(endpoint: str, *, loopback: bool = False) -> bool:
    """Whether an address may be a push service's: https, a public name, the usual port, nobody's password.

    ``loopback`` lets this very computer by, for tests.
    """
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if parts.username is not None or parts.password is not None or not endpoint.isascii() or parts.fragment:
        return False
    if loopback and parts.scheme == "http" and host == "127.0.0.1":
        return True
    return parts.scheme == "https" and port in (None, 443) and _is_public_name(host)


def _is_public_name(host: str) -> bool:
    labels = host.rstrip(".").split(".")
    return len(labels) > 1 and not labels[-1].isdecimal() and ":" not in host and labels[-1] not in OURS


_UNICAST = ipaddress.ip_network("2000::/3")
"""What hosts on the internet have (RFC 4291, 2.4); what stands outside may be an address of this house in another
spelling, such as one behind NAT64 (RFC 6052)."""

_PROTOCOLS = ipaddress.ip_network("192.0.0.0/24")
"""For protocols, and no push service's (RFC 6890)."""


def is_public(address: str) -> bool:
    """Whether an internet address is on the internet, and not in this house or this computer."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if parsed in _PROTOCOLS or (parsed.version == 6 and parsed not in _UNICAST):
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    sixtofour = getattr(parsed, "sixtofour", None)
    return all(
        one.is_global and not one.is_multicast for one in (mapped or sixtofour or parsed, parsed) if one
    )


class NotPublic(OSError):
    """This name leads to an address that is not on the internet; nothing is sent there."""


class PublicResolver(AbstractResolver):
    """Looks names up, and gives only public addresses: the very ones that are then connected to."""

    def __init__(self, inner: AbstractResolver | None = None) -> None:
        self._inner = inner or ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """The addresses of a name.

        Raises:
            NotPublic: one of them is not public.
        """
        found: list[Any] = await self._inner.resolve(host, port, family)
        if not all(is_public(one["host"]) for one in found):
            raise NotPublic(NotPublic.__doc__)
        return found

    async def close(self) -> None:
        """Let go of what looks names up."""
        await self._inner.close()
