"""Ways around the judgement of a command that a shell really runs."""

from dataclasses import replace
from pathlib import Path

import pytest

from daemon.policy import Kind, Outcome, Rules, judge
from daemon.runtime import Action

FOLDER = "/home/o/project"
RULES = Rules(
    directory=FOLDER,
    home="/home/o",
    boxed=True,  # the milder of the two: what pauses here pauses everywhere
    product_paths=("/home/o/.local/state/muti",),
    product_hosts=("127.0.0.1:8787",),
)


def _judge(command: str) -> Outcome:
    action = Action(call="1", tool="Bash", input={"command": command}, directory=Path(FOLDER))
    return judge(action, RULES).outcome


@pytest.mark.rule("P1", "P2")
@pytest.mark.parametrize(
    "command",
    [
        "echo ${x:-`rm src/a.py`}",
        'echo "${x:-`rm src/a.py`}"',
        "y=${x:=`rm src/a.py`}",
        "x='$(rm src/a.py)'; echo ${x@P}",
        "x='a[$(rm src/a.py)]'; y=abc; echo ${y:x}",
        "x='a[$(rm src/a.py)]'; y=(1); echo ${y[x]}",
        "read 'a[$(rm src/a.py)]' <<< 1",
        "test -v 'a[$(rm src/a.py)]'",
        "[[ -v 'a[`rm src/a.py`]' ]]",
        "mapfile -C 'rm src/a.py' -c 1 lines < README.md",
        "iconv -o src/a.py README.md",
        "declare -x",
        "typeset -x",
        "declare +x",
    ],
)
def test_a_shell_runs_more_than_it_shows(command: str) -> None:
    assert _judge(command) is Outcome.pause


_CHAINS = {
    "a hard link to empty a file by": ["ln src/a.py made", ": > made"],
    "the same at once": ["ln src/a.py made; : > made"],
    "over a file of its own": ["touch made", "ln -f src/a.py made", "cat /dev/null > made"],
    "a module of its own": ["echo 'import os' > json.py", "python -c 'import json'"],
    "the same as a program": ["echo 'import os' > json.py", "python -m json.tool README.md"],
    "a package of its own": ["mkdir statistics && touch statistics/__init__.py", "python -c 'import math'"],
    "a hook of a tool": ["echo x > .pre-commit-config.yaml", "git commit -m x"],
}


@pytest.mark.rule("P1", "P2")
@pytest.mark.parametrize("name", _CHAINS)
def test_what_this_request_has_made_is_not_turned_against_what_was_there(name: str) -> None:
    there = {f"{FOLDER}/src", f"{FOLDER}/src/a.py", f"{FOLDER}/README.md"}
    rules = replace(RULES, boxed=False, exists=there.__contains__)
    outcomes = []
    for command in _CHAINS[name]:
        judged = judge(Action("1", "Bash", {"command": command}, Path(FOLDER)), rules)
        outcomes.append(judged.outcome)
        there.update(judged.creates)
        rules = replace(
            rules,
            created_paths=(*rules.created_paths, *judged.creates),
            changed_paths=(*rules.changed_paths, *judged.writes),
        )
    assert Outcome.pause in outcomes


@pytest.mark.parametrize(
    "command",
    [
        "ln -s src/a.py link",
        "touch made; ln made again",
        "echo ${name:-nobody}",
        "name=abc; echo ${name:1:2} ${name%c} ${#name}",
        'names=(a b); echo "${names[0]} ${names[@]}"',
        '[ -n "$(ls)" ] && echo yes',
        "grep -n 'a[bc]' src/a.py",
        "mapfile -t lines < README.md",
        "curl -s http://localhost:3000/health",
        "curl -s 'http://localhost:3000/health?ids[]=1'",
        "declare -i count=1",
    ],
)
def test_what_only_looks_like_it_runs(command: str) -> None:
    rules = replace(RULES, exists=lambda path: path.endswith(("src", "a.py", "README.md")))
    action = Action("1", "Bash", {"command": command}, Path(FOLDER))
    assert judge(action, rules).outcome is Outcome.allow


@pytest.mark.rule("P6")
@pytest.mark.parametrize(
    "address",
    [
        "'http://127.0.0.1:878[7-7]/v1/rooms'",
        "'http://127.0.0.1:{8787}/v1/rooms'",
        "'http://{127.0.0.1,localhost}:8787/v1/rooms'",
        "http://localhost.:8787/v1/rooms",
        "http://localhost:08787/v1/rooms",
        "http://localhost:$((8000+787))/v1/rooms",
    ],
)
def test_the_products_address_is_not_reached_by_another_spelling(address: str) -> None:
    assert _judge(f"curl -s {address}") is not Outcome.allow


@pytest.mark.rule("P6")
def test_a_plain_spelling_is_refused_without_a_card() -> None:
    action = Action("1", "Bash", {"command": "curl http://localhost.:8787/v1"}, Path(FOLDER))
    assert (judge(action, RULES).outcome, judge(action, RULES).kind) == (Outcome.refuse, Kind.product)


@pytest.mark.rule("P6")
def test_the_products_command_line_is_not_run_as_a_module_in_one_word() -> None:
    assert _judge("python3 -mdeploy.muti approve 1") is Outcome.refuse


@pytest.mark.rule("P1")
@pytest.mark.parametrize("pattern", ["{.env,*.md}", "src/{a.py,.env}", "{a,{.env}}"])
def test_a_search_among_several_names_does_not_hide_a_key_file(pattern: str) -> None:
    found = judge(Action("1", "Grep", {"pattern": "KEY", "glob": pattern}, Path(FOLDER)), RULES)
    assert (found.outcome, found.kind) == (Outcome.pause, Kind.credentials)


def test_a_search_among_several_plain_names_passes() -> None:
    action = Action("1", "Grep", {"pattern": "x", "glob": "src/**/*.{py,md}"}, Path(FOLDER))
    assert judge(action, RULES).outcome is Outcome.allow


@pytest.mark.rule("P6")
@pytest.mark.parametrize(
    "command",
    [
        "python -m deploy.muti move a b",
        "python -c 'from deploy.muti import main; main()'",
        "python - <<< 'from deploy import muti; muti.main()'",
        "python -c \"import runpy; runpy.run_module('deploy.muti')\"",
        "python -m cProfile -m deploy.muti revoke a",
        "python -m runpy deploy.muti",
        "coverage run -m deploy.muti login https://relay.example",
        "python .venv/bin/muti erase a",
        *(f"muti {name}" for name in ("login", "move", "revoke", "backup", "people erase", "tree", "feishu")),
    ],
)
def test_the_products_own_command_line_is_refused_however_it_is_started(command: str) -> None:
    assert _judge(command) is Outcome.refuse
