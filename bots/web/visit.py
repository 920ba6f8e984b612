"""One call of one browser: of which site, by whom, in which language."""

import gzip
import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web

from bots.web import body
from bots.web.look import Look
from bots.web.push.sealing import Push
from bots.web.session import Session, entered, form_token, unseal
from bots.web.words_web import LANGUAGE_NAMES, choose_language, tell
from relay.client import RelayClient
from relay.wire.people import Account, Who

LANGUAGE_COOKIE = "muti_language"
STATIC = Path(__file__).parent / "static"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@dataclass(frozen=True)
class Asset:
    """One file, plain and packed (RFC 1952). Pages are never packed: they hold what must not show by its length."""

    plain: bytes
    packed: bytes
    kind: str


@dataclass(frozen=True)
class Assets:
    """The style, the scripts and the pictures, under an address that changes with them."""

    path: str
    files: dict[str, Asset]


def load_assets(folder: Path = STATIC) -> Assets:
    """Read them once."""
    read = {path.name: (path.read_bytes(), TYPES[path.suffix]) for path in sorted(folder.iterdir())}
    found = {name: Asset(data, gzip.compress(data, mtime=0), kind) for name, (data, kind) in read.items()}
    digest = hashlib.sha256(b"".join(one.plain for one in found.values())).hexdigest()[:12]
    return Assets(f"/assets/{digest}", found)


@dataclass
class Site:
    """What all handlers share. ``streams`` are the live pages that are told when the program stops."""

    client: RelayClient
    secret: bytes
    public_url: str
    assets: Assets
    clock: Callable[[], float] = time.time
    closing: bool = False
    streams: set[Callable[[], None]] = field(default_factory=set)
    push: Push | None = None

    @property
    def secure(self) -> bool:
        """Whether browsers reach us by https, so that cookies never travel without."""
        return self.public_url.startswith("https://")

    @property
    def cookie(self) -> str:
        """The session cookie's name; with https, one that no other host can set (RFC 6265bis, 4.1.3.2).

        Cookies know no ports (RFC 6265, 8.5): the port is in the name, so that two rooms on one host do not
        sign each other's people out.
        """
        port = urlsplit(self.public_url).port
        return self.first_cookie + (f"-{port}" if port else "")

    @property
    def first_cookie(self) -> str:
        """What 0.2 wrote without a port; still read, and renewed under its own name. With https it is never one that
        another host can set."""
        return "__Host-muti" if self.secure else "muti"

    def close(self) -> None:
        """End the live pages; their browsers come back by themselves."""
        self.closing = True
        for wake in list(self.streams):
            wake()


@dataclass(frozen=True)
class Visit:
    """One call of one browser."""

    site: Site
    request: web.Request
    session: Session | None
    language: str
    form: body.Form = field(default_factory=body.Form)

    @property
    def who(self) -> Who:
        """The account for which the relay is asked (W2): its subject is known to this browser only."""
        assert self.session is not None
        account = Account(platform="web", tenant="", subject=self.session.subject)
        return Who(account=account, name=self.session.name or "?", language=self.language)

    @property
    def look(self) -> Look:
        """How pages are made for this browser."""
        session = self.session
        return Look(
            language=self.language,
            csrf=self.csrf,
            assets=self.site.assets.path,
            new_key=new_key,
            name=session.name if session else "",
            now=int(self.site.clock() * 1000),
        )

    @property
    def coming_in(self) -> Session | None:
        """Who this browser is once it has come in by this address; elsewhere who it is already."""
        door = self.request.match_info.get("token") or self.request.match_info.get("code")
        if self.session is None or door is None:
            return self.session
        return entered(self.session, door, self.site.secret)

    @property
    def csrf(self) -> str:
        """What forms carry; those of a door also for who comes in by it, so that the same form can come twice."""
        each = dict.fromkeys(one for one in (self.session, self.coming_in) if one is not None)
        return ".".join(form_token(one, self.site.secret) for one in each)

    @property
    def wants_json(self) -> bool:
        """Whether our script asks, and not the browser itself."""
        return self.request.headers.get("Accept", "").startswith("application/json")

    def name(self, part: str) -> str:
        """A part of the path."""
        return self.request.match_info[part]

    def tell(self, key: str, **values: object) -> str:
        """A sentence in this browser's language."""
        return tell(key, self.language, **values)


def new_key() -> str:
    """What makes sending a form twice the same as once."""
    return secrets.token_urlsafe(18)


def new_subject() -> str:
    """A new account's name on the platform ``web``: nobody can guess it."""
    return secrets.token_urlsafe(24)


def come_in(site: Site, request: web.Request) -> Visit:
    """Who calls, and in which language."""
    cookie = request.cookies.get(site.cookie) or request.cookies.get(site.first_cookie, "")
    session = unseal(cookie, site.secret, site.clock())
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    accepted = request.headers.get("Accept-Language", "")
    return Visit(site, request, session, chosen if chosen in LANGUAGE_NAMES else choose_language(accepted))
