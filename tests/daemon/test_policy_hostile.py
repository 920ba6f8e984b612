"""Hostile input to the policy: bounded work, never an exception, and a pause for what is too much to understand."""

import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.policy import Judgement, Outcome, judge
from daemon.runtime import Action
from tests.daemon.policy_world import world

MOST_SECONDS = 0.5
"""Processor seconds, on a machine several times slower than usual; what has no bound takes far longer."""

HUGE = {
    "a megabyte of one letter": "a" * 1_000_000,
    "a megabyte of commands": "rm x;" * 200_000,
    "ten thousand subshells": "(" * 10_000 + "ls" + ")" * 10_000,
    "ten thousand substitutions": "$(" * 10_000,
    "ten thousand quotes": "'" * 10_001,
    "ten thousand braces": "{" * 10_000,
    "nine thousand backticks": "`" * 9_001,
    "many variables": "".join(f"a{i}=$a{i - 1}$a{i - 1};" for i in range(1, 900)),
    "many commands that change the directory": "cd x || cd y; " * 1_300,
    "many wrappers": "env " * 4_000 + "ls",
    "many settings of git": "git " + "-c a=b " * 2_000 + "push",
    "many mounts": "docker run " + "-v a:b " * 2_000 + "x rm y",
    "many files": "touch " + " ".join(f"a/b/c/f{i}" for i in range(1_600)),
    "many addresses": "curl " + "http://a@" * 2_000,
    "a long host": "curl http://" + "a." * 9_000,
    "many functions": "f(){ f; };" * 1_500,
    "many wildcards": "cat " + "*.e[n]v" * 1_500,
    "many documents": "cat <<A\n" * 1_500,
}
STRANGE = {
    "a zero byte": "ls\0rm x",
    "half a character": "ls \ud800",
    "an escape sequence": "ls \x1b[31m",
    "a text that reads backwards": "ls \u202ecrs mr",
    "a line of another kind": "ls\u2028rm -rf src",
    "a space that is not seen": "rm\u200b -rf src",
}


def bash(command: str) -> Judgement:
    return judge(Action("call", "Bash", {"command": command}, Path("/w")), world)


@pytest.mark.rule("P2")
@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_the_work_of_a_judgement_is_bounded_and_what_is_too_much_pauses(text: str) -> None:
    began = time.thread_time()
    judgement = bash(text)
    assert time.thread_time() - began < MOST_SECONDS
    assert judgement.outcome is Outcome.pause
    assert all(len(finding.matched) <= 2_000 for finding in judgement.findings)


@pytest.mark.rule("P2")
@pytest.mark.parametrize("tool", ["Write", "Grep", "WebFetch", "mcp__x__y", "Read"])
def test_other_tools_are_bounded_too(tool: str) -> None:
    for text in ("a" * 1_000_000, "http://a@" * 100_000, "../" * 300_000, "\ud800" * 1_000):
        given_input = {"file_path": text, "path": text, "url": text, "pattern": text, "deep": [text] * 2}
        began = time.thread_time()
        judgement = judge(Action("call", tool, given_input, Path("/w")), world)
        assert time.thread_time() - began < MOST_SECONDS
        assert judgement.outcome is Outcome.pause


@pytest.mark.rule("P2")
@pytest.mark.parametrize("text", STRANGE.values(), ids=STRANGE)
def test_what_looks_other_than_it_runs_pauses(text: str) -> None:
    assert bash(text).outcome is Outcome.pause


PIECES = st.sampled_from(
    ["git push origin main", "rm", "-rf", "src", "$(", ")", "`", "'", '"', "\\", "\n", "<<E", "E", "|", "&&", ";", "{", "}",
     "sed -i", "s/a/b/", "awk", "{print}", "python3 -c", "psql -c", "curl", "http://[", "docker run -v", "npm run", "make",
     "kubectl", "-n", "aws", "x=", "$x", "${x@P}", "for f in", "do", "done", "case", "esac", "[[", "]]", "((", "))", "é",
     "\0", "\ud800", "~", "*", "?", "<(", "> out", "< .env", "tar", "czf", "unzip", "patch", "git apply", "ssh h", "-"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(pieces=st.lists(PIECES, max_size=14), glue=st.sampled_from((" ", "", "\t")))
@pytest.mark.rule("P2")
def test_no_mixture_of_commands_breaks_the_judge(pieces: list[str], glue: str) -> None:
    judgement = bash(glue.join(pieces))
    assert (judgement.outcome is Outcome.allow) == (not judgement.findings)


VALUES: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
)
KEYS = st.sampled_from(
    ["command", "file_path", "path", "pattern", "glob", "url", "content", "notebook_path", "x"]
)


@settings(max_examples=150, deadline=None)
@given(
    tool=st.sampled_from(["Bash", "Read", "Write", "Edit", "NotebookEdit", "Glob", "Grep", "WebFetch", "Task", "mcp__a__b"]),
    given_input=st.dictionaries(KEYS, VALUES, max_size=4),
)  # fmt: skip
@pytest.mark.rule("P2")
def test_no_input_of_a_tool_breaks_the_judge(tool: str, given_input: dict[str, Any]) -> None:
    judgement = judge(Action("call", tool, given_input, Path("/w")), world)
    assert (judgement.outcome is Outcome.allow) == (not judgement.findings)
