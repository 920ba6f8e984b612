"""Where an agent's model is and which key opens it: found outside the box, and kept there."""

import json
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from daemon.runtime import RuntimeUnfit
from daemon.sandbox.providers import ANTHROPIC, PROVIDERS, Key, Provider, Upstream

LOGIN_KEY = Key("CLAUDE_CODE_OAUTH_TOKEN", "Authorization", "Bearer ")


def find_upstream(name: str, environment: Mapping[str, str]) -> Upstream:
    """The model that an agent's variables, or its owner's own login, lead to.

    Raises:
        RuntimeUnfit: there is no key; the message says what to do.
    """
    provider = PROVIDERS.get(name)
    if provider is None:
        raise RuntimeUnfit(f"The sandbox cannot offer a model of {name}: use one of {', '.join(PROVIDERS)}.")
    keys = provider.given(environment) or _login(provider, environment)
    if not keys:
        raise RuntimeUnfit(
            f"The sandbox keeps the program's own login out, and there is no key: {provider.remedy}."
        )
    return Upstream(provider, provider.address(environment), keys)


def _login(provider: Provider, environment: Mapping[str, str]) -> dict[Key, str]:
    """The token of Claude Code's own login file while it is good, by its keys `claudeAiOauth` and `expiresAt` (ms)."""
    if provider is not ANTHROPIC:
        return {}
    folder = Path(environment.get("HOME", "/")) / ".claude"
    with suppress(OSError, ValueError, KeyError, TypeError):
        kept = json.loads((folder / ".credentials.json").read_bytes())["claudeAiOauth"]
        if int(kept["expiresAt"]) > time.time() * 1000:
            return {LOGIN_KEY: str(kept["accessToken"])}
    return {}
