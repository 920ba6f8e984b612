"""Commands that speak to other hosts."""

import re
from fnmatch import fnmatchcase

from daemon.policy.credentials import METADATA_HOSTS
from daemon.policy.model import Kind, Rules
from daemon.policy.places import Use
from daemon.policy.readers import has_option, plain_words
from daemon.policy.scene import Command, Scene

_URL = re.compile(r"[a-z][a-z0-9+.-]*://(?:[^/@\s'\"]*@)?(\[[0-9a-f:.]+\]|[^/:?#\s'\"\\]+)", re.IGNORECASE)
_ADDRESS = re.compile(_URL.pattern + r":\d+", re.IGNORECASE)
# What curl itself spreads out (curl manual, "Globbing"); an IPv6 address is no range.
_MANY = re.compile(r"(\w+://)?[^/?#]*(\{|\[(?![0-9A-Fa-f:.%]*:[0-9A-Fa-f:.%]*\]))")
_LOGIN = re.compile(r"^[\w.-]+@([\w.-]+)(?::|$)")
_CURL_SAFE = re.compile(
    r"-[sSfLIkvi46]+|--(silent|show-error|fail|location|head|verbose|include|compressed|http2|ipv4|ipv6)"
)
_CURL_VALUE = ("-m", "--max-time", "--connect-timeout", "--retry", "--retry-delay", "-w", "--write-out", "-A")


def hosts_in(text: str) -> list[str]:
    """The host names that a text speaks of as addresses."""
    found = [match.group(1).casefold().rstrip(".") for match in _URL.finditer(text)]
    login = _LOGIN.match(text)
    return [*found, login.group(1).casefold()] if login else found


def addresses_in(text: str) -> list[str]:
    """The addresses with their ports, as ``host:port``, that a text speaks of."""
    return [
        match.group(0).split("://", 1)[1].rsplit("@", 1)[-1].casefold() for match in _ADDRESS.finditer(text)
    ]


def judge_address_of(scene: Scene, text: str, matched: str) -> None:
    """Whether a text speaks of the cloud's metadata, or of the product's own address on any loopback name."""
    if any(host in METADATA_HOSTS for host in hosts_in(text)):
        scene.find(
            Kind.credentials, "credentials.metadata", "It asks the cloud's metadata for keys.", matched
        )
    spoken = {_one_loopback(address) for address in [*hosts_in(text), *addresses_in(text)]}
    if spoken & {_one_loopback(host.casefold()) for host in scene.rules.product_hosts}:
        scene.find(Kind.product, "product.host", "It reaches for the product's own address.", matched)


def _one_loopback(address: str) -> str:
    plain = re.sub(r":0+(?=\d)", ":", address)
    return re.sub(r"^(localhost\.?|127\.[\d.]+|\[::1?\]|0\.0\.0\.0|0)(?=:|$)", "127.0.0.1", plain)


def judge_host(rules: Rules, host: str) -> str | None:
    """The reason why a host may not be read from, if there is one."""
    if any(fnmatchcase(host, pattern) for pattern in rules.allowed_hosts):
        return None
    return f"It speaks to {host}, which the owner has not listed."


def curl(scene: Scene, command: Command) -> None:
    """``curl``: reading a page of a listed host passes; everything else asks."""
    args = list(command.args)
    while args:
        word = args.pop(0)
        text = word.text
        if text in ("-o", "--output") and args:
            scene.touch(args.pop(0), Use.overwrite)
        elif text in _CURL_VALUE and args:
            args.pop(0)
        elif text is None or "$((" in word.raw or (text.startswith("-") and not _CURL_SAFE.fullmatch(text)):
            scene.doubt("network.option", "It may send something away.", command.raw)
        elif not text.startswith("-"):
            _judge_address(scene, text, command)


def _judge_address(scene: Scene, text: str, command: Command) -> None:
    if text.startswith("file:"):
        scene.doubt("network.file", "It reads a file by its address.", command.raw)
        return
    if _MANY.match(text):
        scene.doubt("network.many", "Its address stands for several.", command.raw)
        return
    host = next(iter(hosts_in(text if "://" in text else f"http://{text}")), "")
    reason = judge_host(scene.rules, host) if host and not re.search(r"[{}\[\]*]", host[1:-1]) else None
    if reason or not host:
        scene.doubt("network.host", reason or "It speaks to a host that cannot be told.", command.raw)


def wget(scene: Scene, command: Command) -> None:
    """``wget``: it writes a file named by the address, unless it prints."""
    if not has_option(command.args, ("-O", "-q", "--spider")):
        scene.writes.append(scene.rules.directory)
    unsafe = [
        word
        for word in command.args
        if (word.text or "-?").startswith("-") and word.text not in ("-q", "-O-", "-qO-", "--spider")
    ]
    if unsafe:
        scene.doubt("network.option", "It may write over files or send something away.", command.raw)
    for word in plain_words(command.args):
        _judge_address(scene, word.text or "", command)


def remote(scene: Scene, command: Command) -> None:
    """``ssh`` and its like use the owner's keys to act on another machine."""
    scene.find(
        "credentials", "credentials.remote", "It uses the owner's keys on another machine.", command.raw
    )


def connect(scene: Scene, command: Command) -> None:
    """Programs that open a connection of any kind."""
    scene.doubt("network.open", "It opens a network connection.", command.raw)


HANDLERS = {
    "curl": curl,
    "wget": wget,
    **dict.fromkeys(("ssh", "scp", "sftp", "rsync", "ssh-add", "ssh-copy-id", "ssh-agent", "mosh"), remote),
    **dict.fromkeys(
        ("nc", "ncat", "netcat", "socat", "telnet", "ftp", "http", "https", "nmap", "dig", "host"), connect
    ),
}
