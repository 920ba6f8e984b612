"""Shell text to a syntax tree, by tree-sitter-bash, kept within bounds and checked for what the grammar gets wrong."""

import itertools
import re
from collections.abc import Iterator

import tree_sitter
import tree_sitter_bash

LONGEST = 20_000
DEEPEST = 100
MOST_STEPS = 400
MOST_NODES = 5_000
_LANGUAGE = tree_sitter.Language(tree_sitter_bash.language())
_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
"""Control characters, and those that show a text in another order or as other lines than a shell reads it."""
_FREE = frozenset({"string", "heredoc_body", "expansion", "regex", "heredoc_redirect", "raw_string"})
_APART = frozenset(
    {"command", "for_statement", "declaration_command", "unset_command", "array", "redirected_statement"}
)
_BLANK = re.compile(rb"(\s|\\\n)*")
_ON_ONE_LINE = re.compile(rb"([ \t]|\\\n)*")
_BLANK_OR_DASH = re.compile(rb"(\s|\\\n)*(-\s+)?")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_STAND_IN = re.compile("\x01([0-9a-f]+)\x02")
WORDS = frozenset(
    ("word", "number", "command_name", "raw_string", "ansi_c_string", "string", "concatenation", "simple_expansion",
     "expansion", "command_substitution", "process_substitution", "arithmetic_expansion", "brace_expression"),
)  # fmt: skip


def parse(text: str) -> tree_sitter.Node | None:
    """The syntax tree of a shell text without control characters, or None when it takes too long to parse.

    The grammar's scanner asks ``isdigit`` of whatever follows a brace, which reads outside its table for
    characters above 255 and ends the process; it also takes other scripts' spaces for a shell's. So it is given
    ASCII only, and `text_of` gives the text back as it was. Text that is made for it can hold the parser up for
    minutes, so its steps and the depth of its brackets are bounded.
    """
    if len(text) > LONGEST or _CONTROL.search(text) or _depth(text) > DEEPEST:
        return None
    data = _NOT_ASCII.sub(lambda match: f"\x01{ord(match.group()):x}\x02", text).encode()
    steps = itertools.count()
    parser = tree_sitter.Parser(_LANGUAGE)
    try:
        parser.parse(
            lambda at, _: data[at:], progress_callback=lambda *_: next(steps) > MOST_STEPS, encoding="utf8"
        )
    except ValueError:
        return None
    root = parser.parse(data).root_node  # the same again, from bytes: only so are its texts read quickly
    return root if root.descendant_count <= MOST_NODES else None


def is_strange(text: str) -> bool:
    """Whether a text holds characters that no shell text and no path has to have."""
    return _CONTROL.search(text) is not None


def _is_word(child: tree_sitter.Node, parent: tree_sitter.Node) -> bool:
    """Operators such as ``==`` are plain words among the arguments of a command."""
    return child.type in WORDS or (parent.type == "command" and not child.is_named)


def _depth(text: str) -> int:
    depth = deepest = 0
    for character in text:
        if character in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in ")]}":
            depth -= 1
    return deepest


def as_it_was(text: str) -> str:
    return _STAND_IN.sub(lambda match: chr(int(match.group(1), 16)), text)


def is_sound(root: tree_sitter.Node) -> bool:
    """Whether the tree has all of the text, and each word where a shell would have it.

    The grammar takes an escape right after a quoted part for the beginning of another word, and can drop an
    escaped space: two words without a space between them, or anything but space between two nodes, give it away.
    """
    if root.has_error:
        return False
    source, start = root.text or b"", root.start_byte
    nodes = [root]
    while nodes:
        node = nodes.pop()
        nodes += node.children
        if node.type not in _FREE and not _is_joined_soundly(node, source, start):
            return False
    return True


def _is_joined_soundly(node: tree_sitter.Node, source: bytes, start: int) -> bool:
    """The one word that the grammar always drops is a lone dash before a here-document."""
    blank = _BLANK_OR_DASH if node.type == "redirected_statement" else _BLANK
    blank = _ON_ONE_LINE if node.type in ("file_redirect", "herestring_redirect") else blank
    for before, after in itertools.pairwise(node.children):
        gap = source[before.end_byte - start : after.start_byte - start]
        if blank.fullmatch(gap) is None:
            return False
        if not gap and node.type in _APART and _is_word(before, node) and _is_word(after, node):
            return False
    return True


def text_of(node: tree_sitter.Node) -> str:
    """The source text of a node."""
    return as_it_was((node.text or b"").decode("utf-8", "replace"))


def find_nodes(node: tree_sitter.Node, kinds: frozenset[str]) -> Iterator[tree_sitter.Node]:
    """The outermost nodes of these kinds at or below a node."""
    if node.type in kinds:
        yield node
        return
    for child in node.named_children:
        yield from find_nodes(child, kinds)
