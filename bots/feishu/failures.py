"""What an answer of the Feishu API means, by its code (open.feishu.cn, generic error codes and each method's own). Pure.

A rate limit is never taken for a target that is gone: the first is waited for, with nothing done.
"""

import re
from collections.abc import Mapping
from typing import Any

from bots.connector import Later, Unfit, Unsure

RATE_LIMITS = frozenset({99991400, 230020, 11232, 11233, 1000004})
"""Of the app, of a chat or of a message: nothing was done."""

STALE_TOKENS = frozenset({99991661, 99991663, 99991671})
"""The tenant token is missing, invalid or expired: a new one helps."""

PASSING = frozenset({230049, 1000040343, 99991640, 2200, 1500})
"""Being sent at this moment, or a fault inside of Feishu: whether it took effect is not known."""

UNFIT = frozenset({10003, 10012, 10013, 10014, 10015, 99991401, 99991543, 99991662, 99991673, 230006})
"""The id or secret is wrong, the app is switched off, this address is not let in, or the app has no bot."""

RESET_HEADER = "x-ogw-ratelimit-reset"
"""Seconds until calls are taken again (open.feishu.cn, rate limits)."""

PATIENCE_SECONDS = 1.0
LONGEST_PATIENCE = 120.0

_INNER = re.compile(r"ErrCode:\s*(\d+)")


class Failed(Exception):
    """Feishu refused the call."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(f"{self.__doc__} ({code}: {message})")
        self.code, self.message = code, message

    @property
    def inner(self) -> int:
        """The code inside the message, where that of the answer only says that a card was refused; 0 without one."""
        found = _INNER.search(self.message)
        return int(found[1]) if found else 0


def failure(status: int, headers: Mapping[str, str], reply: Mapping[str, Any] | None) -> Exception | None:
    """What is wrong with an answer; None if nothing is. ``reply`` is None where the body is no JSON object."""
    code = _code(reply)
    if status == 429 or code in RATE_LIMITS:
        return Later(patience(headers))
    if code is None or status >= 500 or code in PASSING:
        return Unsure(f"HTTP {status} {code if code is not None else 'without JSON'}")
    message = str((reply or {}).get("msg") or "")[:500]
    if code in UNFIT:
        return Unfit(f"{code}: {message}")
    return Failed(code, message) if code else None


def is_stale(reply: Mapping[str, Any] | None) -> bool:
    """Whether the token that the call was made with is no longer good."""
    return _code(reply) in STALE_TOKENS


def patience(headers: Mapping[str, str]) -> float:
    """Seconds to wait after a rate limit."""
    try:
        asked = float(headers.get(RESET_HEADER) or headers.get("Retry-After") or PATIENCE_SECONDS)
    except ValueError:
        asked = PATIENCE_SECONDS
    return min(max(asked, 0.2), LONGEST_PATIENCE)


def _code(reply: Mapping[str, Any] | None) -> int | None:
    code = (reply or {}).get("code")
    return code if isinstance(code, int) and not isinstance(code, bool) else None
