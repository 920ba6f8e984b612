"""From steps to reports: redacted first, bounded, and acceptable to the relay whatever an agent puts in."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.ending import redacting
from daemon.redact import REDACTED, Redactor
from daemon.runtime import (
    Ended,
    FileChanged,
    Notice,
    Outcome,
    Plan,
    Progress,
    Said,
    Step,
    ToolEnded,
    ToolStarted,
)
from daemon.tell import Flood, cut, harmless, tail, tell
from relay.requests.report import BODY_LIMIT
from relay.store.tx import canonical
from relay.wire.machines import ENDS, ReportKind

SECRET = "hunter2-is-a-secret-value"
PLAIN = redacting(Redactor())
HIDING = redacting(Redactor([SECRET]))


@pytest.mark.rule("T4")
def test_the_tail_says_how_much_came_before_it() -> None:
    told = tail("\n".join(str(number) for number in range(100_000)), PLAIN)
    shown = told["tail"].splitlines()
    assert shown[-1] == "99999"
    assert len(shown) == 40
    assert told["lines_left_out"] == 100_000 - 40


@pytest.mark.rule("T4")
def test_one_endless_line_is_cut_and_counted() -> None:
    told = tail("x" * 50_000, PLAIN)
    assert (len(told["tail"]), told["characters_left_out"]) == (4_000, 46_000)


def test_a_short_output_is_told_whole() -> None:
    assert tail("one\ntwo\n", PLAIN) == {"tail": "one\ntwo"}


@pytest.mark.rule("S3")
@pytest.mark.parametrize("offset", range(0, len(SECRET), 3))
def test_a_secret_at_the_border_of_what_is_looked_at_does_not_leave(offset: int) -> None:
    around = 4_000 + 32_768 - offset
    assert SECRET[-8:] not in str(tail(SECRET + "y" * around, HIDING))
    assert SECRET[:8] not in str(cut("y" * around + SECRET, 4_000, HIDING))


@pytest.mark.rule("S3")
def test_a_flood_of_long_secrets_does_not_push_a_cut_one_into_view() -> None:
    key = "A1b2C3d4" * 400
    hiding = redacting(Redactor([key]))
    for told in (tail(("z" + key) * 30, hiding)["tail"], cut((key + "z") * 30, 4_000, hiding)["text"]):
        assert "A1b2C3d4" not in told
        assert REDACTED in told


@pytest.mark.rule("S3")
def test_every_text_of_every_step_is_redacted() -> None:
    steps: list[Step] = [
        Said(SECRET),
        ToolStarted("c", "Bash", f"echo {SECRET}"),
        ToolEnded("c", "Bash", f"echo {SECRET}", f"out {SECRET}", False, 0),
        FileChanged("c", f"{SECRET}.txt", 1, 0),
        Progress(1, SECRET),
        Plan(((SECRET, "pending"),)),
        Notice(SECRET),
        *(Ended(outcome, SECRET) for outcome in (Outcome.done, Outcome.failed, Outcome.stopped)),
    ]
    for step in steps:
        kind, body = tell(step, HIDING)
        assert SECRET not in json.dumps(body), kind
        assert REDACTED in json.dumps(body), kind


@settings(max_examples=15)
@given(st.text(st.characters(), min_size=1, max_size=40), st.integers(1, 1_500))
def test_whatever_an_agent_says_fits_the_relay(part: str, times: int) -> None:
    text = part * times
    for step in (
        Said(text),
        Ended(Outcome.done, text),
        ToolEnded("c", "Bash", text, text, False),
        Plan(((text[:400], "pending"),) * 200),
        FileChanged("c", text, 1, 1),
    ):
        _, body = tell(step, PLAIN)
        stored = canonical(body)
        assert len(stored) <= BODY_LIMIT
        stored.encode()


def test_a_text_of_nothing_but_control_characters_fits_the_relay() -> None:
    _, body = tell(Ended(Outcome.done, "\x1b" * 1_000_000), PLAIN)
    assert len(canonical(body)) <= BODY_LIMIT
    assert body["left_out"] == 990_000


@pytest.mark.rule("T6")
def test_half_a_character_and_nul_become_harmless_and_the_rest_stays_readable() -> None:
    assert harmless("a\0b\ud800c 你好 👩‍👩‍👧") == "a\N{REPLACEMENT CHARACTER}b?c 你好 👩‍👩‍👧"


def test_a_cut_says_what_is_missing() -> None:
    assert cut("abcdef", 4, PLAIN) == {"text": "abcd", "left_out": 2}
    assert cut("abc", 4, PLAIN) == {"text": "abc"}
    assert cut("x" * 1_000_000, 4, PLAIN)["left_out"] == 999_996


@pytest.mark.rule("T4")
def test_a_flood_drops_steps_and_counts_them_but_never_an_end_or_a_notice() -> None:
    flood = Flood(3)
    assert [flood.lets(Said("x")) for _ in range(5)] == [True, True, True, False, False]
    assert flood.lets(Notice("n"))
    assert flood.lets(Ended(Outcome.done, ""))
    assert flood.dropped == 2


def test_each_outcome_is_an_end_of_its_own() -> None:
    ends = {tell(Ended(outcome, ""), PLAIN)[0] for outcome in (Outcome.done, Outcome.failed, Outcome.stopped)}
    assert ends == set(ENDS) == {ReportKind.done, ReportKind.failed, ReportKind.stopped}
