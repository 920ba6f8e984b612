"""The first start, and every later one, on either database."""

import os
import stat
from pathlib import Path

import pytest

from config.load import load
from config.settings import Settings
from deploy.setup import House, set_up
from relay.client import Refused, RelayClient
from relay.store.tx import Refuse
from tests.house import open_store, serve

CONFIG = """
home = "{home}"
[owner]
name = "{name}"
[daemon]
machine = "laptop"
[[agents]]
handle = "helper"
runtime = "scripted"
directory = "{home}"
{more}
"""


def settings_of(folder: Path, name: str = "Olga", more: str = "") -> Settings:
    path = folder / "config.toml"
    path.write_text(CONFIG.format(home=folder / "state", name=name, more=more))
    return load(path, {"HOME": str(folder)})


async def rooms_of(url: str, house: House) -> dict[str, list[str]]:
    async with RelayClient(url, house.tokens["person"]) as client:
        rooms = (await client.rooms(None)).rooms
    return {room.name: [agent.handle for agent in room.agents] for room in rooms}


async def test_a_second_start_finds_all_that_the_first_has_made(tmp_path: Path, database_url: str) -> None:
    settings = settings_of(tmp_path)
    async with open_store(database_url) as store, serve(store) as url:
        first = await set_up(store, settings)
        rows = await count_audit(url, first)
        second = await set_up(store, settings)
        assert second == first
        assert await count_audit(url, first) == rows
        assert await rooms_of(url, second) == {"Home": ["helper"]}


async def count_audit(url: str, house: House) -> int:
    async with RelayClient(url, house.tokens["person"]) as client:
        return (await client.audit_state(None)).rows


async def test_tokens_are_for_their_owner_only_and_the_relay_keeps_hashes(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    os.umask(0)
    try:
        async with open_store(f"sqlite:///{tmp_path}/relay.db") as store:
            house = await set_up(store, settings)
    finally:
        os.umask(0o022)
    folder = settings.home / "tokens"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
    assert sorted(file.name for file in folder.iterdir()) == ["machine", "person", "web"]
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("relay.db*"))
    assert not [token for token in house.tokens.values() if token.encode() in stored]


async def test_what_the_configuration_adds_is_there_after_the_next_start(
    tmp_path: Path, database_url: str
) -> None:
    async with open_store(database_url) as store, serve(store) as url:
        first = await set_up(store, settings_of(tmp_path))
        more = '[[rooms]]\nname = "Home"\nagents = ["helper"]\n[[rooms]]\nname = "Lab"\nagents = ["helper"]\n'
        second = await set_up(store, settings_of(tmp_path, "Olga O.", more))
        assert second.owner == first.owner
        assert second.rooms["Home"] == first.rooms["Home"]
        assert await rooms_of(url, second) == {"Home": ["helper"], "Lab": ["helper"]}
        async with RelayClient(url, second.tokens["person"]) as client:
            assert {room.owner_name for room in (await client.rooms(None)).rooms} == {"Olga O."}


@pytest.mark.parametrize("lost", [["machine"], ["person", "web", "machine"]])
async def test_lost_tokens_are_made_anew_for_the_same_owner(
    tmp_path: Path, database_url: str, lost: list[str]
) -> None:
    settings = settings_of(tmp_path)
    async with open_store(database_url) as store, serve(store) as url:
        first = await set_up(store, settings)
        for name in lost:
            (settings.home / "tokens" / name).unlink()
        second = await set_up(store, settings)
        assert second.owner == first.owner
        assert second.rooms == first.rooms
        assert [name for name in second.tokens if second.tokens[name] != first.tokens[name]] == [
            name for name in second.tokens if name in lost
        ]
        with pytest.raises(Refused):
            async with RelayClient(url, first.tokens["machine"], attempts=1) as client:
                await client.rooms(None)


async def test_a_lost_database_lets_the_kept_tokens_in_again(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    async with open_store(f"sqlite:///{tmp_path}/one.db") as store:
        first = await set_up(store, settings)
    async with open_store(f"sqlite:///{tmp_path}/two.db") as store, serve(store) as url:
        second = await set_up(store, settings)
        assert second.tokens == first.tokens
        assert await rooms_of(url, second) == {"Home": ["helper"]}


async def test_a_revoked_computer_does_not_come_back_by_itself(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    async with open_store(f"sqlite:///{tmp_path}/relay.db") as store, serve(store) as url:
        house = await set_up(store, settings)
        async with RelayClient(url, house.tokens["person"]) as client:
            machine = (await client.my_machines(None)).machines[0].machine
            await client.revoke_machine(None, machine)
        with pytest.raises(Refuse, match="revoked"):
            await set_up(store, settings)


async def test_two_owners_of_one_shared_database_stay_two(tmp_path: Path, postgres_url: str) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir(), two.mkdir()
    nameless = 'home = "{home}"\n[[rooms]]\nname = "Home"\n'
    async with open_store(postgres_url) as store:
        owners = []
        for folder in (one, two):
            (folder / "config.toml").write_text(nameless.format(home=folder / "state"))
            owners.append((await set_up(store, load(folder / "config.toml", {"HOME": "/"}))).owner)
    assert owners[0] != owners[1]
