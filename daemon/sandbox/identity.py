"""Whose name stands under the agent's commits: the owner's own for git, of which a box shows no more than this."""

import asyncio
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

SECONDS = 10.0
KEYS = ("user.name", "user.email")


async def read_identity(environment: Mapping[str, str]) -> dict[str, str]:
    """Name and address of the owner's own settings of git; nothing where there are none, or no git."""
    program = shutil.which("git")
    home = environment.get("HOME")
    if program is None or home is None:
        return {}
    asked = await asyncio.create_subprocess_exec(
        program,
        *("config", "--global", "--null", "--get-regexp", r"^user\.(name|email)$"),
        cwd=Path("/"),
        env={"HOME": home, "PATH": os.defpath},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    said, _ = await asyncio.wait_for(asked.communicate(), SECONDS)
    pairs = (line.partition("\n") for line in said.decode(errors="replace").split("\0") if line)
    return {name: value for name, _, value in pairs if name in KEYS}


def render(identity: Mapping[str, str]) -> str:
    """The file, with the escapes that git-config(1) names."""
    lines = ["[user]"]
    for name, value in identity.items():
        plain = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
        lines.append(f'\t{name.removeprefix("user.")} = "{plain}"')
    return "\n".join(lines) + "\n"
