"""The daemon's durable queue: what returned is on the disk, and what is not known is not repeated."""

import errno
import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.journal import (
    ExecutionKnown,
    Journal,
    JournalClosed,
    JournalDamaged,
    JournalFull,
    JournalHeld,
    JournalUnclear,
    Phase,
    WorkUnknown,
)

ROOT = Path(__file__).parents[2]
REQUEST = "R20260906-07"


def open_journal(folder: Path, **options: Any) -> Journal:
    return Journal(folder / "state", machine="desk", **options)


@pytest.fixture
def journal(tmp_path: Path) -> Any:
    with open_journal(tmp_path) as opened:
        opened.accept(REQUEST, 1, {"prompt": "fix it"})
        yield opened


def run_child(folder: Path, code: str, **options: Any) -> subprocess.Popen[str]:
    """Another process with its own journal object; ``print`` reaches us line by line."""
    prelude = (
        "import sys\nfrom pathlib import Path\nfrom daemon.journal import *\nfolder = Path(sys.argv[1])\n"
    )
    return subprocess.Popen(
        [sys.executable, "-u", "-c", prelude + code, str(folder / "state")],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def read_line(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    return child.stdout.readline().strip()


def kill(child: subprocess.Popen[str]) -> str:
    child.kill()
    assert child.stdout is not None
    assert child.stderr is not None
    with child:  # `communicate` would lose what these readers have taken in already
        out, err = child.stdout.read(), child.stderr.read()
    assert "Traceback" not in err, err
    return out


# --- work ---------------------------------------------------------------------------------------


@pytest.mark.rule("X4", "X8")
def test_work_comes_back_with_its_phase_session_and_process_after_a_restart(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        journal.accept(REQUEST, 3, {"prompt": "修复 it"})
        journal.accept("R20260906-08", 4, {"prompt": "next"})
        journal.send_prompt(REQUEST, "s-1")
        assert journal.works()[0].phase is Phase.prompt_sent
        journal.session_ready(REQUEST, "s-1", 4711, 1234.5)
    with open_journal(tmp_path) as journal:
        first, second = journal.works()
    assert (first.request, first.fence, first.claim) == (REQUEST, 3, {"prompt": "修复 it"})
    assert (first.phase, first.session, first.process, first.process_started) == (
        Phase.session_ready,
        "s-1",
        4711,
        1234.5,
    )
    assert (second.request, second.phase, second.session) == ("R20260906-08", Phase.accepted, None)


@pytest.mark.rule("N2")
def test_work_under_an_older_fence_number_is_refused_and_changes_nothing(journal: Journal) -> None:
    journal.send_prompt(REQUEST, "s-1")
    journal.accept(REQUEST, 2, {"prompt": "fix it", "again": True})
    with pytest.raises(WorkUnknown):
        journal.accept(REQUEST, 1, {"prompt": "old"})
    (work,) = journal.works()
    assert (work.fence, work.claim["again"], work.phase, work.session) == (2, True, Phase.prompt_sent, "s-1")


def test_ended_work_is_forgotten_only_when_all_is_said_and_every_effect_is_known(journal: Journal) -> None:
    journal.append(REQUEST, ["a"])
    journal.start_execution(REQUEST, "c1", "d1")
    assert not journal.forget(REQUEST)
    journal.end(REQUEST)
    assert not journal.forget(REQUEST)
    journal.mark_sent(REQUEST, 1)
    assert not journal.forget(REQUEST)
    journal.end_execution(REQUEST, "c1", "done")
    assert journal.forget(REQUEST)
    assert journal.works() == []


@pytest.mark.rule("J4", "J6", "E1")
def test_an_outcome_and_what_is_said_of_it_are_one_write_and_only_the_first_counts(journal: Journal) -> None:
    journal.start_execution(REQUEST, "c1", "d1", "a1")
    assert journal.end_execution(REQUEST, "c1", {"state": "done"}, ["it is done"])
    assert not journal.end_execution(REQUEST, "c1", {"state": "unknown"}, ["nobody knows"])
    assert [report.body for report in journal.unsent(10)] == ["it is done"]
    (execution,) = journal.executions(REQUEST)
    assert (execution.action, execution.ended, execution.outcome) == ("a1", True, {"state": "done"})


@pytest.mark.rule("J7", "E3")
def test_an_outcome_for_whose_report_there_is_no_room_is_not_written_either(tmp_path: Path) -> None:
    with open_journal(tmp_path, most_unsent=1) as journal:
        journal.accept(REQUEST, 1, {})
        journal.start_execution(REQUEST, "c1", "d1", "a1")
        journal.append(REQUEST, ["the queue is full"])
        with pytest.raises(JournalFull):
            journal.end_execution(REQUEST, "c1", {"state": "done"}, ["it is done"])
        assert not journal.executions(REQUEST)[0].ended
        journal.mark_sent(REQUEST, 1)
        assert journal.end_execution(REQUEST, "c1", {"state": "done"}, ["it is done"])


_NO_INPUTS = "DROP TABLE input; DROP TABLE feed; DROP TABLE wait;"
OLDER = {
    3: f"{_NO_INPUTS} PRAGMA user_version = 3;",
    2: f"{_NO_INPUTS} ALTER TABLE work DROP COLUMN spent; PRAGMA user_version = 2;",
    1: f"{_NO_INPUTS} ALTER TABLE work DROP COLUMN spent; ALTER TABLE execution DROP COLUMN action; "
    "ALTER TABLE work DROP COLUMN last_calls; PRAGMA user_version = 1;",
}
"""What makes a journal one of an earlier version."""


@pytest.mark.rule("O14", "J6")
@pytest.mark.parametrize("version", list(OLDER))
def test_a_journal_of_a_version_before_is_taken_over_with_all_that_it_holds(
    tmp_path: Path, version: int
) -> None:
    with open_journal(tmp_path) as journal:
        journal.accept(REQUEST, 1, {"prompt": "fix it"})
        journal.start_execution(REQUEST, "c1", "d1")
        journal.append(REQUEST, ["to be said"])
    database = sqlite3.connect(tmp_path / "state" / "journal.sqlite3", isolation_level=None)
    database.executescript(OLDER[version])
    database.close()
    for _ in range(2):
        with open_journal(tmp_path) as journal:
            assert [report.body for report in journal.unsent(10)] == ["to be said"]
            (execution,) = journal.executions(REQUEST)
            assert (execution.call, execution.action, execution.ended) == ("c1", "", False)
            assert journal.last_calls(REQUEST) == []
            assert journal.spent(REQUEST) == 0
    with open_journal(tmp_path) as journal:
        journal.start_execution(REQUEST, "c2", "d2", "a2")
        assert [one.action for one in journal.executions(REQUEST)] == ["", "a2"]


def test_what_a_request_has_spent_outlives_the_process_and_is_gone_with_the_request(tmp_path: Path) -> None:
    for tokens in (0, 18):
        with open_journal(tmp_path) as journal:
            journal.accept(REQUEST, 1, {})
            assert journal.spent(REQUEST) == tokens
            journal.spend(REQUEST, 18)
    with open_journal(tmp_path) as journal:
        assert (journal.spent(REQUEST), journal.spent("another")) == (36, 0)
        journal.end(REQUEST)
        assert journal.forget(REQUEST)
        assert journal.spent(REQUEST) == 0


HELD_BY_A_REMNANT = """
import os, sys, time
from pathlib import Path
from daemon.journal import Journal
journal = Journal(Path(sys.argv[1]))
if os.fork() == 0:
    time.sleep(0.7)
os._exit(0)
"""


@pytest.mark.rule("X6", "O15")
def test_what_a_killed_daemon_was_about_to_start_does_not_keep_the_next_one_out(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HELD_BY_A_REMNANT, str(tmp_path / "state")]
    subprocess.run(command, check=True, cwd=Path(__file__).parents[2])
    with open_journal(tmp_path) as journal:
        assert journal.works() == []


def test_the_last_calls_that_were_begun_are_kept_of_each_request(journal: Journal) -> None:
    for request in (REQUEST, "R20260906-02"):
        journal.accept(request, 1, {})
    for number in range(3):
        journal.note_calls(REQUEST, [f"make {one}" for one in range(number)])
    assert journal.last_calls(REQUEST) == ["make 0", "make 1"]
    assert journal.last_calls("R20260906-02") == []


def test_what_was_never_accepted_is_refused(journal: Journal) -> None:
    for call in (
        lambda: journal.append("R20260906-99", ["x"]),
        lambda: journal.send_prompt("R20260906-99", "s"),
        lambda: journal.start_execution("R20260906-99", "c", "d"),
        lambda: journal.note_evidence("R20260906-99", "m"),
    ):
        with pytest.raises(WorkUnknown):
            call()
    assert journal.unsent(10) == []


# --- reports ------------------------------------------------------------------------------------


@pytest.mark.rule("T2", "T3")
def test_reports_are_numbered_from_one_per_request_without_a_gap(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        journal.accept("A", 1, None)
        journal.accept("B", 1, None)
        assert journal.append("A", ["a1", "a2"]) == [1, 2]
        assert journal.append("B", ["b1"]) == [1]
        journal.mark_sent("A", 2)
        assert journal.append("A", ["a3"]) == [3]
        journal.mark_sent("A", 3)
    with open_journal(tmp_path) as journal:
        assert journal.append("A", ["a4"]) == [4]
        assert [(r.request, r.n, r.body) for r in journal.unsent(10)] == [("B", 1, "b1"), ("A", 4, "a4")]
        assert [r.n for r in journal.unsent(10, "A")] == [4]
        assert len(journal.unsent(1)) == 1


@pytest.mark.rule("J7")
def test_a_full_journal_refuses_aloud_and_drops_nothing(tmp_path: Path) -> None:
    with open_journal(tmp_path, most_unsent=3) as journal:
        journal.accept("A", 1, None)
        journal.append("A", [1, 2])
        with pytest.raises(JournalFull, match="2 reports wait"):
            journal.append("A", [3, 4])
        assert [r.body for r in journal.unsent(10)] == [1, 2]
        assert journal.append("A", [3]) == [3]
        journal.mark_sent("A", 1)
        assert journal.append("A", [4]) == [4]
        with pytest.raises(JournalFull):
            journal.append("A", [5])
    with open_journal(tmp_path, most_unsent=3) as journal, pytest.raises(JournalFull):
        journal.append("A", [5])


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("append"), st.sampled_from("AB"), st.integers(0, 3)),
        st.tuples(st.just("sent"), st.sampled_from("AB"), st.integers(0, 12)),
        st.tuples(st.just("restart"), st.just("A"), st.just(0)),
    ),
    max_size=12,
)


@settings(max_examples=25, deadline=None)
@given(steps=STEPS)
@pytest.mark.rule("J6", "J7")
def test_any_history_keeps_exactly_the_unsent_reports_in_order(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, str, int]]
) -> None:
    folder = tmp_path_factory.mktemp("journal")
    journal = open_journal(folder, most_unsent=6)
    model: list[tuple[str, int]] = []
    last = {"A": 0, "B": 0}
    try:
        for name in "AB":
            journal.accept(name, 1, None)
        for step, name, number in steps:
            if step == "append" and len(model) + number > 6:
                with pytest.raises(JournalFull):
                    journal.append(name, list(range(number)))
            elif step == "append":
                fresh = list(range(last[name] + 1, last[name] + 1 + number))
                assert journal.append(name, fresh) == fresh
                last[name] += number
                model += [(name, n) for n in fresh]
            elif step == "sent":
                journal.mark_sent(name, number)
                model = [(who, n) for who, n in model if who != name or n > number]
            else:
                journal.close()
                journal = open_journal(folder, most_unsent=6)
            assert [(r.request, r.n) for r in journal.unsent(100)] == model
    finally:
        journal.close()


# --- effects and evidence -----------------------------------------------------------------------


@pytest.mark.rule("X7", "E2", "E3")
def test_an_effect_in_the_air_at_a_crash_is_unknown_and_never_started_again(tmp_path: Path) -> None:
    code = """
journal = Journal(folder)
journal.accept("A", 1, None)
journal.start_execution("A", "known", "d1")
journal.end_execution("A", "known", {"exit": 0})
journal.start_execution("A", "unknown", "d2")
print("started")
sys.stdin.readline()
"""
    child = run_child(tmp_path, code, stdin=subprocess.PIPE)
    assert read_line(child) == "started"
    kill(child)
    with open_journal(tmp_path) as journal:
        known, unknown = journal.executions("A")
        assert (known.ended, known.outcome, unknown.ended, unknown.digest) == (True, {"exit": 0}, False, "d2")
        for call in ("known", "unknown"):
            with pytest.raises(ExecutionKnown):
                journal.start_execution("A", call, "d2")
        journal.end_execution("A", "unknown", "it happened")
        journal.end_execution("A", "unknown", "it did not")
        assert journal.executions("A")[1].outcome == "it happened"


@pytest.mark.rule("J1")
def test_evidence_of_consumption_outlives_the_process(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        journal.accept("A", 1, None)
        journal.note_evidence("A", "message-1")
        journal.note_evidence("A", "message-1")
    with open_journal(tmp_path) as journal:
        assert journal.evidence("A") == {"message-1"}
        assert journal.evidence("B") == frozenset()


# --- one writer ---------------------------------------------------------------------------------


@pytest.mark.rule("X6", "J6")
def test_a_second_daemon_is_refused_and_told_who_is_first(tmp_path: Path) -> None:
    child = run_child(
        tmp_path,
        'j = Journal(folder, machine="laptop")\nprint("open")\nsys.stdin.readline()',
        stdin=subprocess.PIPE,
    )
    assert read_line(child) == "open"
    with pytest.raises(JournalHeld) as refused:
        open_journal(tmp_path)
    assert f"process {child.pid} on laptop, since 20" in str(refused.value)
    kill(child)
    with open_journal(tmp_path) as journal:
        assert journal.works() == []


@pytest.mark.rule("J6")
def test_a_child_of_the_daemon_does_not_keep_the_lock(tmp_path: Path) -> None:
    code = """
import subprocess
j = Journal(folder)
child = subprocess.Popen(["sleep", "30"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(child.pid)
sys.stdin.readline()
"""
    child = run_child(tmp_path, code, stdin=subprocess.PIPE)
    grandchild = int(read_line(child))
    kill(child)
    try:
        with open_journal(tmp_path) as journal:
            assert journal.works() == []
    finally:
        os.kill(grandchild, signal.SIGKILL)


@pytest.mark.rule("J6")
def test_the_same_process_cannot_open_it_twice_either(tmp_path: Path) -> None:
    with open_journal(tmp_path), pytest.raises(JournalHeld):
        open_journal(tmp_path)
    open_journal(tmp_path).close()


@pytest.mark.rule("J6")
def test_folder_and_files_are_private_even_under_a_careless_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        (tmp_path / "state").mkdir(mode=0o777)
        with open_journal(tmp_path) as journal:
            journal.accept("A", 1, None)
            files = list((tmp_path / "state").iterdir())
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in files}
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700
    assert {"journal.sqlite3", "journal.sqlite3-wal", "journal.lock"} <= set(modes)
    assert set(modes.values()) == {0o600}


def test_a_folder_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "state").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(JournalDamaged, match="is a link"):
        open_journal(tmp_path)


# --- what is on the disk when -------------------------------------------------------------------


@pytest.mark.rule("X7", "X8", "E2", "J1")
def test_what_must_be_known_after_a_power_cut_waits_for_the_disk_and_ordinary_reports_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    connect = sqlite3.connect

    def listening(*given: Any, **options: Any) -> sqlite3.Connection:
        database = connect(*given, **options)
        database.set_trace_callback(heard.append)
        return database

    monkeypatch.setattr(sqlite3, "connect", listening)
    with open_journal(tmp_path) as journal:
        waits = [
            lambda: journal.accept(REQUEST, 1, {}),
            lambda: journal.send_prompt(REQUEST, "s-1"),
            lambda: journal.session_ready(REQUEST, "s-1", 4711, 1234.5),
            lambda: journal.start_execution(REQUEST, "c1", "d1", "a1"),
            lambda: journal.end_execution(REQUEST, "c1", {"state": "done"}, ["it is done"]),
            lambda: journal.note_evidence(REQUEST, "i1"),
            lambda: journal.end(REQUEST),
        ]
        for write in waits:
            write()
            assert is_waited_for(heard)
            journal.append(REQUEST, ["said"])
            assert not is_waited_for(heard)
            journal.mark_sent(REQUEST, 1)
            assert not is_waited_for(heard)


def is_waited_for(heard: list[str]) -> bool:
    """Whether the last commit waited for the disk: the setting before it says so."""
    commit = max(at for at, statement in enumerate(heard) if statement == "COMMIT")
    return [one for one in heard[:commit] if one.startswith("PRAGMA synchronous")][-1].endswith("FULL")


@pytest.mark.rule("J4")
async def test_reports_that_the_disk_does_not_take_close_the_journal(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    journal.append(REQUEST, ["a"])
    await journal.secure()
    await journal.secure()
    assert len(synced) == 1  # what is on the disk already is not waited for again

    def broken(file: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", broken)
    journal.append(REQUEST, ["b"])
    with pytest.raises(JournalUnclear, match="reconciled"):
        await journal.secure()
    with pytest.raises(JournalUnclear):
        journal.append(REQUEST, ["c"])


# --- crashes and damage -------------------------------------------------------------------------


@pytest.mark.rule("J6", "T3")
@pytest.mark.parametrize("wait_for", [1, 7, 40])
def test_a_kill_in_the_midst_of_appends_loses_nothing_that_was_acknowledged(
    tmp_path: Path, wait_for: int
) -> None:
    code = """
j = Journal(folder)
j.accept("A", 1, None)
i = 0
while True:
    i += 1
    print(j.append("A", [{"i": i, "text": "x" * 500}] * (i % 5 + 1))[-1])
"""
    child = run_child(tmp_path, code)
    acknowledged = [int(read_line(child)) for _ in range(wait_for)]
    acknowledged += [int(line) for line in kill(child).splitlines(keepends=True) if line.endswith("\n")]
    with open_journal(tmp_path) as journal:
        stored = [report.n for report in journal.unsent(100_000)]
    assert stored == list(range(1, len(stored) + 1))
    assert len(stored) >= acknowledged[-1]


@pytest.mark.rule("J4")
def test_a_write_whose_result_is_unclear_closes_the_journal(tmp_path: Path) -> None:
    code = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
j = Journal(folder)
j.accept("A", 1, None)
print(j.append("A", ["kept"]))
size = (folder / "journal.sqlite3-wal").stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 2000, size + 2000))
for attempt in range(3):
    try:
        j.append("A", ["x" * 20000])
        print("written")
    except JournalUnclear as error:
        print("unclear", "reconciled" in str(error))
try:
    j.works()
except JournalUnclear:
    print("closed")
"""
    child = run_child(tmp_path, code)
    out, err = child.communicate()
    assert out.splitlines() == ["[1]", "unclear True", "unclear True", "unclear True", "closed"], err
    with open_journal(tmp_path) as journal:
        assert [report.body for report in journal.unsent(10)] == ["kept"]
        assert journal.append("A", ["next"]) == [2]


def test_a_closed_journal_says_so(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    journal.close()
    journal.close()
    with pytest.raises(JournalClosed):
        journal.works()
    with pytest.raises(JournalClosed):
        journal.accept("A", 1, None)


def fill(folder: Path) -> Path:
    with open_journal(folder) as journal:
        journal.accept("A", 1, None)
        journal.append("A", [{"text": "x" * 800, "i": i} for i in range(200)])
    return folder / "state" / "journal.sqlite3"


@pytest.mark.rule("J4")
@pytest.mark.parametrize("kept", [0, 1, 99, 100, 512, 4096, 4097, 20_000, -4096, -1])
def test_a_file_cut_anywhere_is_an_error_and_not_a_new_journal(tmp_path: Path, kept: int) -> None:
    path = fill(tmp_path)
    size = path.stat().st_size
    os.truncate(path, kept if kept >= 0 else size + kept)
    for _ in range(2):
        with pytest.raises(JournalDamaged, match=r"journal\.sqlite3"):
            open_journal(tmp_path)


@pytest.mark.rule("J4")
def test_a_file_with_a_spoilt_page_is_an_error(tmp_path: Path) -> None:
    path = fill(tmp_path)
    content = bytearray(path.read_bytes())
    content[8 * 4096 : 9 * 4096] = b"\xa5" * 4096
    path.write_bytes(content)
    with pytest.raises(JournalDamaged, match=r"journal\.sqlite3"):
        open_journal(tmp_path)


@pytest.mark.rule("J4")
def test_a_missing_file_beside_its_latest_writes_is_an_error(tmp_path: Path) -> None:
    path = fill(tmp_path)
    path.rename(path.with_name("journal.sqlite3-wal"))
    with pytest.raises(JournalDamaged, match="missing"):
        open_journal(tmp_path)


def test_a_foreign_data_base_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    path = tmp_path / "state" / "journal.sqlite3"
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE t (x)")
    database.close()
    before = path.read_bytes()
    with pytest.raises(JournalDamaged, match="no journal of this version"):
        open_journal(tmp_path)
    assert path.read_bytes() == before


def test_a_crash_while_the_file_is_made_leaves_a_clean_start(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "journal.sqlite3.new").write_bytes(b"half")
    with open_journal(tmp_path) as journal:
        journal.accept("A", 1, json.loads('{"x": [1, null, "\\u0000"]}'))
        assert journal.works()[0].claim == {"x": [1, None, "\0"]}
