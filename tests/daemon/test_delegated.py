"""What a request was delegated for holds at each of its calls, whatever the policy allows (D4). Pure, but for one."""

from pathlib import Path
from typing import Any

import pytest

from daemon.delegated import lets_host, within
from daemon.policy import Finding, Judgement, Outcome, Rules
from daemon.runtime import Action
from daemon.sandbox.asking import Wanted
from daemon.sandbox.hosts import HostsDoor, NotReachable
from relay.wire.coordination import AuthorityView
from tests.daemon.neighbours import ask, child, child_of, settle_in
from tests.daemon.scene import Scene, of

WORK = Path("/srv/project")
RULES = Rules(directory="/srv/project", home="/home/olga", extra_directories=("/files",))
PUSH = Judgement(Outcome.pause, "push", findings=(Finding("push", "r", "why", "m"),))


def authority(**limits: Any) -> AuthorityView:
    none = {"agents": None, "tools": None, "paths": None, "hosts": None, "expires_at": None}
    return AuthorityView(**{**none, "bans": [], "conditions": [], "depth": 3, **limits})


def outcome(
    limits: dict[str, Any],
    tool: str,
    given: dict[str, Any] | None = None,
    judgement: Judgement | None = None,
    **rules: Any,
) -> str:
    found = judgement or Judgement(Outcome.allow)
    action = Action("call", tool, given or {}, WORK)
    return str(within(authority(**limits), action, found, Rules(**{**vars(RULES), **rules})).outcome)


@pytest.mark.rule("D4")
@pytest.mark.parametrize(
    ("limits", "tool", "given", "expected"),
    [
        ({}, "Bash", {"command": "curl https://x.org"}, "allow"),
        ({"bans": ["Bash"]}, "Bash", {"command": "ls"}, "refuse"),
        ({"bans": ["ask_agent"]}, "mcp__muti__ask_agent", {}, "refuse"),
        ({"bans": ["push"]}, "Bash", {"command": "ls"}, "allow"),
        ({"tools": ["Read"]}, "Read", {"file_path": "a"}, "allow"),
        ({"tools": ["Read"]}, "Write", {"file_path": "a"}, "refuse"),
        ({"tools": ["Read"]}, "mcp__muti__ask_agent", {}, "refuse"),
        ({"tools": ["Read"]}, "mcp__muti__reply", {}, "allow"),
        ({"tools": ["Read"]}, "reply", {}, "refuse"),
        ({"tools": []}, "Read", {"file_path": "a"}, "refuse"),
        ({"conditions": ["Write"]}, "Write", {"file_path": "a"}, "pause"),
        ({"conditions": ["Write"]}, "Read", {"file_path": "a"}, "allow"),
        ({"paths": ["src"]}, "Read", {"file_path": "/srv/project/src/a.py"}, "allow"),
        ({"paths": ["src"]}, "Read", {"file_path": "/srv/project/srcs/a.py"}, "refuse"),
        ({"paths": ["src"]}, "Read", {"file_path": "src/../keys"}, "refuse"),
        ({"paths": ["src"]}, "Read", {"file_path": "~/notes"}, "refuse"),
        ({"paths": ["src"]}, "Read", {"file_path": "/files/file-1.txt"}, "allow"),
        ({"paths": ["."]}, "Edit", {"file_path": "/srv/project/a"}, "allow"),
        ({"paths": ["src"]}, "Grep", {"pattern": "x"}, "refuse"),
        ({"paths": ["src"]}, "Grep", {"pattern": "x", "path": "src"}, "allow"),
        ({"paths": ["src"]}, "Glob", {"pattern": "../*.py", "path": "src"}, "refuse"),
        (
            {"paths": ["src"]},
            "apply_patch",
            {"changes": [{"file_path": "src/a", "moved_to": "b", "kind": "update"}]},
            "refuse",
        ),
        ({"paths": ["src"]}, "Bash", {"command": "cat src/a"}, "pause"),
        ({"paths": []}, "Read", {"file_path": "src/a"}, "refuse"),
        ({"hosts": ["*.python.org"]}, "WebFetch", {"url": "https://docs.python.org/3/"}, "allow"),
        ({"hosts": ["*.python.org"]}, "WebFetch", {"url": "https://pypi.org/"}, "refuse"),
        ({"hosts": ["*.python.org"]}, "Bash", {"command": "curl https://pypi.org/"}, "refuse"),
        ({"hosts": ["pypi.org"]}, "Bash", {"command": "curl https://pypi.org/"}, "pause"),
    ],
)
def test_a_call_beyond_what_was_delegated_is_refused_or_waits_for_the_owner(
    limits: dict[str, Any], tool: str, given: dict[str, Any], expected: str
) -> None:
    assert outcome(limits, tool, given) == expected


@pytest.mark.rule("D4")
def test_kinds_of_action_count_as_words_and_nothing_becomes_lighter() -> None:
    assert outcome({"bans": ["push"]}, "Bash", {"command": "git push"}, PUSH) == "refuse"
    assert outcome({"tools": ["push"]}, "Bash", {"command": "git push"}, PUSH) == "pause"
    assert outcome({"tools": ["delete"]}, "Bash", {"command": "git push"}, PUSH) == "refuse"
    assert outcome({"conditions": []}, "Bash", {}, PUSH) == "pause"
    assert outcome({}, "Bash", {}, Judgement(Outcome.refuse, "product")) == "refuse"
    wrote = Judgement(Outcome.allow, writes=("/srv/project/elsewhere",))
    assert outcome({"paths": ["src"]}, "Bash", {"command": "x"}, wrote) == "refuse"


@pytest.mark.rule("D4", "P7")
async def test_in_the_box_the_hosts_of_the_delegation_hold_at_the_door_as_they_are_at_that_moment() -> None:
    assert outcome({"hosts": ["a.org"]}, "Bash", {"command": "make"}, boxed=True) == "allow"
    limits = [authority(hosts=["a.org"])]

    async def nowhere(host: str, port: int) -> list[str]:
        return ["192.0.2.1"]

    door = HostsDoor(("*.org",), nowhere, lets=lambda host: lets_host(limits[0], host))
    with pytest.raises(
        NotReachable, match="address"
    ):  # it is looked up, and found to be none of the internet
        await door._connect(Wanted("a.org", 443))
    with pytest.raises(NotReachable, match="delegated"):
        await door._connect(Wanted("b.org", 443))
    limits[0] = authority(hosts=[])
    with pytest.raises(NotReachable, match="delegated"):
        await door._connect(Wanted("a.org", 443))


@pytest.mark.rule("D4", "D5")
async def test_a_child_that_was_narrowed_is_told_what_it_may_not_do_and_goes_on(scene: Scene) -> None:
    await settle_in(scene)
    moves = (
        {"run": "echo bad >> log"},
        {"write": "src/a", "content": "x"},
        {"write": "b", "content": "x"},
        {"done": "ok"},
    )
    async with scene.daemon():
        request = await ask(
            scene, "claude", child(*moves, bans=["Bash"], paths=["src"]), {"ask": "I wait"}, {"done": "ok"}
        )
        await scene.until_done(request)
        asked = await child_of(scene, request)
        refused = of("refused", await scene.timeline(asked))
    assert [event.body["tool"] for event in refused] == ["Bash", "Write"]
    assert "bans 'Bash'" in refused[0].body["reason"]
    review = scene.folder / "review"
    assert sorted(path.name for path in review.iterdir()) == ["src"]
    assert asked.state == "done"
