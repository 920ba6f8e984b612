"""What an approved command has to reach: files of the agent's directory, something else, or both. Pure.

An agent that goes on in its box can put a link in the place of a folder between the last look and the deed. So what
concerns files of the directory is done where a link leads nowhere: in a box of its own (P7).
"""

import re
from dataclasses import replace
from enum import StrEnum
from posixpath import normpath

from daemon.policy import Finding, Rules, judge
from daemon.runtime import Action

OF_FILES = frozenset(
    {"delete.file", "delete.find", "delete.move", "delete.overwrite", "credentials.file", "place.hard-link"}
)
"""Rules of the policy that speak of files by their names."""

# fmt: off
FILE_PROGRAMS = frozenset((
    "[", ":", "basename", "cat", "cd", "chmod", "cp", "cut", "date", "dd", "diff", "dirname", "du", "echo",
    "exit", "false", "file", "find", "grep", "head", "ln", "ls", "mkdir", "mv", "od", "printf", "pwd",
    "readlink", "realpath", "rm", "rmdir", "sed", "set", "shred", "sleep", "sort", "stat", "tail", "tee",
    "test", "touch", "tr", "true", "truncate", "uniq", "unlink", "wc",
))
# fmt: on
"""Programs that do nothing but to files, and need nothing but them."""

_KEYWORDS = frozenset(
    ("!", "do", "done", "elif", "else", "fi", "for", "if", "then", "time", "until", "while")
)
_REDIRECTION = re.compile(r"&?\d*(?:>>?|<)[&|]?\s*[^\s;&|]+")
_QUOTED = re.compile(r"'[^']*'|\"(?:\\.|[^\"\\])*\"")
_BETWEEN = re.compile(r"[;&|\n(){}]+")


class Reach(StrEnum):
    """What is to be reached; ``both`` removes files of the directory and does something else besides."""

    directory = "directory"
    both = "both"
    elsewhere = "elsewhere"


def reach_of(action: Action, rules: Rules) -> Reach:
    """By the names as they stand there: what links make of them may change."""
    judgement = judge(action, replace(rules, boxed=False, resolve=normpath))
    if _runs_file_programs(str(action.input.get("command", ""))) and all(
        finding.rule in OF_FILES and _is_inside(finding.matched, rules.directory)
        for finding in judgement.findings
    ):
        return Reach.directory
    removes = any(_is_removal(finding, rules.directory) for finding in judgement.findings)
    return Reach.both if removes else Reach.elsewhere


def _is_removal(finding: Finding, directory: str) -> bool:
    """Whether it takes something away there that it names."""
    known = finding.rule in OF_FILES and finding.rule.startswith("delete.")
    return known and finding.matched.startswith("/") and _is_inside(finding.matched, directory)


def _is_inside(path: str, directory: str) -> bool:
    """A name that is not whole is a word of the command: where it leads is said by another finding."""
    return not path.startswith("/") or path == directory or path.startswith(f"{directory.rstrip('/')}/")


def _runs_file_programs(command: str) -> bool:
    if "$(" in command or "`" in command or "<(" in command:
        return False
    parts = [part.split() for part in _BETWEEN.split(_REDIRECTION.sub(" ", _QUOTED.sub("text", command)))]
    return all(_program(words) in FILE_PROGRAMS for words in parts if words)


def _program(words: list[str]) -> str:
    """The word in the place of the program's; what a loop goes over is no program."""
    if words[0] == "for":
        return "true"
    named = [word for word in words if word not in _KEYWORDS]
    return named[0] if named else "true"
