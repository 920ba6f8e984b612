"""The command line against a house that runs: what a card can do, in words (O5)."""

import json
from collections.abc import Iterator

import pytest

from tests.deploy.at_home import Home, make_home, running

pytestmark = pytest.mark.rule("O5")


def script(*moves: dict[str, object]) -> str:
    return json.dumps(moves)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    made = make_home(tmp_path_factory.mktemp("home"))
    with running(made) as said:
        assert said["owner_link"].startswith(said["url"] + "/owner/")
        yield made


def test_ask_and_wait_shows_the_result_and_the_progress_beside_it(home: Home) -> None:
    said = home.run("ask", script({"progress": 60, "text": "half way"}, {"done": "It is *done*."}), "--wait")
    assert said.code == 0, said
    assert "It is *done*." in said.out
    assert "R20" in said.err


def test_a_failed_request_is_exit_code_1(home: Home) -> None:
    said = home.run("ask", script({"fail": "no disk"}), "--wait", "--json")
    assert said.code == 1
    assert said.json["request"]["state"] == "failed"
    assert "no disk" in said.json["request"]["result"] or "no disk" in str(said.json["request"]["reason"])


def test_a_prompt_can_come_from_standard_input(home: Home) -> None:
    said = home.run("ask", "-", "--wait", "--json", stdin=script({"done": "from a pipe: 好 👍"}))
    assert said.json["request"]["result"] == "from a pipe: 好 👍"


def test_a_member_waits_in_the_queue_and_is_approved_by_a_short_id(home: Home) -> None:
    view = home.member_asks(script({"done": "ok"}))
    assert view.public_id in home.run("queue").out
    number = view.public_id.rpartition("-")[2]

    undecided = home.run("approve", number, "--no-input")
    assert (undecided.code, "--yes" in undecided.err) == (2, True)
    assert view.prompt.split(":")[0].strip("[{") in undecided.err, "what is decided is shown first"

    said = home.json("approve", number, "--yes")
    assert said["muti"] == 1
    assert said["request"]["public_id"] == view.public_id
    home.until(view.public_id, "done")
    again = home.run("approve", number, "--yes", "--json")
    assert again.code == 1
    assert again.json["error"]["code"] == "late"
    assert again.err.startswith("muti: ")


def test_deny_tells_why(home: Home) -> None:
    view = home.member_asks("something else")
    home.json("deny", view.public_id, "--reason", "not today", "--yes")
    told = home.run("status", view.public_id)
    assert told.code == 0
    assert "not today" in told.out


def test_allow_always_is_a_grant_that_can_be_revoked(home: Home) -> None:
    view = home.member_asks(script({"done": "1"}), "Sam")
    home.json("approve", view.public_id, "--always", "--yes")
    later = home.member_asks(script({"done": "2"}), "Sam")
    assert later.state != "pending"
    grants = [grant for grant in home.json("grants", "list")["grants"] if grant["revoked_at"] is None]
    assert [(grant["person_name"], grant["uses"]) for grant in grants] == [("Sam", 1)]
    home.json("grants", "revoke", grants[0]["grant"])
    assert home.member_asks("3", "Sam").state == "pending"


def test_an_action_that_pauses_is_shown_and_approved_once(home: Home) -> None:
    (home.project / "old.txt").write_text("old")
    asked = home.json("ask", script({"delete": "old.txt"}, {"done": "gone"}))["request"]
    home.until_paused(asked["public_id"])
    told = home.run("approve", asked["public_id"], "--no-input")
    assert "rm -- old.txt" in told.err
    assert (home.project / "old.txt").exists()
    home.json("approve", asked["public_id"], "--yes")
    home.until(asked["public_id"], "done")
    assert not (home.project / "old.txt").exists()


def test_an_action_that_is_denied_does_not_happen(home: Home) -> None:
    (home.project / "kept.txt").write_text("kept")
    asked = home.json("ask", script({"delete": "kept.txt"}, {"done": "went on"}))["request"]
    home.until_paused(asked["public_id"])
    home.json("deny", asked["public_id"], "--yes")
    assert home.until(asked["public_id"], "done").result == "went on"
    assert (home.project / "kept.txt").exists()


def test_cancel_ends_a_running_request_and_retry_asks_anew(home: Home) -> None:
    asked = home.json("ask", script({"wait": 60}, {"done": "late"}))["request"]
    home.until(asked["public_id"], "running")
    home.json("cancel", asked["public_id"])
    home.until(asked["public_id"], "cancelled")
    again = home.json("retry", asked["public_id"])["request"]
    assert again["public_id"] != asked["public_id"]
    assert again["retry_of"] == asked["request"] or again["retry_of"] == asked["public_id"]
    home.json("cancel", again["public_id"])
    home.until(again["public_id"], "cancelled")


def test_stop_cancels_what_is_queued_and_names_what_runs(home: Home) -> None:
    first = home.json("ask", script({"wait": 60}))["request"]
    home.until(first["public_id"], "running")
    second = home.json("ask", script({"done": "never"}))["request"]
    stopped = home.json("stop", "--machine", "laptop", "--yes")
    assert second["public_id"] in stopped["cancelled"]
    assert stopped["running"] == [first["public_id"]]
    home.json("stop", "--now", "--yes")
    home.until(first["public_id"], "cancelled")
    assert home.run("stop", "--person", "Nobody", "--yes").code == 1


def test_rooms_invites_links_and_machines(home: Home) -> None:
    made = home.json("room", "new", "Lab", "--agent", "helper")["room"]
    assert "Lab: @helper" in home.run("room", "list").out
    ambiguous = home.run("invite")
    assert (ambiguous.code, "Backend, Lab" in ambiguous.err) == (1, True)
    invite = home.json("invite", "--room", "Lab", "--guest", "--expires", "1h")
    assert invite["url"].startswith(home.url + "/join/")
    assert invite["invite"]["room"] == made["room"]
    assert home.json("link", "--browser")["url"].startswith(home.url + "/owner/")
    assert len(home.json("link")["code"]["code"]) == 8
    home.json("room", "bind", "slack:T1:C1", "--room", "Lab")

    token = home.json("machines", "add", "server")["machine"]["token"]
    assert token.startswith("muti_machine_")
    home.json("machines", "revoke", "server", "--yes")
    assert "server: no agents; revoked" in home.run("machines", "list").out
    assert home.run("machines", "revoke", "server", "--yes").code == 1


def test_status_without_an_id_says_how_everything_is(home: Home) -> None:
    said = home.run("status")
    assert said.code == 0, said
    assert "helper on laptop: present" in said.out
    assert home.json("daemon", "status")["machines"][0]["present"]


@pytest.mark.rule("U1")
def test_audit_verify_keeps_the_head_and_finds_a_cut_tail(home: Home) -> None:
    found = home.json("audit", "verify")
    assert found["whole"]
    head = home.state / "audit-head"
    assert head.read_text() == f"{found['rows']}:{found['head']}"
    try:
        head.write_text(f"{found['rows'] + 1000}:{'0' * 64}")
        cut = home.run("audit", "verify")
        assert (cut.code, "are missing" in cut.out) == (1, True)
        head.write_text(f"{found['rows']}:{'0' * 64}")
        changed = home.run("audit", "verify", "--json")
        assert (changed.code, changed.json["whole"]) == (1, False)
        assert f"row {found['rows']}" in changed.json["fault"]
    finally:
        head.unlink()
    assert home.run("audit", "verify").code == 0


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_audit_export_has_every_row_in_order(home: Home, form: str) -> None:
    file = home.folder / f"audit.{form}"
    rows = home.json("audit", "export", "--format", form, "--output", str(file))["rows"]
    lines = file.read_text().splitlines()
    assert file.stat().st_mode & 0o077 == 0
    numbers = (
        [json.loads(line)["number"] for line in lines]
        if form == "jsonl"
        else [int(line.partition(",")[0]) for line in lines[1:]]
    )
    assert numbers == list(range(1, rows + 1))
    again = home.run("audit", "export", "--format", form, "--output", str(file))
    assert (again.code, "name another file" in again.err) == (1, True)


def test_doctor_probes_and_names_what_it_skips(home: Home) -> None:
    said = home.run("doctor", "--json")
    found = {probe["name"]: probe["status"] for probe in said.json["probes"]}
    assert said.code in (0, 3), said
    assert found["relay"] == found["token"] == found["machines"] == found["agent.helper"] == "ok"
    assert found["slack.bot"] == found["slack.tap"] == found["feishu"] == "skip"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["status", "R20200101-01"], 1, "There is no request R20200101-01"),
        (["approve", "banana", "--yes"], 1, "R20260906-07"),
        (["ask", "", "--room", "Backend"], 1, ""),
        (["ask", "x", "--agent", "nobody", "--room", "Backend"], 1, "helper"),
        (["ask", "x", "--room", "Attic"], 1, "Your rooms"),
        (["ask", "x" * 100_001, "--room", "Backend"], 1, "100,000"),
        (["audit", "export", "--format", "xml"], 2, "jsonl or csv"),
        (["invite", "--room", "Backend", "--expires", "soon"], 1, "24h"),
        (["grants", "revoke", "nothing"], 1, ""),
        (["nonsense"], 2, ""),
        (["status", "--nonsense"], 2, ""),
    ],
)
def test_what_cannot_be_done_is_told_with_what_to_do(
    home: Home, words: list[str], code: int, told: str
) -> None:
    said = home.run(*words)
    assert said.code == code, said
    assert told in said.err
    assert said.out == ""
    assert said.err.strip()
    assert "Traceback" not in said.err
