"""Patches and command lines of Codex, taken apart."""

import shlex
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.codex.patch import BadPatch, as_tool, count_lines, is_same, parse_patch
from daemon.codex.settings import Settings, render_settings
from daemon.codex.words import shell_and_command, split_words
from daemon.runtime import Action
from tests.daemon.test_policy import Rules, judge

WORK = Path("/home/owner/project")


def patch(*lines: str) -> str:
    return "\n".join(["*** Begin Patch", *lines, "*** End Patch", ""])


@pytest.mark.rule("P2")
def test_one_file_is_what_other_runtimes_call_it() -> None:
    added = patch("*** Add File: a.txt", "+one", "+", "+two")
    edited = patch("*** Update File: sub/a.txt", "@@ def f():", " one", "-two", "+2", "*** End of File")
    twice = patch("*** Update File: /etc/a", "@@", "-1", "+2", "@@", "-3", "+4")

    assert as_tool(added, WORK) == ("Write", {"file_path": f"{WORK}/a.txt", "content": "one\n\ntwo\n"})
    assert as_tool(edited, WORK) == (
        "Edit",
        {"file_path": f"{WORK}/sub/a.txt", "old_string": "one\ntwo", "new_string": "one\n2"},
    )
    edits = [{"old_string": "1", "new_string": "2"}, {"old_string": "3", "new_string": "4"}]
    assert as_tool(twice, WORK) == ("MultiEdit", {"file_path": "/etc/a", "edits": edits})


@pytest.mark.rule("P2")
@pytest.mark.parametrize(
    "text", ["", "rm -rf /", "*** Begin Patch\n*** End Patch", patch("+x"), patch("*** Add File: a", "x")]
)
def test_what_is_no_patch_is_shown_as_it_is(text: str) -> None:
    with pytest.raises(BadPatch):
        parse_patch(text)
    assert as_tool(text, WORK) == ("apply_patch", {"patch": text})


@pytest.mark.rule("P1", "P2")
@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        (["*** Add File: a", "+x", "*** Add File: b", "+x"], ""),
        (["*** Delete File: a"], "delete"),
        (["*** Add File: a", "+x", "*** Delete File: b"], "delete"),
        (["*** Update File: a", "*** Move to: b", "@@", "-1", "+2"], "delete"),
        (["*** Add File: a", "+x", "*** Update File: .env", "@@", "-1", "+2"], "credentials"),
        (["*** Update File: .env", "*** Move to: b", "@@", "-1", "+2"], "credentials"),
        (["*** Add File: a", "x"], "unknown"),
    ],
)
def test_the_policy_judges_each_file_of_a_patch(lines: list[str], kind: str) -> None:
    tool, given_input = as_tool(patch(*lines), WORK)

    judgement = judge(Action("c", tool, given_input, WORK), Rules(directory=str(WORK), home="/home/owner"))

    assert judgement.kind == kind, judgement


def item(kind: str, path: str, diff: str, **more: Any) -> dict[str, Any]:
    return {"path": path, "kind": {"type": kind, **more}, "diff": diff}


@pytest.mark.rule("P3")
def test_only_what_the_patch_said_is_the_same() -> None:
    text = patch("*** Add File: a", "+x", "*** Update File: b", "*** Move to: c", "@@", "-1", "+2")
    added, moved = item("add", f"{WORK}/a", "x\n"), item("update", f"{WORK}/b", "@@", move_path=f"{WORK}/c")

    assert is_same(text, [moved, added], WORK)
    assert not is_same(text, [added], WORK)
    assert not is_same(text, [added, moved, item("delete", f"{WORK}/d", "")], WORK)
    assert not is_same(text, [item("add", f"{WORK}/a", "y\n"), moved], WORK)
    assert not is_same(text, [added, item("update", f"{WORK}/b", "@@", move_path="/etc/c")], WORK)
    assert not is_same("no patch", [], WORK)


def test_lines_are_counted() -> None:
    assert count_lines(item("add", "a", "1\n2\n")) == (2, 0)
    assert count_lines(item("delete", "a", "1\n2\n")) == (0, 2)
    assert count_lines(item("update", "a", "@@ -1,2 +1,2 @@\n one\n-two\n+2\n+3\n\nMoved to: b")) == (2, 1)


@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))))
def test_words_survive_a_shells_quoting(words: list[str]) -> None:
    assert split_words(shlex.join(words)) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("/bin/bash -c ls", ["/bin/bash", "-c", "ls"]),
        ('a "it\'s"\'$x `y`\'"\\"" b\\ c', ["a", "it's$x `y`\"", "b c"]),
        ('"\\$x \\n"', ["$x \\n"]),
        ("''", [""]),
        ("", []),
        ("'open", None),
        ('"open', None),
    ],
)
def test_a_line_is_read_as_a_shell_reads_it(line: str, words: list[str] | None) -> None:
    assert split_words(line) == words


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("/bin/bash -c 'rm x'", ("/bin/bash", "rm x")),
        ("/bin/zsh -lc ls", ("/bin/zsh", "ls")),
        ("/usr/bin/python3 -c 1", None),
        ("/bin/bash -c ls x", None),
        ("/bin/bash script", None),
        ("ls", None),
    ],
)
def test_only_a_shell_with_one_command_is_taken_apart(line: str, found: tuple[str, str] | None) -> None:
    assert shell_and_command(line) == found


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_the_configuration_is_toml_whatever_a_folder_is_called(name: str) -> None:
    import tomllib

    settings = Settings(f"/{name}", "http://127.0.0.1/v1", name or None, servers={name: {"args": [name]}})
    read = tomllib.loads(render_settings(settings))

    assert read["projects"] == {f"/{name}": {"trust_level": "untrusted"}}
    assert read["mcp_servers"][name] == {"args": [name], "default_tools_approval_mode": "prompt"}
