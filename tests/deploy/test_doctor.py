"""The doctor: every line is something that was tried, with evidence, time and remedy (O7); and the bundle for helpers."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import keyring
import pytest
from aiohttp import web
from keyring.backends.fail import Keyring as NoKeyring
from pydantic import SecretStr

from config.load import load
from config.settings import Settings
from deploy import probes
from deploy.doctor import agents, database, home, machine, relay
from deploy.doctor.relay import Reached
from deploy.findings import Finding, Status, as_lines, timed
from deploy.moments import now
from deploy.probes import examine
from deploy.service.system import Launchd
from deploy.tokens import TokenFolder
from deploy.version import VERSION
from relay.store.migrate import migrate
from relay.wire.machines import MachineView
from tests.deploy.at_home import Home, make_home
from tests.deploy.their_system import system
from tests.house import House

pytestmark = pytest.mark.rule("O7")

Respond = Callable[[web.Request], Awaitable[web.StreamResponse]]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return read(make_home(tmp_path))


def read(made: Home) -> Settings:
    return load(made.config, {"HOME": str(made.folder)})


# -- this computer ----------------------------------------------------------------------------------------------


async def test_a_folder_that_cannot_be_written_fails_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    found = await home.try_state(tmp_path / "file" / "state")
    assert (found.status, "MUTI_HOME" in found.remedy) == (Status.fail, True)
    assert (await home.try_state(tmp_path / "state")).status is Status.ok


@pytest.mark.parametrize(("megabytes", "status"), [(50, Status.fail), (500, Status.warn), (5_000, Status.ok)])
async def test_room_on_the_disk_is_measured(tmp_path: Path, megabytes: int, status: Status) -> None:
    found = await home.try_disk(tmp_path, megabytes * 1024**2)
    assert (found.status, f"{megabytes:,} MB" in found.evidence) == (status, True)
    assert (await home.try_disk(tmp_path)).evidence.endswith("MB are free")


async def test_git_is_run_and_not_only_found(tmp_path: Path) -> None:
    assert (await home.try_git(str(tmp_path))).status is Status.warn
    broken = tmp_path / "git"
    broken.write_text("#!/bin/sh\necho no library; exit 1\n")
    broken.chmod(0o755)
    found = await home.try_git(str(tmp_path))
    assert (found.status, "no library" in found.evidence) == (Status.fail, True)
    assert (await home.try_git(os.environ["PATH"])).status is Status.ok


async def test_a_missing_keyring_matters_where_it_is_used(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyring.core, "_keyring_backend", NoKeyring())
    assert (await home.try_keyring(settings)).status is Status.skip
    daemon = settings.daemon.model_copy(update={"redact_keyring": ("service:user",)})
    found = await home.try_keyring(settings.model_copy(update={"daemon": daemon}))
    assert (found.status, "redact_keyring" in found.remedy) == (Status.fail, True)
    assert "keyring.backends.fail" in found.evidence


@pytest.mark.rule("S5")
async def test_a_secret_that_others_can_read_is_named_with_the_command_that_closes_it(tmp_path: Path) -> None:
    made = make_home(tmp_path)
    assert (await home.try_modes(read(made))).status is Status.skip
    secret = tmp_path / "bot"
    secret.write_text("xoxb-dummy")
    made.config.write_text(
        made.config.read_text() + f'[slack]\nbot_token_file = "{secret}"\napp_token = "xapp-dummy"\n'
    )
    TokenFolder(made.state).keep("person", "dummy")
    for path in (secret, made.config):
        path.chmod(0o644)
    found = await home.try_modes(read(made))
    assert (found.status, found.remedy) == (Status.warn, f"chmod 600 {made.config}; chmod 600 {secret}")
    for path in (secret, made.config):
        path.chmod(0o600)
    found = await home.try_modes(read(made))
    assert (found.status, found.evidence[0]) == (Status.ok, "4")


# -- the relay --------------------------------------------------------------------------------------------------


async def test_a_relay_that_serves_is_asked_for_its_parts_its_clock_and_its_first_event(house: House) -> None:
    where = Reached(house.url, house.tokens["owner"], house.url)
    found = await relay.try_relay(where)
    assert [(one.name, one.status) for one in found] == [
        ("relay", Status.ok), ("database", Status.ok), ("migrations", Status.ok),
    ]  # fmt: skip
    for probe in (relay.try_clock, relay.try_token, relay.try_public_url, relay.try_stream):
        one = await probe(where)
        assert one.status is Status.ok, one
    assert "first byte" in (await relay.try_stream(where)).evidence
    stranger = await relay.try_token(Reached(house.url, "muti_person_dummy", None))
    assert (stranger.status, "muti login" in stranger.remedy) == (Status.fail, True)


@pytest.mark.parametrize(
    ("part", "told"),
    [("database", "start the database"), ("migrations", "migrates"), ("serving", "start it again")],
)
def test_each_part_that_is_not_ready_has_a_remedy_of_its_own(part: str, told: str) -> None:
    ready = {"serving": True, "database": True, "migrations": True, part: False}
    broken = [one for one in relay._judged("http://127.0.0.1", ready) if one[1] is Status.fail]
    assert len(broken) == 1
    assert told in broken[0][3]


@pytest.mark.parametrize("skew", [-3600, 31, 3600])
def test_a_clock_that_is_wrong_is_said_with_its_side(skew: float) -> None:
    found = relay.judge_clock(skew)
    assert (found.status, "NTP" in found.remedy) == (Status.warn, True)
    assert ("ahead of" if skew > 0 else "behind") in found.evidence
    assert relay.judge_clock(skew / 3600).status is Status.ok


@pytest.fixture
async def serve() -> AsyncIterator[Callable[[Respond], Awaitable[str]]]:
    """A server of another kind, in front of or instead of the relay."""
    runners: list[web.AppRunner] = []

    async def start(respond: Respond) -> str:
        app = web.Application()
        app.router.add_route("*", "/{rest:.*}", respond)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        runners.append(runner)
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        return f"http://{host}:{port}"

    yield start
    for runner in runners:
        await runner.cleanup()


async def test_a_proxy_that_keeps_events_back_is_found(
    house: House, serve: Callable[[Respond], Awaitable[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "FIRST_BYTE_SECONDS", 0.3)

    async def buffering(request: web.Request) -> web.StreamResponse:
        if request.path.endswith("/stream"):
            await asyncio.sleep(30)
        async with (
            house.client("owner")
            .session()
            .get(
                house.url + request.path_qs,
                headers={"Authorization": request.headers.get("Authorization", "")},
            ) as answer
        ):
            return web.Response(
                body=await answer.read(), status=answer.status, content_type="application/json"
            )

    found = await relay.try_stream(Reached(house.url, house.tokens["owner"], await serve(buffering)))
    assert (found.status, "keeps events back" in found.evidence, "deploy/proxies" in found.remedy) == (
        Status.fail, True, True,
    )  # fmt: skip


async def test_something_else_at_the_public_address_is_not_taken_for_the_relay(
    serve: Callable[[Respond], Awaitable[str]],
) -> None:
    async def another(_: web.Request) -> web.Response:
        return web.Response(text="<h1>Welcome to nginx</h1>", content_type="text/html")

    url = await serve(another)
    for address in (url, "http://127.0.0.1:1"):
        found = await relay.try_public_url(Reached("http://127.0.0.1:1", None, address))
        assert (found.status, "relay.public_url" in found.remedy) == (Status.fail, True)
    assert (await relay.try_relay(Reached(url, None, None)))[0].status is Status.fail
    unset = await relay.try_public_url(Reached(url, None, None))
    assert unset.status is Status.skip


async def test_no_token_is_sent_where_others_could_read_it() -> None:
    found = await relay.try_stream(
        Reached("http://127.0.0.1:1", "muti_person_dummy", "http://relay.example.org")
    )
    assert (found.status, "no token is sent" in found.evidence) == (Status.skip, True)


async def test_the_database_is_asked_directly_where_the_relay_is_silent(settings: Settings) -> None:
    found = await database.try_database(settings)
    assert [(one.name, one.status) for one in found] == [("database", Status.skip)]
    assert not (settings.home / "relay.db").exists(), "looking makes nothing"

    settings.home.mkdir()
    await asyncio.to_thread(migrate, settings.database_url.get_secret_value())
    found = await database.try_database(settings)
    assert [(one.name, one.status) for one in found] == [("database", Status.ok), ("migrations", Status.ok)]

    with sqlite3.connect(settings.home / "relay.db") as raw:
        raw.execute("UPDATE alembic_version SET version_num = '0001'")
    old = (await database.try_database(settings))[1]
    assert (old.status, "migrates when it starts" in old.remedy) == (Status.warn, True)

    (settings.home / "relay.db").write_bytes(b"not a database at all" * 100)
    broken = (await database.try_database(settings))[0]
    assert (broken.status, "relay.database_url" in broken.remedy) == (Status.fail, True)


async def test_a_database_that_does_not_answer_is_told_without_its_password(settings: Settings) -> None:
    url = SecretStr("postgresql://muti:hunter2hunter2@127.0.0.1:1/muti")
    changed = settings.relay.model_copy(update={"database_url": url})
    found = (await database.try_database(settings.model_copy(update={"relay": changed})))[0]
    assert found.status is Status.fail
    assert "hunter2" not in found.evidence


# -- the daemon and the agents ----------------------------------------------------------------------------------


async def test_the_service_and_lingering_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for state, linger, wanted in (("active", "yes", Status.ok), ("failed", "no", Status.fail)):
        manager = system(tmp_path / "system", monkeypatch, state=state, linger=linger)
        service, lingering = await machine.try_service(manager), await machine.try_linger(manager)
        assert (service.status, "journalctl --user" in service.evidence) == (wanted, True)
        assert (lingering.status is Status.ok, "enable-linger" in lingering.remedy) == (
            linger == "yes",
            linger == "no",
        )
    missing = await machine.try_service(Launchd(tmp_path / "none.plist", tmp_path / "log"))
    assert (missing.status, "muti daemon install" in missing.remedy) == (Status.skip, True)


async def test_the_agents_are_tried_with_what_the_service_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manager = system(tmp_path / "system", monkeypatch)
    seen = await agents.environment_of(manager, {"PATH": "/shell", "SHELL_ONLY": "x"})
    assert seen == {
        "HOME": "/home/olga",
        "USER": "olga",
        "PATH": "/opt/tools:/usr/bin",
        "MUTI_HOME": "/x 100%",
    }
    (tmp_path / "system" / "systemd-run").write_text("#!/bin/sh\nexit 1\n")
    told = await agents.environment_of(manager, {"PATH": "/shell", "HOME": "/home/me", "SHELL_ONLY": "x"})
    assert told == {"HOME": "/home/me", "PATH": "/opt/tools:/usr/bin", "MUTI_HOME": "/x 100%"}


async def test_an_agent_is_tried_with_its_folder_its_program_and_its_sandbox(settings: Settings) -> None:
    (agent,) = settings.agents
    program, sandbox = await agents.try_agent(settings, agent, {}, ", as the service sees it")
    assert (program.status, program.evidence.endswith("as the service sees it")) == (Status.ok, True)
    assert sandbox.status is Status.skip
    off = (await agents.try_agent(settings, agent.model_copy(update={"sandbox": "off"}), {}, ""))[1]
    assert (off.status, "every card says so" in off.evidence) == (Status.warn, True)
    nowhere = agent.model_copy(update={"directory": settings.home / "nowhere"})
    (gone,) = await agents.try_agent(settings, nowhere, {}, "")
    assert (gone.status, "agents.directory" in gone.remedy) == (Status.fail, True)


def known(name: str, ago: float, version: str | None = VERSION) -> MachineView:
    at = now() - int(ago * 1_000_000)
    return MachineView(
        machine="m", name=name, last_contact_at=at, revoked_at=None, version=version, agents=[]
    )


def test_a_machine_that_is_silent_or_of_another_version_is_named() -> None:
    away = machine._contact([known("laptop", 5), known("desk", 7200)])
    assert (away.status, "wake desk up" in away.remedy) == (Status.warn, True)
    assert machine._contact([known("laptop", 5)]).status is Status.ok
    (other,) = machine._versions([known("laptop", 5), known("desk", 5, "0.0.1")])
    assert (other.status, "desk runs 0.0.1" in other.evidence) == (Status.warn, True)
    assert machine._versions([known("laptop", 5, None)]) == []


# -- all of it --------------------------------------------------------------------------------------------------


async def test_a_probe_that_hangs_or_breaks_is_a_line_and_not_the_end() -> None:
    async def hang() -> Finding:
        await asyncio.sleep(60)
        raise AssertionError

    async def breaks() -> Finding:
        raise ValueError("odd")

    slow = await timed("slow", hang(), seconds=0.05)
    assert (slow.status, slow.milliseconds >= 50) == (Status.fail, True)
    odd = await timed("odd", breaks())
    assert (odd.status, "ValueError: odd" in odd.evidence, bool(odd.remedy)) == (Status.fail, True, True)


async def test_every_line_has_evidence_and_what_is_wrong_has_a_remedy(settings: Settings) -> None:
    told: list[str] = []
    found = await examine(settings, "http://127.0.0.1:1", dict(os.environ), told.append)
    assert {"state", "disk", "git", "keyring", "modes", "relay", "database", "clock", "token", "public_url", "events",
            "service", "linger", "machines", "agent.helper", "sandbox.helper", "slack.bot", "slack.tap",
            "feishu"} <= {one.name for one in found}  # fmt: skip
    assert "relay" in told
    for one in found:
        assert one.evidence, one
        assert one.remedy or one.status in (Status.ok, Status.skip), one
    lines = as_lines(found)
    assert all(line.endswith(" ms)") for line in lines if not line.startswith("      → "))


@pytest.mark.rule("O3")
def test_the_doctor_needs_no_chats_package_where_no_chat_is_used(tmp_path: Path) -> None:
    blocked = (
        "import sys; [sys.modules.__setitem__(name, None) for name in ('slack_sdk', 'slack_bolt', 'lark_oapi')]; "
        "from deploy.muti import main; main()"
    )
    made = make_home(tmp_path)
    words = ["doctor", "--config", str(made.config), "--relay", "http://127.0.0.1:1"]
    said = subprocess.run(
        [sys.executable, "-c", blocked, *words], capture_output=True, text=True, check=False
    )
    assert (said.returncode, "skip  slack.bot  not configured" in said.stdout, said.stderr) == (1, True, "")


async def test_a_chat_whose_package_is_missing_is_told_with_the_command_that_installs_it() -> None:
    async def probe() -> list[Finding]:
        raise ModuleNotFoundError("No module named 'lark_oapi'", name="lark_oapi")

    (found,) = await probes._or_missing("feishu", used=True, probe=probe)
    assert (found.status, found.remedy) == (Status.fail, "pip install 'muti[feishu]'")


async def test_a_relay_elsewhere_is_not_looked_for_in_this_computers_own_settings(settings: Settings) -> None:
    changed = settings.relay.model_copy(update={"public_url": "https://mine.example.org"})
    settings = settings.model_copy(update={"relay": changed})
    TokenFolder(settings.home).keep("login", "http://127.0.0.1:1 muti_person_dummy")
    found = {one.name: one for one in await examine(settings, "http://127.0.0.1:1", dict(os.environ))}
    assert found["relay"].status is Status.fail
    assert "database" not in found
    assert found["public_url"].status is Status.skip
