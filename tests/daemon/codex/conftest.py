"""The real Codex, with a local model."""

from pathlib import Path

import pytest

from tests.daemon.sides import CodexSide
from tests.emulators.openai import OpenAIEmulator


@pytest.fixture
def codex(codex_program: Path, tmp_path: Path, responses: OpenAIEmulator) -> CodexSide:
    """Codex in folders of its own."""
    return CodexSide(tmp_path, codex_program, responses)
