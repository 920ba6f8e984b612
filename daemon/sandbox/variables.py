"""The variables of a program in a box: nothing secret, and the daemon's sockets in place of the network. Pure."""

from collections.abc import Collection, Mapping
from pathlib import Path

from daemon.redact import secret_values
from daemon.sandbox.layout import GIT_SETTINGS, SOCKETS
from daemon.sandbox.providers import Upstream

MODEL_PORT, HOSTS_PORT = 8787, 8788
"""Ports of the box's own loopback: nothing else listens there."""

PROXIED = ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy")
DROPPED = frozenset(
    {
        *PROXIED,
        "ALL_PROXY",
        "all_proxy",
        "DBUS_SESSION_BUS_ADDRESS",
        "DISPLAY",
        "DOCKER_HOST",
        "GPG_AGENT_INFO",
        "SSH_AGENT_PID",
        "SSH_AUTH_SOCK",
        "WAYLAND_DISPLAY",
        "XAUTHORITY",
        "XDG_RUNTIME_DIR",
    }
)
"""They lead to what is not there inside."""

GIT = {
    "GIT_CONFIG_GLOBAL": str(SOCKETS / GIT_SETTINGS),
    "GIT_CONFIG_COUNT": "1",
    "GIT_CONFIG_KEY_0": "credential.helper",
    "GIT_CONFIG_VALUE_0": "",
}
"""The owner's name for commits, and no credential helper."""


def inside_variables(
    environment: Mapping[str, str],
    home: Path,
    shown: Collection[str],
    upstream: Upstream | None,
    hosts: bool,
) -> dict[str, str]:
    """What the program sees of the agent's variables. ``shown`` are those that it sees although they look secret."""
    kept = {name: value for name, value in environment.items() if _may_enter(name, value, shown)}
    usual = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", **GIT}
    made = {"HOME": str(home), "TMPDIR": "/tmp"}  # noqa: S108 - private to the box
    if upstream is not None:
        made[upstream.provider.variable] = upstream.inside(MODEL_PORT)
        made |= {key.variable: key.placeholder for key in upstream.keys}
    if hosts:
        made |= dict.fromkeys(PROXIED, f"http://127.0.0.1:{HOSTS_PORT}")
        made |= dict.fromkeys(("NO_PROXY", "no_proxy"), "127.0.0.1,localhost")
    return {**usual, **kept, **made}


def _may_enter(name: str, value: str, shown: Collection[str]) -> bool:
    return name in shown or (name not in DROPPED and not secret_values({name: value}))
