"""Nodes to words: what a shell would make of each word, as far as reading can tell.

The meaning of quotes and escapes is that of the Bash manual, "Quoting" and "Shell Expansions".
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

import tree_sitter

from daemon.policy.credentials import may_match_credential
from daemon.policy.encoded import unescape
from daemon.policy.grammar import as_it_was, find_nodes, text_of
from daemon.policy.listers import names_of

MOST_CHOICES = 32
_GLOB = re.compile(r"[*?\[]")
_BRACES = re.compile(r"\{.*(,|\.\.).*\}", re.DOTALL)
_LIST = re.compile(r"([^{}\\*?\[]*)\{([\w./,-]+)\}([^{}\\*?\[]*)")
_ESCAPE = re.compile(r"\\(\n)|\\(.)", re.DOTALL)
_STRING_ESCAPE = re.compile(r'\\(\n)|\\([$`"\\])')
_NUMBERS = ("?", "#", "$", "!", "RANDOM", "LINENO", "SECONDS", "UID", "EUID", "PPID")

_CURRENT_BRANCH = re.compile(
    r"\$\(\s*git (branch --show-current|rev-parse --abbrev-ref HEAD|symbolic-ref --short HEAD)\s*\)"
)
# Names of files below the directory, and nothing else.
_LISTS_FILES = re.compile(
    r"\$\(\s*(git ls-files|git diff (--\w+ )*--name-only|find|fd|rg (-\w+ )*(-l|--files)|grep -\w*l\w*)( [^;|&<>$`()\n]*)?\)"
)

Values = Mapping[str, tuple[str, ...] | None]


@dataclass(frozen=True)
class Word:
    """One word of a command.

    ``choices`` are the texts it can stand for, or None when only the shell will know; ``glob`` says that it
    is a wildcard; ``variables`` are the names that it reads.
    """

    raw: str
    choices: tuple[str, ...] | None
    glob: bool = False
    variables: tuple[str, ...] = ()

    @property
    def text(self) -> str | None:
        """The one text that the word stands for, if it is one."""
        return self.choices[0] if self.choices is not None and len(self.choices) == 1 else None


def read_word(node: tree_sitter.Node, values: Values) -> Word:
    """What a word node stands for, given what is known of the variables."""
    if not node.is_named:
        return Word(text_of(node), (text_of(node),))
    reader = _READERS.get(node.type, _read_unknown)
    return replace(reader(node, values), raw=text_of(node))


def _read_plain(node: tree_sitter.Node, values: Values, *, first: bool = True) -> Word:
    source = text_of(node)
    bare = _ESCAPE.sub("", source)
    text = _ESCAPE.sub(lambda match: match.group(2) or "", source)
    if first and source.startswith("~"):
        home = values.get("HOME")
        if home is None or not re.match(r"~(/|$)", source):
            return Word("", None)
        text = home[0] + text[1:]
    return Word("", _expand_braces(bare, text), glob=bool(_GLOB.search(bare)))


def _expand_braces(bare: str, text: str) -> tuple[str, ...] | None:
    """``src/{a,b}`` stands for each of its parts in turn; deeper forms are left to the shell."""
    if not _BRACES.search(bare):
        return (text,)
    match = _LIST.fullmatch(text)
    parts = match.group(2).split(",") if match else []
    if match is None or not 1 < len(parts) <= MOST_CHOICES or ".." in match.group(2):
        return None
    return tuple(match.group(1) + part + match.group(3) for part in parts)


def _read_raw(node: tree_sitter.Node, values: Values) -> Word:
    return Word("", (text_of(node)[1:-1],))


def _read_ansi(node: tree_sitter.Node, values: Values) -> Word:
    text = unescape(text_of(node)[2:-1])
    return Word("", None if text is None else (text,))


def _read_string(node: tree_sitter.Node, values: Values) -> Word:
    """A double-quoted string: the text between its expansions is kept exactly, spaces included."""
    source = node.text or b""
    parts: list[Word] = []
    at = 1
    for child in (c for c in node.named_children if c.type != "string_content"):
        start = child.start_byte - node.start_byte
        parts += [_read_quoted(source[at:start]), replace(read_word(child, values), glob=False)]
        at = child.end_byte - node.start_byte
    parts.append(_read_quoted(source[at:-1]))
    return _join(parts, quoted=True)


def _read_quoted(source: bytes) -> Word:
    text = as_it_was(source.decode("utf-8", "replace"))
    if re.search(r"(?<!\\)(`|\$[({])", text):
        return Word("", None)
    return Word("", (_STRING_ESCAPE.sub(lambda match: match.group(2) or "", text),))


def _read_joined(node: tree_sitter.Node, values: Values) -> Word:
    plain = ("word", "number")
    bare = "".join(
        "q" if child.is_named and child.type not in plain else text_of(child) for child in node.children
    )
    if _BRACES.search(_ESCAPE.sub("", bare)):
        whole = "q" not in bare or all(child.type in plain for child in node.named_children)
        return Word("", _expand_braces(bare, bare) if whole else None, variables=_names(node))
    if re.match(r"~[^/]*$", text_of(node.children[0])):
        return Word("", None, variables=_names(node))
    parts = [_read_part(child, values, first=not at) for at, child in enumerate(node.children)]
    return _join(parts, quoted=False)


def _read_part(node: tree_sitter.Node, values: Values, *, first: bool) -> Word:
    return _read_plain(node, values, first=first) if node.type == "word" else read_word(node, values)


def _read_variable(node: tree_sitter.Node, values: Values) -> Word:
    """``$X`` and ``${X}``; any other form of expansion is known only at run time."""
    source = text_of(node)
    match = re.fullmatch(r"\$\{?(\w+|[?#$!])\}?", source)
    if not match:
        return Word("", None, variables=_names(node))
    name = match.group(1)
    choices = ("0",) if name in _NUMBERS else values.get(name)
    return Word("", choices, variables=(name,))


def _read_substitution(node: tree_sitter.Node, values: Values) -> Word:
    """``$(cat <<'END' ...)`` is how long messages are quoted: its text stands there to be read."""
    match = re.fullmatch(r"\$\(\s*cat <<-?\s*(['\"])(\w+)\1\n(.*)\n\s*\2\s*\)", text_of(node), re.DOTALL)
    if re.fullmatch(r"\$\(\s*pwd\s*\)", text_of(node)):
        return Word("", values.get("PWD"))
    if match is None and _CURRENT_BRANCH.fullmatch(text_of(node)):
        return Word("", ("HEAD",))
    if (
        match is None
        and _LISTS_FILES.fullmatch(text_of(node))
        and not any(map(may_match_credential, text_of(node)[2:-1].split()))
    ):
        return Word("", (names_of(text_of(node)[2:-1]),), glob=True)
    return Word("", (match.group(3),) if match else None)


def _read_pipe(node: tree_sitter.Node, values: Values) -> Word:
    return Word("", ("/dev/fd/63",))


def _read_number(node: tree_sitter.Node, values: Values) -> Word:
    return Word("", ("0",))


def _read_unknown(node: tree_sitter.Node, values: Values) -> Word:
    return Word("", None, variables=_names(node))


def _names(node: tree_sitter.Node) -> tuple[str, ...]:
    return tuple(text_of(found) for found in find_nodes(node, frozenset({"variable_name"})))


def _join(parts: list[Word], *, quoted: bool) -> Word:
    texts: list[str] | None = [""]
    for part in parts:
        if texts is None or part.choices is None or len(texts) * len(part.choices) > MOST_CHOICES:
            texts = None
        else:
            texts = [before + after for before in texts for after in part.choices]
    names = tuple(name for part in parts for name in part.variables)
    glob = not quoted and any(part.glob for part in parts)
    return Word("", None if texts is None else tuple(texts), glob, names)


def split_unquoted(word: Word, node: tree_sitter.Node) -> Word:
    """A variable outside quotes is split at spaces and matched as a wildcard, so such values are unknown."""
    if not word.variables or node.type == "string" or word.choices is None:
        return word
    if any(re.search(r"\s", choice) or choice == "" for choice in word.choices):
        return replace(word, choices=None)
    return replace(word, glob=word.glob or any(_GLOB.search(choice) for choice in word.choices))


def split_fields(word: Word, node: tree_sitter.Node) -> list[Word]:
    """The words that a shell makes of one: a variable alone, of one known value, is split at its spaces."""
    alone = node if node.type != "command_name" else node.named_children[0]
    text = word.text
    if alone.type in ("simple_expansion", "expansion") and text is not None and re.search(r"\s", text):
        return [Word(word.raw, (part,), bool(_GLOB.search(part)), word.variables) for part in text.split()]
    return [split_unquoted(word, node)]


def is_quoted_document(node: tree_sitter.Node) -> bool:
    """Whether a here-document stands there as it is: nothing in it is expanded."""
    return any(mark in _part(node, "heredoc_start") for mark in "'\"\\")


def read_document(node: tree_sitter.Node) -> str | None:
    """The text of a here-document, or None when the shell expands something in it."""
    body = _part(node, "heredoc_body")
    return None if not is_quoted_document(node) and re.search(r"[$`\\]", body) else body


def read_input(redirects: list[tree_sitter.Node], values: Values) -> tuple[str | None, bool]:
    """The text that a here-document or here-string feeds, and whether anything is fed at all."""
    for redirect in redirects:
        if redirect.type == "herestring_redirect":
            return read_word(redirect.named_children[0], values).text, True
        if redirect.type == "heredoc_redirect":
            return read_document(redirect), True
    return None, any("<" in text_of(redirect)[:3] for redirect in redirects)


def _part(node: tree_sitter.Node, kind: str) -> str:
    return next((text_of(child) for child in node.named_children if child.type == kind), "")


_READERS = {
    "word": _read_plain,
    "number": _read_plain,
    "command_name": lambda node, values: read_word(node.named_children[0], values),
    "raw_string": _read_raw,
    "ansi_c_string": _read_ansi,
    "string": _read_string,
    "concatenation": _read_joined,
    "simple_expansion": _read_variable,
    "expansion": _read_variable,
    "command_substitution": _read_substitution,
    "process_substitution": _read_pipe,
    "arithmetic_expansion": _read_number,
}
