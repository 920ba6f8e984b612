"""Scripts, package scripts, targets, branches: what the files of a project say, and the facts of a judgement."""

from dataclasses import replace
from pathlib import Path

import pytest

from daemon.policy import Judgement, Kind, Outcome, Rules, judge
from daemon.runtime import Action
from daemon.sources import LARGEST, read_text
from tests.daemon.policy_world import TEXTS, THERE, changed_world, world


def bash(command: str, rules: Rules = world) -> Judgement:
    return judge(Action("call", "Bash", {"command": command}, Path("/w")), rules)


def on_branch(name: str, **texts: str) -> Rules:
    read = {
        **TEXTS,
        "/w/.git/HEAD": f"ref: refs/heads/{name}\n",
        **{path.replace("__", "/"): text for path, text in texts.items()},
    }
    return replace(world, read=read.get)  # fmt: skip


@pytest.mark.rule("P2")
@pytest.mark.parametrize(
    "command", ["bash run.sh", "./run.sh", ". ./run.sh", "cd . && sh run.sh", "env ./run.sh"]
)
def test_a_script_that_this_request_has_changed_pauses_outside_the_sandbox(command: str) -> None:
    rules = changed_world("/w/run.sh", "ls\n")
    assert bash(command).outcome is Outcome.allow
    assert bash(command, rules).rule == "program.changed"
    assert bash(command, replace(rules, boxed=True)).outcome is Outcome.allow


@pytest.mark.rule("P1", "P2")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("rm -rf src\n", "delete"),
        ("#!/usr/bin/env python3\nimport shutil; shutil.rmtree('src')\n", "delete"),
        ("#!/usr/bin/node\nrequire('fs').rmSync('src')\n", "delete"),
        ("cd src && git push origin main\n", "push"),
        ("x=.en; cat ${x}v\n", "credentials"),
        ("terraform apply\n", "money"),
        ("muti approve R-07\n", "product"),
        ("bash scripts/wipe.sh\n", "delete"),
    ],
)
def test_in_the_sandbox_a_changed_script_is_judged_by_its_text(text: str, kind: str) -> None:
    for name in ("run.sh", "tool"):
        rules = changed_world(f"/w/{name}", text, boxed=True)
        for command in (f"./{name}", f"bash -c ./{name}", f"find . -exec ./{name} {{}} +"):
            assert kind in {finding.kind for finding in bash(command, rules).findings}, command
    assert bash("./run.sh", changed_world("/w/run.sh", text, boxed=True)).outcome is not Outcome.allow


@pytest.mark.rule("P2")
def test_a_script_that_is_written_and_run_at_once_is_judged_by_what_is_written() -> None:
    boxed = replace(world, boxed=True)
    assert bash("cat > n.sh <<'E'\nls\nE\nsh n.sh", boxed).outcome is Outcome.allow
    assert bash("cat > n.sh <<'E'\nrm -rf src\nE\nsh n.sh", boxed).kind == Kind.delete
    assert bash("echo 'git push origin main' > n.sh && bash n.sh", boxed).kind == Kind.push
    assert bash("sort README.md > n.sh; sh n.sh", boxed).rule == "program.unread"
    assert bash("echo ls > n.sh; sh n.sh").rule == "program.changed"


@pytest.mark.rule("P2")
def test_a_script_that_cannot_be_read_pauses_outside_and_may_run_inside_the_sandbox() -> None:
    blind = replace(world, read=lambda path: None)
    for command in ("./run.sh", "python app.py", "bash scripts/test.sh"):
        assert bash(command, blind).rule == "program.script", command
        assert bash(command, replace(blind, boxed=True)).outcome is Outcome.allow, command


@pytest.mark.rule("P1", "P2")
@pytest.mark.parametrize(
    ("path", "text", "command", "kind"),
    [
        ("/w/package.json", '{"scripts": {"test": "rm -rf src"}}', "npm test", "delete"),
        (
            "/w/package.json",
            '{"scripts": {"pretest": "cat .env", "test": "jest"}}',
            "npm run test",
            "credentials",
        ),
        ("/w/package.json", '{"scripts": {"lint": "git push origin main"}}', "yarn lint", "push"),
        ("/w/Makefile", "test: a\n\tls\na:\n\trm -rf src\n", "make test", "delete"),
        ("/w/Makefile", "all:\n\t@cat .env\n", "make", "credentials"),
        ("/w/justfile", "test:\n    rm -rf src\n", "just test", "delete"),
    ],
)
def test_what_a_request_writes_behind_a_harmless_name_is_read(
    path: str, text: str, command: str, kind: str
) -> None:
    rules = changed_world(path, text)
    assert bash(command, rules).outcome is Outcome.pause
    assert bash(command, replace(rules, boxed=True)).kind == kind


@pytest.mark.rule("P3")
def test_the_digest_of_a_script_is_a_fact_and_changes_with_its_text() -> None:
    before, again = bash("bash scripts/wipe.sh"), bash("bash scripts/wipe.sh")
    other = replace(world, read={**TEXTS, "/w/scripts/wipe.sh": "rm -rf src tests\n"}.get)
    after = bash("bash scripts/wipe.sh", other)
    assert before.facts == again.facts != after.facts
    assert [name for name, _ in before.facts] == ["file /w/scripts/wipe.sh"]
    assert len(dict(before.facts)["file /w/scripts/wipe.sh"]) == 64
    assert bash("npm run tidy").facts[0][0] == "file /w/package.json"
    assert bash("make tidy-up").facts[0][0] == "file /w/Makefile"
    assert bash("ls").facts == ()


@pytest.mark.rule("P1", "P3")
def test_a_push_rests_on_the_branch_and_on_where_the_remote_leads() -> None:
    facts = dict(bash("git push origin HEAD").facts)
    assert facts == {"branch": "main", "remote origin": "git@example.com:o/r.git"}
    assert dict(bash("git push origin HEAD", on_branch("muti/y")).facts)["branch"] == "muti/y"


@pytest.mark.rule("P1")
def test_a_new_branch_is_the_requests_own_and_one_that_the_remote_has_is_shared() -> None:
    for command in ("git push", "git push origin HEAD", "git push -u origin feature/mine"):
        judgement = bash(command, on_branch("feature/mine"))
        assert judgement.outcome is Outcome.allow, judgement
        assert judgement.creates == ("/w/.git/refs/remotes/origin/feature/mine",)
    there = on_branch("feature/mine", **{"/w/.git/packed-refs": "01 refs/remotes/origin/feature/mine\n"})
    assert bash("git push", there).kind == Kind.push
    ours = replace(there, created_paths=("/w/.git/refs/remotes/origin/feature/mine",))
    assert bash("git push", ours).outcome is Outcome.allow
    for command in (
        "git push origin blue",
        "git push origin feature/shared",
        "git push",
        "git push origin v1.2",
    ):
        assert bash(command).kind == Kind.push, command
    assert bash("git push origin HEAD", replace(world, read=lambda path: None)).kind == Kind.push


@pytest.mark.rule("P1")
def test_which_branch_is_pushed_is_followed_through_the_command() -> None:
    assert (
        bash("git checkout -b fix/a && git commit -am x && git push -u origin HEAD").outcome is Outcome.allow
    )
    for command in (
        "git checkout -b fix/a; git push -u origin HEAD",
        "git checkout main && git push origin HEAD",
        "git checkout -b fix/a && ls || git push",
    ):
        assert bash(command, on_branch("main")).kind == Kind.push, command


@pytest.mark.rule("P1")
@pytest.mark.parametrize(
    "setting",
    ["pushurl = x", "push = refs/heads/*:refs/heads/main", "mirror = true", '[url "x"]\n\tpushInsteadOf = git@example.com'],
)  # fmt: skip
def test_settings_that_lead_a_push_elsewhere_make_it_pause(setting: str) -> None:
    config = TEXTS["/w/.git/config"] + f"\t{setting}\n"
    assert bash("git push origin muti/x", on_branch("muti/x", **{"/w/.git/config": config})).kind == Kind.push


@pytest.mark.rule("P1")
def test_a_branch_that_the_request_has_made_it_may_delete() -> None:
    made = bash("git checkout -b fix/a")
    assert made.creates == ("/w/.git/refs/heads/fix/a",)
    ours = replace(world, created_paths=made.creates)
    assert bash("git branch -D fix/a", ours).outcome is Outcome.allow
    assert bash("git branch -D fix/a fix/b", ours).kind == Kind.delete
    assert bash("git branch -D fix/a").kind == Kind.delete
    assert bash("git branch main").creates == ()


@pytest.mark.rule("P1")
def test_a_link_made_in_the_same_command_is_followed() -> None:
    assert bash("ln -s src/app.py l && echo > l").kind == Kind.delete
    assert bash("ln -s src/app.py l && rm l").outcome is Outcome.allow
    assert bash("ln -s .git/hooks h && echo x > h/pre-push").outcome is Outcome.pause


@pytest.mark.rule("P5")
def test_no_allowance_of_the_owner_switches_off_one_of_the_kinds_for_any_evasion() -> None:
    wide = replace(world, allowed_commands=("*",), allowed_tools=("*",), allowed_hosts=("*",))
    for command, kind in {
        "rm -rf src": "delete",
        "bash scripts/wipe.sh": "delete",
        "npm run tidy": "delete",
        "git push origin main": "push",
        "terraform apply": "money",
        "curl https://api.stripe.com/v1/charges": "money",
        "curl http://169.254.169.254/": "credentials",
        "cat .env": "credentials",
        "muti approve x": "product",
        "curl localhost:8765": "product",
    }.items():
        assert bash(command, wide).kind == kind, command
    for tool, given_input, kind in (
        ("mcp__x", {"path": "/w/.env"}, "credentials"),
        ("WebFetch", {"url": "http://169.254.169.254/"}, "credentials"),
        ("WebFetch", {"url": "https://api.stripe.com/v1"}, "money"),
        ("mcp__x", {"url": "http://127.0.0.1:8765/"}, "product"),
    ):
        assert judge(Action("c", tool, given_input, Path("/w")), wide).kind == kind, (tool, given_input)
    assert bash("foo --bar; curl https://unlisted.example", wide).outcome is Outcome.allow


def test_only_ordinary_files_of_some_size_are_read(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"ls \xff\n")
    (tmp_path / "large").write_bytes(b"x" * (LARGEST + 1))
    assert read_text(str(tmp_path / "plain")) == "ls \ufffd\n"
    assert [read_text(str(tmp_path / name)) for name in ("large", "missing", ".", "a\0b")] == [None] * 4
    assert read_text("/dev/zero") is None
    assert "/w/run.sh" in THERE
