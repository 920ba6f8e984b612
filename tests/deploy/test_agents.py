"""What becomes of an agent's options."""

from pathlib import Path

from config.settings import AgentSettings
from deploy.agents import runtime_of


async def test_the_owners_own_claude_code_is_used_where_it_is_named(tmp_path: Path) -> None:
    program = tmp_path / "claude"
    program.write_text('#!/bin/sh\n[ "$1" = --version ] && echo 9.8.7 || echo \'{"loggedIn": true}\'\n')
    program.chmod(0o700)
    given = {"handle": "claude", "runtime": "claude", "directory": str(tmp_path)}
    agent = AgentSettings.model_validate({**given, "options": {"program": str(program)}})

    runtime = runtime_of(agent, tmp_path / "state", {"PATH": "/usr/bin:/bin"})

    assert await runtime.check() == "9.8.7"
