"""Who sits at a browser: a signed value in a cookie, and the token that its forms carry (W3)."""

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass, replace

LIFETIME = 30 * 24 * 3600
"""Seconds that somebody who was let in stays known to this browser."""

VISIT = 3600
"""Seconds that somebody has who stands before a join page."""

RENEW = 24 * 3600
"""Seconds after which a session in use gets a fresh cookie."""


@dataclass(frozen=True)
class Session:
    """``subject`` is the account on the platform ``web``: random, known to this browser and the relay only.

    ``until`` is the end, in seconds since 1970 UTC. A visitor has no name yet.
    """

    subject: str
    name: str
    until: int


def seal(session: Session, secret: bytes) -> str:
    """The cookie's value."""
    body = json.dumps([session.subject, session.name, session.until], separators=(",", ":")).encode()
    return f"{_text(body)}.{_text(_sign(secret, b'session', body))}"


def unseal(value: str, secret: bytes, now: float) -> Session | None:
    """The session of a cookie, if this secret signed it and it has not ended."""
    body_text, _, signature = value.partition(".")
    try:
        body, signed = _bytes(body_text), _bytes(signature)
    except ValueError:
        return None
    if not hmac.compare_digest(signed, _sign(secret, b"session", body)):
        return None
    subject, name, until = json.loads(body)
    return Session(subject, name, until) if now < until else None


def entered(session: Session, door: str, secret: bytes) -> Session:
    """A visitor who comes in by a secret address: it makes a part of the new account's name.

    Whoever put the visitor's cookie into this browser does not know that name, and so is not let in with it.
    """
    if session.name:
        return session
    name = _sign(secret, b"entered", f"{session.subject}\0{door}".encode())
    return replace(session, subject=_text(name[:24]))


def form_token(session: Session, secret: bytes) -> str:
    """What every form of this browser carries, so that no page of another site can send one."""
    return _text(_sign(secret, b"form", session.subject.encode()))


def is_form_token(token: str, session: Session, secret: bytes) -> bool:
    """Whether a form came from a page that was made for this browser; that of a door carries two tokens."""
    ours = form_token(session, secret).encode()
    return any(hmac.compare_digest(one.encode(), ours) for one in token.split(".")[:2])


def _sign(secret: bytes, purpose: bytes, body: bytes) -> bytes:
    return hmac.digest(secret, purpose + b"\0" + body, hashlib.sha256)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    """The bytes of what `_text` gave; of two texts for the same bytes only that one is taken."""
    data = base64.urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    if _text(data) != text:
        raise ValueError(text)
    return data
