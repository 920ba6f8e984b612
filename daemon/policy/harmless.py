"""Program text that does nothing but read files of the directory, compute and print."""

import ast
import re
from collections.abc import Iterator

SAFE_MODULES = frozenset(
    ("sys", "math", "json", "re", "datetime", "platform", "decimal", "fractions", "statistics", "itertools",
     "collections", "string", "textwrap", "calendar", "cmath", "operator", "functools", "sysconfig", "time", "random",
     "pathlib", "csv", "hashlib", "uuid", "unicodedata", "difflib", "bisect", "heapq", "tomllib", "ast", "zlib"),
)  # fmt: skip
_SAFE_CALLS = frozenset(
    ("print", "len", "str", "int", "float", "sum", "range", "sorted", "list", "dict", "set", "tuple", "min", "max",
     "abs", "round", "repr", "bool", "hex", "oct", "bin", "ord", "chr", "divmod", "pow", "zip", "enumerate", "reversed",
     "any", "all", "bytes", "open", "Path", "type", "isinstance", "format", "frozenset", "hash", "next", "iter"),
)  # fmt: skip
_SAFE_METHODS = frozenset(
    ("join", "upper", "lower", "split", "strip", "title", "count", "keys", "values", "items", "get", "replace", "format",
     "startswith", "endswith", "splitlines", "read", "readlines", "readline", "read_text", "append", "extend", "lstrip",
     "rstrip", "zfill", "ljust", "rjust", "index", "find", "encode", "decode", "group", "groups", "hexdigest", "most_common",
     "isdigit", "isalpha", "capitalize", "isoformat", "strftime", "total_seconds", "exists", "is_file", "is_dir", "update",
     "add", "sort", "partition", "rsplit", "today", "now", "date", "utcnow"),
)  # fmt: skip
_SAFE_OWNERS: dict[str, frozenset[str] | None] = {
    "math": None, "statistics": None, "cmath": None, "calendar": None, "textwrap": None, "platform": frozenset(
        ("system", "machine", "python_version", "platform", "release", "node", "version", "uname")),
    "json": frozenset(("dumps", "loads", "load")), "re": None, "datetime": None, "time": frozenset(("time", "strftime", "ctime")),
    "random": None, "string": None, "itertools": None, "collections": None, "unicodedata": None, "uuid": frozenset(("uuid4", "UUID")),
    "hashlib": frozenset(("sha256", "md5", "sha1", "sha512")), "yaml": frozenset(("safe_load",)), "tomllib": frozenset(("load", "loads")),
    "csv": frozenset(("reader", "DictReader")), "difflib": frozenset(("unified_diff", "get_close_matches")), "pathlib": frozenset(("Path",)),
    "sys": frozenset(("exit", "getsizeof", "getrecursionlimit", "getdefaultencoding")), "decimal": frozenset(("Decimal",)),
    "fractions": frozenset(("Fraction",)), "sysconfig": frozenset(("get_paths", "get_path", "get_platform")), "ast": frozenset(("parse", "dump", "literal_eval")),
}  # fmt: skip
_SAFE_ATTRIBUTES = frozenset(
    ("version", "version_info", "path", "argv", "platform", "executable", "maxsize", "pi", "e", "tau", "inf", "nan", "prefix",
     "major", "minor", "micro", "stdin", "stdout", "stderr", "byteorder", "name", "stem", "suffix", "parent", "year", "month",
     "day", "__version__", "__file__", "__name__", "__doc__", "ascii_letters", "digits", "date", "datetime", "implementation"),
)  # fmt: skip
_SAFE_NODES = (
    ast.Module, ast.Expr, ast.Constant, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.List, ast.Tuple,
    ast.Dict, ast.Set, ast.Subscript, ast.Slice, ast.JoinedStr, ast.FormattedValue, ast.Load, ast.operator, ast.unaryop,
    ast.boolop, ast.cmpop, ast.keyword, ast.alias, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp,
    ast.comprehension, ast.Store, ast.Assign, ast.AugAssign, ast.For, ast.If, ast.Pass, ast.Break, ast.Continue, ast.With,
    ast.withitem, ast.Starred, ast.Assert,
)  # fmt: skip
_SAFE_SOURCES = frozenset(
    ("datetime", "math", "collections", "itertools", "statistics", "decimal", "fractions", "string")
)
_NUMBER = r"[\d.][\d.eE_]*|'[^'\\$#`]*'|\"[^\"\\$#`]*\""
_NODE_ATOM = (
    rf"(?:{_NUMBER}|\{{[\w\s:,'\".\-\[\]]*\}}|process\.(?:version|versions(?:\.\w+)?|platform|arch)"
    r"|require\(['\"][\w./-]+\.json['\"]\)(?:\.\w+|\[['\"][\w@/-]+['\"]\])*)"
)
_NODE_VALUE = rf"(?:{_NODE_ATOM}|(?:JSON\.stringify|Object\.keys)\({_NODE_ATOM}(?:, ?null, ?\d)?\)(?:\.length|\.join\({_NUMBER}\))?)"
_NODE = re.compile(rf"(?:console\.log\()?\(?{_NODE_VALUE}(?:\s*[-+*/%,]\s*{_NODE_VALUE})*\)?\)?;?")
_SAY = re.compile(
    rf"(?:print|puts|echo|p|say|io\.write)[\s(]+(?:{_NUMBER})(?:\s*[-+*/%.,]\s*(?:{_NUMBER}))*\s*\)?;?"
)
_EDIT = re.compile(
    r"(?:(?:print(?: if)?|next unless|next if)?\s*[sm]?([/|#!])(?:(?!\1)[^\\@$`]|\\.|\$(?=\1)|\$\d)*\1"
    r"(?:(?:(?!\1)[^\\@$`]|\\.|\$[\d&])*\1)?[gimsx]*;?\s*)+"
)
_OPENED = re.compile(r"(?:open|Path|require)\(\s*[rb]?['\"]([^'\"]+)['\"]")


def is_harmless(text: str, language: str) -> bool:
    """Whether a program does nothing but read named files, compute and print."""
    if len(text) > 5_000:
        return False
    if language == "python":
        return _is_harmless_python(text)
    plain = text.strip()
    if language == "node":
        return bool(_NODE.fullmatch(_inline_constant(plain)))
    if language in ("perl", "ruby", "php", "lua") and _SAY.fullmatch(plain):
        return True
    return language == "perl" and "?{" not in text and "??{" not in text and bool(_EDIT.fullmatch(plain))


def _inline_constant(text: str) -> str:
    """``const p = require('./x.json'); console.log(p.y)`` with the constant put in where it is used."""
    match = re.fullmatch(
        r"(?:const|let|var) (\w+) ?= ?(require\(['\"][\w./-]+\.json['\"]\));? ?\n?(.*)", text, re.DOTALL
    )
    return re.sub(rf"\b{match.group(1)}\b", lambda _: match.group(2), match.group(3)) if match else text


def files_read(text: str, language: str) -> Iterator[str]:
    """The files that a harmless program reads."""
    for match in _OPENED.finditer(text):
        yield match.group(1)


def _is_harmless_python(text: str) -> bool:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    foreign = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    return all(_is_safe(node, id(node) in called, foreign) for node in ast.walk(tree))


def _is_safe(node: ast.AST, called: bool, foreign: set[str]) -> bool:
    if isinstance(node, ast.Import):
        return all(alias.asname is None and "." not in alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom) and node.module in _SAFE_SOURCES:
        return all(alias.asname is None and alias.name != "*" for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return (node.module, [alias.name for alias in node.names]) == (
            "pathlib",
            ["Path"],
        ) and not node.names[0].asname
    if isinstance(node, ast.Name):
        return _is_safe_name(node, called)
    if isinstance(node, ast.Attribute):
        return called or (node.attr in _SAFE_ATTRIBUTES and _is_plain_owner(node, foreign))
    if isinstance(node, ast.Call):
        return _is_safe_call(node, foreign)
    return isinstance(node, _SAFE_NODES)


def _is_plain_owner(node: ast.Attribute, foreign: set[str]) -> bool:
    """Of a module that is not known, only what it says of itself may be read."""
    owner = node.value
    if isinstance(owner, ast.Name) and owner.id in foreign - SAFE_MODULES:
        return node.attr.startswith("__")
    return not node.attr.startswith("__")


def _is_safe_name(node: ast.Name, called: bool) -> bool:
    """A name that is called must be what it seems: it is neither bound anew nor passed on."""
    if node.id.startswith("_"):
        return False
    if isinstance(node.ctx, ast.Store):
        return node.id not in _SAFE_CALLS and node.id not in _SAFE_OWNERS
    return called or node.id not in (
        "open",
        "exec",
        "eval",
        "compile",
        "getattr",
        "setattr",
        "globals",
        "vars",
        "input",
    )


def _is_safe_call(node: ast.Call, foreign: set[str]) -> bool:
    called = node.func
    if isinstance(called, ast.Name):
        return called.id in _SAFE_CALLS and (called.id not in ("open", "Path") or _reads_named(node))
    if not isinstance(called, ast.Attribute) or called.attr.startswith("_"):
        return False
    owner = called.value
    if isinstance(owner, ast.Name) and owner.id in _SAFE_OWNERS:
        allowed = _SAFE_OWNERS[owner.id]
        return allowed is None or (called.attr in allowed and (called.attr != "Path" or _reads_named(node)))
    if isinstance(owner, ast.Name) and owner.id in foreign:
        return False
    # Of a text `replace` takes two words; of a path it takes one, and moves a file.
    return called.attr in _SAFE_METHODS and (called.attr != "replace" or len(node.args) > 1)


def _reads_named(node: ast.Call) -> bool:
    """``open('x')`` and ``open('x', 'rb')``: a file that the text names, for reading."""
    plain = [value.value if isinstance(value, ast.Constant) else None for value in node.args]
    modes = [keyword.arg for keyword in node.keywords if keyword.arg not in ("encoding", "errors", "newline")]
    return (
        not modes
        and len(plain) in (1, 2)
        and isinstance(plain[0], str)
        and (plain[1:] or ["r"])[0] in ("r", "rb", "rt")
    )
