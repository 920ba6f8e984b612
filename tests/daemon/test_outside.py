"""What the daemon carries out itself: a push from where no agent could prepare anything, a command as approved."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from daemon.outside import SHOWN_CHARACTERS, Errand, KnownRemotes, Outside, bounded, mark_of
from daemon.policy import Judgement, Outcome
from daemon.process import Family, Limits, spawn
from daemon.pushes import Push, read_push
from daemon.repository import Unreadable
from daemon.runtime import Action, Done
from tests.daemon.remote import PASSWORD, Remote, git, make_home, make_work, serve_git, write_program

PUSH = Judgement(Outcome.pause, "push")
MARK = f"a-session-of-{os.getpid()}"
"""By what everything below is ended; another process of these tests has another."""


@dataclass
class Place:
    """A working directory, the remote that it belongs to, and the owner's home."""

    work: Path
    home: Path
    daemon: Path
    remote: Remote
    commit: str
    stolen: Path

    @property
    def outside(self) -> Outside:
        """The daemon's hand outside the box."""
        return Outside(self.daemon, self.work, lambda text: text.replace(PASSWORD, "[hidden]"))

    def action(self, command: str) -> Action:
        """A call of the agent's shell."""
        return Action("call", "Bash", {"command": command}, self.work)

    async def plan(self, command: str = "git push origin main") -> Errand:
        """What would be done for a command."""
        errand = await self.outside.plan(self.action(command), PUSH)
        assert errand is not None
        return errand

    async def push(self, command: str = "git push origin main") -> Done:
        """Plan it and do it."""
        return await self.outside.carry_out(await self.plan(command), MARK)

    def thief(self, name: str = "thief") -> Path:
        """What an agent plants: it takes the key and the password of whoever starts it."""
        takes = f'cat "$HOME/.ssh/id_ed25519" >> {self.stolen}; echo taken >> {self.stolen}; exit 1'
        return write_program(self.work / name, takes)


@pytest.fixture
async def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Place]:
    home = make_home(tmp_path / "owner")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    (tmp_path / "daemon").mkdir()
    async with serve_git(tmp_path / "remotes") as remote:
        commit = make_work(tmp_path / "work", remote.make("ours.git"))
        remote.make("evil.git")
        yield Place(tmp_path / "work", home, tmp_path / "daemon", remote, commit, tmp_path / "stolen")


def plant_hook(place: Place) -> None:
    write_program(place.work / ".git" / "hooks" / "pre-push", place.thief().read_text())


def plant_hooks_path(place: Place) -> None:
    place.thief("hooks/pre-push")
    git(place.work, "config", "core.hooksPath", "hooks")


def plant_helper(place: Place) -> None:
    git(place.work, "config", "credential.helper", str(place.thief()))


def plant_fsmonitor(place: Place) -> None:
    git(place.work, "config", "core.fsmonitor", str(place.thief()))


def plant_ssh_command(place: Place) -> None:
    """The owner's own way over ssh goes on; the agent's is not taken."""
    way = write_program(
        place.home / "ssh", f'shift; exec sh -c "$(echo "$*" | sed "s#\'/#\'{place.remote.folder}/#")"'
    )
    git(place.work, "config", "--file", str(place.home / ".gitconfig"), "core.sshCommand", str(way))
    git(place.work, "remote", "set-url", "origin", "ssh://host.example/ours.git")
    git(place.work, "config", "core.sshCommand", str(place.thief()))


def plant_instead_of(place: Place) -> None:
    git(place.work, "config", f"url.{place.remote.url}/evil.git.insteadOf", f"{place.remote.url}/ours.git")
    git(
        place.work, "config", f"url.{place.remote.url}/evil.git.pushInsteadOf", f"{place.remote.url}/ours.git"
    )


def plant_ask_pass(place: Place) -> None:
    git(place.work, "config", "core.askPass", str(place.thief()))


def plant_receive_pack(place: Place) -> None:
    git(place.work, "config", "remote.origin.receivepack", str(place.thief()))


def plant_alias(place: Place) -> None:
    git(place.work, "config", "alias.push", f"!{place.thief()}")


def plant_promisor(place: Place) -> None:
    """A missing object would be fetched by a program of the agent's."""
    git(place.work, "config", "extensions.partialClone", "evil")
    git(place.work, "config", "remote.evil.url", str(place.work))
    git(place.work, "config", "remote.evil.promisor", "true")
    git(place.work, "config", "remote.evil.uploadpack", str(place.thief()))
    (place.work / ".git" / "refs" / "heads" / "lost").write_text("1" * 40 + "\n")


PLANTED: list[Callable[[Place], None]] = [
    plant_hook,
    plant_hooks_path,
    plant_helper,
    plant_fsmonitor,
    plant_ssh_command,
    plant_instead_of,
    plant_ask_pass,
    plant_receive_pack,
    plant_alias,
    plant_promisor,
]


@pytest.mark.rule("P7")
@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
async def test_what_an_agent_has_planted_does_not_run_and_does_not_lead_elsewhere(
    place: Place, plant: Callable[[Place], None]
) -> None:
    plant(place)
    done = await place.push()
    assert done.exit_code == 0, done.output
    assert place.remote.refs("ours.git") == {"refs/heads/main": place.commit}
    assert place.remote.refs("evil.git") == {}
    assert not place.stolen.exists()
    assert list((place.daemon / "mirrors").iterdir()) == []


@pytest.mark.parametrize("plant", PLANTED[:6], ids=lambda plant: plant.__name__)
async def test_planted_programs_are_in_earnest(place: Place, plant: Callable[[Place], None]) -> None:
    """The same push in the working directory is what the mirror is for."""
    plant(place)
    await place.outside.carry_out(Errand("git status; git push origin main", place.work, ()), MARK)
    stolen = place.stolen.exists() and "dummy key of olga" in place.stolen.read_text()
    assert stolen or place.remote.refs("evil.git") != {}


@pytest.mark.rule("P7")
async def test_a_commit_that_is_not_there_is_not_fetched_by_a_program_of_the_agents(place: Place) -> None:
    plant_promisor(place)
    errand = await place.plan("git push origin lost")
    with pytest.raises(Unreadable, match="cannot be pushed"):
        await place.outside.carry_out(errand, MARK)
    assert not place.stolen.exists()


@pytest.mark.rule("P3", "P7")
async def test_the_card_names_branch_address_and_commit_and_exactly_that_is_sent(place: Place) -> None:
    errand = await place.plan("git push -u origin main")
    assert errand.facts == (
        ("branch", "main"),
        ("remote", f"{place.remote.url}/ours.git"),
        ("commit", place.commit),
        ("runs", "mirror"),
    )
    (place.work / "a.txt").write_text("two\n")
    git(place.work, "commit", "-q", "-a", "-m", "two")
    await place.outside.carry_out(errand, MARK)
    assert place.remote.refs("ours.git") == {"refs/heads/main": place.commit}
    assert (await place.plan()).facts != errand.facts


@pytest.mark.rule("P7")
@pytest.mark.parametrize(
    ("command", "target"),
    [
        ("git push", "refs/heads/main"),
        ("git push origin", "refs/heads/main"),
        ("git push origin HEAD", "refs/heads/main"),
        ("git push -q origin HEAD:release 2>&1", "refs/heads/release"),
        ("git push origin main:refs/heads/next", "refs/heads/next"),
        ("git push origin v1", "refs/tags/v1"),
        ("git push --force origin main", "refs/heads/main"),
    ],
)
async def test_a_plain_push_goes_where_it_says(place: Place, command: str, target: str) -> None:
    git(place.work, "tag", "v1")
    done = await place.push(command)
    assert done.exit_code == 0, done.output
    assert place.remote.refs("ours.git") == {target: place.commit}


async def test_a_branch_is_deleted_and_a_push_that_is_refused_says_why(place: Place) -> None:
    await place.push("git push origin HEAD:old")
    errand = await place.plan("git push origin --delete old")
    assert ("deletes", "refs/heads/old") in errand.facts
    assert (await place.outside.carry_out(errand, MARK)).exit_code == 0
    await place.push()
    git(place.work, "commit", "-q", "--amend", "-m", "another")
    refused = await place.push()
    assert refused.exit_code != 0
    assert "rejected" in refused.output
    assert (await place.push("git push -f origin main")).exit_code == 0


async def test_packed_branches_and_shallow_clones_are_pushed_too(place: Place, tmp_path: Path) -> None:
    git(place.work, "pack-refs", "--all")
    assert (await place.push()).exit_code == 0
    clone = tmp_path / "clone"
    git(
        tmp_path,
        "clone",
        "-q",
        "-b",
        "main",
        "--depth",
        "1",
        f"file://{place.remote.folder}/ours.git",
        str(clone),
    )
    git(clone, "remote", "set-url", "origin", f"{place.remote.url}/ours.git")
    (clone / "b.txt").write_text("b\n")
    git(clone, "add", "b.txt")
    git(clone, "commit", "-q", "-m", "b")
    place.work = clone
    done = await place.push()
    assert done.exit_code == 0, done.output


@pytest.mark.rule("P7")
@pytest.mark.parametrize(
    "command",
    [
        "git add -A && git commit -m x && git push origin main",
        "git -c core.sshCommand=./thief push origin main",
        "git push --mirror origin",
        "git push origin main other",
        "git push --receive-pack=./thief origin main",
        "git push origin $(cat branch)",
        "git push ./evil.git main",
        "git push ext::./thief main",
        "git push origin nothing",
        "git push origin refs/heads/../../config",
        "git push elsewhere main",
        "git push origin main:",
        "git push --force-with-lease origin main",
    ],
)
async def test_a_push_that_is_not_plain_is_not_made_outside_and_the_agent_is_told_what_to_do(
    place: Place, command: str
) -> None:
    (place.work / "evil.git").mkdir()
    with pytest.raises(Unreadable):
        await place.outside.plan(place.action(command), PUSH)


@pytest.mark.rule("P7")
@pytest.mark.parametrize("trick", ["alternates", "link", "worktree"])
async def test_objects_from_elsewhere_are_not_sent(place: Place, tmp_path: Path, trick: str) -> None:
    other = tmp_path / "other"
    make_work(other, "https://host.example/other.git")
    objects = place.work / ".git" / "objects"
    if trick == "alternates":
        (objects / "info").mkdir(exist_ok=True)
        (objects / "info" / "alternates").write_text(f"{other}/.git/objects\n")
    elif trick == "link":
        objects.rename(tmp_path / "objects")
        objects.symlink_to(tmp_path / "objects")
    else:
        (place.work / ".git").rename(tmp_path / "moved")
        (place.work / ".git").write_text(f"gitdir: {tmp_path}/moved\n")
    with pytest.raises(Unreadable):
        await place.push()
    assert place.remote.refs("ours.git") == {}


@pytest.mark.rule("P7")
async def test_an_address_that_has_changed_since_the_owner_saw_it_stands_on_the_card(place: Place) -> None:
    await KnownRemotes(place.daemon).learn(place.work)
    git(place.work, "remote", "set-url", "origin", f"{place.remote.url}/evil.git")
    errand = await place.plan()
    assert ("remote before", f"{place.remote.url}/ours.git") in errand.facts
    assert (await place.outside.carry_out(errand, MARK)).exit_code == 0
    assert "remote before" not in dict((await place.plan()).facts)


async def test_a_password_in_an_address_is_not_on_the_card(place: Place) -> None:
    address = place.remote.url.replace("http://", f"http://olga:{PASSWORD}@")
    git(place.work, "remote", "set-url", "origin", f"{address}/ours.git")
    assert PASSWORD not in str((await place.plan()).facts)


@pytest.mark.rule("P7", "S3")
async def test_another_command_runs_with_the_owners_rights_and_the_card_says_so(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUTI_RELAY_URL", "http://relay.example")
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("PATH", f"{place.work}/bin:{os.environ['PATH']}")
    write_program(place.work / "bin" / "cat", "echo planted")
    command = 'cat "$HOME/.ssh/id_ed25519"; echo " $MUTI_RELAY_URL$GIT_DIR"; echo ' + PASSWORD + "; exit 3"
    errand = await place.outside.plan(place.action(command), Judgement(Outcome.pause, "credentials"))
    assert errand == Errand(command, place.work, (("runs", "outside"),))
    done = await place.outside.carry_out(errand, MARK)
    assert done == Done("dummy key of olga \n[hidden]\n", 3)


async def test_what_is_not_understood_and_what_is_no_command_stays_in_the_box(place: Place) -> None:
    unknown = Judgement(Outcome.pause, "unknown")
    assert await place.outside.plan(place.action("./strange"), unknown) is None
    write = Action("call", "Write", {"file_path": ".env", "content": "x"}, place.work)
    assert await place.outside.plan(write, Judgement(Outcome.pause, "credentials")) is None


@pytest.mark.rule("T4")
async def test_an_output_without_end_is_bounded_and_says_what_is_missing(place: Place) -> None:
    command = "head -c 5000000 /dev/zero | tr '\\0' x; echo; echo the end"
    done = await place.outside.carry_out(Errand(command, place.work, ()), MARK)
    assert len(done.output) < SHOWN_CHARACTERS + 100
    assert done.output.endswith("the end\n")
    assert "characters left out" in done.output


@pytest.mark.rule("S3")
def test_a_secret_at_the_border_of_what_is_shown_is_hidden_before_the_cut() -> None:
    text = "x" * 500 + PASSWORD + "y" * (SHOWN_CHARACTERS - 10)
    shown = bounded(text, lambda text: text.replace(PASSWORD, "[hidden]"))
    assert PASSWORD[-10:] not in shown


@pytest.mark.rule("X2")
async def test_what_is_broken_off_leaves_no_process_behind(place: Place) -> None:
    command = f"touch {place.stolen}; (sleep 300 & sleep 300)"
    running = asyncio.create_task(place.outside.carry_out(Errand(command, place.work, ()), MARK))
    async with asyncio.timeout(20):
        while not place.stolen.exists():
            await asyncio.sleep(0.02)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert Family(mark=mark_of(MARK)).members() == set()


@pytest.mark.rule("X2")
async def test_ending_what_ran_outside_ends_neither_the_agents_program_nor_another_action(
    place: Place,
) -> None:
    program = await spawn(["sleep", "300"], place.work, {"PATH": os.defpath}, MARK)
    try:
        slow = asyncio.create_task(
            place.outside.carry_out(
                Errand("until [ -e go ]; do sleep 0.05; done; echo slow", place.work, ()), MARK
            )
        )
        fast = await place.outside.carry_out(Errand("echo fast", place.work, ()), MARK)
        (place.work / "go").touch()
        assert (fast, await slow) == (Done("fast\n", 0), Done("slow\n", 0))
        assert program.exit_code is None
    finally:
        await program.stop(Limits(0, 0, 5))


async def test_a_command_is_over_when_its_shell_is_whoever_holds_its_output(place: Place) -> None:
    async with asyncio.timeout(30):
        done = await place.outside.carry_out(Errand("sleep 300 & echo on", place.work, ()), MARK)
    assert done == Done("on\n", 0)


@pytest.mark.parametrize(
    ("command", "push"),
    [
        ("git push", Push()),
        ("git push origin +main", Push("origin", "main", None, True)),
        ("git push origin :old", Push("origin", None, "old", False, True)),
        ("git push -f origin a:b", Push("origin", "a", "b", True)),
        ("git push origin --delete old", Push("origin", None, "old", False, True)),
        ("git push origin --delete a:b", None),
        ("git push --delete origin", None),
        ("git push origin 'main'", None),
        ("git push\norigin", None),
        ("git pushed", None),
        ("git commit", None),
    ],
)
def test_a_push_is_read_from_its_words(command: str, push: Push | None) -> None:
    assert read_push(command) == push
