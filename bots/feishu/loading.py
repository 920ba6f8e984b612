"""Loads lark-oapi, so that it does no harm; whoever wants something of it imports `bots.feishu.sdk`.

It takes some seconds and 160 MB, so nothing may import it where Feishu is not used (O3). While it is imported it
takes the event loop of its thread for its own long connection, or makes one and leaves it open. It gets a thread of
its own for that, in which there is none, and the one that it makes is closed: its long connection is not used.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module


def _load() -> None:
    import_module("lark_oapi.ws.client").loop.close()


if "lark_oapi" not in sys.modules:
    with ThreadPoolExecutor(1) as thread:
        thread.submit(_load).result()
