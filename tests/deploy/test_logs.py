"""What is logged, in which shape, and what never is (O12, S5)."""

import json
import os
import pty
import subprocess
import sys

import pytest

PROGRAM = """
import logging
from deploy.logs import start_logging
import structlog

def fail(token):
    raise RuntimeError("it broke")

start_logging()
structlog.get_logger("bots").info("place.waits", request="R20260906-07")
logging.getLogger("relay").warning("slow: %s s", 3)
logging.getLogger("aiohttp.access").info("GET /owner/CODE")
try:
    fail("muti_person_" + "secret")
except RuntimeError:
    logging.getLogger("relay").exception("a call failed")
"""


@pytest.mark.rule("O12", "S5")
def test_a_line_is_one_json_object_and_holds_no_variable() -> None:
    told = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert told.stdout == ""
    lines = [json.loads(line) for line in told.stderr.splitlines()]
    assert [line["event"] for line in lines] == ["place.waits", "slow: 3 s", "a call failed"]
    assert lines[0]["request"] == "R20260906-07"
    assert {line["level"] for line in lines} == {"info", "warning", "error"}
    assert "it broke" in told.stderr
    assert "muti_person_secret" not in told.stderr


@pytest.mark.rule("S5")
def test_a_terminal_gets_lines_to_read_without_variables_and_without_color_if_so_wished() -> None:
    ours, theirs = pty.openpty()
    environ = {**os.environ, "NO_COLOR": "1"}
    subprocess.run([sys.executable, "-c", PROGRAM], stderr=theirs, env=environ, check=True)
    os.close(theirs)
    told = os.read(ours, 65536).decode()
    os.close(ours)
    assert "place.waits" in told
    assert "it broke" in told
    assert "\x1b[" not in told
    assert "muti_person_secret" not in told
