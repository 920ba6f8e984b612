"""The runtime's own tools, and everybody else's: by what their input says."""

import re
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import partial
from typing import Any

from daemon.policy.addresses import hosts_in
from daemon.policy.credentials import is_credential
from daemon.policy.foreign import judge_foreign
from daemon.policy.model import Finding, Kind, Rules
from daemon.policy.network import judge_address_of, judge_host
from daemon.policy.places import Use, mentions_product
from daemon.policy.scene import Scene, TooMuch
from daemon.policy.shell import judge_shell

HARMLESS = (
    "TodoWrite", "TodoRead", "ExitPlanMode", "EnterPlanMode", "AskUserQuestion", "Task", "Agent", "ToolSearch",
    "BashOutput", "TaskOutput", "TaskStop", "KillShell", "KillBash", "WebSearch", "TaskCreate", "TaskGet", "TaskList",
    "TaskUpdate", "mcp__muti__attach", "mcp__muti__progress", "mcp__muti__plan", "mcp__muti__ask_agent",
    "mcp__muti__send_message", "mcp__muti__reply", "mcp__muti__agents",
)  # fmt: skip
MOST_TEXT = 100_000
"""Characters of what a tool is given, file contents apart."""
_SHELL_KEYS = frozenset(("command", "description", "timeout", "run_in_background", "workdir", "cwd"))


def judge_tool(rules: Rules, tool: str, given: Mapping[str, Any], directory: str) -> Scene:
    """Everything found in one tool call."""
    try:
        return _judge_call(rules, tool, given, directory)
    except (TooMuch, RecursionError):
        scene = _empty(rules, directory)
        scene.doubt("tool.long", "What it is given is too long to be understood.", tool)
        return scene


def _judge_call(rules: Rules, tool: str, given: Mapping[str, Any], directory: str) -> Scene:
    scene = _JUDGES.get(tool, _judge_unknown)(rules, tool, given, directory)
    if sum(len(text) for key, text in _strings("", given) if key not in _FREE_TEXT) > MOST_TEXT:
        scene.doubt("tool.long", "What it is given is too long to be understood.", tool)
    elif tool != "Bash":
        _judge_strings(scene, given, careful=tool not in _FILE_TOOLS and tool not in HARMLESS)
    elif mentions_product(str(given.get("command", "")), rules):
        scene.find(Kind.product, "product.path", "It reaches for the product's own files.", tool)
    for rule in rules.owner_rules:
        if any(fnmatchcase(tool, pattern) for pattern in rule.tools):
            scene.find(rule.kind, rule.name, rule.reason or "The owner's rule names this tool.", tool)
    return scene


def _empty(rules: Rules, directory: str) -> Scene:
    return judge_shell(rules, "", directory)


def _judge_bash(rules: Rules, tool: str, given: Mapping[str, Any], directory: str) -> Scene:
    command = given.get("command")
    if not isinstance(command, str):
        scene = _empty(rules, directory)
        scene.doubt("shell.missing", "The shell tool was called without a command.", str(sorted(given)))
        return scene
    scene = judge_shell(rules, command, directory)
    odd = sorted(key for key in set(given) - _SHELL_KEYS if given[key])
    if odd:
        scene.doubt(
            "shell.option", f"The shell tool was given {odd[0]}, which may change where it runs.", odd[0]
        )
    for key in ("workdir", "cwd"):
        if key in given:
            scene.doubt(
                "shell.option", "The shell tool was told to run in another directory.", str(given[key])
            )
    return scene


def _judge_file(
    rules: Rules, tool: str, given: Mapping[str, Any], directory: str, keys: tuple[str, ...], use: Use
) -> Scene:
    scene = _empty(rules, directory)
    paths = [given[key] for key in keys if given.get(key) is not None]
    if not paths or not all(isinstance(path, str) for path in paths):
        scene.doubt("file.missing", f"{tool} was called without a path.", str(sorted(given)))
        return scene
    for path in paths:
        scene.touch_path(_at_home(rules, path), use)
    if use is Use.write and tool == "Write" and given.get("content") == "":
        scene.touch_path(_at_home(rules, paths[0]), Use.overwrite)
    return scene


def _at_home(rules: Rules, path: str) -> str:
    return rules.home + path[1:] if rules.home and (path == "~" or path.startswith("~/")) else path


def _judge_pattern(rules: Rules, tool: str, given: Mapping[str, Any], directory: str, use: Use) -> Scene:
    """``Glob`` and ``Grep``: where they look, and what names they look for."""
    narrow = given.get("glob")
    if isinstance(narrow, str) and narrow and not narrow.startswith("!"):
        use = Use.read
    scene = _judge_file(rules, tool, {"path": ".", **given}, directory, ("path",), use)
    for key in ("pattern", "glob") if tool == "Glob" else ("glob",):
        pattern = given.get(key)
        if isinstance(pattern, str) and not pattern.startswith("!"):
            for choice in {pattern, *re.split(r"[{},]", pattern)} - {""}:
                scene.touch_path(_at_home(rules, choice), Use.read)
    return scene


def _judge_patch(rules: Rules, tool: str, given: Mapping[str, Any], directory: str) -> Scene:
    """``apply_patch``: several files at once, each added, updated, moved or deleted."""
    scene = _empty(rules, directory)
    changes = given.get("changes")
    if not isinstance(changes, list) or not changes or not all(map(_is_change, changes)):
        scene.doubt(
            "file.missing", f"{tool} was called with a patch that cannot be read.", str(sorted(given))
        )
        return scene
    for change in changes:
        path, moved_to = _at_home(rules, change["file_path"]), change.get("moved_to")
        gone = change["kind"] == "delete" or moved_to is not None
        emptied = change["kind"] == "add" and change.get("content") == ""
        scene.touch_path(path, Use.remove if gone else Use.overwrite if emptied else Use.write)
        if moved_to is not None:
            scene.touch_path(_at_home(rules, moved_to), Use.write)
    return scene


def _is_change(change: Any) -> bool:
    if not isinstance(change, Mapping) or change.get("kind") not in ("add", "update", "delete"):
        return False
    return isinstance(change.get("file_path"), str) and isinstance(change.get("moved_to", ""), str)


def _judge_fetch(rules: Rules, tool: str, given: Mapping[str, Any], directory: str) -> Scene:
    scene = _empty(rules, directory)
    hosts = hosts_in(str(given.get("url", "")))
    reason = judge_host(rules, hosts[0]) if len(hosts) == 1 else "It speaks to a host that cannot be told."
    if reason:
        scene.doubt("network.host", reason, str(given.get("url", "")))
    return scene


def _judge_harmless(rules: Rules, tool: str, given: Mapping[str, Any], directory: str) -> Scene:
    return _empty(rules, directory)


def _judge_unknown(rules: Rules, tool: str, given: Mapping[str, Any], directory: str) -> Scene:
    scene = _empty(rules, directory)
    judge_foreign(scene, tool, given)
    if any(fnmatchcase(tool, pattern) for pattern in rules.allowed_tools):
        scene.findings = [finding for finding in scene.findings if finding.kind != Kind.unknown]
    return scene


def _judge_strings(scene: Scene, given: Mapping[str, Any], *, careful: bool) -> None:
    """Any tool may be handed a path or an address; ``careful`` looks for credentials as well."""
    for key, text in _strings("", given):
        if key in _FREE_TEXT and not careful:
            continue
        if mentions_product(text, scene.rules):
            scene.find(Kind.product, "product.path", "It reaches for the product's own files.", text[:200])
        judge_address_of(scene, text, text[:200])
        for host in hosts_in(text):
            _judge_host_name(scene, host, text[:200])
        if careful and len(text) < 500 and is_credential(text):
            scene.find(Kind.credentials, "credentials.file", "It touches a key or environment file.", text)


_FREE_TEXT = ("content", "new_string", "old_string", "new_source", "prompt", "description", "query")


def _judge_host_name(scene: Scene, host: str, matched: str) -> None:
    for rule in scene.rules.owner_rules:
        if any(fnmatchcase(host, pattern) for pattern in rule.hosts):
            scene.take(
                [Finding(rule.kind, rule.name, rule.reason or "The owner's rule names this host.", matched)]
            )


def _strings(key: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _strings(str(name), inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(key, inner)


_READ = partial(_judge_file, keys=("file_path", "path", "notebook_path"), use=Use.read)
_WRITE = partial(_judge_file, keys=("file_path", "path", "notebook_path"), use=Use.write)
_FILE_TOOLS: dict[str, Callable[[Rules, str, Mapping[str, Any], str], Scene]] = {
    "Read": _READ,
    "LS": _READ,
    "NotebookRead": _READ,
    "Write": _WRITE,
    "Edit": _WRITE,
    "MultiEdit": _WRITE,
    "NotebookEdit": _WRITE,
    "Glob": partial(_judge_pattern, use=Use.read),
    "Grep": partial(_judge_pattern, use=Use.read_tree),
    "apply_patch": _judge_patch,
}
_JUDGES: dict[str, Callable[[Rules, str, Mapping[str, Any], str], Scene]] = {
    **_FILE_TOOLS,
    **dict.fromkeys(HARMLESS, _judge_harmless),
    "Bash": _judge_bash,
    "WebFetch": _judge_fetch,
}
