"""One reading of a shell text, statement by statement: every command is judged, wherever it is nested.

Every kind of node that is not listed here is a doubt (P2).
"""

import re
from collections.abc import Callable

from tree_sitter import Node

from daemon.policy.commands import judge_command
from daemon.policy.feeds import fed_text
from daemon.policy.grammar import find_nodes, text_of
from daemon.policy.model import Kind
from daemon.policy.network import judge_address_of
from daemon.policy.places import Use
from daemon.policy.readers import feeds_names
from daemon.policy.redirects import source_of, use_of
from daemon.policy.scene import Command, Scene
from daemon.policy.syntax import (
    MOST_CHOICES,
    Word,
    is_quoted_document,
    read_input,
    read_word,
    split_fields,
    split_unquoted,
)
from daemon.policy.variables import (
    Variables,
    judge_expansion,
    judge_variable,
    prints_environment,
    vary,
)

_SUBSTITUTIONS = frozenset({"command_substitution", "process_substitution"})
_FED_PROGRAM = re.compile(r"\b(\w*sh|python[\d.]*|node|perl|ruby|php|xargs|eval|source)\b|(^|\s)\. ")
_EXPANSIONS = frozenset({"simple_expansion", "expansion"})
_REDIRECTS = frozenset({"file_redirect", "heredoc_redirect", "herestring_redirect"})


NOTHING = Command(Word("", ("",)), ())


class Reader:
    """One reading of one text. ``known`` is what earlier readings learnt about the variables."""

    def __init__(self, scene: Scene, known: Variables) -> None:
        self.scene = scene
        self.variables = Variables(known.assigned, scene.rules.home, scene)
        self.lists = False

    def read(self, root: Node) -> Variables:
        self.walk(root)
        for found in find_nodes(root, _EXPANSIONS):
            judge_expansion(self.scene, text_of(found), self.variables)
        return self.variables

    def walk(self, node: Node) -> None:
        handler = _HANDLERS.get(node.type)
        if handler:
            handler(self, node)
        elif node.is_named:
            reason = f"The shell text has a part of a kind not known ({node.type})."
            self.scene.doubt("shell.unknown", reason, text_of(node)[:200])

    def walk_children(self, node: Node) -> None:
        for child in node.named_children:
            self.walk(child)
            self.scene.settle()

    def walk_inside(self, node: Node) -> None:
        """A word has no effect of its own; what it substitutes has."""
        for found in find_nodes(node, _SUBSTITUTIONS):
            self.walk(found)

    def walk_apart(self, node: Node) -> None:
        """A subshell or substitution: its ``cd`` ends with it."""
        kept = self.scene.places, self.scene.maybe
        self.walk_children(node)
        self.scene.places, self.scene.maybe = kept

    def walk_list(self, node: Node) -> None:
        left, right = node.named_children[0], node.named_children[-1]
        self.walk(left)
        either = any(child.type == "||" for child in node.children)
        leaves = either and re.match(r"(exit|return)\b", text_of(right))
        if either and not leaves:
            self.scene.settle()
        self.walk(right)
        if leaves:
            self.scene.maybe = ()

    def walk_pipeline(self, node: Node) -> None:
        feeder: Command | None = None
        for child in node.named_children:
            feeder = self.walk_fed(child, feeder)
            self.scene.settle()

    def walk_fed(self, node: Node, feeder: Command | None) -> Command:
        """One part of a pipeline; the part after it is told what feeds it."""
        if node.type == "command":
            return self.walk_command(node, feeder)
        if node.type == "redirected_statement":
            return self.walk_redirected(node, feeder)
        kept, self.lists = self.lists, feeder is not None and feeds_names(feeder)
        if feeder is not None and _FED_PROGRAM.search(text_of(node)):
            self.scene.doubt("shell.fed", "It feeds a program inside a group.", text_of(node)[:200])
        self.walk(node)
        self.lists = kept
        return Command(Word("(group)", None), ())

    def walk_redirected(self, node: Node, feeder: Command | None = None) -> Command:
        body = node.child_by_field_name("body")
        redirects = [child for child in node.named_children if child.type in _REDIRECTS]
        stdin, redirected = read_input(redirects, self.variables)
        command = NOTHING
        if body is not None and body.type == "command":
            command = self.walk_command(body, feeder, stdin, redirected, source_of(redirects, self.variables))
        elif body is not None:
            self.walk(body)
        for redirect in redirects:
            self.walk_redirect(redirect, command)
        return command

    def walk_redirect(self, node: Node, command: Command) -> None:
        if node.type == "herestring_redirect":
            self.walk_inside(node)
        elif node.type == "file_redirect":
            self.walk_file(node, command)
        else:
            self.walk_document(node, command)

    def walk_document(self, node: Node, command: Command) -> None:
        quoted = is_quoted_document(node)
        for child in node.named_children:
            if child.type == "heredoc_body" and not quoted:
                self.walk_inside(child)
                if "`" in text_of(child):
                    self.scene.doubt(
                        "shell.document", "The text runs a command inside.", text_of(child)[:200]
                    )
            elif child.type in _REDIRECTS:
                self.walk_redirect(child, command)
            elif child.type == "pipeline":
                self.walk_rest(child, command)
            elif child.type not in ("heredoc_start", "heredoc_end", "heredoc_body", "file_descriptor"):
                self.walk(child)

    def walk_rest(self, node: Node, command: Command) -> None:
        """``cat <<END | sh``: the grammar puts the rest of the pipeline inside the here-document."""
        feeder = command
        for child in node.named_children:
            feeder = self.walk_fed(child, feeder)

    def walk_file(self, node: Node, command: Command = NOTHING) -> None:
        destination = node.child_by_field_name("destination")
        if destination is None:
            self.scene.doubt("shell.redirect", "It redirects to something that is not a file.", text_of(node))
            return
        self.walk_inside(destination)
        source = text_of(node)
        word = split_unquoted(read_word(destination, self.variables), destination)
        if re.match(r"\d*[<>]&", source) and re.fullmatch(r"\d+|-", word.raw):
            return
        use = use_of(source)
        for choice in word.choices or (None,):
            judge_address_of(self.scene, choice or "", word.raw)
            self.scene.touch(Word(word.raw, None if choice is None else (choice,), word.glob), use)
            if use is Use.overwrite and choice is not None and len(self.scene.places or ()) == 1:
                self.scene.written[self.scene.locate(choice)[0]] = fed_text(command)

    def walk_command(
        self,
        node: Node,
        feeder: Command | None = None,
        stdin: str | None = None,
        redirected: bool = False,
        source: str = "",
    ) -> Command:
        self.walk_inside(node)
        name = node.child_by_field_name("name")
        for child in node.named_children:
            if child.type == "variable_assignment":
                self.walk_assignment(child, kept=name is None)
            elif child.type in _REDIRECTS:
                stdin, redirected = read_input([child], self.variables)
                self.walk_redirect(child, NOTHING)
        words = self.read_words(node)
        if name is None or not words:
            return NOTHING
        command = Command(words[0], tuple(words[1:]), feeder, stdin, redirected, source)
        for variant in vary(command):
            judge_command(self.scene, variant)
        self.variables.note_command(command, self.lists)
        return command

    def read_words(self, node: Node) -> list[Word]:
        skipped = _REDIRECTS | {"variable_assignment", "comment"}
        return [
            word
            for child in node.children
            if child.type not in skipped
            for word in split_fields(read_word(child, self.variables), child)
        ]

    def walk_declaration(self, node: Node) -> None:
        keyword = text_of(node).split(None, 1)[0]
        if prints_environment([text_of(child) for child in node.named_children]):
            reason = "It prints the environment."
            self.scene.find(Kind.credentials, "credentials.environment", reason, text_of(node))
        for child in node.named_children:
            if child.type == "variable_assignment":
                self.walk_assignment(child)
            elif child.type == "variable_name":
                judge_variable(self.scene, text_of(child), Word("", ("",)), keyword)
            elif child.type not in ("word", "number") or re.match(r"[-+]\w*n", text_of(child)):
                self.walk_inside(child)
                self.scene.doubt("shell.declaration", "It declares what cannot be read.", text_of(node))

    def walk_assignment(self, node: Node, *, kept: bool = True) -> None:
        self.walk_inside(node)
        name_node, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        name = text_of(name_node) if name_node else ""
        word = read_word(value, self.variables) if value else Word("", ("",))
        judge_variable(self.scene, name, word, text_of(node))
        if word.choices is None or not kept or "+=" in text_of(node)[: len(name) + 2]:
            self.variables.assign(name, None)
        else:
            self.variables.assign(name, word.choices)

    def walk_for(self, node: Node) -> None:
        variable = node.child_by_field_name("variable")
        values = node.children_by_field_name("value")
        words = [split_unquoted(read_word(child, self.variables), child) for child in values]
        choices = [choice for word in words for choice in (word.choices or ())]
        known = all(word.choices is not None for word in words) and 0 < len(choices) <= MOST_CHOICES
        for child in values:
            self.walk_inside(child)
        self.variables.assign(text_of(variable) if variable else "", tuple(choices) if known else None)
        body = node.child_by_field_name("body")
        if body is not None:
            self.walk(body)

    def walk_counted(self, node: Node) -> None:
        for child in node.named_children:
            if child.type in ("do_group", "compound_statement"):
                self.walk(child)
            else:
                self.walk_inside(child)

    def walk_function(self, node: Node) -> None:
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        self.scene.functions.add(text_of(name) if name else "")
        for child in node.named_children:
            if child.type in _REDIRECTS:
                self.walk_redirect(child, NOTHING)
        if body is not None:
            self.walk(body)
            if name is not None and re.search(
                rf"(^|[\s;|&({{]){re.escape(text_of(name))}(?=[\s;|&)}}]|$)", text_of(body)
            ):
                self.scene.doubt(
                    "shell.recursive", "It defines a function that calls itself.", text_of(node)[:200]
                )


_HANDLERS: dict[str, Callable[[Reader, Node], object]] = {
    **dict.fromkeys(
        ("program", "compound_statement", "do_group", "if_statement", "elif_clause", "else_clause",
         "while_statement", "case_statement", "case_item", "negated_command"),
        Reader.walk_children,
    ),
    **dict.fromkeys(("subshell", "command_substitution", "process_substitution"), Reader.walk_apart),
    **dict.fromkeys(
        ("word", "string", "raw_string", "number", "concatenation", "simple_expansion", "expansion",
         "extglob_pattern", "ansi_c_string", "test_command", "binary_expression", "unary_expression",
         "postfix_expression", "parenthesized_expression", "comment", "regex", "variable_name",
         "arithmetic_expansion"),
        Reader.walk_inside,
    ),
    "list": Reader.walk_list,
    "pipeline": Reader.walk_pipeline,
    "redirected_statement": Reader.walk_redirected,
    "command": Reader.walk_command,
    "declaration_command": Reader.walk_declaration,
    "unset_command": Reader.walk_inside,
    "variable_assignment": Reader.walk_assignment,
    "variable_assignments": Reader.walk_children,
    "for_statement": Reader.walk_for,
    "c_style_for_statement": Reader.walk_counted,
    "function_definition": Reader.walk_function,
    "file_redirect": Reader.walk_file,
}  # fmt: skip
