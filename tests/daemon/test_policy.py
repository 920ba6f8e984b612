"""What is risky, and why: a corpus of commands and tools, and what no rewriting of a command may change."""

import json
import shlex
import string
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from daemon.artifacts import path_exists, resolve_path
from daemon.policy import Judgement, Kind, Outcome, OwnerRule, Rules, digest, judge
from daemon.policy.grammar import is_sound, parse
from daemon.policy.syntax import read_word
from daemon.runtime import Action
from tests.daemon.policy_world import world

HERE = Path(__file__).parent
ORDINARY = tomllib.loads((HERE / "policy_corpus_ordinary.toml").read_text())["group"]
EVASIONS = tomllib.loads((HERE / "policy_corpus_evasions.toml").read_text())["group"]

TOOLS = tomllib.loads((HERE / "policy_corpus_tools.toml").read_text())["group"]


def act(tool: str, directory: str = "/w", **given: Any) -> Action:
    return Action("call", tool, given, Path(directory))


def bash(command: str, rules: Rules = world) -> Judgement:
    return judge(act("Bash", command=command), rules)


def groups(corpus: list[dict[str, Any]]) -> list[Any]:
    return [
        pytest.param(g["commands"], g.get("kind", ""), id=f"{n} {g['why'][:50]}")
        for n, g in enumerate(corpus)
    ]


def explains(judgement: Judgement) -> bool:
    return bool(judgement.rule and judgement.matched and judgement.reason.endswith("."))


@pytest.mark.rule("P1", "P2", "P6")
@pytest.mark.parametrize(("commands", "kind"), groups(EVASIONS))
def test_no_evasion_passes_and_each_is_explained(commands: list[str], kind: str) -> None:
    wrong = {}
    for command in commands:
        judgement = bash(command)
        kinds = {finding.kind for finding in judgement.findings}
        refused = judgement.outcome is Outcome.refuse if kind == "product" else bool(kinds)
        if not (refused and (kind == "unknown" or kind in kinds) and explains(judgement)):
            wrong[command] = judgement
    assert wrong == {}


@pytest.mark.rule("P1", "P2", "P6", "P7")
@pytest.mark.parametrize(("commands", "kind"), groups([g for g in EVASIONS if g["kind"] != "unknown"]))
def test_a_sandbox_keeps_every_evasion_of_the_four_kinds_stopped_as_its_kind(
    commands: list[str], kind: str
) -> None:
    rules = replace(world, boxed=True)
    judged = {command: bash(command, rules) for command in commands}
    kinds = {command: {one.kind for one in judgement.findings} for command, judgement in judged.items()}
    assert {command: found for command, found in kinds.items() if kind not in found} == {}
    if kind == "product":
        assert {judgement.outcome for judgement in judged.values()} == {Outcome.refuse}


@pytest.mark.rule("P1", "P2")
@pytest.mark.parametrize(("commands", "kind"), groups(ORDINARY))
def test_an_ordinary_day_is_not_stopped(commands: list[str], kind: str) -> None:
    judged = {command: bash(command) for command in commands}
    if kind == "stopped":
        assert all(judgement.outcome is Outcome.pause for judgement in judged.values())
    else:
        assert {command: one for command, one in judged.items() if one.outcome is not Outcome.allow} == {}


@pytest.mark.rule("P1", "P2", "P6")
def test_the_corpus_is_large_has_all_kinds_and_no_line_twice() -> None:
    lines = [command for group in (*ORDINARY, *EVASIONS) for command in group["commands"]]
    assert len(lines) == len(set(lines)) > 2_500
    assert {group["kind"] for group in EVASIONS} == {
        "push",
        "delete",
        "money",
        "credentials",
        "unknown",
        "product",
    }
    stopped = sum(len(group["commands"]) for group in ORDINARY if group.get("kind"))
    assert stopped <= 0.03 * sum(len(group["commands"]) for group in ORDINARY)


def test_every_line_of_the_corpus_that_is_allowed_is_good_shell() -> None:
    commands = [command for group in ORDINARY for command in group["commands"] if "<<" not in command]
    script = "\n".join(f"( {command}\n)" for command in commands)
    assert subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True).stderr == ""


# --- tools other than the shell -----------------------------------------------------------------


def calls(group: dict[str, Any]) -> Iterator[Action]:
    for line in group["calls"]:
        tool, _, given = line.partition(" ")
        yield act(tool, **json.loads(given))


@pytest.mark.rule("P1", "P2", "P6")
@pytest.mark.parametrize("boxed", [False, True], ids=["outside", "boxed"])
@pytest.mark.parametrize("group", TOOLS, ids=lambda group: f"{group['outcome']} {group.get('kind', '')}")
def test_a_tool_is_judged_by_its_name_and_its_input(group: dict[str, Any], boxed: bool) -> None:
    rules = replace(world, boxed=boxed)
    for call in calls(group):
        judgement = judge(call, rules)
        assert (judgement.outcome, judgement.kind) == (group["outcome"], group.get("kind", "")), call
        assert judgement.outcome is Outcome.allow or explains(judgement), call


def test_the_corpus_of_tools_has_all_kinds_and_no_call_twice() -> None:
    lines = [call for group in TOOLS for call in group["calls"]]
    assert len(lines) == len(set(lines)) > 250
    assert {group.get("kind") for group in TOOLS} == {None, *map(str, Kind)}


@pytest.mark.rule("P2", "P6")
@pytest.mark.parametrize(
    ("directory", "command", "outcome"),
    [("/etc", "cat passwd", "pause"), ("/w/src", "cat ../README.md", "allow")],
)
def test_a_command_is_judged_where_it_runs(directory: str, command: str, outcome: str) -> None:
    assert judge(act("Bash", directory=directory, command=command), world).outcome == outcome


# --- what the request has made, written, and may do ---------------------------------------------


@pytest.mark.rule("P1")
def test_what_the_request_has_made_it_may_remove_and_nothing_beside_it() -> None:
    rules = replace(world, created_paths=("/w/build", "/w/out.txt"))
    for command in (
        "rm -rf build",
        "rm build/a/b",
        "rm out.txt",
        "mv out.txt build/x",
        "echo > out.txt",
        "find build",
    ):
        assert bash(command, rules).outcome is Outcome.allow, command
    for command in (
        "rm build2",
        "rm out.txt src/app.py",
        "rm -rf build/..",
        "rm buil*",
        "mv src build/",
        "cp out.txt README.md",
    ):
        assert bash(command, rules).kind == Kind.delete, command


@pytest.mark.rule("P1")
def test_a_link_in_a_folder_of_its_own_does_not_make_the_rest_its_own() -> None:
    links = {"/w/build/link/app.py": "/w/src/app.py", "/w/near": "/home/owner/.ssh"}
    rules = replace(world, created_paths=("/w/build",), resolve=lambda path: links.get(path, path))
    assert bash("rm build/link/app.py", rules).kind == Kind.delete
    assert bash("rm build/link/other", rules).outcome is Outcome.allow
    assert judge(act("Read", file_path="/w/near"), rules).kind == Kind.credentials


@pytest.mark.rule("P2")
def test_code_that_the_request_has_changed_pauses_outside_a_sandbox_and_runs_inside() -> None:
    changed = replace(world, changed_paths=("/w/src/app.py",))
    inside = replace(changed, boxed=True)
    for command in (
        "pytest",
        "python src/app.py",
        "bash src/app.py",
        "make test",
        "npm test",
        "./src/app.py",
        "uv run pytest",
    ):
        assert bash(command, changed).rule == "program.changed", command
        assert bash(command, inside).outcome is Outcome.allow, command
    assert bash("pytest", world).outcome is Outcome.allow
    assert bash("ls", changed).outcome is Outcome.allow


@pytest.mark.rule("P1", "P2")
def test_a_sandbox_lifts_doubts_about_code_and_none_of_the_four_kinds() -> None:
    inside = replace(world, boxed=True)
    assert bash("python -c 'import app; app.run()'", inside).outcome is Outcome.allow
    for outcome, kind in (
        ("rm src/app.py", "delete"),
        ("git push", "push"),
        ("cat .env", "credentials"),
        ("aws x y", "money"),
    ):
        assert bash(outcome, inside).kind == kind
    assert bash("python -c 'import shutil; shutil.rmtree(\"src\")'", inside).kind == Kind.delete
    assert bash("make deploy", inside).kind == Kind.push
    assert bash("muti approve x", inside).outcome is Outcome.refuse


@pytest.mark.rule("P1", "P2")
def test_a_judgement_says_what_the_action_writes_and_makes() -> None:
    judgement = bash("mkdir -p a/b && echo x > a/b/c.txt && echo y >> README.md && cp README.md n.md")
    assert judgement.outcome is Outcome.allow
    assert set(judgement.creates) == {"/w/a", "/w/a/b", "/w/a/b/c.txt", "/w/n.md"}
    assert set(judgement.writes) == {"/w/a/b/c.txt", "/w/n.md", "/w/README.md"}
    written = judge(act("Write", file_path="/w/x.py", content="1"), world)
    assert (written.writes, written.creates) == (("/w/x.py",), ("/w/x.py",))
    moved = bash("mv src/app.py src/b.py")
    assert moved.creates == ()


@pytest.mark.rule("P1")
def test_a_key_file_that_is_known_by_its_place_pauses_by_name_wildcard_and_tree() -> None:
    rules = replace(world, credential_paths=("/w/conf/prod.settings",))
    for command in (
        "cat conf/prod.settings",
        "cat conf/*",
        "cat conf/p*.settings",
        "grep -r x .",
        "tar czf a.tgz conf",
        "cp -r conf c2",
    ):
        assert bash(command, rules).kind == Kind.credentials, command
    assert judge(act("Grep", pattern="x"), rules).kind == Kind.credentials
    assert judge(act("Grep", pattern="x", glob="*.py"), rules).outcome is Outcome.allow
    for command in ("cat src/*", "grep -r x src", "ls conf"):
        assert bash(command, rules).outcome is Outcome.allow, command


@pytest.mark.rule("P1")
def test_on_a_real_disk_links_are_followed_and_a_directory_may_have_two_names(tmp_path: Path) -> None:
    real, named = tmp_path / "real", tmp_path / "named"
    (real / "src").mkdir(parents=True)
    (real / "src/app.py").write_text("x")
    (tmp_path / "outside.txt").write_text("x")
    named.symlink_to(real)
    (real / "out").symlink_to(tmp_path / "outside.txt")
    (real / "made").mkdir()
    (real / "made/link").symlink_to(real / "src")
    rules = Rules(
        directory=str(named), created_paths=(str(named / "made"),), resolve=resolve_path, exists=path_exists
    )

    def outcome(command: str) -> str:
        return judge(act("Bash", directory=str(named), command=command), rules).rule

    assert outcome(f"cat src/app.py {real}/src/app.py {named}/src/app.py") == ""
    assert outcome("echo x > new.txt && mv src/app.py src/b.py && rm new.txt") == ""
    assert outcome("rm -r made") == ""
    assert outcome("cat out") == "place.outside"
    assert outcome("rm -r made/link/app.py") == "delete.file"
    assert outcome("echo x > src/app.py") == "delete.overwrite"
    assert outcome("git checkout src") == "git.checkout"


# --- the owner's rules --------------------------------------------------------------------------


@pytest.mark.rule("P5")
@pytest.mark.parametrize(
    "action",
    [
        act("Bash", command="cat infra/main.tf"),
        act("Edit", file_path="/w/infra/x/y.tf", old_string="a", new_string="b"),
        act("Bash", command="pytest -m slow tests"),
        act("Bash", command="true && pytest -m slow"),
        act("Bash", command="curl http://localhost.corp.example/x"),
        act("TodoWrite", todos=[]),
        act("WebFetch", url="https://a.corp.example/", prompt="x"),
    ],
    ids=str,
)
def test_the_owner_can_add_kinds_paths_commands_hosts_and_tools(action: Action) -> None:
    rule = OwnerRule(
        "mine",
        "careful",
        "I want to see this.",
        ("Todo*",),
        ("pytest -m slow",),
        ("infra",),
        ("*.corp.example",),
    )
    rules = replace(world, owner_rules=(rule,), allowed_hosts=("*",))
    judgement = judge(action, rules)
    assert judge(action, replace(rules, owner_rules=())).outcome is Outcome.allow
    both = bash("unheard-of infra/x", rules)
    assert (both.kind, {finding.kind for finding in both.findings}) == ("careful", {"careful", "unknown"})
    assert (judgement.outcome, judgement.kind, judgement.rule, judgement.reason) == (
        "pause",
        "careful",
        "mine",
        "I want to see this.",
    )


@pytest.mark.rule("P5")
def test_what_the_owner_allows_lifts_doubts_and_never_one_of_the_four() -> None:
    rules = replace(
        world,
        allowed_commands=("./deploy.sh", "rm", "git push", "cat .env", "aws", "npm *"),
        allowed_tools=("mcp__x__*",),
    )
    for command in ("./deploy.sh --dry", "npm install left-pad", "npm foo"):
        assert bash(command, rules).outcome is Outcome.allow, command
        assert bash(command).kind == Kind.unknown, command
    for command, kind in (
        ("rm src/app.py", "delete"),
        ("git push", "push"),
        ("cat .env", "credentials"),
        ("aws ec2 x", "money"),
    ):
        assert bash(command, rules).kind == kind, command
    assert bash("npm foo && ./other.sh", rules).kind == Kind.unknown
    assert bash("npm publish", rules).kind == Kind.money
    assert judge(act("mcp__x__y", a=1), rules).outcome is Outcome.allow
    assert judge(act("mcp__x__y", a="/w/.env"), rules).kind == Kind.credentials
    assert judge(act("mcp__other__y", a=1), rules).kind == Kind.unknown


@pytest.mark.rule("P1")
def test_which_branches_are_shared_and_which_are_its_own_is_the_owners_to_say() -> None:
    rules = replace(world, own_branches=("*",), shared_branches=("main", "release/*"))
    assert bash("git push origin topic", rules).outcome is Outcome.allow
    for command in (
        "git push origin main",
        "git push origin topic:release/1",
        "git push origin MAIN",
        "git push fork topic",
    ):
        assert bash(command, rules).kind == Kind.push, command


@pytest.mark.rule("P1")
def test_one_who_cannot_look_at_the_disk_takes_everything_to_be_there() -> None:
    blind = Rules(directory="/w")
    assert bash("echo x > new.txt", blind).kind == Kind.delete
    assert bash("mkdir a; rm -r a", blind).kind == Kind.delete
    assert bash("cat ~/x", blind).outcome is Outcome.pause


def test_the_heaviest_finding_speaks_and_all_are_kept() -> None:
    judgement = bash("rm src/app.py; git push; cat .env; foo")
    assert judgement.kind == Kind.credentials
    assert {finding.kind for finding in judgement.findings} == {"credentials", "delete", "push", "unknown"}


# --- what no rewriting may change ---------------------------------------------------------------

RISKY = (
    "rm -rf src",
    "git push origin main",
    "cat .env",
    "aws ec2 run-instances",
    "muti approve x",
    "find . -delete",
)
WRAPPERS = (
    "{}", "  {}  ", "{};", "ls; {}", "ls && {}", "ls || {}", "ls | {}", "{} | ls", "{} &", "({})", "{{ {}; }}", "! {}",
    "if true; then {}; fi", "if {}; then :; fi", "while {}; do :; done", "for i in a; do {}; done", "x=$({})", "echo `{}`",
    'echo "$({})"', "diff <({}) README.md", "f() {{ {}; }}; f", "case a in a) {};; esac", "env {}", "env A=1 {}", "sudo {}",
    "nice -n 5 {}", "timeout 5 {}", "timeout -k 1 5 {}", "nohup {}", "command {}", "exec {}", "time {}", "stdbuf -oL {}",
    "setsid {}", "xargs {}", "ls\n{}", "ls # x\n{}", "cat <<A\n$({})\nA", "bash <<'A'\n{}\nA", "cat <<A | sh\n{}\nA",
    "A=1 {}", "{} > /dev/null 2>&1", "[[ -f x ]] && {}", "eval {}", "trap '{}' EXIT", "until {}; do :; done", "[ $({}) ]",
    "export A=$({})", "cd src && cd .. && {}", "cat < <({})", "echo ${{a:-$({})}}", "echo $(( $({}) ))", "\\\n{}",
)  # fmt: skip


def shells(command: str) -> Iterator[str]:
    yield from (
        f"{shell} -c {shlex.quote(command)}"
        for shell in ("sh", "bash", "zsh -f", "/bin/bash", "bash -lc 'x';sh")
    )
    yield f"eval {shlex.quote(command)}"
    yield f"bash <<< {shlex.quote(command)}"
    yield f"echo {shlex.quote(command)} | sh"


@pytest.mark.rule("P2")
@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_no_wrapper_hides_a_risky_command(wrapper: str) -> None:
    for command in RISKY:
        if "'" in command and "'" in wrapper:
            continue
        plain, wrapped = bash(command), bash(wrapper.format(command))
        found = {finding.kind for finding in wrapped.findings}
        assert plain.kind in found, (command, wrapped)


@settings(max_examples=150, deadline=None)
@given(command=st.sampled_from(RISKY), data=st.data())
@pytest.mark.rule("P2")
def test_no_nesting_of_wrappers_and_shells_hides_a_risky_command(command: str, data: st.DataObject) -> None:
    kind = bash(command).kind
    text = command
    for _ in range(data.draw(st.integers(1, 4))):
        simple = "\n" not in text and not any(mark in text for mark in "'\"`$\\!{}()<>|&;")
        ways = [*shells(text), f"ls && ( {text}\n)", f"if true; then {text}\nfi", f"f() {{ {text}\n}}; f"]
        ways += [wrapper.format(text) for wrapper in WRAPPERS if simple]
        text = data.draw(st.sampled_from(ways))
    judgement = bash(text)
    assert judgement.outcome is not Outcome.allow, text
    assert kind in {finding.kind for finding in judgement.findings} or judgement.kind == Kind.unknown, (
        text,
        judgement,
    )


QUOTED = st.lists(
    st.tuples(
        st.sampled_from(["{}", "'{}'", '"{}"', "''{}", "\\{}", "$'{}'", '{}""', '""{}']),
        st.sampled_from("abrm/.-=_,:@%+~"),
    ),
    min_size=1,
    max_size=6,
).map(lambda parts: "".join(way.format(letter) for way, letter in parts))
SPACES = st.sampled_from((" ", "  ", "\t", " \\\n", "\\ ", " \\ ", "' '", '" "'))


@settings(max_examples=150, deadline=None)
@given(words=st.lists(QUOTED, min_size=1, max_size=4), spaces=st.lists(SPACES, min_size=4, max_size=4))
@example(words=["'r'\\m"], spaces=[" "] * 4)
@pytest.mark.rule("P2")
def test_words_are_read_as_a_shell_reads_them(words: list[str], spaces: list[str]) -> None:
    text = "".join(word + space for word, space in zip(words, spaces, strict=False)) + "end"
    shell = subprocess.run(["bash", "-c", f"HOME=/home/owner; printf '%s\\0' {text}"], capture_output=True)
    root = parse(f"echo {text}")
    if root is None or not is_sound(root):
        assert bash(f"echo {text}").kind == Kind.unknown
        return
    nodes = root.named_children[0].children[1:]
    read = [read_word(node, {"HOME": ("/home/owner",)}).choices for node in nodes]
    for choices, word in zip(read, shell.stdout.decode().split("\0"), strict=False):
        assert choices is None or word in choices, (text, read)
    assert None in read or len(read) == shell.stdout.count(b"\0"), (text, read)


@settings(max_examples=100, deadline=None)
@given(data=st.data(), word=st.sampled_from(["rm", "src/app.py"]))
@pytest.mark.rule("P2")
def test_no_quoting_hides_a_word(data: st.DataObject, word: str) -> None:
    ways = ("{}", "'{}'", '"{}"', "''{}", "\\{}", "$'{}'")
    quoted = "".join(data.draw(st.sampled_from(ways)).format(letter) for letter in word)
    command = f"{quoted} src/app.py" if word == "rm" else f"rm {quoted}"
    judgement = bash(command)
    assert judgement.kind == Kind.delete or judgement.rule == "shell.unparsable", (command, judgement)


@settings(max_examples=300, deadline=None)
@given(
    text=st.one_of(
        st.text(max_size=60),
        st.text(alphabet=string.printable, max_size=60),
        st.text(alphabet="$(){}[]<>|&;'\"\\`! \nab-=*", max_size=40),
    )
)
@example("<\n0")
def test_no_text_breaks_the_judge_and_what_is_no_shell_never_passes(text: str) -> None:
    judgement = bash(text)
    if judgement.outcome is Outcome.allow:
        checked = subprocess.run(["bash", "-n"], input=text.encode("utf-8", "replace"), capture_output=True)
        assert checked.returncode == 0, (text, checked.stderr)


@pytest.mark.parametrize(
    "text",
    ["(" * 3000 + "ls" + ")" * 3000, "echo " + "$(" * 2000 + "ls" + ")" * 2000, "ls;" * 20_000, "x" * 200_000, "ls \x1b[31m", "ls\0rm x", "ls \r rm x"],
    ids=["subshells", "substitutions", "many", "long", "escape", "nul", "return"],
)  # fmt: skip
@pytest.mark.rule("P2")
def test_what_is_too_large_or_strange_to_follow_pauses(text: str) -> None:
    assert bash(text).kind == Kind.unknown


# --- the digest ---------------------------------------------------------------------------------


@pytest.mark.rule("P3")
def test_the_digest_is_of_exactly_tool_input_and_directory() -> None:
    one = act("Bash", command="ls", timeout=5)
    assert digest(one) == digest(
        Action("other call", "Bash", {"timeout": 5, "command": "ls"}, Path("/w"), agent="sub")
    )
    assert len(digest(one)) == 64
    others = [
        act("Bash", command="ls ", timeout=5),
        act("Bash", command="ls", timeout="5"),
        act("Bash", command="ls"),
        act("bash", command="ls", timeout=5),
        act("Bash", directory="/w/", command="ls", timeout=5, extra=None),
        act("Bash", directory="/w/src", command="ls", timeout=5),
    ]
    assert len({digest(action) for action in [one, *others]}) == 7


@settings(max_examples=100, deadline=None)
@given(
    given_input=st.dictionaries(
        st.text(max_size=5),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=5),
            lambda inner: st.lists(inner, max_size=3),
        ),
        max_size=4,
    )
)
@pytest.mark.rule("P3")
def test_the_digest_outlives_the_journey_through_json(given_input: dict[str, Any]) -> None:
    action = Action("c", "T", given_input, Path("/w"))
    assert digest(Action("c", "T", json.loads(json.dumps(given_input)), Path("/w"))) == digest(action)
