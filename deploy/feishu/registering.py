"""Making the app by one scan (O8): the device flow of lark_oapi, each of its ends a clear sentence.

Source: open.feishu.cn, app registration; the flow is OAuth's device authorization (RFC 8628).
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from config.values import PLATFORM_DOMAINS

ACCOUNTS = {
    PLATFORM_DOMAINS["feishu"]: "https://accounts.feishu.cn",
    PLATFORM_DOMAINS["lark"]: "https://accounts.larksuite.com",
}
REMIND_SECONDS = 30.0
ABOUT = "Ask a coding agent on its owner's computer; the owner decides with a tap."


class NotRegistered(Exception):
    """The app was not made."""


@dataclass(frozen=True)
class Registered:
    """An app, and the address of the platform that it is of."""

    app_id: str
    secret: str
    domain: str


@dataclass(frozen=True)
class Talk:
    """How somebody is told of the flow: ``show`` is given the address behind the code and its seconds."""

    show: Callable[[str, int], None]
    note: Callable[[str], None]


async def register(domain: str, app_id: str | None, addons: Mapping[str, Any], talk: Talk) -> Registered:
    """An app, new or the one of ``app_id``, once somebody has scanned the code and agreed.

    Raises:
        NotRegistered: it was refused, nobody came in time, or the platform did not answer; the message says what to do.
    """
    # Slow to import, and needed only here (O3).
    import httpx

    import_module("bots.feishu.loading")
    sdk, errors = import_module("lark_oapi"), import_module("lark_oapi.scene.registration.errors")

    waits = Waits(talk.note)
    try:
        found = await sdk.aregister_app(
            lambda code: talk.show(str(code["url"]), int(code["expire_in"])),
            waits.heard,
            source="muti",
            domain=ACCOUNTS.get(domain, domain),
            lark_domain=ACCOUNTS[PLATFORM_DOMAINS["lark"]] if domain in ACCOUNTS else domain,
            app_preset={"name": "muti", "desc": ABOUT},
            addons=dict(addons),
            app_id=app_id,
        )
    except errors.AppAccessDeniedError as error:
        raise NotRegistered(
            "It was refused on the phone, so no app was made. Run this again and agree, or let an administrator scan."
        ) from error
    except errors.AppExpiredError as error:
        raise NotRegistered(
            "Nobody scanned the code in time, so no app was made. Run this again, and scan within ten minutes."
        ) from error
    except errors.RegisterAppError as error:
        said = ": ".join(str(part) for part in error.args if part)
        raise NotRegistered(
            f"The platform made no app ({said}). Make one by hand at {domain}/app, then run this with --app-id."
        ) from error
    except (httpx.HTTPError, OSError, ValueError, KeyError) as error:
        raise NotRegistered(
            f"{ACCOUNTS.get(domain, domain)} gave no answer that can be used ({type(error).__name__}). "
            "Check the network and run this again; if you had agreed already, the app is in the console: use --app-id."
        ) from error
    return _registered(found, domain, app_id)


def _registered(found: Mapping[str, Any], domain: str, app_id: str | None) -> Registered:
    made = str(found["client_id"])
    if app_id is not None and made != app_id:
        raise NotRegistered(
            f"What was agreed to is the app {made}, not {app_id}. Nothing was stored; run this again and choose that app."
        )
    user = found.get("user_info")
    brand = str(user.get("tenant_brand") or "") if isinstance(user, Mapping) else ""
    is_ours = domain in ACCOUNTS
    return Registered(
        made, str(found["client_secret"]), PLATFORM_DOMAINS.get(brand, domain) if is_ours else domain
    )


class Waits:
    """Says now and then that it still waits."""

    def __init__(self, note: Callable[[str], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._note, self._clock = note, clock
        self._began = self._said = clock()

    def heard(self, told: Mapping[str, Any]) -> None:
        """The flow made a step."""
        now = self._clock()
        if told.get("status") == "domain_switched":
            self._note("You are on Lark: going on there.")
        elif now - self._said >= REMIND_SECONDS:
            self._said = now
            self._note(f"Still waiting for the scan ({now - self._began:.0f} s).")
