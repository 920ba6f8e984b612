"""Tools of others (MCP): what their names say that they do, and what their input says.

A name is read as its words: ``mcp__github__delete_branch`` deletes on GitHub. Names are the owner's servers' to
give, so a reading verb is believed; what it is given is looked at all the same. A verb that is not known is a
doubt (P2).
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from daemon.policy.addresses import hosts_in
from daemon.policy.databases import OVERWRITES, judge_statement
from daemon.policy.model import KINDS_BY_WEIGHT, Kind
from daemon.policy.network import judge_host
from daemon.policy.places import Use
from daemon.policy.scene import Scene
from daemon.policy.services import PROGRAMS, REASONS

READS = frozenset(
    ("get", "list", "ls", "search", "read", "find", "describe", "show", "view", "query", "fetch", "count", "check", "lookup",
     "status", "info", "help", "resolve", "explain", "validate", "lint", "diff", "compare", "summarize", "analyze", "tail",
     "logs", "history", "head", "stat", "tree", "ping", "whoami", "browse", "inspect", "snapshot", "screenshot", "wait",
     "hover", "select", "retrieve", "current", "convert", "calculate", "think", "sequentialthinking", "preview", "docs",
     "open", "navigate", "click", "type", "fill", "press", "scroll", "resize", "tabs", "directory", "diagnostics", "glob", "grep",
     "measure", "export", "test", "suggest", "load", "poll", "watch", "time", "plan", "console", "network", "close", "back", "hover"),
)  # fmt: skip
"""Verbs that show something, and those that work on a page of a browser."""
CHANGES = frozenset(
    ("create", "add", "update", "edit", "write", "set", "put", "append", "comment", "reply", "post", "assign", "label", "tag",
     "move", "rename", "copy", "make", "mkdir", "save", "store", "insert", "reopen", "resolve", "transition", "link", "react",
     "mark", "upsert", "patch", "attach", "request", "modify", "str", "replace", "log", "start", "stop", "restart"),
)  # fmt: skip
RUNS = frozenset(
    ("execute", "exec", "run", "shell", "bash", "command", "eval", "evaluate", "invoke", "call", "apply", "trigger", "deploy",
     "publish", "push", "merge", "dispatch", "release", "send", "submit", "scale", "launch", "approve", "cancel", "register", "reserve", "provision", "renew", "book", "import", "install",
     "upload", "migrate", "restore", "rollback", "promote", "fork", "script", "code", "kill", "terminal", "process"),
)  # fmt: skip
DELETES = frozenset(
    ("delete", "remove", "destroy", "drop", "purge", "truncate", "wipe", "erase", "clear", "flush", "terminate", "reset", "trash",
     "unpublish", "uninstall", "prune", "rm", "rmdir", "unlink", "del", "discard", "empty", "deprovision", "revoke", "archive", "flushall",
     "flushdb", "uninstall", "nuke"),
)  # fmt: skip
SPENDS = frozenset(
    ("payment", "payments", "charge", "charges", "refund", "refunds", "invoice", "invoices", "subscription", "subscriptions",
     "payout", "payouts", "transfer", "transfers", "purchase", "buy", "checkout", "order", "orders", "pay", "billing", "price",
     "coupon", "domain", "domains", "instances", "instance", "cluster", "vm", "droplet", "machine", "server", "nodepool", "bucket",
     "dispute", "balance", "wallet", "topup", "renew", "number", "purchases"),
)  # fmt: skip
SECRETS = frozenset(
    ("secret", "secrets", "token", "tokens", "credential", "credentials", "password", "passwords", "keychain", "apikey", "keys",
     "cookies", "cookie", "vault", "env", "environ", "passphrase", "otp", "totp", "kubeconfig", "keyring", "login", "auth"),
)  # fmt: skip
SECRET_SERVERS = frozenset(
    ("vault", "1password", "onepassword", "bitwarden", "keychain", "lastpass", "doppler", "infisical", "keyring", "secrets"),
)  # fmt: skip
PUSHES = frozenset(("push", "merge", "publish", "release", "deploy", "dispatch", "promote"))
FORGES = frozenset(("github", "gitlab", "bitbucket", "gitea", "forgejo", "azure-devops", "git"))
_CONTENTS = frozenset(("file", "files", "ref", "contents", "commit", "tree"))
TALKS = frozenset(
    ("issue", "issues", "comment", "comments", "pull", "request", "pr", "page", "pages", "message", "card", "task", "tasks", "note",
     "notes", "ticket", "discussion", "document", "doc", "review", "label", "labels", "entities", "relations", "observations",
     "thread", "reaction", "todo", "project", "milestone", "story", "epic", "bookmark", "memory", "block", "sprint", "worklog",
     "description", "status", "title", "assignees", "branch", "reply", "draft", "checklist"),
)  # fmt: skip
"""What people and programs keep on purpose to be written to."""
_CLOUDS = frozenset(("gcp", "azure", "cloudflare", "cloud", "k8s"))
_GIT = frozenset(("log", "commit", "add", "checkout", "stash", "fetch", "pull", "init", "branch"))
DATABASES = re.compile(
    r"postgres|mysql|mariadb|sqlite|\bdb\b|database|sql|supabase|neon|duckdb|clickhouse|bigquery|snowflake|mongo|redis|planetscale"
)
_SQL = re.compile(
    r"\s*(with|select|insert|update|delete|drop|alter|create|truncate|grant|explain|show|describe|pragma|vacuum|merge|call|do|begin)\b",
    re.IGNORECASE,
)
_COMMAND_KEYS = ("command", "cmd", "script", "commands", "shell", "args")
_PATH_KEYS = frozenset(
    ("path", "paths", "file_path", "filepath", "file", "filename", "directory", "dir", "source", "destination", "target", "uri",
     "relative_path", "absolute_path", "old_path", "new_path", "from", "to", "root", "folder", "notebook_path", "src", "dst", "dest"),
)  # fmt: skip
_LANDS = frozenset(("destination", "new_path", "to", "target", "dst", "dest"))
_LOCAL = re.compile(r"file|fs|disk|desktop|local|serena|editor|notebook|ide\b|workspace")


def judge_foreign(scene: Scene, tool: str, given: Mapping[str, Any]) -> None:
    """Note everything that speaks against a call of a tool that is not the runtime's own."""
    server, words = split_name(tool)
    for kind in _kinds_of_name(server, words):
        scene.find(kind, f"tool.{kind}", REASONS[kind], tool)
    local = bool(_LOCAL.search(server)) or (server == "" and not tool.startswith("mcp__"))
    understood = _judge_texts(scene, server, given, tool)
    if local:
        _judge_paths(scene, words, given)
    named = any(finding.kind in KINDS_BY_WEIGHT for finding in scene.findings)
    if not named and not understood and not _is_plain(server, words, local=local):
        scene.doubt("tool.unknown", f"What the tool {tool} does is not known.", tool)
    _judge_addresses(scene, given, tool)


def split_name(tool: str) -> tuple[str, list[str]]:
    """The server of a tool, and the words of its name in lower case."""
    parts = tool.split("__", 2)
    server, name = (parts[1], parts[2]) if len(parts) == 3 and parts[0] == "mcp" else ("", tool)
    plain = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    words = [word for word in re.split(r"[^A-Za-z0-9]+", plain.casefold()) if word]
    servers = re.split(r"[^a-z0-9]+", server.casefold())
    return server.casefold(), [word for word in words if word not in servers or len(words) == 1]


def _verb(words: list[str]) -> str:
    """The word that says what is done: the first that is a verb."""
    verbs = READS | CHANGES | RUNS | DELETES
    return next((word for word in words if word in verbs), "")


def _kinds_of_name(server: str, words: list[str]) -> Iterator[Kind]:
    verb, names = _verb(words), set(words)
    reads = verb in READS
    parts = set(re.split(r"[^a-z0-9]+", server))
    if parts & SECRET_SERVERS or ((names & SECRETS or {"api", "key"} <= names) and not parts & {"browser"}):
        yield Kind.credentials
    if names & DELETES and not (reads and verb == words[0]):
        yield Kind.delete
    queries = bool(names & {"sql", "query", "migration", "statement"})
    paid = not queries and any(PROGRAMS.get(part) is Kind.money or part in _CLOUDS for part in parts)
    if not reads and (
        (names & SPENDS and verb in CHANGES | RUNS)
        or (paid and verb in CHANGES | RUNS)
        or names & {"pay", "buy", "purchase", "charge", "refund"}
    ):
        yield Kind.money
    if (names & PUSHES and not reads) or (
        parts & FORGES and verb in CHANGES and names & _CONTENTS and "comment" not in names
    ):
        yield Kind.push
    if names & {"publish"} and not reads:
        yield Kind.money


def _is_plain(server: str, words: list[str], *, local: bool) -> bool:
    """Whether a name says plainly that a tool reads, or writes where that is nobody's loss."""
    verb, names = _verb(words), set(words)
    if not server:
        return False
    if verb in READS:
        return not names & RUNS - {"code", "command", "process", "import", "merge", "release", "deploy"}
    if server == "git":
        return bool(names & (READS | _GIT)) and verb not in RUNS - {"merge"}
    return verb in CHANGES and (local or bool(names & TALKS))


def _judge_texts(scene: Scene, server: str, given: Mapping[str, Any], tool: str) -> bool:
    """Commands and statements that a tool is given; whether a statement said all that it does."""
    understood = False
    for key, text in _texts(given):
        if key in _COMMAND_KEYS:
            scene.inside(text, text)
            scene.doubt("tool.command", "It runs a command by a tool of its own.", tool)
        elif key in ("sql", "statement", "statements") or (
            key == "query" and (DATABASES.search(server) or "sql" in tool)
        ):
            if _SQL.match(text) or key != "query":
                judge_statement(scene, text, text)
                understood = True
            if OVERWRITES.search(text):
                scene.find(Kind.delete, "delete.rows", "It changes every row of a table.", text)
    return understood


def _texts(given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in given.items():
        if isinstance(value, str):
            yield key.casefold(), value
        elif isinstance(value, list) and value and all(isinstance(part, str) for part in value):
            lines = " ".join(value) if key in ("args", "command") else "\n".join(value)
            yield key.casefold(), lines


def _judge_paths(scene: Scene, words: list[str], given: Mapping[str, Any]) -> None:
    """What a tool does with the files of this machine."""
    verb = _verb(words)
    for key, text in _texts(given):
        if key not in _PATH_KEYS:
            continue
        for path in text.split("\n"):
            plain = path.removeprefix("file://")
            scene.touch_path(
                scene.rules.home + plain[1:] if plain.startswith("~/") else plain, _use_of(verb, key)
            )
            if verb == "write" and given.get("content") == "":
                scene.touch_path(plain, Use.overwrite)


def _use_of(verb: str, key: str) -> Use:
    if verb in DELETES:
        return Use.remove
    if verb in ("move", "rename", "copy") and key in _LANDS:
        return Use.overwrite
    return Use.write if verb in CHANGES and verb != "copy" else Use.read


def _judge_addresses(scene: Scene, given: Mapping[str, Any], tool: str) -> None:
    for key, text in _texts(given):
        if key in ("url", "uri", "href", "link", "address", "endpoint") and not text.startswith("file:"):
            for host in hosts_in(text):
                reason = judge_host(scene.rules, host)
                if reason:
                    scene.doubt("network.host", reason, text)
