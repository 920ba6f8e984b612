"""Redirections: what they do with their file, and which file a command is fed from."""

import re

from tree_sitter import Node

from daemon.policy.grammar import text_of
from daemon.policy.places import Use
from daemon.policy.syntax import Values, read_word


def source_of(redirects: list[Node], values: Values) -> str:
    """The file that a command is fed from, where it can be told."""
    for redirect in redirects:
        destination = redirect.child_by_field_name("destination")
        if destination is not None and re.match(r"0?<(?![<&>])", text_of(redirect)):
            return read_word(destination, values).text or ""
    return ""


def use_of(redirect: str) -> Use:
    """What a redirection does with its file."""
    operator = re.sub(r"^[\d{}\w]*", "", redirect)
    if operator.startswith("<") and not operator.startswith("<>"):
        return Use.read
    return Use.write if operator.startswith((">>", "&>>")) else Use.overwrite
