"""What a client asks of an HTTP proxy: a tunnel to a host, or one plain call (RFC 9110 9.3.6, RFC 9112 3.2). Pure."""

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

_NOT_PASSED = ("connection", "host", "keep-alive", "proxy-authorization", "proxy-connection", "te", "upgrade")


class BadAsk(Exception):
    """It is not one of the two."""


@dataclass(frozen=True)
class Wanted:
    """A host and a port, and for a plain call the bytes with which it begins there."""

    host: str
    port: int
    first: bytes = b""


def read_ask(head: bytes) -> Wanted:
    """The head of a call, up to the empty line.

    Raises:
        BadAsk: it is neither a tunnel nor a plain call of an address.
    """
    lines = head.decode("latin-1").split("\r\n")
    words = lines[0].split(" ")
    if (
        len(words) != 3
        or not re.fullmatch(r"HTTP/1\.[01]", words[2])
        or "\n" in head.decode("latin-1").replace("\r\n", "")
    ):
        raise BadAsk
    method, target, _ = words
    if method == "CONNECT":
        parts = _split(f"//{target}")
        if parts.port is None or parts.path or parts.query:
            raise BadAsk
        return Wanted(_host_of(parts), parts.port)
    parts = _split(target)
    if parts.scheme != "http" or not re.fullmatch(r"[A-Z]{1,20}", method):
        raise BadAsk
    return Wanted(_host_of(parts), parts.port or 80, _first(method, parts, lines[1:]))


def _split(text: str) -> SplitResult:
    try:
        parts = urlsplit(text)
        _ = parts.port  # read for its ValueError
    except ValueError as problem:
        raise BadAsk from problem
    if parts.username is not None or parts.fragment:
        raise BadAsk
    return parts


def _host_of(parts: SplitResult) -> str:
    host = parts.hostname or ""
    if not re.fullmatch(r"[a-z0-9._-]{1,253}|[0-9a-f:.]{2,45}", host):
        raise BadAsk
    return host


def _first(method: str, parts: SplitResult, lines: list[str]) -> bytes:
    """The call as the host wants it: its own path, its own name, and no second call on this connection."""
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    kept = [line for line in lines if line and line.partition(":")[0].strip().lower() not in _NOT_PASSED]
    host = parts.netloc.rpartition("@")[2]
    words = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close", *kept, "", ""]
    return "\r\n".join(words).encode("latin-1")
