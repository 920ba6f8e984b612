"""The daemon as a service: what is written, what the system is told, and that it runs as written."""

import os
import plistlib
import shlex
import signal
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from config.load import load_settings
from deploy.failures import Failure
from deploy.service.define import missing_for_agents, seen_in_service, service_of
from deploy.service.system import Launchd, NotManaged, Systemd, find_manager
from deploy.service.unit import Service, launchd_agent, systemd_unit
from tests.deploy.at_home import Home, child, make_home, ready, stop

pytestmark = pytest.mark.rule("O6")

ODD = Service(
    command=("/opt/mu ti/python", "-m", "deploy.muti", "--config", '/home/o"lga/50%/$HOME\\c.toml'),
    directory=Path("/opt/100%/muti"),
    log=Path("/home/olga/.local/state/muti/logs/daemon.log"),
    environment={"PATH": "/usr/bin:/home/olga/my tools/%h", "MUTI_HOME": "/home/olga/.local/state/muti"},
)

SYSTEMCTL = """#!/bin/sh
# systemctl(1) as far as it is used here: keeps its state in a file, and a list of what it was told.
told="{folder}/told"; state="{folder}/active"
echo "$*" >> "$told"
[ "$1" = --user ] || {{ echo "Failed to connect to bus: No medium found" >&2; exit 1; }}
case "$2" in
    daemon-reload|enable) ;;
    start|restart) echo active > "$state" ;;
    stop|disable) echo inactive > "$state" ;;
    is-active) cat "$state"; grep -qx active "$state" ;;
    *) echo "Unknown command verb $2." >&2; exit 1 ;;
esac
"""

LAUNCHCTL = """#!/bin/sh
# launchctl(1) as far as it is used here: refuses to unload what is not loaded, and to load it twice.
told="{folder}/told"; state="{folder}/loaded"
echo "$*" >> "$told"
case "$1" in
    bootstrap) [ -e "$state" ] && {{ echo "Bootstrap failed: 5: Input/output error"; exit 5; }}; touch "$state" ;;
    bootout) [ -e "$state" ] || {{ echo "Boot-out failed: 3: No such process"; exit 3; }}; rm "$state" ;;
    kickstart) [ -e "$state" ] || exit 113 ;;
    print) [ -e "$state" ] || exit 113; echo "	state = running" ;;
    *) exit 64 ;;
esac
"""


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the stand-ins for the system's two programs."""
    folder = tmp_path / "system"
    folder.mkdir()
    for name, text in (("systemctl", SYSTEMCTL), ("launchctl", LAUNCHCTL)):
        (folder / name).write_text(text.format(folder=folder))
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in [name for name in os.environ if name.startswith("MUTI_")]:
        monkeypatch.delenv(name)
    return folder


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return make_home(tmp_path / "olga")


def told(system: Path) -> list[str]:
    return (system / "told").read_text().splitlines()


def test_a_unit_says_every_word_so_that_systemd_reads_it_back_as_it_was() -> None:
    unit = systemd_unit(ODD)
    assert (
        r'ExecStart="/opt/mu ti/python" "-m" "deploy.muti" "--config" "/home/o\"lga/50%%/$$HOME\\c.toml"'
        in unit
    )
    assert 'Environment="PATH=/usr/bin:/home/olga/my tools/%%h"\n' in unit
    assert "WorkingDirectory=/opt/100%%/muti\n" in unit


@pytest.mark.systemd
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    file = tmp_path / "muti-daemon.service"
    file.write_text(systemd_unit(replace(ODD, command=("/bin/sh", *ODD.command[1:]), directory=Path("/"))))
    found = subprocess.run(
        ["systemd-analyze", "verify", "--user", str(file)],
        env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert (found.returncode, [line for line in found.stderr.splitlines() if file.name in line]) == (0, [])


def test_a_launch_agent_starts_at_login_restarts_after_a_crash_and_says_where_it_writes() -> None:
    known = plistlib.loads(launchd_agent(ODD).encode())
    assert known == {
        "Label": "chat.muti.daemon",
        "ProgramArguments": list(ODD.command),
        "WorkingDirectory": "/opt/100%/muti",
        "EnvironmentVariables": dict(ODD.environment),
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "ThrottleInterval": 10,
        "ExitTimeOut": 120,
        "ProcessType": "Interactive",
        "StandardOutPath": str(ODD.log),
        "StandardErrorPath": str(ODD.log),
    }


def test_print_writes_nothing_and_tells_the_system_nothing(system: Path, home: Home) -> None:
    shown = home.run("daemon", "install", "--print")
    assert shown.code == 0
    assert f'Environment="PATH={os.environ["PATH"]}"' in shown.out
    assert f'"--config" "{home.config}" "daemon" "run"' in shown.out
    assert not (system / "told").exists()
    assert not (system.parent / "xdg").exists()


def test_a_service_is_installed_stopped_started_and_removed(system: Path, home: Home) -> None:
    file = system.parent / "xdg/systemd/user/muti-daemon.service"
    assert home.json("daemon", "install")["state"] == "running"
    assert told(system)[:3] == [
        "--user daemon-reload", "--user enable muti-daemon", "--user restart muti-daemon",
    ]  # fmt: skip
    assert file.read_text() == home.run("daemon", "install", "--print").out
    assert home.run("daemon", "stop").out == "The service is inactive.\n"
    assert home.run("daemon", "status").code == 3
    assert home.run("daemon", "start").out == "The service is running.\n"
    assert home.run("daemon", "restart").code == 0
    assert "The service is running." in home.run("daemon", "status").out
    assert home.run("daemon", "uninstall").code == 0
    assert not file.exists()
    missing = home.run("daemon", "start")
    assert (missing.code, "`muti daemon install` makes it one" in missing.err) == (1, True)


def test_what_only_this_shell_knows_is_named_before_the_service_lacks_it(
    system: Path, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUTI_DAEMON__TOKEN", "muti_machine_dummy")
    refused = home.run("daemon", "install")
    assert (refused.code, "MUTI_DAEMON__TOKEN is set only in this shell" in refused.err) == (2, True)
    assert "muti_machine_dummy" not in refused.err
    monkeypatch.delenv("MUTI_DAEMON__TOKEN")
    text = home.config.read_text().replace('env = ["PATH"]', 'env = ["PATH", "ANTHROPIC_API_KEY"]')
    home.config.write_text(text)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-dummy")
    installed = home.run("daemon", "install")
    assert (installed.code, "agent helper: ANTHROPIC_API_KEY is in this shell" in installed.out) == (3, True)
    assert "sk-ant-dummy" not in installed.out


@pytest.mark.rule("O7")
def test_the_doctor_looks_at_an_agent_as_the_service_sees_it(
    system: Path, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.config.write_text(home.config.read_text().replace('env = ["PATH"]', 'env = ["PATH", "KEY_OF_MINE"]'))
    monkeypatch.setenv("KEY_OF_MINE", "dummy")
    settings = load_settings(home.config)
    assert set(settings.agents[0].environment(os.environ)) == {"PATH", "KEY_OF_MINE"}
    assert set(settings.agents[0].environment(seen_in_service(os.environ))) == {"PATH"}
    assert len(missing_for_agents(settings, os.environ)) == 1
    assert "as the service sees it" not in home.run("doctor").out
    home.run("daemon", "install")
    assert "as the service sees it" in home.run("doctor").out


@pytest.mark.parametrize("where", ["PATH", "relay"])
def test_a_line_break_cannot_put_a_line_into_the_unit(home: Home, where: str) -> None:
    evil = {where: "/usr/bin\nExecStartPre=evil"}
    with pytest.raises(Failure, match="line break"):
        service_of(load_settings(home.config), evil.get("relay"), {"PATH": evil.get("PATH", "/usr/bin")})


async def test_what_the_system_refuses_is_told_in_its_own_words(system: Path, tmp_path: Path) -> None:
    (system / "systemctl").write_text(
        "#!/bin/sh\necho 'Failed to connect to bus: No medium found' >&2; exit 1\n"
    )
    with pytest.raises(NotManaged, match="Failed to connect to bus: No medium found"):
        await Systemd(tmp_path / "unit").install(ODD)
    (system / "launchctl").unlink()
    with pytest.raises(NotManaged, match="There is no launchctl on this system"):
        await Launchd(tmp_path / "agent", tmp_path / "log").start()


async def test_launchd_is_told_the_same_deeds(system: Path, tmp_path: Path) -> None:
    manager = find_manager(tmp_path, tmp_path / "state", "darwin")
    assert await manager.state() == "not loaded"
    await manager.install(ODD)
    await manager.install(ODD)
    assert plistlib.loads(manager.file.read_bytes())["Label"] == "chat.muti.daemon"
    assert await manager.state() == "running"
    await manager.restart()
    await manager.stop()
    await manager.start()
    await manager.uninstall()
    assert (manager.file.exists(), await manager.state()) == (False, "not loaded")
    assert manager.log_command(follow=True)[-1] == str(tmp_path / "state/logs/daemon.log")


def test_where_there_is_no_service_manager_the_way_out_is_named(tmp_path: Path) -> None:
    with pytest.raises(Failure, match="muti daemon run"):
        find_manager(tmp_path, tmp_path, "win32")


@pytest.mark.rule("O6", "O15")
def test_the_service_runs_with_nothing_but_what_its_file_says(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUTI_HOME", str(home.state))
    with child(home, "relay", "--json") as relay:
        ready(relay)
        settings = load_settings(home.config)
        service = service_of(settings, None, {"PATH": "/usr/bin:/bin"})
        bare = {**service.environment, "HOME": str(home.folder)}
        daemon = subprocess.Popen(list(service.command), cwd=service.directory, env=bare)
        try:
            asked = home.json("ask", '[{"run": "echo $PATH"}, {"done": "as a service"}]')["request"]
            assert home.until(asked["public_id"], "done", 30).result == "as a service"
        finally:
            stop(daemon, signal.SIGTERM)
        assert daemon.returncode == 0, shlex.join(service.command)
        stop(relay, signal.SIGTERM)
