"""The lines of a changed file: as hunks, redacted, cut, and never of a file where credentials live."""

import pytest

from daemon.claude.results import change_of
from daemon.codex.patch import patch_of
from daemon.patches import MOST_LINES, patch_between, patch_of_new
from daemon.runtime import FileChanged
from daemon.tell import PATCH_CHARACTERS, tell
from relay.wire.machines import ReportKind

SECRET = "s3cr3t-value-of-the-environment"


def redact(text: str) -> str:
    return text.replace(SECRET, "[secret]")


@pytest.mark.rule("T1")
def test_a_patch_has_what_came_and_went_and_a_little_around() -> None:
    before, after = "a\nb\nc\nd\ne\n", "a\nb\nC\nd\ne\n"
    assert patch_between(before, after) == "@@ -1,5 +1,5 @@\n a\n b\n-c\n+C\n d\n e"
    assert patch_between(before, before) == ""
    assert patch_of_new("x\ny\n") == "@@ -0,0 +1,2 @@\n+x\n+y"
    assert patch_between("x\n" * (MOST_LINES + 1), "y") == ""


@pytest.mark.rule("T1")
def test_claude_and_codex_tell_the_lines_that_they_changed() -> None:
    hunk = {"oldStart": 3, "oldLines": 1, "newStart": 3, "newLines": 2, "lines": ["-old", "+new", "+more"]}
    details = {"structuredPatch": [hunk], "originalFile": "old"}
    changed = change_of("Edit", {"file_path": "/w/a"}, details)
    assert changed is not None
    assert (changed.added, changed.removed) == (2, 1)
    assert changed.patch == "@@ -3,1 +3,2 @@\n-old\n+new\n+more"
    unseen = change_of("Edit", {"file_path": "/w/a", "old_string": "x", "new_string": "y"}, None)
    assert unseen is not None
    assert unseen.patch.splitlines()[1:] == ["-x", "+y"]
    assert patch_of({"kind": {"type": "delete"}, "diff": "gone\n"}) == "@@ -1,1 +0,0 @@\n-gone"


@pytest.mark.rule("S3", "S2")
def test_a_patch_is_redacted_and_cut_and_none_is_told_of_a_key_file() -> None:
    kind, body = tell(FileChanged("c", "src/a.py", 1, 0, patch=f"@@ -0,0 +1 @@\n+{SECRET}"), redact)
    assert (kind, body["patch"]) == (ReportKind.file, "@@ -0,0 +1 @@\n+[secret]")
    long = tell(FileChanged("c", "src/a.py", 1, 0, patch="+" + "x" * 50_000), redact)[1]
    assert len(long["patch"]) == PATCH_CHARACTERS
    assert long["left_out"] == 50_001 - PATCH_CHARACTERS
    edge = tell(FileChanged("c", "a", 1, 0, patch="x" * (PATCH_CHARACTERS - 5) + SECRET), redact)[1]
    assert SECRET[:5] not in edge["patch"]
    for path in (".env", "deploy/id_rsa", ".aws/credentials"):
        assert "patch" not in tell(FileChanged("c", path, 1, 0, patch="+KEY=1"), redact)[1]
