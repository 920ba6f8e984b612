"""A git server over HTTP that wants a password, and an owner's home that has it; both real, on loopback."""

import asyncio
import base64
import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import web

USER, PASSWORD = "olga", "dummy-password-of-olga"
_ALLOWED = "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
ENVIRONMENT = {"PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1"}


@dataclass
class Remote:
    """Bare repositories in a folder, behind git-http-backend(1). ``refused`` counts calls without the password."""

    folder: Path
    url: str = ""
    refused: int = 0
    asked: list[str] = field(default_factory=list)

    def make(self, name: str) -> str:
        """A new bare repository that may be pushed to; its address."""
        git(self.folder, "init", "-q", "--bare", name)
        git(self.folder / name, "config", "http.receivepack", "true")
        return f"{self.url}/{name}"

    def refs(self, name: str) -> dict[str, str]:
        """What a repository has, by full name."""
        lines = git(self.folder / name, "for-each-ref", "--format=%(refname) %(objectname)").splitlines()
        return dict(line.split() for line in lines)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """One request, given to git's own program as CGI (RFC 3875)."""
        self.asked.append(request.path_qs)
        if request.headers.get("Authorization") != _ALLOWED:
            self.refused += 1
            return web.Response(status=401, headers={"WWW-Authenticate": 'Basic realm="git"'})
        variables = {
            "REQUEST_METHOD": request.method,
            "QUERY_STRING": request.query_string,
            "PATH_INFO": request.path,
            "CONTENT_TYPE": request.headers.get("Content-Type", ""),
            "HTTP_CONTENT_ENCODING": request.headers.get("Content-Encoding", ""),
            "HTTP_GIT_PROTOCOL": request.headers.get("Git-Protocol", ""),
            "GIT_PROJECT_ROOT": str(self.folder),
            "GIT_HTTP_EXPORT_ALL": "1",
            "REMOTE_USER": USER,
            "HOME": "/nonexistent",
        }
        child = await asyncio.create_subprocess_exec(
            "git",
            "http-backend",
            env={**ENVIRONMENT, **variables},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        printed, _ = await child.communicate(await request.read())
        return _response(printed)


def _response(printed: bytes) -> web.Response:
    head, _, body = printed.partition(b"\r\n\r\n")
    fields = dict(line.split(": ", 1) for line in head.decode().split("\r\n"))
    status = int(fields.pop("Status", "200").split()[0])
    return web.Response(status=status, headers=fields, body=body)


@asynccontextmanager
async def serve_git(folder: Path) -> AsyncIterator[Remote]:
    """The server, with no repository yet."""
    folder.mkdir()
    remote = Remote(folder)
    app = web.Application(client_max_size=64 * 1024 * 1024)
    app.router.add_route("*", "/{tail:.*}", remote.handle)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    remote.url = f"http://{host}:{port}"
    try:
        yield remote
    finally:
        await runner.cleanup()


def git(folder: Path, *arguments: str) -> str:
    """Run git as the agent would, with no settings of ours."""
    done = subprocess.run(
        ["git", "-c", "user.name=Agent", "-c", "user.email=agent@example.com", *arguments],
        cwd=folder,
        env={**ENVIRONMENT, "HOME": "/nonexistent"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def make_home(folder: Path) -> Path:
    """The owner's home: a key, and a credential helper that knows the password."""
    (folder / ".ssh").mkdir(parents=True)
    (folder / ".ssh" / "id_ed25519").write_text("dummy key of olga")
    helper = write_program(folder / "helper", f"echo username={USER}; echo password={PASSWORD}")
    (folder / ".gitconfig").write_text(f"[credential]\n\thelper = {helper}\n")
    return folder


def write_program(path: Path, text: str) -> Path:
    """A shell script that can be run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def make_work(folder: Path, address: str) -> str:
    """A working directory with one commit on ``main`` and the remote ``origin``; the commit."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-q", "-b", "main")
    (folder / "a.txt").write_text("one\n")
    git(folder, "add", "a.txt")
    git(folder, "commit", "-q", "-m", "one")
    git(folder, "remote", "add", "origin", address)
    shutil.rmtree(folder / ".git" / "hooks", ignore_errors=True)
    (folder / ".git" / "hooks").mkdir()
    return git(folder, "rev-parse", "HEAD")
