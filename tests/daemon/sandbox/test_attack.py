"""Hostile code in a box gets nothing: neither as root nor as an ordinary user (P6, P7)."""

import pytest

from tests.daemon.sandbox.world import World, attack, elsewhere, open_doors


@pytest.fixture
async def victim(world: World):  # type: ignore[no-untyped-def]
    """A process beside the box, of the same user."""
    child = await world.start_as_user(["/bin/sleep", "300"], {})
    yield child.pid


@pytest.mark.rule("P6", "P7", "S1", "S6")
async def test_hostile_code_in_a_box_gets_nothing(world: World, victim: int) -> None:
    with open_doors(world) as doors:
        sandbox = world.sandbox(hosts=("example.org",))
        async with world.box(sandbox) as box:
            got = await attack(world, doors, victim, box)

    assert got == {}
    assert [path for path in elsewhere(world) if path.exists()] == []


@pytest.mark.rule("P7")
async def test_the_same_code_without_a_box_gets_what_it_is_after(world: World, victim: int) -> None:
    with open_doors(world) as doors:
        got = await attack(world, doors, victim, None)

    asked = {
        "read_files",
        "read_files_through_links",
        "unix_sockets",
        "abstract_socket",
        "loopback",
        "git_settings",
        "git_folders_moved",
        "settings_of_tools",
        "git_credentials",
        "find_values",
    }
    assert asked - got.keys() == set()
