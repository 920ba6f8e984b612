"""The wire to an agent that may end at any moment."""

from pathlib import Path

import pytest

from daemon.acp.link import ChildLink
from daemon.process import spawn
from tests.daemon.sides import LIMITS, PATH


@pytest.mark.rule("X2", "X4")
async def test_an_answer_to_an_agent_that_is_gone_is_no_fault_and_a_question_to_it_is(tmp_path: Path) -> None:
    child = await spawn(["true"], tmp_path, {"PATH": PATH}, "gone")
    link = ChildLink(child)
    try:
        assert await link.receive() is None
        await link.close()
        await link.send({"jsonrpc": "2.0", "id": 1, "result": {}})
        await link.send({"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "no"}})
        for method in ({"id": 2, "method": "session/prompt"}, {"method": "session/cancel"}):
            with pytest.raises(ConnectionError):
                await link.send({"jsonrpc": "2.0", **method})
    finally:
        await child.stop(LIMITS)
