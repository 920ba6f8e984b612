"""What of Slack over HTTP can be tried from here (O7): the clock, the signing secret, and the public address.

Slack signs with the time of its own clock and asks a new address to give a challenge back (docs.slack.dev,
verifying-requests-from-slack and url_verification); the same question is put here.
"""

import json
import secrets
import time
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

import aiohttp

from bots.slack.http import PATH
from bots.slack.signature import WINDOW_SECONDS, sign
from config.settings import SlackSettings
from deploy.findings import Finding, Status

CALL_SECONDS = 10.0
SKEW_SECONDS = 60.0
"""A clock that is so far off is near to refusing what Slack signs."""

APP_PAGE = "api.slack.com/apps, your app"
TO_CLOCK = "switch the time synchronisation of this computer on"
TO_SECRET = f"copy the signing secret from {APP_PAGE} → Basic Information, and start `muti up` again"
TO_URL = (
    "set slack.request_url to the https:// address that your reverse proxy passes on, ending with " + PATH
)


async def try_address(slack: SlackSettings, secret: str) -> list[Finding]:
    """Whether this computer, and then the public address, takes what is signed with ``secret``."""
    assert slack.address is not None
    host, port = slack.address
    here = f"http://{f'[{host}]' if ':' in host else host}:{port}{PATH}"
    return [await _try_here(here, secret), await _try_public(slack.request_url, secret)]


def judge_clock(date: str, now: float) -> Finding:
    """What Slack's clock says of ours; ``date`` is the header of an answer, ``now`` in seconds since 1970."""
    try:
        skew = now - parsedate_to_datetime(date).timestamp()
    except (TypeError, ValueError):
        return Finding("slack.clock", Status.skip, "Slack's answer has no date")
    said = f"this computer's clock is {abs(skew):.0f} s {'ahead of' if skew > 0 else 'behind'} Slack's"
    if abs(skew) > WINDOW_SECONDS:
        return Finding("slack.clock", Status.fail, f"{said}: every request would be refused", TO_CLOCK)
    if abs(skew) > SKEW_SECONDS:
        return Finding("slack.clock", Status.warn, said, TO_CLOCK)
    return Finding("slack.clock", Status.ok, said)


async def _try_here(url: str, secret: str) -> Finding:
    name, answer = "slack.signature", await _ask(url, secret)
    if answer == "challenge":
        return Finding(name, Status.ok, f"{url} takes what is signed with slack.signing_secret")
    if answer == "HTTP 401":
        said = f"{url} refuses what is signed with slack.signing_secret"
        return Finding(name, Status.fail, said, TO_SECRET)
    return Finding(name, Status.skip, f"{url}: {answer}", "start `muti up`, and check again while it runs")


async def _try_public(url: str | None, secret: str) -> Finding:
    name = "slack.request_url"
    if url is None:
        return Finding(name, Status.warn, "slack.request_url is not set, so it cannot be tried", TO_URL)
    parts = urlsplit(url)
    if parts.path != PATH or (parts.scheme != "https" and parts.hostname not in ("127.0.0.1", "localhost")):
        return Finding(name, Status.fail, f"{url} is not an https:// address that ends with {PATH}", TO_URL)
    answer = await _ask(url, secret)
    if answer == "challenge":
        return Finding(name, Status.ok, f"{url} gives Slack's challenge back")
    if answer == "HTTP 401":
        said = f"{url}: the signature does not arrive as it was sent, or another secret is expected there"
        remedy = "let the reverse proxy pass on the body and the X-Slack- headers unchanged"
        return Finding(name, Status.fail, said, remedy)
    remedy = f"start `muti up`, and let the reverse proxy pass {PATH} on to slack.listen"
    return Finding(name, Status.fail, f"{url}: {answer}", remedy)


async def _ask(url: str, secret: str) -> str:
    """Slack's own question to a new address; "challenge" if it is answered rightly, else what came."""
    challenge, moment = secrets.token_urlsafe(24), str(int(time.time()))
    body = json.dumps({"type": "url_verification", "challenge": challenge}).encode()
    headers = {
        "Content-Type": "application/json",
        "X-Slack-Request-Timestamp": moment,
        "X-Slack-Signature": sign(secret, moment, body),
    }
    timeout = aiohttp.ClientTimeout(total=CALL_SECONDS)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.post(url, data=body, headers=headers, allow_redirects=False) as answer,
        ):
            text = await answer.text(errors="replace")
    except (aiohttp.ClientError, TimeoutError) as error:
        return f"no answer ({type(error).__name__})"
    if answer.status != 200:
        return f"HTTP {answer.status}"
    return "challenge" if challenge in text else "it answers, but not as this connector does"
