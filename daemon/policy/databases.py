"""Clients of data bases: judged by their statements."""

import re
from collections.abc import Callable
from functools import partial
from itertools import pairwise

from daemon.policy.feeds import fed_text
from daemon.policy.model import Kind
from daemon.policy.places import Use
from daemon.policy.readers import has_option, plain_words
from daemon.policy.scene import Command, Scene
from daemon.policy.syntax import Word

_DELETES = re.compile(
    r"\b(drop|truncate|delete|vacuum\s+full|purge|replace\s+into|dropdatabase|remove\w*\(|delete\w*\(|drop\w*\("
    r"|flush(all|db))\b|\.(drop|remove|delete\w*|findOneAnd\w+|bulkWrite)\(",
    re.IGNORECASE,
)
OVERWRITES = re.compile(r"\bupdate\s+\S+\s+set\b(?![\s\S]*\bwhere\b)", re.IGNORECASE)
_SECRETS = re.compile(
    r"\b(pg_shadow|pg_authid|pg_user_mappings?|mysql\.user|sys\.sql_logins)\b", re.IGNORECASE
)
_READS = re.compile(
    r"^\s*(select|explain|show|describe|desc|\.tables|\.schema|\.headers|\.indexes|\.mode|pragma\s+table_info"
    r"|\\d\S*|\\l\+?|\\x|\\timing|\\conninfo)(?!\w)[^;]*;?\s*$",
    re.IGNORECASE,
)
_DOCUMENT_READS = re.compile(
    r"\s*(show\s+\w+|(db|rs)(\.\w+)*\.(find|findOne|count\w*|stats|explain|limit|sort|aggregate|getIndexes|distinct"
    r"|getCollectionNames|version|status|pretty|toArray)\([^()]*\)(\.(limit|sort|count|pretty|toArray)\([^()]*\))*);?\s*",
)
_BUILDS = re.compile(
    r"^\s*(create\s+(unique\s+)?(table|index|view)|insert\s+into|alter\s+table\s+\w+\s+add)\b[^;]*;?\s*$",
    re.IGNORECASE,
)
_RUNS = re.compile(
    r"load_extension|readfile|writefile|\bedit\s*\(|fts3_tokenizer|\battach\b|\bpragma\b", re.IGNORECASE
)
_CALL = re.compile(r"(\w+)\s*\(")
_FUNCTIONS = frozenset(
    ("count", "sum", "min", "max", "avg", "lower", "upper", "length", "coalesce", "in", "and", "or", "from", "table_info",
     "round", "abs", "date", "now", "distinct", "cast", "substr", "trim", "strftime", "version", "exists", "as", "where"),
)  # fmt: skip
_KEYS_DELETE = frozenset(
    ("flushall", "flushdb", "del", "unlink", "expire", "shutdown", "getdel", "ltrim", "spop")
)
_KEYS_READ = frozenset(
    ("ping", "get", "mget", "keys", "scan", "info", "ttl", "type", "exists", "dbsize", "llen", "lrange", "hget",
     "hgetall", "hkeys", "smembers", "scard", "zrange", "zcard", "strlen", "memory", "time", "lastsave"),
)  # fmt: skip
_LOCAL = frozenset(("localhost", "127.0.0.1", "::1"))


def judge_statement(scene: Scene, statement: str | None, matched: str) -> None:
    """Judge a statement for a data base."""
    if statement is not None and _SECRETS.search(statement):
        scene.find(Kind.credentials, "credentials.rows", "It reads the data base's own passwords.", matched)
    if statement is not None and (_DELETES.search(statement) or OVERWRITES.search(statement)):
        scene.find(Kind.delete, "delete.rows", "It deletes from a data base.", matched)
    elif statement is None or not _is_reading(statement):
        scene.doubt("sql.unknown", "It may change a data base.", matched)


def _is_building(statement: str | None) -> bool:
    """Whether a statement only adds to a file of the directory."""
    return statement is not None and bool(_BUILDS.match(statement)) and not _RUNS.search(statement)


def _is_reading(statement: str) -> bool:
    if _DOCUMENT_READS.fullmatch(statement):
        return True
    calls = {match.group(1).casefold() for match in _CALL.finditer(statement)}
    if re.search(r"\n\s*\.|.\\", statement, re.DOTALL):
        return False
    plain = re.sub(r"^\s*explain\s+analyze\s+(?=select\b)", "", statement, flags=re.IGNORECASE)
    into = re.search(r"\b(into|for\s+update|analyze)\b", plain, re.IGNORECASE)
    return bool(_READS.match(statement)) and calls <= _FUNCTIONS and not into


def query(scene: Scene, command: Command, options: tuple[str, ...]) -> None:
    """``psql``, ``mysql``, ``sqlite3``: judged by their statements, wherever these come from."""
    statements, names = _split(command, options)
    if not options:
        statements += [word.text for word in names[1:]]
        for word in names[:1]:
            scene.touch(word, Use.write if any(map(_is_building, statements)) else Use.read)
        statements = [statement for statement in statements if not _is_building(statement)] or ["select 1"]
        if not names[1:] and command.feeder is None and command.stdin is None:
            scene.doubt("sql.unknown", "It waits for statements.", command.raw)
            return
    lists = has_option(command.args, ("-l", "--list")) and command.name.text == "psql"
    if command.stdin is not None or command.feeder is not None or not (statements or lists):
        statements.append(command.stdin if command.stdin is not None else fed_text(command.feeder))
    for statement in statements:
        judge_statement(scene, statement, command.raw)
    if has_option(command.args, ("-f", "--file", "-init", "-cmd")):
        _judge_file(scene, command)


def _split(command: Command, options: tuple[str, ...]) -> tuple[list[str | None], list[Word]]:
    statements: list[str | None] = []
    names: list[Word] = []
    args = list(command.args)
    while args:
        word = args.pop(0)
        text = word.text
        if text in options and args:
            statements.append(args.pop(0).text)
        elif text is None or not text.startswith("-"):
            names.append(word)
        elif any(text.startswith(f"{option}=") for option in options):
            statements.append(text.split("=", 1)[1])
        elif not text.startswith("--") and (inline := _inline(text, options)) is not None:
            statements.append(inline or (args.pop(0).text if args else None))
    return statements, names


def _inline(text: str, options: tuple[str, ...]) -> str | None:
    """A statement behind an option in one word, also in a cluster: ``-Atc 'select 1'``, ``-e'select 1'``."""
    for option in options:
        match = re.match(rf"-[A-Za-z]*?{re.escape(option[1:])}", text) if len(option) == 2 else None
        if match:
            return text[match.end() :]
    return None


def _judge_file(scene: Scene, command: Command) -> None:
    """Statements in a file: read there, if they can be."""
    scene.doubt("sql.file", "Its statements are in a file.", command.raw)
    for word in plain_words(command.args):
        for place in scene.locate(word.text) if word.text else []:
            text = scene.text_at(place)
            if text is not None and _DELETES.search(text):
                scene.find(Kind.delete, "delete.rows", "It deletes from a data base.", command.raw)


def keys(scene: Scene, command: Command) -> None:
    """``redis-cli``: its command is the first word that is none of its own options."""
    fed = command.stdin if command.stdin is not None else fed_text(command.feeder)
    words = [(word.text or "?").casefold() for word in command.args]
    words += (fed or "").casefold().split()
    known = next((word for word in words if word in _KEYS_DELETE or word in _KEYS_READ), None)
    if any(word in _KEYS_DELETE for word in words):
        scene.find(Kind.delete, "delete.keys", "It deletes from a data base.", command.raw)
    elif "--scan" in words and command.feeder is None:
        return
    elif known is None or command.feeder is not None or "eval" in words:
        scene.doubt("sql.unknown", "It may change a data base.", command.raw)


def drop(scene: Scene, command: Command) -> None:
    """``dropdb`` and its like."""
    scene.find(Kind.delete, "delete.database", "It deletes a data base.", command.raw)


def administer(scene: Scene, command: Command) -> None:
    """``mysqladmin``."""
    words = {word.text for word in plain_words(command.args)}
    if "drop" in words:
        drop(scene, command)
    elif not words <= {"ping", "status", "version", "processlist", "variables"}:
        scene.doubt("sql.unknown", "It may change a data base.", command.raw)


def create(scene: Scene, command: Command) -> None:
    """``createdb``: a new data base on this machine."""
    _judge_server(scene, command)


def dump(scene: Scene, command: Command) -> None:
    """``pg_dump``: reads a data base of this machine."""
    if has_option(command.args, ("-f", "--file")):
        scene.doubt("command.option", "It writes a file in a way that is not followed.", command.raw)
    _judge_server(scene, command)


def _judge_server(scene: Scene, command: Command) -> None:
    texts = [word.text or "?" for word in command.args]
    hosts = [after for option, after in pairwise(texts) if option in ("-h", "--host")]
    hosts += [text.split("=", 1)[1] for text in texts if text.startswith("--host=")]
    if not set(hosts) <= _LOCAL or any("://" in text or text == "?" for text in texts):
        scene.doubt("sql.server", "It works on a data base that may not be of this machine.", command.raw)


HANDLERS: dict[str, Callable[[Scene, Command], None]] = {
    "psql": partial(query, options=("-c", "--command")),
    **dict.fromkeys(("mysql", "mariadb"), partial(query, options=("-e", "--execute"))),
    **dict.fromkeys(("mongosh", "mongo"), partial(query, options=("--eval",))),
    "sqlite3": partial(query, options=()),
    "duckdb": partial(query, options=("-c",)),
    **dict.fromkeys(("redis-cli", "valkey-cli"), keys),
    **dict.fromkeys(("dropdb", "dropuser"), drop),
    "mysqladmin": administer,
    "createdb": create,
    **dict.fromkeys(("pg_dump", "mysqldump"), dump),
    "pg_isready": create,
}
