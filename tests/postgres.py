"""A real PostgreSQL server for tests and benchmarks: Debian's programs, a throw-away folder, loopback only."""

import itertools
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql

START_LIMIT = 30.0  # seconds until a server that does not answer is given up
STOP_LIMIT = 10.0
ATTEMPTS = 3  # between choosing a free port and binding it somebody else may take it

# Without these a crash of the machine loses the data, which is no matter here and saves most of the time.
CARELESS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class ServerFailed(Exception):
    """PostgreSQL did not start; its own words follow."""


class PostgresServer:
    """A running server. `create_database` gives each test one of its own."""

    def __init__(self, port: int, password: str, process: "subprocess.Popen[bytes]") -> None:
        self.port = port
        self.process = process
        self._password = password
        self._numbers = itertools.count(1)
        self._admin = psycopg.connect(self.url("postgres"), autocommit=True)

    def url(self, database: str) -> str:
        """The address of a database, in the form that the configuration takes (O10)."""
        return _url(self.port, self._password, database)

    def create_database(self, template: str = "template0") -> str:
        """A new database, empty or a copy of ``template`` (which nobody may be connected to); its name."""
        name = f"test_{next(self._numbers)}"
        statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        self._admin.execute(statement.format(sql.Identifier(name), sql.Identifier(template)))
        return name

    def drop_database(self, name: str) -> None:
        """Remove a database, with the connections that a test left open."""
        self._admin.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))

    def close(self) -> None:
        """End the server: a fast shutdown, then a kill."""
        self._admin.close()
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(STOP_LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def _url(port: int, password: str, database: str) -> str:
    return f"postgresql://muti:{password}@127.0.0.1:{port}/{database}"


@contextmanager
def run_postgres(programs: Path, *, durable: bool = False) -> Iterator[PostgresServer]:
    """A fresh server for the length of a ``with`` block.

    Args:
        programs: the folder that holds ``initdb`` and ``postgres``.
        durable: keep fsync on, as benchmarks must.

    Raises:
        ServerFailed: it did not start.
    """
    # Not below pytest's own folder: that is closed to the user that PostgreSQL runs as.
    folder = Path(tempfile.mkdtemp(prefix="muti-postgres-"))
    password = secrets.token_hex(16)
    try:
        _initialise(programs, folder, password)
        server = _start(programs, folder, password, durable=durable)
        try:
            yield server
        finally:
            server.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _initialise(programs: Path, folder: Path, password: str) -> None:
    secret = folder / "password"
    secret.write_text(password)
    if os.geteuid() == 0:
        account = pwd.getpwnam("postgres")
        for path in (folder, secret):
            os.chown(path, account.pw_uid, account.pw_gid)
    command = ("initdb", "--pgdata", folder / "data", "--username", "muti", "--pwfile", secret)
    options = (
        "--auth",
        "scram-sha-256",
        "--encoding",
        "UTF8",
        "--locale",
        "C.UTF-8",
        "--no-sync",
        "--no-instructions",
    )
    run = subprocess.run(
        _unprivileged(programs / command[0], *command[1:], *options),
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if run.returncode != 0:
        raise ServerFailed(run.stderr)


def _unprivileged(program: Path, *arguments: str | Path) -> list[str]:
    """The command line, as the user ``postgres`` where we are root, whom PostgreSQL refuses."""
    command = [str(program), *map(str, arguments)]
    if shutil.which("setpriv") is None:
        return command
    # The server must not outlive a test run that was killed.
    become = ["--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
    return ["setpriv", *become, "--pdeathsig=INT", *command]


def _start(programs: Path, folder: Path, password: str, *, durable: bool) -> PostgresServer:
    for _ in range(ATTEMPTS):
        port = _free_port()
        process = _launch(programs, folder, port, () if durable else CARELESS)
        if _wait_until_ready(process, _url(port, password, "postgres")):
            return PostgresServer(port, password, process)
        process.kill()
        process.wait()
    raise ServerFailed((folder / "log").read_text(errors="replace"))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _launch(programs: Path, folder: Path, port: int, careless: tuple[str, ...]) -> "subprocess.Popen[bytes]":
    settings = (
        "listen_addresses=127.0.0.1", f"port={port}", "unix_socket_directories=", "max_connections=200",
        "shared_buffers=64MB", "log_min_messages=fatal", "jit=off", *careless,
    )  # fmt: skip
    options = [part for setting in settings for part in ("-c", setting)]
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(
            _unprivileged(programs / "postgres", "-D", folder / "data", *options),
            cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
        )  # fmt: skip


def _wait_until_ready(process: "subprocess.Popen[bytes]", url: str) -> bool:
    """Whether the server came to answer; false when it ended first, for instance for a taken port."""
    deadline = time.monotonic() + START_LIMIT
    while process.poll() is None and time.monotonic() < deadline:
        if _answers(url):
            return True
        time.sleep(0.02)
    return False


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True
