"""What commands change is told with its lines, and a repository with hostile settings runs nothing by that."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from daemon.changes import Changes
from daemon.runtime import FileChanged, Notice, Step, ToolEnded
from daemon.scan import TooMuch, scan
from tests.daemon.scene import Scene, of

pytestmark = pytest.mark.rule("T1")


class Watch:
    """A working directory, what is done in it, and what is told of that."""

    def __init__(self, folder: Path) -> None:
        self.work, self.private = folder / "work", folder / "private"
        self.work.mkdir(exist_ok=True)
        self.told: list[Step] = []
        self.changes = Changes(self.private, self.work, self.told.append)

    def run(self, command: str) -> None:
        """A command, as the agent's shell runs it."""
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "HOME": str(self.work.parent)}
        subprocess.run(command, shell=True, cwd=self.work, check=True, capture_output=True, env=environment)

    async def after(self, command: str, *told: FileChanged) -> list[dict[str, Any]]:
        """What is told after a command; ``told`` is what the runtime itself says of it."""
        del self.told[:]
        self.run(command)
        for step in told:
            self.changes.noted(step)
        self.changes.noted(ToolEnded("c1", "Bash", command, "", failed=False, exit_code=0))
        await self.changes.settled()
        return [_short(step) for step in self.told]


def _short(step: Step) -> dict[str, Any]:
    if isinstance(step, Notice):
        return {"notice": step.text}
    assert isinstance(step, FileChanged)
    plain = FileChanged(step.call, step.path, 0, 0)
    return {
        name: value
        for name, value in vars(step).items()
        if name != "call" and (name == "path" or value != getattr(plain, name))
    }


@pytest.fixture(params=["plain", "git"])
async def watch(request: pytest.FixtureRequest, tmp_path: Path) -> Watch:
    found = Watch(tmp_path)
    if request.param == "git":
        found.run("git init -q . && git config user.email a@b && git config user.name a")
    found.run(
        "seq 1 10 > a.txt; printf '\\0\\1\\2' > b.bin; echo hello > c.txt; mkdir d; seq 1 50 > d/long.txt"
    )
    if request.param == "git":
        found.run("git add -A && git commit -qm one && echo dirty >> c.txt && echo new > untracked.txt")
    await found.changes.begin()
    assert found.told == []
    return found


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("true", []),
        ("cat a.txt", []),
        ("sed -i 's/^5$/five/' a.txt", [{"path": "a.txt", "added": 1, "removed": 1}]),
        ("echo more >> c.txt", [{"path": "c.txt", "added": 1}]),
        ("seq 3 > new.txt", [{"path": "new.txt", "added": 3, "created": True}]),
        ("mkdir -p x/y && echo 1 > x/y/z", [{"path": "x/y/z", "added": 1, "created": True}]),
        ("rm a.txt", [{"path": "a.txt", "removed": 10, "deleted": True}]),
        ("printf '\\0\\9' > b.bin", [{"path": "b.bin", "binary": True}]),
        ("rm b.bin", [{"path": "b.bin", "binary": True, "deleted": True}]),
        ("chmod +x a.txt", [{"path": "a.txt", "mode": "100755"}]),
        ("mv d/long.txt moved.txt", [{"path": "moved.txt", "renamed_from": "d/long.txt"}]),
        (
            "mv d/long.txt e.txt; echo x >> e.txt",
            [{"path": "e.txt", "renamed_from": "d/long.txt", "added": 1}],
        ),
        ("ln -s /etc/passwd link", [{"path": "link", "added": 1, "created": True}]),
        ("mkfifo pipe", []),
        ("echo '*.log' > .gitignore; echo x > y.log", [{"path": ".gitignore", "added": 1, "created": True}]),
        ("mkdir -p node_modules/x; echo x > node_modules/x/y", []),
        ("echo x > 'od\td 名.txt'", [{"path": "od\td 名.txt", "added": 1, "created": True}]),
        ("git init -q other && echo x > other/y", []),
        ("touch a.txt", []),
    ],
)
async def test_each_change_is_told_with_its_lines(
    watch: Watch, command: str, told: list[dict[str, Any]]
) -> None:
    assert await watch.after(command) == told
    assert await watch.after("true") == []


async def test_changes_add_up_command_by_command(watch: Watch) -> None:
    assert await watch.after("echo 1 > n") == [{"path": "n", "added": 1, "created": True}]
    assert await watch.after("echo 2 >> n") == [{"path": "n", "added": 1}]
    assert await watch.after("rm n") == [{"path": "n", "removed": 2, "deleted": True}]


async def test_what_the_runtime_tells_itself_is_not_told_twice(watch: Watch) -> None:
    assert await watch.after("echo 1 > n; echo 2 > m", FileChanged("c1", "n", 1, 0, created=True)) == [
        {"path": "m", "added": 1, "created": True}
    ]
    assert await watch.after("echo 3 >> n") == [{"path": "n", "added": 1}]


async def test_the_agents_own_repository_is_left_as_it_is(tmp_path: Path) -> None:
    watch = Watch(tmp_path)
    watch.run("git init -q . && echo 1 > a && git -c user.name=a -c user.email=a@b add a")
    before = {path: path.stat().st_mtime_ns for path in (watch.work / ".git").rglob("*")}
    await watch.changes.begin()
    await watch.after("echo 2 > a; echo 3 > b")
    after = {path: path.stat().st_mtime_ns for path in (watch.work / ".git").rglob("*")}
    assert after == before
    assert watch.private.stat().st_mode & 0o077 == 0
    watch.changes.end()
    assert not watch.private.exists()


async def test_no_setting_of_the_repository_runs_a_program(tmp_path: Path) -> None:
    watch = Watch(tmp_path)
    trap = f"touch {tmp_path}/sprung"
    watch.run("git init -q . && echo 1 > a && git add a")
    hook = f"#!/bin/sh\n{trap}\n"
    for name in ("post-index-change", "pre-commit", "fsmonitor-watchman", "reference-transaction"):
        (watch.work / ".git/hooks" / name).write_text(hook)
        (watch.work / ".git/hooks" / name).chmod(0o755)
    settings = (
        f'[core]\nfsmonitor = "{trap}"\nhooksPath = hooks\npager = "{trap}"\nsshCommand = "{trap}"\n'
        f'[filter "x"]\nclean = "{trap}"\nsmudge = "{trap}"\nprocess = "{trap}"\n'
        f'[diff "x"]\ncommand = "{trap}"\ntextconv = "{trap}"\n[diff]\nexternal = "{trap}"\n'
    )
    with (watch.work / ".git/config").open("a") as file:
        file.write(settings)
    (watch.work / ".gitattributes").write_text("* filter=x diff=x\n")
    watch.run("git init -q sub -b main; mkdir -p sub/.git/hooks")
    with (watch.work / "sub/.git/config").open("a") as file:
        file.write(settings)
    for name in ("git", "sh"):
        (watch.work / name).write_text(hook)
        (watch.work / name).chmod(0o755)
    await watch.changes.begin()
    assert [one["path"] for one in await watch.after("echo 2 > a; echo 3 > sub/x; echo y > b")] == ["a", "b"]
    assert not (tmp_path / "sprung").exists()
    watch.run("/usr/bin/env git status || true")
    assert (tmp_path / "sprung").exists(), "the trap is none"


async def test_a_broken_index_is_not_used_and_nothing_is_lost(tmp_path: Path) -> None:
    watch = Watch(tmp_path)
    watch.run("git init -q . && echo 1 > a && git add a && printf 'DIRCxxxxxxxx' > .git/index")
    await watch.changes.begin()
    assert await watch.after("echo 2 > a") == [{"path": "a", "added": 1, "removed": 1}]


async def test_files_that_git_was_told_never_to_look_at_are_told_all_the_same(tmp_path: Path) -> None:
    watch = Watch(tmp_path)
    watch.run("git init -q . && echo 1 > a && git add a && git update-index --assume-unchanged a")
    await watch.changes.begin()
    assert await watch.after("echo 2 > a") == [{"path": "a", "added": 1, "removed": 1}]


@pytest.mark.rule("T4")
async def test_a_flood_of_files_is_bounded_and_counted(watch: Watch) -> None:
    told = await watch.after("mkdir many; for n in $(seq 1 250); do echo $n > many/$n; done")
    assert len(told) == 201
    assert told[-1] == {"notice": "50 more files were changed."}


async def test_a_directory_that_vanishes_is_said_once_and_breaks_nothing(watch: Watch) -> None:
    [said] = await watch.after('mv "$PWD" "$PWD-gone"')
    assert "not told any more" in said["notice"]
    (watch.work).mkdir()
    assert await watch.after("true") == []


async def test_a_full_disk_is_said_once_and_breaks_nothing(watch: Watch) -> None:
    (watch.private / "objects").rename(watch.private / "none")
    (watch.private / "objects").write_text("")
    [said] = await watch.after("echo much > n")
    assert "not told any more" in said["notice"]
    assert await watch.after("echo more > n") == []


def test_a_directory_that_is_too_large_is_not_looked_through(tmp_path: Path) -> None:
    for number in range(30):
        (tmp_path / str(number)).write_text("")
    assert len(scan(str(tmp_path), most=30)) == 30
    with pytest.raises(TooMuch):
        scan(str(tmp_path), most=29)


async def test_a_name_that_is_no_text_is_told_and_breaks_nothing(watch: Watch) -> None:
    with open(os.fsencode(watch.work) + b"/\xff\xfe.txt", "wb") as file:
        file.write(b"x\n")
    assert len(await watch.after("true")) == 1


async def test_the_room_sees_what_a_command_has_changed(scene: Scene) -> None:
    (scene.work / "code.py").write_text("a = 1\nb = 2\n")
    async with scene.daemon():
        request = await scene.ask(
            {"run": "sed -i 's/b = 2/b = 3/' code.py; echo new > new.txt"},
            {"write": "told.txt", "content": "x\n"},
            {"run": "mv new.txt newer.txt"},
            {"done": "ok"},
        )
        view = await scene.until_done(request)
        events = of("file", await scene.timeline(request))
    assert [(event.body["path"], event.body["added"], event.body["removed"]) for event in events] == [
        ("code.py", 1, 1),
        ("new.txt", 1, 0),
        ("told.txt", 1, 0),
        ("newer.txt", 0, 0),
    ]
    assert events[-1].body["renamed_from"] == "new.txt"
    assert {file.path for file in view.files} >= {"code.py", "told.txt", "newer.txt"}
    assert list((scene.folder / "home/changes").iterdir()) == []
