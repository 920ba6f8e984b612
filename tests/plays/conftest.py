"""What plays share."""

from pathlib import Path

import pytest

from relay.store.migrate import migrate


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with all its tables: made once, copied for each play."""
    path = tmp_path_factory.mktemp("template") / "relay.db"
    migrate(f"sqlite:///{path}")
    return path
