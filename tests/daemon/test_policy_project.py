"""A working day on a branch of one's own, what a project's names run, and a working tree that is a linked one."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from daemon.policy import Judgement, Kind, Outcome, judge
from daemon.runtime import Action
from tests.daemon.policy_world import TEXTS, world

ON_A_BRANCH = {**TEXTS, "/w/.git/HEAD": "ref: refs/heads/feature/login\n"}


def bash(command: str, texts: dict[str, str], *, boxed: bool = False) -> Judgement:
    rules = replace(world, read=texts.get, boxed=boxed)
    return judge(Action("call", "Bash", {"command": command}, Path("/w")), rules)


def package(**scripts: str) -> dict[str, str]:
    return {**TEXTS, "/w/package.json": json.dumps({"scripts": scripts})}


@pytest.mark.rule("P1")
@pytest.mark.parametrize(
    "command",
    [
        "git push",
        "git push -u origin HEAD",
        'git push -u origin "$(git branch --show-current)"',
        "git rebase origin/blue",
        "git rebase --autostash blue && git push",
        "GIT_SEQUENCE_EDITOR=: git rebase -i --autosquash blue",
        "git rebase --exec 'pytest -q' blue",
        "git commit -am wip && git push -q",
    ],
)
def test_work_on_a_branch_of_its_own_is_not_stopped_and_the_same_on_a_shared_one_is(command: str) -> None:
    assert bash(command, ON_A_BRANCH).outcome is Outcome.allow
    assert bash(command, TEXTS).outcome is Outcome.pause


@pytest.mark.rule("P1")
@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("git rebase --exec 'git push origin main' blue", Kind.push),
        ("git rebase blue other-branch", Kind.delete),
        ("git -c push.default=matching push", Kind.push),
        ("git config push.default matching; git push", Kind.push),
        ("cd /tmp/clone && git push", Kind.push),
        ('git push origin "$(git branch --show-current):main"', Kind.push),
    ],
)
def test_on_a_branch_of_its_own_what_leads_elsewhere_still_stops(command: str, kind: Kind) -> None:
    assert bash(command, ON_A_BRANCH).kind == kind


@pytest.mark.rule("P1", "P2")
@pytest.mark.parametrize("boxed", [False, True], ids=["outside", "boxed"])
@pytest.mark.parametrize(
    ("script", "kind"),
    [
        ("rm -rf /", "product"),
        ("rm -rf /srv", "delete"),
        ("tsc && rm -rf data", "delete"),
        ("git push origin main", "push"),
        ("cat .env", "credentials"),
        ("npm publish", "money"),
        ("muti approve R1", "product"),
        ("node -e \"require('fs').rmSync('data', {recursive: true})\"", "delete"),
        ("tsc", ""),
        ("rimraf dist && tsc", ""),
        ("rm -rf ./build coverage && webpack --mode production", ""),
        ("node scripts/make.js && some-tool --flag", ""),
        ("cross-env NODE_ENV=production vite build", ""),
    ],
)
def test_a_harmless_name_does_not_hide_what_a_package_script_does(
    script: str, kind: str, boxed: bool
) -> None:
    for command in ("npm run build", "yarn build", "pnpm run build"):
        assert bash(command, package(build=script), boxed=boxed).kind == kind, command


@pytest.mark.rule("P1", "P2")
@pytest.mark.parametrize(
    ("makefile", "kind"),
    [
        ("DATA := data\ntest:\n\trm -rf $(DATA)\n", "delete"),
        ("OUT = build\ntest:\n\trm -rf $(OUT)\n\tpytest\n", ""),
        ("test: gone\n\tpytest\ngone:\n\tgit push origin main\n", "push"),
        ("test:\n\t$(MAKE) -C sub\n\t./tool $@\n", ""),
    ],
)
def test_a_harmless_name_does_not_hide_what_a_recipe_does(makefile: str, kind: str) -> None:
    assert bash("make test", {**TEXTS, "/w/Makefile": makefile}).kind == kind


@pytest.mark.rule("P1")
def test_a_linked_working_tree_is_known_by_its_git_file() -> None:
    shared = {
        path.replace("/w/.git/", "/main/.git/"): text for path, text in TEXTS.items() if ".git/" in path
    }
    texts = {
        **{path: text for path, text in TEXTS.items() if ".git/" not in path},
        **shared,
        "/w/.git": "gitdir: /main/.git/worktrees/w\n",
        "/main/.git/worktrees/w/HEAD": "ref: refs/heads/feature/login\n",
    }
    allowed = bash("git push", texts)
    assert (allowed.outcome, dict(allowed.facts)["branch"]) == (Outcome.allow, "feature/login")
    assert bash("git push origin feature/shared", texts).kind == Kind.push
    assert bash("git push origin blue", texts).kind == Kind.push


@pytest.mark.rule("P1")
@pytest.mark.parametrize(
    "lister", ["git ls-files '*.py'", "find src -name '*.py'", "fd -e py", "rg -l x -g '*.py'"]
)
def test_names_that_are_listed_are_those_that_the_lister_names(lister: str) -> None:
    rules = replace(world, credential_paths=("/w/.env", "/w/conf/prod.settings"))

    def kind(command: str) -> str:
        return judge(Action("call", "Bash", {"command": command}, Path("/w")), rules).kind

    assert kind(f"{lister} | xargs wc -l") == ""
    assert kind(f"{lister} | xargs rm") == Kind.delete
    assert kind("find . -type f | xargs cat") == Kind.credentials
    assert kind("find conf -name 'p*' | xargs cat") == Kind.credentials


@pytest.mark.rule("P7")
def test_the_temporary_folder_may_be_used_and_nothing_may_be_hidden_there() -> None:
    assert bash("pytest > /tmp/out.txt; tail /tmp/out.txt", TEXTS).outcome is Outcome.allow
    assert bash("echo 'rm -rf src' > /tmp/x.sh; sh /tmp/x.sh", TEXTS).kind == Kind.delete
    assert bash("mv src /tmp/kept", TEXTS).kind == Kind.delete
    assert bash("echo 'x = 1' > /tmp/test_a.py && cd /tmp && pytest", TEXTS).rule == "program.changed"
    assert bash("PYTHONPATH=/tmp pytest", TEXTS).kind == Kind.unknown
    own = replace(world, directory="/tmp/work")
    assert (
        judge(Action("c", "Read", {"file_path": "/tmp/other/x"}, Path("/tmp/work")), own).outcome
        is Outcome.pause
    )
