"""Which hosts a box may reach, and at which addresses. Pure."""

import ipaddress
from collections.abc import Iterable
from fnmatch import fnmatchcase

PORTS = frozenset({80, 443})

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_CARRIERS = tuple(
    ipaddress.ip_network(text)
    for text in (
        "64:ff9b::/96",
        "64:ff9b:1::/48",
        "2002::/16",
        "2001::/32",
        "::/96",
        "::ffff:0:0/96",
        "::ffff:0:0:0/96",
    )
)
"""Ranges of IPv6 that lead to an address of IPv4 (RFC 6052, 8215, 3056, 4380, 4291): they could lead anywhere."""


def is_listed(host: str, port: int, listed: Iterable[str]) -> bool:
    """Whether the owner's list has a host: ``pypi.org``, ``*.example.org``, or with another port ``host:8443``."""
    name = host.lower().rstrip(".")
    for pattern in (entry.lower() for entry in listed):
        known, _, number = pattern.partition(":")
        fits = port == int(number) if number.isdecimal() else port in PORTS
        if fits and fnmatchcase(name, known):
            return True
    return False


def is_public(text: str) -> bool:
    """Whether an address is one of the internet: not private, loopback, link-local, metadata, or a way to those."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if address.is_multicast or any(
        address in network for network in _CARRIERS if network.version == address.version
    ):
        return False
    return address.is_global and not address.is_reserved
