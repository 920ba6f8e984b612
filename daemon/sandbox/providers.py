"""The model's interfaces that a box can offer: where they are, what may be called, and where the key goes. Pure.

Anthropic: ``x-api-key`` or ``Authorization: Bearer`` (docs.anthropic.com, API overview; a subscription's token is
sent as Bearer by Claude Code). OpenAI: ``Authorization: Bearer`` (platform.openai.com, API reference).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Key:
    """A variable that holds a key, and the header that carries it."""

    variable: str
    header: str
    prefix: str = ""

    @property
    def placeholder(self) -> str:
        """What the program has in its place: good for nothing outside the box."""
        return f"placeholder-for-{self.variable.lower().replace('_', '-')}"


@dataclass(frozen=True)
class Provider:
    """One interface. ``paths`` are those that may be posted to, below the address."""

    name: str
    variable: str
    usual: str
    keys: tuple[Key, ...]
    paths: tuple[str, ...]
    remedy: str

    def address(self, environment: Mapping[str, str]) -> str:
        """Where it is, as the agent's variables say, without a slash at its end."""
        return (environment.get(self.variable) or self.usual).rstrip("/")

    def given(self, environment: Mapping[str, str]) -> dict[Key, str]:
        """The keys that the agent's variables hold."""
        return {key: value for key in self.keys if (value := environment.get(key.variable))}


ANTHROPIC = Provider(
    "anthropic",
    "ANTHROPIC_BASE_URL",
    "https://api.anthropic.com",
    (
        Key("ANTHROPIC_AUTH_TOKEN", "Authorization", "Bearer "),
        Key("ANTHROPIC_API_KEY", "x-api-key"),
        Key("CLAUDE_CODE_OAUTH_TOKEN", "Authorization", "Bearer "),
    ),
    ("/v1/messages", "/v1/messages/count_tokens"),
    "pass ANTHROPIC_API_KEY, or CLAUDE_CODE_OAUTH_TOKEN as `claude setup-token` prints it, in the agent's env",
)
OPENAI = Provider(
    "openai",
    "OPENAI_BASE_URL",
    "https://api.openai.com/v1",
    (Key("OPENAI_API_KEY", "Authorization", "Bearer "), Key("CODEX_API_KEY", "Authorization", "Bearer ")),
    ("/responses", "/responses/compact", "/chat/completions"),
    "pass OPENAI_API_KEY in the agent's env",
)
PROVIDERS = {provider.name: provider for provider in (ANTHROPIC, OPENAI)}

SECRET_HEADERS = frozenset({"authorization", "x-api-key", "api-key", "proxy-authorization", "cookie"})
"""Headers that never pass from a box to a model."""


@dataclass(frozen=True)
class Upstream:
    """A provider with its address and its keys, as one agent has them."""

    provider: Provider
    address: str
    keys: Mapping[Key, str]

    def inside(self, port: int) -> str:
        """The address that stands for it in the box."""
        return f"http://127.0.0.1:{port}{urlsplit(self.address).path}"

    def url_of(self, method: str, path: str, query: str) -> str | None:
        """Where a call goes, or nothing if it may not be made."""
        base = urlsplit(self.address)
        if method != "POST" or path not in {base.path + known for known in self.provider.paths}:
            return None
        return f"{base.scheme}://{base.netloc}{path}" + (f"?{query}" if query else "")

    def authorized(self, headers: Mapping[str, str]) -> dict[str, str]:
        """The header with the key that the program meant: the one whose placeholder it sent, else the first."""
        sent = " ".join(value for name, value in headers.items() if name.lower() in SECRET_HEADERS)
        meant = [key for key in self.keys if key.placeholder in sent]
        key = (meant or list(self.keys))[0]
        return {key.header: key.prefix + self.keys[key]}
