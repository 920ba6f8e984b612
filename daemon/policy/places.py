"""What a path is to the owner: inside the working directory, the request's own, a credential, the product."""

import posixpath
from enum import StrEnum
from fnmatch import fnmatchcase

from daemon.policy.credentials import fold, is_credential, may_match_credential
from daemon.policy.model import Finding, Kind, Rules


class Use(StrEnum):
    """What an action does with a path."""

    read = "read"
    read_tree = "read_tree"
    write = "write"
    overwrite = "overwrite"
    remove = "remove"


DEVICES = ("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/stdin", "/dev/tty", "/dev/zero", "/dev/urandom")
TEMPORARY = "/tmp"  # noqa: S108
"""The folder for what nobody needs tomorrow: it may be written (P7), unless the work itself lies in it."""
RUN_LATER = (
    ".git", ".envrc", ".claude", ".codex", ".mcp.json", ".vscode", ".idea", ".husky", ".gitattributes",
    ".gitmodules", ".pre-commit-config.yaml", ".bashrc", ".zshrc", ".profile", ".bash_profile", ".zprofile", ".zshenv", ".gitconfig",
)  # fmt: skip


def absolute(directory: str, path: str) -> str:
    """A path made whole without looking at the disk."""
    whole = posixpath.normpath(posixpath.join(directory, path))
    return "/" + whole.lstrip("/")


def is_below(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies in it."""
    folder = folder.rstrip("/") or "/"
    return path == folder or path.startswith(folder if folder == "/" else folder + "/")


def below_any(path: str, folders: tuple[str, ...] | list[str]) -> bool:
    """Whether a path is, or lies in, one of several folders."""
    return any(is_below(path, folder) for folder in folders)


def meets_any(path: str, folders: tuple[str, ...] | list[str]) -> bool:
    """Whether one of several paths is, holds, or lies in a path."""
    return any(is_below(path, folder) or is_below(folder, path) for folder in folders)


def matches_path(path: str, patterns: tuple[str, ...], directory: str) -> bool:
    """Whether an owner's patterns mean a path; a pattern covers everything below what it matches."""
    ways = {path, posixpath.relpath(path, directory)}
    return any(
        fnmatchcase(way, pattern.rstrip("/")) or fnmatchcase(way, pattern.rstrip("/") + "/*")
        for way in ways
        for pattern in patterns
    )


def is_product(path: str, rules: Rules) -> bool:
    """Whether a path, or what a wildcard may stand for, belongs to the product (P6)."""
    folded = fold(path)
    parts = folded.split("/")
    for place in rules.product_paths:
        product = fold(place)
        if is_below(folded, product):
            return True
        wanted = product.split("/")
        if _is_pattern(path) and len(parts) >= len(wanted) and all(map(fnmatchcase, wanted, parts)):
            return True
    return False


def mentions_product(text: str, rules: Rules) -> bool:
    """Whether a text speaks of the product's own files, in full or as they stand below a home folder."""
    folded = fold(text)
    for place in rules.product_paths:
        tail = place[len(rules.home) + 1 :] if rules.home and is_below(place, rules.home) else place
        if fold(tail) in folded and "/" in tail:
            return True
    return False


def holds_product(path: str, rules: Rules) -> bool:
    """Whether the product lies somewhere below a path."""
    return any(is_below(fold(place), fold(path)) for place in rules.product_paths)


def _is_pattern(path: str) -> bool:
    return any(character in path for character in "*?[")


def judge_path(rules: Rules, path: str, use: Use) -> list[Finding]:
    """What speaks against using an absolute path in this way, apart from whether it removes anything."""
    if path in DEVICES or path.startswith("/dev/fd/"):
        return []
    if path.startswith(("/dev/tcp/", "/dev/udp/")):
        return [Finding(Kind.unknown, "network.device", "It opens a network connection.", path)]
    seen = {path, rules.resolve(path)}
    if any(is_product(way, rules) for way in seen) or (use is not Use.read and holds_product(path, rules)):
        return [Finding(Kind.product, "product.path", "It reaches for the product's own files.", path)]
    return [
        *_judge_secrecy(rules, path, seen, use),
        *_judge_place(rules, path, seen),
        *judge_later(rules, path, use),
        *_judge_owner_rules(rules, path, seen),
    ]


def _judge_secrecy(rules: Rules, path: str, seen: set[str], use: Use) -> list[Finding]:
    known = rules.credential_paths
    touched = any(is_credential(way) or below_any(way, known) for way in seen)
    if _is_pattern(path):
        touched = (
            touched or may_match_credential(path) or any(_stands_for(path, place, use) for place in known)
        )
    if touched:
        return [Finding(Kind.credentials, "credentials.file", "It touches a key or environment file.", path)]
    if use is Use.read_tree and any(is_below(place, path.rstrip("*/") or "/") for place in known):
        reason = "It reads everything below a folder that holds a key or environment file."
        return [Finding(Kind.credentials, "credentials.tree", reason, path)]
    return []


def _stands_for(pattern: str, place: str, use: Use) -> bool:
    """Whether a wildcard means a path: one star stays in its folder, two go below it."""
    if "**" not in pattern and use is not Use.read_tree and pattern.count("/") != place.count("/"):
        return False
    hidden = posixpath.basename(place).startswith(".") and not posixpath.basename(pattern).startswith(".")
    return not hidden and fnmatchcase(place, pattern)


def _judge_place(rules: Rules, path: str, seen: set[str]) -> list[Finding]:
    scratch = () if is_below(rules.directory, TEMPORARY) else (TEMPORARY,)
    folders = (rules.directory, *scratch, *rules.extra_directories)
    allowed = (*folders, *map(rules.resolve, folders))
    if all(below_any(way, allowed) for way in seen):
        return []
    return [Finding(Kind.unknown, "place.outside", "It reaches outside the working directory.", path)]


def judge_later(rules: Rules, path: str, use: Use) -> list[Finding]:
    """Whether writing a path changes what runs at another time, without the agent."""
    if use in (Use.read, Use.read_tree) or not is_below(path, rules.directory):
        return []
    if any(part in RUN_LATER for part in fold(posixpath.relpath(path, rules.directory)).split("/")):
        reason = "It changes what git or the owner's tools would run later."
        return [Finding(Kind.unknown, "place.run-later", reason, path)]
    return []


def _judge_owner_rules(rules: Rules, path: str, seen: set[str]) -> list[Finding]:
    return [
        Finding(rule.kind, rule.name, rule.reason or "The owner's rule names this path.", path)
        for rule in rules.owner_rules
        if any(matches_path(way, rule.paths, rules.directory) for way in seen)
    ]


def _real_name(rules: Rules, path: str) -> str:
    """A path by its folder's real name; the path itself may be a link, and what it leads to was not made."""
    folder, name = posixpath.split(path)
    return posixpath.join(rules.resolve(folder), name)


def judge_removal(rules: Rules, path: str, made: list[str], moved: list[str]) -> list[Finding]:
    """Whether removing a path takes away something that was there before the request (P1).

    ``made`` is what the same action made before; ``moved`` is where it put things that were there already.
    """
    own = [
        way
        for path_made in (*rules.created_paths, *made)
        for way in (path_made, _real_name(rules, path_made))
    ]
    seen = {path, rules.resolve(path)}
    if not _is_pattern(path) and all(below_any(way, own) for way in seen) and not meets_any(path, moved):
        return []
    reason = "It deletes something that may have been there before this request."
    return [Finding(Kind.delete, "delete.file", reason, path)]


def judge_replacement(rules: Rules, path: str, made: list[str]) -> list[Finding]:
    """Whether writing a path afresh takes away what a file held before the request."""
    if path in DEVICES or path.startswith("/dev/fd/"):
        return []
    if _is_pattern(path) or (rules.exists(path) and not below_any(path, [*rules.created_paths, *made])):
        reason = "It overwrites a file that was there before this request."
        return [Finding(Kind.delete, "delete.overwrite", reason, path)]
    return []
