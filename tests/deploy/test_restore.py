"""The restore drill (O16): a back-up of a working house, a life that went on, a loss, and what the restored one does."""

import asyncio
import io
import json
import shutil
import stat
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from config.load import load
from config.settings import Settings
from deploy.backup import archive
from deploy.backup.make import files_of, make_backup
from deploy.backup.put import put_back
from deploy.failures import Failure
from relay.client import Refused, RelayClient
from relay.messages import feed
from relay.requests import restoring
from relay.wire.machines import Hello, Poll
from relay.wire.requests import Decision
from tests.deploy.at_home import Home, make_home, running
from tests.house import House
from tests.postgres import PostgresServer

pytestmark = pytest.mark.rule("O16")

DONE = json.dumps([{"run": "echo once >> log.txt"}, {"done": "it is done"}])


@pytest.fixture(params=["sqlite", "postgres"])
def databases(request: pytest.FixtureRequest) -> Iterator[list[str | None]]:
    """Addresses of two empty databases, one to work with and one to restore into; None is the usual file."""
    if request.param == "sqlite":
        yield [None, None]
        return
    server: PostgresServer = request.getfixturevalue("postgres_server")
    names = [server.create_database(), server.create_database()]
    yield [server.url(name) for name in names]
    for name in names:
        server.drop_database(name)


def use(home: Home, database: str | None) -> None:
    """Write another database into the configuration."""
    text = "\n".join(line for line in home.config.read_text().splitlines() if "database_url" not in line)
    if database is not None:
        text = text.replace("[relay]\n", f'[relay]\ndatabase_url = "{database}"\n')
    home.config.write_text(text)


async def machine_says(home: Home, says: Hello | Poll) -> Any:
    async with RelayClient(home.url, home.token("machine")) as machine:
        return await (machine.hello(says) if isinstance(says, Hello) else machine.poll(says))


@pytest.mark.slow
@pytest.mark.rule("Q1", "N2", "U1")
def test_a_restored_house_goes_on_and_repeats_nothing(tmp_path: Path, databases: list[str | None]) -> None:
    home, file = make_home(tmp_path), tmp_path / "backup.tar"
    use(home, databases[0])
    with running(home):
        first = home.member_asks(DONE)
        home.json("approve", first.public_id, "--yes")
        home.until(first.public_id, "done")
        later = home.member_asks(DONE)
        made = home.json("backup", str(file))
        home.json("approve", later.public_id, "--yes")
        home.until(later.public_id, "done")
        lost = home.json("ask", DONE)["request"]
        home.until(lost["public_id"], "done")
        assert home.json("audit", "verify")["whole"]
    assert (home.project / "log.txt").read_text() == "once\n" * 3
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    tokens = {path.name: path.read_text() for path in (home.state / "tokens").iterdir()}
    assert home.run("restore", str(file), "--yes").code == 1, "the state folder is not empty"

    home.state.rename(tmp_path / "lost")
    use(home, databases[1])
    said = home.json("restore", str(file), "--yes")
    assert (said["ended"], said["waiting"], said["heads"]) == (0, 1, made["heads"])
    assert {path.name: path.read_text() for path in (home.state / "tokens").iterdir()} == tokens
    again = home.run("restore", str(file), "--yes")
    assert again.code == 1, "and nothing is restored over a restored one"

    # The head that another computer has seen is newer than the back-up: this is told, not hidden.
    for name in ("audit-head", "daemon/audit-head"):
        (home.state / name).parent.mkdir(exist_ok=True)
        shutil.copy(tmp_path / "lost" / name, home.state / name)
    with running(home):
        told = home.run("audit", "verify")
        assert told.code == 1
        assert "this computer has seen" in told.out
        assert home.json("audit", "verify", "--accept")["whole"]
        assert home.json("audit", "verify")["whole"]

        assert home.json("status", first.public_id)["request"]["state"] == "done"
        waits = home.json("status", later.public_id)["request"]
        assert waits["state"] == "pending"
        assert any("restored from a back-up" in str(event["body"]) for event in waits["events"])
        assert home.run("status", lost["public_id"]).code == 1, "it is not on record here"
        fresh = home.json("ask", DONE)["request"]
        home.until(fresh["public_id"], "done")
        number = int(fresh["public_id"].rpartition("-")[2])
        assert number > int(lost["public_id"].rpartition("-")[2]) + 100, "no id is given twice"
    assert (home.project / "log.txt").read_text() == "once\n" * 4, "only what was asked now"


@pytest.mark.slow
@pytest.mark.rule("N2", "X4")
def test_what_was_in_hand_is_ended_and_an_older_daemon_is_fenced_off(
    tmp_path: Path, databases: list[str | None]
) -> None:
    home, file = make_home(tmp_path), tmp_path / "backup.tar"
    use(home, databases[0])
    with running(home):
        runs = home.json("ask", json.dumps([{"run": "echo once >> log.txt"}, {"wait": 60}]))["request"]
        home.until(runs["public_id"], "running")
        queued = home.json("ask", DONE)["request"]
        home.json("backup", str(file))
        before = asyncio.run(machine_says(home, Hello(process="stray", version="0")))
    home.state.rename(tmp_path / "lost")
    use(home, databases[1])
    assert home.json("restore", str(file), "--yes")["ended"] == 2
    with running(home):
        for one, state in ((runs, "failed"), (queued, "cancelled")):
            view = home.json("status", one["public_id"])["request"]
            assert view["state"] == state
            assert "restored from a back-up" in view["reason"]
        with pytest.raises(Refused) as refusal:
            asyncio.run(machine_says(home, Poll(epoch=before.epoch, wait=0)))
        assert refusal.value.code == "fenced"
        assert home.json("audit", "verify")["whole"]
    assert (home.project / "log.txt").read_text().count("once") == 1


async def test_chats_that_deliver_again_after_a_restore_start_nothing(house: House) -> None:
    olga, mina = await house.link_owner(), await house.member("mina")
    granted = await house.ask(mina)
    await house.approve(granted, Decision.always)
    assert (await house.ask(olga)).state == "approved"
    before = await house.store.read(feed.head, house.machine)
    done = await house.store.write(house.owner, restoring.restored, house.owner, 1, "0:0")
    assert (done.cancelled, done.revoked) == (2, 1)
    assert await house.store.read(feed.head, house.machine) > before + 1000, (
        "a machine that has read further hears on"
    )
    assert [(await house.ask(who)).state for who in (olga, mina)] == ["pending", "pending"]
    assert (await house.ask(None)).state == "approved", "what the owner types now is no repetition"
    await house.store.write(house.owner, lambda tx: tx.run(restoring._ASK, the_owner=house.owner, to_until=1))
    assert (await house.ask(olga)).state == "approved"


def saved(tmp_path: Path) -> tuple[Home, Path]:
    """A home that has run once, and its back-up."""
    home, file = make_home(tmp_path), tmp_path / "backup.tar"
    with running(home):
        pass
    make_backup(settings_of(home), file)
    return home, file


def settings_of(home: Home) -> Settings:
    return load(home.config, home.environ, lambda _: None)


def changed(file: Path, name: str, **more: Any) -> Path:
    """The same back-up with another member in it."""
    target = file.with_name("changed.tar")
    with tarfile.open(file) as old, tarfile.open(target, "w") as new:
        for info in old:
            data = old.extractfile(info).read()  # type: ignore[union-attr]
            if info.name == name:
                data = more.get("data", data)
            info.size = len(data)
            new.addfile(info, io.BytesIO(data))
        if "added" in more:
            info = tarfile.TarInfo(more["added"])
            info.size = 1
            new.addfile(info, io.BytesIO(b"x"))
    return target


def test_a_damaged_or_foreign_back_up_changes_nothing(tmp_path: Path) -> None:
    home, file = saved(tmp_path)
    home.state.rename(tmp_path / "lost")
    settings = settings_of(home)
    bad: dict[str, tuple[str, dict[str, Any]]] = {
        "damaged": ("home/tokens/person", {"data": b"another"}),
        "does not belong there": ("", {"added": "../../evil"}),
    }
    for sentence, (name, more) in bad.items():
        with pytest.raises(Failure, match=sentence):
            asyncio.run(put_back(settings, changed(file, name, **more)))
        assert list(home.state.iterdir()) == []
    (tmp_path / "text").write_text("hello")
    with pytest.raises(Failure, match="cannot be read as a back-up"):
        asyncio.run(put_back(settings, tmp_path / "text"))
    asyncio.run(put_back(settings, file))


def test_a_back_up_never_takes_the_place_of_another_and_follows_no_link(tmp_path: Path) -> None:
    home, file = saved(tmp_path)
    with pytest.raises(Failure, match="there already"):
        make_backup(settings_of(home), file)
    secret = tmp_path / "elsewhere"
    secret.write_text("not ours")
    (home.state / "link").symlink_to(secret)
    (home.state / "inbox").mkdir(exist_ok=True)
    (home.state / "inbox" / "mark").write_text("up to here")
    (home.state / "daemon" / "journal").mkdir(parents=True, exist_ok=True)
    (home.state / "daemon" / "journal" / "j").write_text("in hand")
    names = set(files_of(home.state))
    assert "tokens/person" in names
    assert not [name for name in names if name.startswith(("link", "inbox", "relay.db", "daemon/journal"))]
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")], "no draft stays"
    assert archive.read_manifest(file).kind == "sqlite"
