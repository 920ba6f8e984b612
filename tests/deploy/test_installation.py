"""What an operator installs from: the image, the compose file, proxies and units, read strictly and run where possible."""

import fnmatch
import json
import os
import plistlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.load import load
from deploy.commands.serve import relay
from relay.wire.base import ATTACHMENT_LIMIT
from tests import needs

ROOT = Path(__file__).parents[2]
CONTAINER, PROXIES, UNITS = (ROOT / "deploy" / name for name in ("container", "proxies", "units"))
BEAT = 25
"""A stream that has nothing to say says so at least this often, in seconds."""


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile, continued lines joined."""
    text = re.sub(r"(?m)^#.*\n", "", (CONTAINER / "Dockerfile").read_text()).replace("\\\n", " ")
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in text.splitlines() if line.strip()]


def only(name: str) -> str:
    found = [rest for word, rest in instructions() if word == name]
    assert found, name
    return found[-1]


def environment() -> dict[str, str]:
    return dict(word.partition("=")[::2] for word in shlex.split(only("ENV")))


def ignored(path: str) -> bool:
    """Whether the build does not see a path: the last line that matches it or a folder of it decides."""
    lines = (CONTAINER / "Dockerfile.dockerignore").read_text().splitlines()
    found = False
    for line in (one for one in lines if one and not one.startswith("#")):
        pattern = line.removeprefix("!").replace("**/", "*")
        parents = [path, *(str(parent) for parent in Path(path).parents)]
        if any(fnmatch.fnmatch(one, pattern) for one in parents if one != "."):
            found = not line.startswith("!")
    return found


def test_the_image_is_pinned_closed_and_holds_no_secret() -> None:
    for base in (rest.split()[0] for word, rest in instructions() if word == "FROM"):
        assert re.fullmatch(r"[\w/.-]+:\d[\w.-]*", base), f"{base} may be another one tomorrow"
    installs = [rest for word, rest in instructions() if word == "RUN" and "pip install" in rest]
    assert installs
    assert all("--require-hashes" in one and "--no-deps" in one for one in installs)
    assert not [word for word, _ in instructions() if word in ("ADD", "ARG")]
    assert not [
        rest
        for word, rest in instructions()
        if word == "RUN" and re.search(r"curl|wget|chmod 777|sudo", rest)
    ]
    assert only("USER") == "10001:10001", "a number: an engine can tell that it is not root"
    assert only("STOPSIGNAL") == "SIGTERM"
    for name in ("ENTRYPOINT", "CMD"):
        assert json.loads(only(name)), "no shell between the signal and the program"
    assert not [name for name in environment() if re.search("TOKEN|SECRET|PASSWORD|KEY|URL", name)]


def test_the_build_sees_the_program_and_nothing_else() -> None:
    sources = [rest.split()[0] for word, rest in instructions() if word == "COPY" and "--from" not in rest]
    assert sources == ["requirements.lock", "bots", "config", "daemon", "deploy", "relay"]
    assert all((ROOT / source).exists() and not ignored(source) for source in sources)
    for hidden in (
        ".git/config", ".venv/bin/python", "config.toml", ".env", "tests/house.py", "deploy/container/.env",
        "deploy/container/secrets/database_url", "relay/__pycache__/audit.cpython-311.pyc",
    ):  # fmt: skip
        assert ignored(hidden), hidden
    assert not ignored("deploy/demo/project.toml")


@pytest.mark.slow
@pytest.mark.rule("O2", "O12", "O15")
def test_what_is_in_the_image_runs_is_healthy_and_ends_on_the_signal(tmp_path: Path) -> None:
    """The steps of the Dockerfile in a clean folder, with the packages of the lock file as they are installed here."""
    app, state = tmp_path / "app", tmp_path / "state"
    state.mkdir(mode=0o700)
    for source in ("bots", "config", "daemon", "deploy", "relay"):
        shutil.copytree(ROOT / source, app / source, ignore=_ignore)
    before = listing(app)
    environ = {name: text.replace("/app", str(app)) for name, text in environment().items() if name != "PATH"}
    environ |= {"PATH": os.environ["PATH"], "MUTI_HOME": str(state), "HOME": str(state)}
    port = free_port()
    environ |= {"MUTI_RELAY__LISTEN": f"0.0.0.0:{port}", "MUTI_RELAY__PUBLIC_URL": "http://127.0.0.1:8787"}
    program = [sys.executable, *json.loads(only("ENTRYPOINT"))[1:], *json.loads(only("CMD"))]
    probe = [sys.executable, *json.loads(only("HEALTHCHECK").partition("CMD ")[2])[1:]]
    assert subprocess.run(probe, cwd=app, env=environ, check=False).returncode == 1, "nothing runs yet"
    child = subprocess.Popen(
        program, cwd=app, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert child.stdout is not None
        line = child.stdout.readline()
        assert "muti is up at" in line, child.communicate(timeout=5)
        assert "One-time link" in child.stdout.readline()
        assert subprocess.run(probe, cwd=app, env=environ, check=False).returncode == 0
        child.send_signal(signal.SIGTERM)
        _, err = child.communicate(timeout=60)
    finally:
        child.kill()
        child.communicate()
    assert child.returncode == 0, err
    assert "Traceback" not in err
    assert listing(app) == before, "it writes nothing beside its state: the file system may be read-only"
    assert sorted(path.name for path in state.iterdir() if path.name.startswith("relay.db")) != []


def _ignore(folder: str, names: list[str]) -> list[str]:
    inside = Path(folder).relative_to(ROOT)
    return [name for name in names if ignored(str(inside / name))]


def listing(folder: Path) -> list[str]:
    return sorted(str(path) for path in folder.rglob("*"))


def free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def compose() -> Any:
    return yaml.safe_load((CONTAINER / "compose.yaml").read_text())


def test_the_compose_file_opens_one_port_of_this_computer_and_hides_the_rest(compose: Any) -> None:
    services = compose["services"]
    assert set(services) == {"database", "relay"}
    relay_, database = services["relay"], services["database"]
    assert relay_["ports"] == ["127.0.0.1:8787:8787"]
    assert "ports" not in database
    assert compose["networks"]["inside"] == {"internal": True}
    assert database["networks"] == ["inside"]
    assert relay_["read_only"] is True
    assert relay_["cap_drop"] == ["ALL"]
    assert relay_["tmpfs"] == ["/tmp"]
    for service in services.values():
        assert "no-new-privileges:true" in service["security_opt"]
        assert service["restart"] == "unless-stopped"
        assert not {"privileged", "cap_add", "network_mode", "pid", "devices"} & set(service)
        assert set(service["secrets"]) <= set(compose["secrets"])
        assert not [name for name, text in service["environment"].items() if _looks_secret(name, str(text))]
    assert relay_["depends_on"]["database"]["condition"] == "service_healthy"
    assert database["healthcheck"]
    for name in ("database", "relay"):
        volumes = {volume.partition(":")[0] for volume in services[name]["volumes"]}
        assert volumes <= set(compose["volumes"])
    seconds = int(relay_["stop_grace_period"].removesuffix("s"))
    assert seconds > 10, "longer than it takes to finish what it answers"


def _looks_secret(name: str, text: str) -> bool:
    return bool(re.search("PASSWORD|TOKEN|SECRET|DATABASE_URL", name)) and not text.startswith(
        "/run/secrets/"
    )


def test_the_compose_files_variables_are_settings_that_go_together(compose: Any, tmp_path: Path) -> None:
    (tmp_path / "database_url").write_text("postgresql://muti:dummy@database/muti\n")
    said = {"MUTI_OWNER_NAME": "Olga"}
    environ = {**environment()}
    for name, text in compose["services"]["relay"]["environment"].items():
        filled = re.sub(r"\$\{(\w+)(?::?[-?]([^}]*))?\}", lambda m: said.get(m[1], m[2] or ""), text)
        environ[name] = filled.replace("/run/secrets", str(tmp_path))
    settings = load(None, environ)
    assert settings.owner.name == "Olga"
    assert settings.database_url.get_secret_value() == "postgresql://muti:dummy@database/muti"
    assert settings.relay.listen == "0.0.0.0:8787"
    assert settings.home == Path("/var/lib/muti")


def test_the_image_can_back_up_the_server_that_the_compose_file_starts(compose: Any) -> None:
    server = re.search(r"postgres:(\d+)", compose["services"]["database"]["image"])
    client = re.search(r"postgresql-client-(\d+)", (CONTAINER / "Dockerfile").read_text())
    assert server is not None
    assert client is not None
    assert server[1] == client[1], "an older pg_dump refuses a newer server"
    assert compose["services"]["relay"]["build"]["dockerfile"] == "deploy/container/Dockerfile"
    assert (CONTAINER / compose["services"]["relay"]["build"]["context"]).resolve() == ROOT


# -- proxies ------------------------------------------------------------------------------------------------------


def blocks(text: str) -> Any:
    """nginx's own grammar: words up to ; are a directive, up to { a block (nginx.org, "Configuration file's structure")."""
    words = iter(shlex.split(re.sub(r"[;{}]", r" \g<0> ", text), comments=True))

    def read() -> list[tuple[list[str], Any]]:
        found: list[tuple[list[str], Any]] = []
        line: list[str] = []
        for word in words:
            if word == ";":
                found.append((line, None))
            elif word == "{":
                found.append((line, read()))
            elif word == "}":
                assert line == [], f"{line} has no ;"
                return found
            else:
                line = [*line, word]
                continue
            line = []
        assert line == []
        return found

    return read()


def directives(block: Any) -> dict[str, list[str]]:
    return {
        " ".join(line[:2]) if line[0] == "proxy_set_header" else line[0]: line
        for line, inner in block
        if inner is None
    }


def test_nginx_passes_events_on_at_once_and_keeps_secrets_out_of_its_log() -> None:
    text = (PROXIES / "nginx.conf").read_text()
    server, plain = (inner for line, inner in blocks(text) if line == ["server"])
    locations = {tuple(line[1:]): directives(inner) for line, inner in server if inner is not None}
    everything = locations["/",]
    for name, value in {
        "proxy_pass": "http://127.0.0.1:8787", "proxy_http_version": "1.1", "proxy_buffering": "off",
        "proxy_request_buffering": "off", "proxy_cache": "off", "gzip": "off",
    }.items():  # fmt: skip
        assert everything[name][1] == value, name
    assert everything["proxy_set_header Host"][2] == "$host"
    assert everything["proxy_set_header Connection"][2] == ""
    assert everything["proxy_read_timeout"][1] == "1h"
    assert locations["=", "/metrics"]["return"][1] == "404"
    slack = locations["=", "/slack/events"]
    assert slack["proxy_pass"][1] == "http://127.0.0.1:8788", (
        "the path unchanged: the signature is over what was sent"
    )
    for block in (server, plain):
        assert directives(block)["access_log"][1] == "off"
    most = directives(server)["client_max_body_size"][1]
    assert int(most.removesuffix("m")) * 1024 * 1024 > ATTACHMENT_LIMIT
    assert directives(plain)["return"][1:] == ["301", "https://$host$request_uri"]


def test_caddy_passes_events_on_at_once() -> None:
    text = re.sub(r"(?m)#.*$", "", (PROXIES / "Caddyfile").read_text())
    assert text.count("{") == text.count("}")
    assert re.search(r"reverse_proxy 127\.0\.0\.1:8787 \{\s*flush_interval -1", text)
    assert re.search(r"handle /slack/events \{\s*reverse_proxy 127\.0\.0\.1:8788\s*\}", text)
    assert "respond @inside 404" in text
    assert not re.search(r"(?m)^\s*(log|encode|header_up)", text)
    assert int(re.search(r"max_size (\d+)MB", text)[1]) * 10**6 > ATTACHMENT_LIMIT  # type: ignore[index]


def test_proxies_that_are_here_accept_their_files(tmp_path: Path) -> None:
    """Where a proxy is installed it reads its own file; elsewhere the readings above have to do."""
    if caddy := shutil.which("caddy"):
        told = subprocess.run(
            [caddy, "validate", "--config", PROXIES / "Caddyfile"], capture_output=True, check=False
        )
        assert told.returncode == 0, told.stderr
    if (nginx := shutil.which("nginx")) and (openssl := shutil.which("openssl")):
        key, certificate = tmp_path / "key", tmp_path / "certificate"
        make = [
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-subj",
            "/CN=x",
            "-keyout",
            key,
            "-out",
            certificate,
        ]
        subprocess.run([openssl, *make], capture_output=True, check=True)
        text = re.sub(r"(?<=certificate_key )\S+(?=;)", str(key), (PROXIES / "nginx.conf").read_text())
        text = re.sub(r"(?<=certificate )\S+(?=;)", str(certificate), text)
        (tmp_path / "nginx.conf").write_text(f"events {{}}\nhttp {{\n{text}\n}}\n")
        told = subprocess.run(
            [nginx, "-t", "-c", tmp_path / "nginx.conf", "-p", tmp_path], capture_output=True, check=False
        )
        assert told.returncode == 0, told.stderr


# -- units --------------------------------------------------------------------------------------------------------


def test_the_relays_units_say_the_same_on_both_systems() -> None:
    unit = (UNITS / "muti-relay.service").read_text()
    plist = plistlib.loads((UNITS / "chat.muti.relay.plist").read_bytes())
    command = re.search(r"(?m)^ExecStart=(.*)$", unit)
    assert command is not None
    assert [word.rpartition("/")[2] for word in command[1].split()] == [
        word.rpartition("/")[2] for word in plist["ProgramArguments"]
    ]
    assert plist["ProgramArguments"][-1] == relay.__name__
    assert (plist["Umask"], "UMask=0077" in unit) == (0o077, True)
    assert plist["KeepAlive"] == {"SuccessfulExit": False}
    assert "Restart=on-failure" in unit
    assert "RestartPreventExitStatus=2" in unit
    assert f"TimeoutStopSec={plist['ExitTimeOut']}" in unit
    assert set(plist["EnvironmentVariables"]) == {"MUTI_HOME"}
    assert plist["RunAtLoad"] is True


@pytest.mark.systemd
def test_systemd_reads_the_relays_unit_without_a_word(tmp_path: Path) -> None:
    text = (UNITS / "muti-relay.service").read_text().replace("/opt/muti/bin/muti", sys.executable)
    file = tmp_path / "muti-relay.service"
    file.write_text(text)
    analyzer = needs.require("systemd")
    told = subprocess.run([analyzer, "verify", "--man=no", file], capture_output=True, text=True, check=False)
    ours = [line for line in told.stderr.splitlines() if "muti-relay" in line]
    assert (told.returncode, ours) == (0, [])
