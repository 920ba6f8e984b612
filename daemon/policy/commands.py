"""One simple command: what every command is checked for, and the table of the commands that are known."""

import posixpath
import re
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from types import MappingProxyType

from daemon.policy import (
    archives,
    databases,
    each,
    editing,
    elsewhere,
    fetched,
    files,
    forge,
    git,
    managers,
    network,
    processes,
    programs,
    readers,
    services,
    wrappers,
)
from daemon.policy.addresses import hosts_in
from daemon.policy.credentials import is_credential
from daemon.policy.hints import guess
from daemon.policy.model import Finding, Kind
from daemon.policy.places import is_below, is_product, matches_path, mentions_product
from daemon.policy.scene import Command, Scene
from daemon.policy.scripts import is_changed

Handler = Callable[[Scene, Command], None]
_TABLES: tuple[Mapping[str, Handler], ...] = (
    readers.HANDLERS,
    files.HANDLERS,
    archives.HANDLERS,
    editing.HANDLERS,
    git.HANDLERS,
    network.HANDLERS,
    services.HANDLERS,
    databases.HANDLERS,
    elsewhere.HANDLERS,
    wrappers.HANDLERS,
    programs.HANDLERS,
    managers.HANDLERS,
    each.HANDLERS,
    fetched.HANDLERS,
    forge.HANDLERS,
    processes.HANDLERS,
)
KNOWN: Mapping[str, Handler] = MappingProxyType({name: table[name] for table in _TABLES for name in table})
_SYSTEM_FOLDERS = ("/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin", "/opt/homebrew/bin")
_ONLY_SAY = ("echo", "printf", "test", "[")
_ABOUT = ("--version", "--help", "-V", "-version")


def judge_command(scene: Scene, command: Command) -> None:
    """Note everything that speaks against a simple command."""
    scene.spend(1 + len(command.args))
    kept, scene.findings = scene.findings, []
    _judge_words(scene, command)
    _judge_name(scene, command)
    guess(scene, command, KNOWN)
    found, scene.findings = scene.findings, kept
    found = [finding for finding in found if finding not in scene.lifted]
    if any(matches_line(command.line, pattern) for pattern in scene.rules.allowed_commands):
        found = [finding for finding in found if finding.kind != Kind.unknown]
    scene.take(found)
    scene.take(_owner_findings(scene, command))


def matches_line(line: str, pattern: str) -> bool:
    """Whether an owner's pattern means a command: the whole of it, or its first words."""
    return line == pattern or line.startswith(pattern + " ") or fnmatchcase(line, pattern)


def _owner_findings(scene: Scene, command: Command) -> list[Finding]:
    hosts = [host for word in command.args for host in hosts_in(word.text or word.raw)]
    places = [place for word in command.args for place in _whole(scene, word.text or word.raw)]
    return [
        Finding(rule.kind, rule.name, rule.reason or "The owner's rule names this.", command.raw)
        for rule in scene.rules.owner_rules
        if any(matches_line(command.line, pattern) for pattern in rule.commands)
        or any(fnmatchcase(host, pattern) for host in hosts for pattern in rule.hosts)
        or any(matches_path(place, rule.paths, scene.rules.directory) for place in places)
    ]


def _judge_words(scene: Scene, command: Command) -> None:
    base = posixpath.basename(command.name.text or "")
    says, speaks = base in _ONLY_SAY, base in network.HANDLERS
    for word in command.args:
        _judge_text(scene, word.raw if word.text is None else word.text, says=says, speaks=speaks)


def _judge_text(scene: Scene, text: str, *, says: bool = False, speaks: bool = False) -> None:
    """A word may be a path, or hold one after ``=``, ``@`` or ``:``."""
    if mentions_product(text, scene.rules):
        scene.find(Kind.product, "product.path", "It reaches for the product's own files.", text)
    if not re.match(r"(metadata|instance-data)(/|:\d|$)", text) or speaks:
        network.judge_address_of(scene, text if "://" in text or "@" in text else f"http://{text}", text)
    for part in {text, *re.split(r"[=@:,]", text)}:
        if part != text and re.fullmatch(r"[\da-fx]+(\.[\da-fx]+)+", part):
            network.judge_address_of(scene, f"http://{part}", text)
        if "\n" in part or " " in part or not part:
            continue
        if not says and is_credential(part):
            scene.find(Kind.credentials, "credentials.file", "It touches a key or environment file.", part)
        if "/" in part and any(is_product(place, scene.rules) for place in _whole(scene, part)):
            scene.find(Kind.product, "product.path", "It reaches for the product's own files.", part)


def _whole(scene: Scene, path: str) -> list[str]:
    return scene.locate(path) if scene.places is not None or path.startswith("/") else []


def _judge_name(scene: Scene, command: Command) -> None:
    name = command.name.text
    if name is None:
        scene.doubt("shell.computed", "The command's name cannot be told beforehand.", command.raw)
        return
    if name == "":
        return
    base = posixpath.basename(name)
    if base in scene.rules.product_commands or programs.runs_product(command):
        scene.find(Kind.product, "product.command", "It runs the product's own command line.", command.raw)
        return
    if name in scene.functions and name not in KNOWN:
        return
    if "/" in name and not _is_system(name) and not _is_tool(scene, name):
        programs.run_file(scene, name, command)
        return
    handler = KNOWN.get(base)
    about = len(command.args) == 1 and _asks_about(base, command.args[0].text)
    if handler is None and about and not command.feeder:
        return
    if handler is None:
        scene.doubt("command.unknown", f"The command {base} is not known.", command.raw)
    elif not about or base in wrappers.HANDLERS:
        handler(scene, command)


def _asks_about(base: str, word: str | None) -> bool:
    """Whether a program is only asked what it is."""
    if base not in KNOWN and word in ("version", "help"):
        return True
    return word in _ABOUT or (word == "-v" and base in (*programs.LANGUAGES, "mvn", "mvnw", "gradle"))


def _is_system(name: str) -> bool:
    return posixpath.dirname(name) in _SYSTEM_FOLDERS


def _is_tool(scene: Scene, name: str) -> bool:
    """Tools that a package manager put below the directory, such as ``.venv/bin/pytest``."""
    inside = re.search(
        r"(^|/)((\.?venv/bin|node_modules/\.bin|vendor/bin|bin(?=/(rails|rake|rspec)$))/[^/]+|gradlew|mvnw|manage\.py|artisan)$",
        name,
    )
    places = _whole(scene, name)
    ours = bool(places) and all(is_below(place, scene.rules.directory) for place in places)
    return bool(inside) and ours and not any(is_changed(scene, place) for place in places)
