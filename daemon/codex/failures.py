"""What Codex says of an answer that its model did not give, for people. Pure."""

from collections.abc import Mapping
from typing import Any

from daemon.codex.shapes import part

REFUSALS = {
    401: "The model's provider refused the login (401). Correct OPENAI_API_KEY, or run `codex login` on this machine.",
    403: "The model's provider does not permit this account to use the model (403).",
    429: "The limit of this account at the model's provider is used up (429). Try again later.",
    503: "The model is overloaded (503). Try again later.",
}
REASONS = {
    "unauthorized": 401,
    "usageLimitExceeded": 429,
    "rateLimitExceeded": 429,
    "serverOverloaded": 503,
}


def status_of(error: Mapping[str, Any]) -> int | None:
    """The HTTP status of an error, as far as the program tells it."""
    info = error.get("codexErrorInfo")
    if isinstance(info, str):
        return REASONS.get(info)
    for details in part(error, "codexErrorInfo").values():
        if isinstance(details, Mapping) and isinstance(details.get("httpStatusCode"), int):
            return int(details["httpStatusCode"])
    return None


def sentence_of(error: Mapping[str, Any]) -> str:
    """What people are told of an error that ended a turn."""
    known = REFUSALS.get(status_of(error) or 0)
    return known or str(error.get("message") or "The turn failed, and Codex did not say why.")
