"""Whether the relay in this container can serve: its /readyz, asked from inside. ``python -m deploy.container.health``."""

import os
import sys
from http.client import HTTPConnection, HTTPException

SECONDS = 4.0
"""The engine gives up after five."""


def is_ready(listen: str) -> bool:
    """Whether the relay that listens there says that it is ready; ``listen`` is ``relay.listen``."""
    port = int(listen.rpartition(":")[2])
    connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(0 if is_ready(os.environ.get("MUTI_RELAY__LISTEN", "127.0.0.1:8787")) else 1)
