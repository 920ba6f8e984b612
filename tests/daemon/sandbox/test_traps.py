"""What was seen to break sandboxes of this kind, one by one (P7)."""

import os
import shutil
import time
from pathlib import Path

import pytest

from daemon.runtime import Needs, RuntimeUnfit
from daemon.sandbox.survey import EMPTY
from daemon.sandbox.walk import walk
from tests.daemon.sandbox.world import PYTHON, REAL_KEY, SECRETS, World, attack, finish, git, open_doors

pytestmark = pytest.mark.rule("P7")


@pytest.mark.rule("S6")
async def test_no_key_is_in_bubblewraps_own_environment_nor_in_any_command_line(world: World) -> None:
    async with world.box() as box:
        command, variables = box.enter(["/bin/true"], world.environment, Needs((), provider="anthropic"))
        _, seen, _ = await world.run(box, "cat /proc/*/environ /proc/*/cmdline | tr '\\0' '\\n'")

    assert REAL_KEY not in " ".join([*command, *variables.values()])
    assert REAL_KEY not in seen
    assert "placeholder-for-anthropic-api-key" in seen


async def test_open_files_of_the_daemon_do_not_come_along(own_world: World) -> None:
    secret = os.open(own_world.home / ".ssh/id_ed25519", os.O_RDONLY)
    home = os.open(own_world.home, os.O_RDONLY | os.O_DIRECTORY)
    os.set_inheritable(secret, True)
    os.set_inheritable(home, True)
    try:
        async with own_world.box() as box:
            _, seen, _ = await own_world.run(box, "ls -l /proc/$$/fd")
    finally:
        os.close(secret)
        os.close(home)

    assert str(own_world.home) not in seen.replace(str(own_world.work), "")


async def test_a_file_that_has_a_name_outside_too_is_refused(own_world: World) -> None:
    os.link(own_world.home / "code/other/.env", own_world.work / "shared")

    with pytest.raises(RuntimeUnfit, match=r"1 files in .* are hard links .*no-hardlinks"):
        await own_world.sandbox().check()


async def test_two_names_inside_are_nobodys_business(own_world: World) -> None:
    os.link(own_world.work / "main.py", own_world.work / "again.py")

    await own_world.sandbox().check()


async def test_a_linked_working_folder_is_refused(own_world: World) -> None:
    linked = own_world.home / "code" / "linked"
    git(own_world.work, "worktree", "add", "-q", str(linked))
    sandbox = own_world.sandbox()
    await sandbox.check()
    shutil.copytree(linked, own_world.work / "x", dirs_exist_ok=True)
    (own_world.work / ".git").rename(own_world.home / "kept.git")
    (own_world.work / ".git").write_text((linked / ".git").read_text())

    with pytest.raises(RuntimeUnfit, match="linked working folder"):
        await sandbox.check()


@pytest.mark.parametrize(
    "name", [".git/hooks", ".git/config", ".git/info", ".git/commondir", ".vscode", ".git"]
)
async def test_a_link_that_an_earlier_turn_has_planted_stops_the_next(own_world: World, name: str) -> None:
    target = own_world.work / name
    if target.is_dir():
        shutil.move(target, own_world.home / "moved")
    else:
        target.unlink(missing_ok=True)
    if name == ".git/info":
        (own_world.home / "moved" / "attributes").write_text("")
    target.symlink_to(own_world.home / ".ssh" if name != ".git/config" else own_world.home / ".bashrc")
    if name == ".git/info":
        target.unlink()
        target.symlink_to(own_world.home / "moved")

    with pytest.raises(RuntimeUnfit):
        async with own_world.box() as box:
            box.enter(["/bin/true"], {}, Needs(()))


async def test_a_directory_that_is_reached_through_a_link_is_refused(own_world: World) -> None:
    link = own_world.home / "link"
    link.symlink_to(own_world.work)
    sandbox = own_world.sandbox()
    sandbox._ground = type(sandbox._ground)(link, sandbox._ground.homes, ())

    with pytest.raises(RuntimeUnfit, match=f"write {own_world.work}"):
        await sandbox.check()


async def test_a_program_that_was_taken_over_gets_no_more_than_its_children(own_world: World) -> None:
    child = await own_world.start_as_user(["/bin/sleep", "300"], {})
    with open_doors(own_world) as doors:
        async with own_world.box() as box:
            await attack(own_world, doors, child.pid, box)
            program = [PYTHON, str(own_world.work / "attack.py"), "question.json"]
            code, said, errors = await finish(await own_world.start(box, program))

    assert (code, said.strip()) == (0, "{}"), errors


async def test_what_git_obeys_outlives_the_deletion_of_everything(world: World) -> None:
    before = (world.work / ".git/config").read_text()
    (world.work / ".git/hooks/pre-push").write_text("#!/bin/sh\n")
    async with world.box() as box:
        await world.run(box, f"rm -rf {world.work} .git; mv .git x; find . -delete")

    assert (world.work / ".git/config").read_text() == before
    assert (world.work / ".git/hooks/pre-push").exists()
    assert not (world.work / "main.py").exists()


async def test_a_toolchain_in_the_home_is_there_only_if_listed_and_cannot_be_changed(world: World) -> None:
    tool = world.home / ".tools/bin/tool"
    tool.parent.mkdir(parents=True)
    tool.write_text("#!/bin/sh\necho works\n")
    tool.chmod(0o755)
    world.own(tool.parent)
    async with world.box() as box:
        code, _, _ = await world.run(box, str(tool))
    assert code == 127

    async with world.box(world.sandbox(readable=(world.home / ".tools",))) as box:
        code, said, _ = await world.run(box, f"{tool}; echo evil >> {tool}; rm -f {tool}")

    assert said == "works\n"
    assert tool.read_text() == "#!/bin/sh\necho works\n"


async def test_files_that_the_owners_tools_would_run_are_held_or_named(world: World) -> None:
    sandbox = world.sandbox()
    before = sandbox.present()
    async with world.box(sandbox) as box:
        await world.run(
            box, "echo x >> .vscode/tasks.json; rm -rf .husky; echo x > .envrc; mkdir -p .devcontainer"
        )

    assert (world.work / ".vscode/tasks.json").read_text() == "{}\n"
    assert (world.work / ".husky/pre-commit").exists()
    assert sandbox.describe_new(before) is not None
    assert ".devcontainer, .envrc" in (sandbox.describe_new(before) or "")


async def test_a_folder_on_the_way_to_what_is_held_cannot_be_replaced(world: World) -> None:
    async with world.box() as box:
        await world.run(
            box, "mv .claude x; mkdir -p .claude; echo evil > .claude/settings.json; mv .git/hooks y"
        )

    assert (world.work / ".claude/settings.json").read_text() == "{}\n"


async def test_the_home_is_empty_and_what_is_left_in_it_is_gone(world: World) -> None:
    async with world.box() as box:
        _, seen, _ = await world.run(
            box, 'find ~ -type f | grep -v "^$PWD"; cat ~/.bashrc; echo evil > ~/.bashrc'
        )

    assert seen == ""
    assert (world.home / ".bashrc").read_text() == SECRETS[".bashrc"]


async def test_a_call_of_the_internet_fails_at_once_and_does_not_hang(own_world: World) -> None:
    script = f"{PYTHON} -c 'import socket; socket.create_connection((\"1.1.1.1\", 443), 60)'"
    async with own_world.box() as box:
        began = time.monotonic()
        code, _, errors = await own_world.run(box, script)

    assert (code, "unreachable" in errors) == (1, True)
    assert time.monotonic() - began < 30


async def test_a_repository_cannot_be_told_to_take_its_settings_from_elsewhere(world: World) -> None:
    sandbox = world.sandbox()
    plant = "mkdir evil; printf '[core]\\nfsmonitor=touch /tmp/pwned' > evil/config; echo ../evil > .git/commondir"
    async with world.box(sandbox) as box:
        await world.run(box, f"{plant}; rm -f .git/commondir; mv evil/config .git/config.worktree")
        assert git(world.work, "status", "--short") == "?? .claude/\n?? .husky/\n?? .vscode/\n?? evil/\n"

    assert not (world.work / ".git/commondir").exists()
    assert not (world.work / ".git/config.worktree").exists()


async def test_a_repository_that_takes_its_settings_from_elsewhere_is_refused(own_world: World) -> None:
    (own_world.work / ".git/commondir").write_text("../evil")

    with pytest.raises(RuntimeUnfit, match="commondir makes git take its settings from elsewhere"):
        await own_world.sandbox().check()


async def test_what_a_daemon_that_died_left_standing_is_taken_away(own_world: World) -> None:
    (own_world.work / ".git/commondir").write_text(".\n")

    async with own_world.box():
        pass

    assert not (own_world.work / ".git/commondir").exists()


async def test_hooks_among_the_files_of_a_repository_are_held(world: World) -> None:
    (world.work / "scripts/hooks").mkdir(parents=True)
    (world.work / "shared.ini").write_text("")
    git(world.work, "config", "core.hooksPath", "scripts/hooks")
    git(world.work, "config", "include.path", "../shared.ini")
    world.own(world.work)
    async with world.box() as box:
        await world.run(
            box, "echo evil > scripts/hooks/pre-push; echo evil > shared.ini; mv scripts x; rm shared.ini"
        )

    assert list((world.work / "scripts/hooks").iterdir()) == []
    assert (world.work / "shared.ini").read_text() == ""


async def test_repositories_within_are_held_too(world: World) -> None:
    inner = world.work / "vendor/inner"
    inner.mkdir(parents=True)
    git(inner, "init", "--quiet")
    world.own(world.work)
    sandbox = world.sandbox()
    sandbox._repositories = walk(world.work).repositories
    async with world.box(sandbox) as box:
        await world.run(
            box, "echo evil > vendor/inner/.git/hooks/pre-push; echo evil > vendor/inner/.git/config"
        )

    assert not (inner / ".git/hooks/pre-push").exists()
    assert "evil" not in (inner / ".git/config").read_text()


@pytest.mark.parametrize(
    "address", ["https://olga:password@git.example/a", "https://ghp_0123456789012345678901@git.example/a"]
)
async def test_a_remote_with_a_password_in_it_is_refused(own_world: World, address: str) -> None:
    git(own_world.work, "remote", "add", "origin", address)

    with pytest.raises(RuntimeUnfit, match="holds a password"):
        await own_world.sandbox().check()


async def test_a_program_that_the_agent_could_change_is_refused(own_world: World) -> None:
    program = own_world.work / "claude"
    program.touch()
    async with own_world.box() as box:
        with pytest.raises(RuntimeUnfit, match="where the agent can change it"):
            box.enter([str(program)], {}, Needs((program,)))


@pytest.mark.parametrize("name", [".claude", "", ".local/state/muti", "code/project/state", "code"])
async def test_state_that_is_not_the_agents_own_is_refused(own_world: World, name: str) -> None:
    state = own_world.home / name
    state.mkdir(exist_ok=True)
    async with own_world.box() as box:
        with pytest.raises(RuntimeUnfit):
            box.enter(["/bin/true"], {}, Needs((), (state,)))


async def test_a_login_in_the_programs_own_folder_is_covered_and_what_is_fixed_stays(world: World) -> None:
    state = world.home / ".local/state/muti/daemon/agent"
    state.mkdir(parents=True)
    for name in (".credentials.json", "config.toml"):
        (state / name).write_text("of the owner")
    world.own(world.home / ".local")
    async with world.box() as box:
        assert (box.private / EMPTY).read_bytes() == b""
        needs = Needs((), (state,), (state / "config.toml",))
        script = f"cd {state}; cat .credentials.json; echo evil > config.toml; echo kept > transcript; ls .."
        _, said, _ = await world.run(box, script, needs)

    assert said == "agent\n"
    assert (state / "config.toml").read_text() == "of the owner"
    assert (state / "transcript").read_text() == "kept\n"


async def test_a_repository_works_as_ever_in_a_box(world: World) -> None:
    script = "git checkout -qb b && echo 1 > a && git add a && git commit -qm a && git stash -q; git gc -q && git status --short"
    async with world.box() as box:
        code, _, errors = await world.run(box, script)

    assert code == 0, errors
    assert git(world.work, "log", "--format=%s", "b") == "a\nfirst\n"


async def test_what_was_attached_can_be_read_and_not_changed(world: World) -> None:
    files = world.home / "muti-files" / "R1"
    files.mkdir(parents=True)
    (files / "file-1.txt").write_text("attached")
    world.own(world.home / "muti-files")
    sandbox = world.sandbox()
    async with sandbox.open(files, sandbox.spending()) as box:
        world.own(box.private)
        _, said, _ = await world.run(
            box, f"cat {files}/file-1.txt; echo evil > {files}/file-1.txt; ls {files}/.."
        )

    assert said == "attachedR1\n"
    assert (files / "file-1.txt").read_text() == "attached"


async def test_a_private_folder_is_nobody_elses_and_gone_afterwards(own_world: World) -> None:
    async with own_world.box() as box:
        private = box.private
        assert private.stat().st_mode & 0o777 == 0o700
        assert not any(Path(part) in (own_world.work, own_world.home) for part in private.parents)
    assert not private.exists()


async def test_commits_have_the_owners_name_and_nothing_else_of_the_owners_git(own_world: World) -> None:
    settings = own_world.home / ".gitconfig"
    settings.write_text(
        '[user]\nname = "Olga \\"O\\" Ivanova"\nemail = olga@localhost\n[alias]\nst = status\n'
    )
    git(own_world.work, "config", "--unset", "user.name")
    git(own_world.work, "config", "--unset", "user.email")
    sandbox = own_world.sandbox()
    await sandbox.check()
    async with own_world.box(sandbox) as box:
        code, _, errors = await own_world.run(box, "git commit -q --allow-empty -m own; git st")

    assert (code, "'st' is not a git command" in errors) == (1, True)
    assert git(own_world.work, "log", "-1", "--format=%an %ae") == 'Olga "O" Ivanova olga@localhost\n'


async def test_a_repository_that_an_agent_has_made_is_named(own_world: World) -> None:
    (own_world.work / ".git").rename(own_world.home / "kept.git")
    sandbox = own_world.sandbox()
    before = sandbox.present()
    async with own_world.box(sandbox) as box:
        await own_world.run(box, "git init -q && echo evil > .git/hooks/pre-push")

    assert (sandbox.describe_new(before) or "").endswith(": .git.")


async def test_a_repository_that_cannot_be_read_is_a_sentence(own_world: World) -> None:
    (own_world.work / ".git/config").unlink()
    (own_world.work / ".git/config").mkdir()

    with pytest.raises(RuntimeUnfit, match=r"cannot be made ready: .*Is a directory"):
        await own_world.sandbox().check()
    with pytest.raises(RuntimeUnfit, match=r"cannot be made ready: .*Is a directory"):
        async with own_world.box():
            pass
