"""Program text on a command line: what its words give away, and the little that is plainly harmless."""

import ast
import re

from daemon.policy.model import Kind
from daemon.policy.scene import Scene

_DELETES = re.compile(
    r"\b(rmtree|unlink\w*|rmdir\w*|removedirs|os\.remove|rmSync|fs\.rm|truncate|FileUtils\.rm|rm\s+-\w|File\.delete)\b"
    r"|\bdrop\s+table\b|\bdelete\s+from\b",
    re.IGNORECASE,
)
_SECRETS = re.compile(
    r"\benviron|\bgetenv|process\.env|\bENV\[|%ENV|keyring|id_rsa|id_ed25519|\.ssh\b|\.aws\b|\.netrc|/proc/|\.env\b"
    r"|169\.254\.169\.254",
)
_PUSHES = re.compile(r"\bgit['\",\s]+push\b|\btwine\b|\bnpm['\",\s]+publish\b", re.IGNORECASE)
_NODE_HARMLESS = re.compile(
    r"console\.log\((process\.version|require\(['\"][\w./-]+\.json['\"]\)\.\w+|[\d\s+*/().%-]+|'[^'\\]*'|\"[^\"\\]*\")\);?"
)
SAFE_MODULES = frozenset(
    ("sys", "math", "json", "re", "datetime", "platform", "decimal", "fractions", "statistics", "itertools",
     "collections", "string", "textwrap", "calendar", "cmath", "operator", "functools", "sysconfig"),
)  # fmt: skip
_SAFE_CALLS = frozenset(
    ("print", "len", "str", "int", "float", "sum", "range", "sorted", "list", "dict", "set", "tuple", "min", "max",
     "abs", "round", "repr", "bool", "hex", "oct", "bin", "ord", "chr", "divmod", "pow", "zip", "enumerate", "reversed"),
)  # fmt: skip
_SAFE_METHODS = frozenset(
    ("join", "upper", "lower", "split", "strip", "title", "count", "keys", "values", "items")
)
_SAFE_OWNERS = frozenset(
    ("math", "statistics", "datetime", "json", "platform", "textwrap", "calendar", "cmath")
)
_SAFE_NODES = (
    ast.Module, ast.Expr, ast.Constant, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.List, ast.Tuple,
    ast.Dict, ast.Set, ast.Subscript, ast.Slice, ast.JoinedStr, ast.FormattedValue, ast.Load, ast.operator, ast.unaryop,
    ast.boolop, ast.cmpop, ast.keyword, ast.Import, ast.alias, ast.ListComp, ast.GeneratorExp, ast.comprehension,
    ast.Store, ast.Name,
)  # fmt: skip


def judge_code(scene: Scene, text: str | None, language: str, matched: str) -> None:
    """Judge program text: in a sandbox what gives nothing away may run, outside only what is plainly harmless."""
    for pattern, kind, reason in (
        (_DELETES, Kind.delete, "Its program text deletes."),
        (_SECRETS, Kind.credentials, "Its program text reads secrets."),
        (_PUSHES, Kind.push, "Its program text publishes."),
    ):
        if text is not None and pattern.search(text):
            scene.find(kind, f"code.{kind}", reason, matched)
    if scene.rules.sandboxed:
        return
    if text is not None and is_harmless(text, language) and not shadows_module(scene):
        return
    scene.doubt("code.unknown", "It runs program text whose effect cannot be told.", matched)


def shadows_module(scene: Scene) -> bool:
    """Whether this request has written what Python would import in place of a harmless module of its own."""
    written = (*scene.rules.changed_paths, *scene.writes)
    return any(part.removesuffix(".py") in SAFE_MODULES for path in written for part in path.split("/"))


def is_harmless(text: str, language: str) -> bool:
    """Whether a program does nothing but compute and print."""
    if language == "python":
        return _is_harmless_python(text)
    return language == "node" and bool(_NODE_HARMLESS.fullmatch(text.strip()))


def _is_harmless_python(text: str) -> bool:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return all(_is_safe(node) for node in ast.walk(tree))


def _is_safe(node: ast.AST) -> bool:
    if isinstance(node, ast.Import):
        return all(alias.name in SAFE_MODULES and alias.asname is None for alias in node.names)
    if isinstance(node, ast.Name):
        return not node.id.startswith("_")
    if isinstance(node, ast.Attribute):
        return not node.attr.startswith("_") and node.attr != "modules"
    if isinstance(node, ast.Call):
        return _is_safe_call(node.func)
    return isinstance(node, _SAFE_NODES)


def _is_safe_call(called: ast.expr) -> bool:
    if isinstance(called, ast.Name):
        return called.id in _SAFE_CALLS
    if not isinstance(called, ast.Attribute):
        return False
    owner = called.value
    known = isinstance(owner, ast.Name) and owner.id in _SAFE_OWNERS and called.attr not in ("load", "popen")
    return known or called.attr in _SAFE_METHODS
