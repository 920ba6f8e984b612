"""Commands that speak to other hosts."""

import re
from collections.abc import Callable

from daemon.policy.addresses import (
    LOOPBACK,
    MONEY_HOSTS,
    PACKAGE_HOSTS,
    READING_HOSTS,
    addresses_in,
    canonical,
    hosts_in,
    is_metadata,
    matches_host,
)
from daemon.policy.model import Kind, Rules
from daemon.policy.places import Use
from daemon.policy.scene import Command, Scene
from daemon.policy.syntax import Word

# What curl itself spreads out (curl manual, "Globbing"); an IPv6 address is no range.
_MANY = re.compile(r"(\w+://)?[^/?#]*(\{|\[(?![0-9A-Fa-f:.%]*:[0-9A-Fa-f:.%]*\]))")
_CURL_SAFE = re.compile(
    r"-[sSfLIkvi46#N]+|--(silent|show-error|fail|location|head|verbose|include|compressed|http1\.1|http2|ipv4|ipv6"
    r"|insecure|no-buffer|fail-with-body|progress-bar|no-progress-meter)"
)
_CURL_VALUE = (
    "-m", "--max-time", "--connect-timeout", "--retry", "--retry-delay", "-w", "--write-out", "-A", "--user-agent", "-H",
    "--header", "--retry-max-time",
)  # fmt: skip
_CURL_DATA = (
    "-d",
    "--data",
    "--data-raw",
    "--json",
    "--data-urlencode",
    "-F",
    "--form",
    "--data-binary",
    "--data-ascii",
    "-T",
    "--upload-file",
)
_CURL_TAKES = frozenset((*_CURL_VALUE, *_CURL_DATA, "-o", "--output", "-X", "--request"))
_METHOD = re.compile(r"(?:-X|--request=?|--method=)(\w+)")
_TAKES_AWAY = re.compile(r"[/_?&=\"{( ](delete|destroy|drop|purge|flush|truncate|wipe)", re.IGNORECASE)
_FORGE = re.compile(
    r"/(merges?|git/refs|git/commits|contents|dispatches|releases|repository/(branches|files|commits|tags))(/|\?|$)"
)
_MILD_METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH")


def judge_address_of(scene: Scene, text: str, matched: str) -> None:
    """Whether a text speaks of the cloud's metadata, of a host of payment, or of the product's own address."""
    products = {_host_and_port(host) for host in scene.rules.product_hosts}
    for host, port in addresses_in(text):
        if is_metadata(host):
            reason = "It asks the cloud's metadata for keys."
            scene.find(Kind.credentials, "credentials.metadata", reason, matched)
        if any((host, port or other) == (name, other) for name, other in products if port or not other):
            scene.find(Kind.product, "product.host", "It reaches for the product's own address.", matched)
        if matches_host(host, MONEY_HOSTS):
            scene.find(Kind.money, "network.money", f"It speaks to {host}, where money is spent.", matched)


def _host_and_port(netloc: str) -> tuple[str, str]:
    return next(iter(addresses_in(f"x://{netloc}")), (netloc, ""))


def judge_host(rules: Rules, host: str, *, reading: bool = True) -> str | None:
    """The reason why a host may not be read from, or sent to, if there is one."""
    if matches_host(host, rules.allowed_hosts) or (reading and matches_host(host, READING_HOSTS)):
        return None
    return f"It speaks to {host}, which the owner has not listed."


def curl(scene: Scene, command: Command) -> None:
    """``curl``: reading a page of a listed host passes, and sending to this machine; everything else asks."""
    args = list(command.args)
    addresses: list[str] = []
    sends = False
    while args:
        word = args.pop(0)
        text = word.text
        if text is not None and not text.startswith("-") and "$((" not in word.raw:
            addresses.append(text)
        elif text is not None and (method := _METHOD.fullmatch(text)):
            sends = _judge_method(scene, method.group(1), command) or sends
        elif text in _CURL_TAKES and args:
            sends = _judge_option(scene, text or "", args.pop(0), command) or sends
        elif text is None or not _CURL_SAFE.fullmatch(text):
            scene.doubt("network.option", "It may send something away.", command.raw)
    texts = [word.text or "" for word in command.args] if sends else []
    if any(_TAKES_AWAY.search(text) for text in texts):
        scene.find(Kind.delete, "network.delete", "It asks a server to delete something.", command.raw)
    for address in addresses:
        _judge_address(scene, address, command, reading=not sends)
        if sends:
            _judge_publishing(scene, address, command)


def _judge_publishing(scene: Scene, address: str, command: Command) -> None:
    """What is sent to where code and packages are shared."""
    if _FORGE.search(address):
        scene.find(Kind.push, "network.push", "It changes a shared branch by its server.", command.raw)
    if any(
        matches_host(host, PACKAGE_HOSTS)
        for host in hosts_in(address if "://" in address else f"http://{address}")
    ):
        scene.find(
            Kind.money, "network.publish", "It publishes a package, which cannot be taken back.", command.raw
        )


def _judge_option(scene: Scene, option: str, value: Word, command: Command) -> bool:
    """Judge an option of curl that takes a word; whether it makes curl send."""
    if option in ("-o", "--output"):
        scene.touch(value, Use.overwrite)
    elif option in ("-X", "--request"):
        return _judge_method(scene, value.text, command)
    elif option in _CURL_DATA:
        if option in ("-T", "--upload-file"):
            scene.touch(value, Use.read)
        _judge_data(scene, value, command)
        return True
    else:
        _judge_value(scene, value, command)
    return False


def _judge_value(scene: Scene, word: Word, command: Command) -> None:
    if word.text is None or word.text.startswith("@") or "%output" in word.text:
        scene.doubt("network.option", "It may send something away.", command.raw)


def _judge_method(scene: Scene, method: str | None, command: Command) -> bool:
    """Whether a method of HTTP sends; one that deletes is noted."""
    name = (method or "?").upper()
    if name == "DELETE":
        scene.find(Kind.delete, "network.delete", "It asks a server to delete something.", command.raw)
    elif name not in _MILD_METHODS:
        scene.doubt("network.option", "It asks a server for something that is not known.", command.raw)
    return name not in ("GET", "HEAD", "OPTIONS")


def _judge_data(scene: Scene, word: Word, command: Command) -> None:
    """Text that is sent; what begins with ``@`` or ``<`` is the file of that name."""
    if word.text is None:
        scene.doubt("network.option", "It sends a text that cannot be told beforehand.", command.raw)
        return
    named = re.search(r"(?:^|=)[@<](.+)", word.text)
    if named:
        scene.touch_path(named.group(1).split(";")[0], Use.read)


def _judge_address(scene: Scene, text: str, command: Command, *, reading: bool) -> None:
    if text.startswith("file:"):
        scene.doubt("network.file", "It reads a file by its address.", command.raw)
        return
    if _MANY.match(text):
        scene.doubt("network.many", "Its address stands for several.", command.raw)
        return
    host = next(iter(hosts_in(text if "://" in text else f"http://{text}")), "")
    plain = reading and not ("?" in text and len(text) > 200)
    reason = judge_host(scene.rules, host, reading=plain) if host else None
    if reason or not host or not re.match(r"(https?://|[\w.\[:-]+([:/]|$))", text):
        scene.doubt("network.host", reason or "It speaks to a host that cannot be told.", command.raw)


def wget(scene: Scene, command: Command) -> None:
    """``wget``: it writes a file named by the address, unless it prints."""
    printing = ("-q", "-O-", "-qO-", "--spider", "-nv", "-O", "--quiet")
    words = [word for word in command.args if word.text not in printing]
    if any((word.text or "-?").startswith("-") and word.text != "-" for word in words) or len(words) == len(
        command.args
    ):
        scene.doubt("network.option", "It may write over files or send something away.", command.raw)
    for word in command.args:
        if re.search(r"--method[ =]?delete", word.text or "", re.IGNORECASE):
            _judge_method(scene, "DELETE", command)
    texts = [word.text for word in command.args]
    if "-O" in texts and texts[texts.index("-O") + 1 :][:1] not in (["-"], ["/dev/null"]):
        scene.doubt("network.option", "It may write over files.", command.raw)
        for word in command.args[texts.index("-O") + 1 :][:1]:
            scene.touch(word, Use.overwrite)
    for word in words:
        if word.text != "-" and not (word.text or "-").startswith("-"):
            _judge_address(scene, word.text or "", command, reading=True)


def speak_http(scene: Scene, command: Command) -> None:
    """``http`` (HTTPie) and its like: a method, an address, and items to send."""
    words = [word.text or "?" for word in command.args if not (word.text or "?").startswith("-")]
    method = words.pop(0).upper() if words and words[0].isalpha() and words[0].isupper() else "GET"
    sends = _judge_method(scene, method, command) or any("=" in word or "@" in word for word in words[1:])
    if len(words) != len(command.args) - (method != "GET" or "GET" in [word.text for word in command.args]):
        scene.doubt("network.option", "It speaks with options that are not followed.", command.raw)
    for word in words[:1]:
        address = f"localhost{word}" if word.startswith(":") else word
        judge_address_of(scene, address if "://" in address else f"http://{address}", command.raw)
        _judge_address(scene, address, command, reading=not sends)


def probe(scene: Scene, command: Command) -> None:
    """``ping``, and ``nc -z``: this machine may be asked whether it listens; everything else asks the owner."""
    words = [word.text or "?" for word in command.args]
    for host, port in zip(words, [*words[1:], ""], strict=True):
        if not host.startswith("-"):
            judge_address_of(
                scene, f"http://{host}:{port}" if port.isdigit() else f"http://{host}", command.raw
            )
    name = (command.name.text or "").rsplit("/", 1)[-1]
    quiet = name == "ping" or any(re.fullmatch(r"-[vw]*z[vw]*", word) for word in words)
    named = [word for word in words if not word.startswith("-") and not word.isdigit()]
    if not quiet or not named or any(canonical(word) != LOOPBACK for word in named):
        scene.doubt("network.open", "It opens a network connection.", command.raw)


def connect(scene: Scene, command: Command) -> None:
    """Programs that open a connection of any kind."""
    scene.doubt("network.open", "It opens a network connection.", command.raw)


HANDLERS: dict[str, Callable[[Scene, Command], None]] = {
    "curl": curl,
    "wget": wget,
    **dict.fromkeys(("http", "https", "xh"), speak_http),
    **dict.fromkeys(("nc", "ncat", "netcat", "ping", "ping6", "telnet"), probe),
    **dict.fromkeys(
        (
            "socat",
            "ftp",
            "nmap",
            "dig",
            "host",
            "nslookup",
            "traceroute",
            "whois",
            "websocat",
            "grpcurl",
            "aria2c",
        ),
        connect,
    ),
}
