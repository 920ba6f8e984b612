"""`muti people erase`: asked first, said plainly, and gone from everything that the owner can look at (O16)."""

import json
from pathlib import Path

import pytest

from tests.deploy.at_home import make_home, running

pytestmark = pytest.mark.rule("O16", "O5")


@pytest.mark.slow
def test_a_person_is_erased_by_name_and_what_stays_is_said(tmp_path: Path) -> None:
    home = make_home(tmp_path)
    with running(home):
        asked = home.member_asks(json.dumps([{"done": "the words of Mina"}]))
        home.json("approve", asked.public_id, "--yes")
        home.until(asked.public_id, "done", 60)
        unsure = home.run("people", "erase", "Mina", "--no-input")
        assert (unsure.code, "--yes" in unsure.err) == (2, True)
        nobody = home.run("people", "erase", "Nina", "--yes")
        assert (nobody.code, "Nobody in your rooms is called Nina" in nobody.err) == (1, True)
        said = home.run("people", "erase", "Mina", "--yes")
        assert said.code == 0, said
        assert "with the texts of 1 requests" in said.out
        assert "the audit log" in said.out
        view = home.json("status", asked.public_id)["request"]
        assert (view["prompt"], view["result"], view["asker_name"]) == ("[erased]", None, "erased")
        assert "Mina" not in home.run("room", "list").out
        assert home.json("audit", "verify")["whole"]
        again = home.json("people", "erase", asked.asker, "--yes")
        assert (again["erased"], again["requests"]) == (asked.asker, 0)
