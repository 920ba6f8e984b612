"""Making an app by scanning a code: the device flow behind lark_oapi.register_app (init, begin, poll)."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlparse

from aiohttp import web

from tests.emulators.feishu.errors import ImpossibleGesture
from tests.emulators.feishu.platform import Platform
from tests.emulators.feishu.state import Json

if TYPE_CHECKING:
    from tests.emulators.feishu.service import Service

EXPIRES_SECONDS = 600
INTERVAL_SECONDS = 5


@dataclass
class Registration:
    """One scan that is waited for. ``outcome`` is what the next poll is told."""

    device_code: str
    user_code: str
    begun: float
    outcome: Json = field(default_factory=lambda: {"error": "authorization_pending"})
    polled: float = -1e9


class Registrations:
    """All device flows; ``interval`` are the seconds that a caller has to leave between polls."""

    def __init__(self, platform: Platform) -> None:
        self.all: dict[str, Registration] = {}
        self.interval: float = INTERVAL_SECONDS
        self.scanned: list[Json] = []
        self._platform = platform

    def begin(self) -> Registration:
        found = Registration(
            self._platform.new_id("dc_"), self._platform.new_id("")[:8], self._platform.now()
        )
        self.all[found.device_code] = found
        return found

    def of_address(self, url: str) -> Registration:
        """The flow whose code was scanned; its query, with what the app is to have, is kept in ``scanned``."""
        query = {name: values[-1] for name, values in parse_qs(urlparse(url).query).items()}
        for found in self.all.values():
            if found.user_code == query.get("user_code"):
                self.scanned.append(query)
                return found
        raise ImpossibleGesture(f"no code like that is waited for: {url}")


async def register(service: "Service", request: web.Request) -> web.Response:
    """POST /oauth/v1/app/registration; a form with ``action``."""
    if request.content_type != "application/x-www-form-urlencoded":
        return _problem("invalid_request", "the body must be a form")
    form = {name: str(value) for name, value in (await request.post()).items()}
    action = form.get("action")
    if action == "init":
        return web.json_response({"supported_auth_methods": ["client_secret"], "nonce": "dummy"})
    if action == "begin":
        return _begin(service, form)
    if action == "poll":
        return _poll(service, form)
    return _problem("invalid_request", "unknown action")


def _begin(service: "Service", form: Json) -> web.Response:
    wanted = {"archetype": "PersonalAgent", "auth_method": "client_secret", "request_user_info": "open_id"}
    for name, value in wanted.items():
        if form.get(name) != value:
            return _problem("invalid_request", f"{name} must be {value}")
    found = service.registrations.begin()
    address = f"{service.base_url}/page/launcher?user_code={found.user_code}"
    return web.json_response(
        {
            "device_code": found.device_code,
            "user_code": found.user_code,
            "verification_uri": f"{service.base_url}/page/launcher",
            "verification_uri_complete": address,
            "interval": service.registrations.interval,
            "expires_in": EXPIRES_SECONDS,
        }
    )


def _poll(service: "Service", form: Json) -> web.Response:
    found = service.registrations.all.get(str(form.get("device_code")))
    now = service.platform.now()
    if found is None:
        return _problem("invalid_grant", "unknown device_code")
    if now - found.begun > EXPIRES_SECONDS:
        return _problem("expired_token", "the code has expired")
    early = now - found.polled < service.registrations.interval - 1
    found.polled = now
    if early:
        return _problem("slow_down", "polled too often")
    return web.json_response(found.outcome, status=400 if "error" in found.outcome else 200)


def _problem(error: str, description: str) -> web.Response:
    return web.json_response({"error": error, "error_description": description}, status=400)
