"""Code of the working directory never gets its owner's rights by an approval: such a command stays in the box (P7)."""

from pathlib import Path

import pytest

from daemon.artifacts import path_exists, resolve_path
from daemon.policy import Rules
from daemon.runtime import Action
from daemon.sources import read_text
from daemon.staying import stays_inside

pytestmark = pytest.mark.rule("P7")

OUTSIDE = (
    "rm old.txt",
    "rm -rf build",
    "rm old.txt; ls -la; echo ok",
    "find . -name '*.pyc' -delete",
    "git push origin main",
    "gh pr merge 3",
    "aws s3 rm s3://bucket/key",
    "docker rm -f box",
    "dropdb old",
    "kubectl delete pod one",
    'cat "$HOME/.ssh/id_ed25519"; exit 3',
    "cat .env",
)
INSIDE = (
    "rm old.txt; ./evil.sh",
    "rm old.txt; . ./evil.sh",
    "rm old.txt; ./not-there-yet",
    "rm old.txt; python3 x.py",
    "rm old.txt; python3 -c 'import x'",
    "rm old.txt && make",
    "rm old.txt; pytest -q",
    "rm -rf build && npm test",
    "rm old.txt; cat evil.sh | sh",
    "rm old.txt; bash",
    "rm old.txt; eval $(cat evil.sh)",
    "rm old.txt; $(echo ./evil.sh)",
    "rm old.txt; find . -exec ./evil.sh \\;",
    "rm old.txt; timeout 5 ./evil.sh",
    "rm old.txt; PATH=.:$PATH ls",
    "rm old.txt; LD_PRELOAD=./x.so ls",
    "rm old.txt; BASH_ENV=./evil.sh bash -c true",
    "rm old.txt; alias ls=./evil.sh; ls",
    "rm old.txt; git status",
    "git branch -D old",
    "rm old.txt; cd sub && git status",
    "cat ~/.ssh/id_rsa | ./evil.sh",
    "tar --checkpoint-action=exec=./evil.sh -cf x y; rm old.txt",
)


@pytest.fixture
def rules(tmp_path: Path) -> Rules:
    """A directory in which an agent has been busy, in its box."""
    (tmp_path / "evil.sh").write_text("#!/bin/sh\necho hi\n")
    (tmp_path / "old.txt").write_text("old\n")
    (tmp_path / "x.py").write_text("print(1)\n")
    (tmp_path / "Makefile").write_text("all:\n\techo\n")
    (tmp_path / "package.json").write_text('{"scripts": {"test": "./evil.sh"}}')
    home = str(tmp_path / "owner")
    return Rules(str(tmp_path), home, True, resolve=resolve_path, exists=path_exists, read=read_text)


@pytest.mark.parametrize("command", OUTSIDE)
def test_what_runs_nothing_of_the_directory_may_leave_the_box(rules: Rules, command: str) -> None:
    assert not stays_inside(Action("call", "Bash", {"command": command}, Path(rules.directory)), rules)


@pytest.mark.parametrize("command", INSIDE)
def test_what_would_run_something_of_the_directory_stays_in_the_box(rules: Rules, command: str) -> None:
    assert stays_inside(Action("call", "Bash", {"command": command}, Path(rules.directory)), rules)
