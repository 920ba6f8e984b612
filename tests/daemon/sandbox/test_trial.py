"""A sandbox that does not pass its own test keeps the agent from starting (P7)."""

import stat
from pathlib import Path

import pytest

from daemon.runtime import RuntimeUnfit
from tests.daemon.sandbox.world import World

pytestmark = pytest.mark.rule("P7")


def weak(world: World, *dropped: str, more: str = "") -> str:
    """A bubblewrap that leaves out some of what it is told."""
    program = world.folder / "weak-bwrap"
    tests = "".join(f'[ "$word" = "{word}" ] || ' for word in dropped)
    program.write_text(
        "#!/bin/bash\nwords=()\n"
        f'for word in "$@"; do {tests}words+=("$word"); done\nexec bwrap {more} "${{words[@]}}"\n'
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return str(program)


async def test_a_sandbox_that_holds_passes(own_world: World) -> None:
    await own_world.sandbox(hosts=("example.org",)).check()
    assert sorted(path.name for path in own_world.work.iterdir()) == [
        ".claude",
        ".git",
        ".husky",
        ".vscode",
        "main.py",
    ]


async def test_a_directory_that_is_no_repository_passes_too(own_world: World) -> None:
    (own_world.work / ".git").rename(own_world.home / "kept.git")
    await own_world.sandbox().check()


@pytest.mark.parametrize(
    ("dropped", "leak"),
    [
        (("--unshare-net",), "the net namespace is the machine's own"),
        (("--unshare-pid",), "the pid namespace is the machine's own"),
        (("--unshare-ipc",), "the ipc namespace is the machine's own"),
        (("--remount-ro", "/"), "/etc/muti-probe can be written"),
    ],
)
async def test_a_sandbox_that_leaks_is_refused(own_world: World, dropped: tuple[str, ...], leak: str) -> None:
    with pytest.raises(RuntimeUnfit) as refused:
        await own_world.sandbox(bubblewrap=weak(own_world, *dropped)).check()

    assert leak in str(refused.value)
    assert 'sandbox = "off"' in str(refused.value)


async def test_a_home_that_shows_through_is_refused(own_world: World) -> None:
    program = own_world.folder / "showing-bwrap"
    show = f"--ro-bind {own_world.home} {own_world.home}"
    program.write_text(
        '#!/bin/bash\nwords=()\nfor word in "$@"; do\n'
        f'[ "$word" = "--chdir" ] && words+=({show})\nwords+=("$word")\ndone\nexec bwrap "${{words[@]}}"\n'
    )
    program.chmod(0o755)

    with pytest.raises(RuntimeUnfit, match=r"\.ssh can be seen"):
        await own_world.sandbox(bubblewrap=str(program)).check()


async def test_a_repository_that_can_be_written_is_refused(own_world: World) -> None:
    program = own_world.folder / "soft-bwrap"
    program.write_text(
        '#!/bin/bash\nwords=()\nfor word in "$@"; do\n'
        'words+=("$word")\ndone\n'
        "for ((i = 0; i < ${#words[@]}; i++)); do\n"
        '[[ "${words[i]}" = --ro-bind && "${words[i+1]}" = */.git/hooks ]] && words[i]=--bind\ndone\nexec bwrap "${words[@]}"\n'
    )
    program.chmod(0o755)

    with pytest.raises(RuntimeUnfit, match=r"\.git/hooks/muti-probe can be written"):
        await own_world.sandbox(bubblewrap=str(program)).check()


async def test_without_bubblewrap_there_is_no_agent(own_world: World) -> None:
    with pytest.raises(RuntimeUnfit, match="apt-get install bubblewrap"):
        await own_world.sandbox(bubblewrap="no-such-program").check()


@pytest.mark.parametrize(
    ("errors", "remedy"),
    [
        ("bwrap: setting up uid map: Permission denied", "AppArmor"),
        ("bwrap: Creating new namespace failed: Operation not permitted", "user namespaces"),
        ("bwrap: Unknown option --disable-userns", "too old"),
    ],
)
async def test_a_system_that_forbids_it_is_told_with_a_remedy(
    own_world: World, errors: str, remedy: str
) -> None:
    program = own_world.folder / "forbidden-bwrap"
    program.write_text(f'#!/bin/sh\necho "{errors}" >&2\nexit 1\n')
    program.chmod(0o755)

    with pytest.raises(RuntimeUnfit, match=remedy):
        await own_world.sandbox(bubblewrap=str(program)).check()


async def test_a_directory_that_cannot_be_kept_in_is_refused(own_world: World) -> None:
    for directory in (own_world.home, own_world.home / ".local/state/muti/tokens", Path("/usr/share")):
        sandbox = own_world.sandbox()
        ground = sandbox._ground
        sandbox._ground = type(ground)(directory, ground.homes, ground.product)
        with pytest.raises(RuntimeUnfit, match="the agent's directory"):
            await sandbox.check()
