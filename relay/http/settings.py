"""What the relay's HTTP side can be told."""

from dataclasses import dataclass, field

from relay.requests.keeping import Keep


@dataclass(frozen=True)
class RelayOptions:
    """``approval_ttl`` in seconds (A4); ``metrics_token`` opens /metrics from elsewhere than loopback.

    ``revoked_limit``: seconds in which a revoked machine may finish what it runs (R10).
    """

    approval_ttl: float = 24 * 3600
    revoked_limit: float = 3600
    metrics_token: str | None = None
    sweep_seconds: float = 0.25
    keep: Keep = field(default_factory=Keep)
