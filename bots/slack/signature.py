"""Whether an HTTP request comes from Slack (docs.slack.dev, verifying-requests-from-slack). Pure."""

import hashlib
import hmac

WINDOW_SECONDS = 300
"""An older request is somebody's copy of it."""

LONGEST_TIMESTAMP = 12


def is_from_slack(secret: str, timestamp: str, signature: str, body: bytes, now: float) -> bool:
    """Whether ``body`` was signed with ``secret`` at ``timestamp`` (seconds since 1970), and not long ago."""
    if not secret or not (
        timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= LONGEST_TIMESTAMP
    ):
        return False
    if abs(now - int(timestamp)) > WINDOW_SECONDS:
        return False
    return hmac.compare_digest(sign(secret, timestamp, body).encode(), signature.encode(errors="replace"))


def sign(secret: str, timestamp: str, body: bytes) -> str:
    """The value of the header X-Slack-Signature."""
    base = b"v0:" + timestamp.encode() + b":" + body
    return "v0=" + hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()
