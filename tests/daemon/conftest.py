"""A furnished house with a daemon that is not running yet."""

from pathlib import Path

import pytest

from tests.daemon.scene import Scene
from tests.house import House


@pytest.fixture
def scene(running_relay: House, tmp_path: Path) -> Scene:
    """The house, and a daemon for its machine in folders of its own."""
    return Scene(running_relay, tmp_path)
