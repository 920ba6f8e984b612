"""Redaction against what is made to get by: random disguises, escape sequences, texts that cost much."""

import time

import pytest

from daemon.redact import REDACTED, Redactor
from tests.daemon.leaks import Leak, leaks

UUID = "7b0f1c5e-93d4-4c1e-8a55-0f2d6f0c9e11"
redactor = Redactor([UUID])


@pytest.mark.rule("S3")
def test_random_values_in_every_form_leave_by_no_cut_of_random_texts() -> None:
    found = [one for one in leaks(seed=3, streams=12_000) if isinstance(one, Leak)]
    assert found == []


@pytest.mark.rule("S3")
@pytest.mark.parametrize(
    "text",
    [
        f"\x1b]0;{UUID}\x07",
        f"\x1b]8;;https://example.com/{UUID}\x1b\\link\x1b]8;;\x1b\\",
        "\x1bghp_" + "dummy0" * 6,
        "\x1b]0;ghp_" + "dummy0" * 6 + "\x07",
        f"\x1b{UUID}",
    ],
)
def test_what_stands_inside_of_an_escape_sequence_is_hidden_too(text: str) -> None:
    hidden = redactor.redact(f"before {text} after")
    assert UUID not in hidden and "dummy0" not in hidden
    assert REDACTED in hidden


@pytest.mark.rule("S3")
def test_a_value_whose_own_backslash_ends_a_line_is_hidden() -> None:
    value = "dummy\\\\value\\0"
    assert REDACTED in Redactor([value]).redact("dummy\\\n\\value\\0".replace("\n", "\n  "))
    assert REDACTED in Redactor(["dummyvalue0"]).redact("dummy\\\n  value0")


@pytest.mark.rule("S3", "T4")
@pytest.mark.parametrize(
    "part",
    [
        "sk-",
        "-eyJ",
        "token.",
        "password: ",
        "://a:",
        "-----BEGIN ",
        "SG.a",
        "key=",
        "\x1b]",
        "\\\n",
        "1234567:",
    ],
)
def test_no_text_makes_redaction_slow(part: str) -> None:
    text = part * (300_000 // len(part))
    begun = time.process_time()
    redactor.redact(text)
    assert time.process_time() - begun < 10
