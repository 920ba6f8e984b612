"""Text made fit to be shown."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.text import cut, cut_tail, exact, harmless, measure, one_line

FAMILY = "👨\u200d👩\u200d👧"
ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
READABLE = [
    "한국어 문장",
    "中文，标点。",
    "हिन्दी क्षत्रिय",
    "עברית",
    "العربية",
    "ไทย",
    "café",
    FAMILY,
    ENGLAND,
    "🇰🇷🇨🇳",
    "a\tb\nc",
    "می‌خواهم",
]


@pytest.mark.rule("T6")
@pytest.mark.parametrize("text", READABLE)
def test_every_script_stays_as_it_was(text: str) -> None:
    assert harmless(text) == text
    assert exact(text) == text


@pytest.mark.rule("T6", "C7")
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]8;;http://evil\x07link\x1b]8;;\x07", "link"),
        ("\x1b]0;title\x1b\\x", "x"),
        ("\x9b1mbold", "bold"),
        ("a\r\nb\rc\u2028d", "a\nb\nc\nd"),
        ("nul\x00bell\x07", "nul␀bell␇"),
        ("\u202eevil\u202c", "evil"),
        ("\u2066x\u2069", "x"),
        ("Sa\u200brah\ufeff", "Sarah"),
        ("flag\U000e0041\U000e0042", "flag"),
        ("\ud800x", "\ufffdx"),
        (b"\xff\xfeok", "\ufffd\ufffdok"),
        ("_\bu", "u"),
    ],
)
def test_what_could_deceive_or_break_the_layout_is_gone(text: str | bytes, shown: str) -> None:
    assert harmless(text) == shown


@pytest.mark.rule("T6")
def test_stacks_of_marks_are_cut() -> None:
    assert len(harmless("Z" + "\u0301" * 500)) < 20


@pytest.mark.rule("T6")
@given(st.text())
def test_nothing_that_moves_a_cursor_or_turns_the_line_is_left(text: str) -> None:
    shown = harmless(text)
    shown.encode()
    assert not any(unicodedata.category(c) == "Cc" and c not in "\n\t" for c in shown)
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    assert "\n" not in one_line(text)


@pytest.mark.rule("P3")
def test_nothing_of_what_is_approved_is_hidden() -> None:
    command = "rm\u202e -rf\x1b[8m /\u200b\U000e0041\rok\x00"
    assert exact(command) == "rm⟨U+202E⟩ -rf⟨U+001B⟩[8m /⟨U+200B⟩⟨U+E0041⟩⟨U+000D⟩ok⟨U+0000⟩"


@pytest.mark.rule("P3")
@given(st.text(), st.sampled_from(["\u202e", "\x1b", "\u200b", "\x00", "\ud83d", "\U000e0041"]), st.text())
def test_a_hidden_character_is_always_written_out(before: str, hidden: str, after: str) -> None:
    if not before.endswith("\U0001f3f4"):
        assert f"⟨U+{ord(hidden):04X}⟩" in exact(before + hidden + after)


@pytest.mark.rule("C7")
@given(
    st.lists(st.sampled_from(["a", "é", FAMILY, "e\u0301", "🇰🇷", "한", "字", "\r\n", "👍🏽"])).map("".join),
    st.integers(0, 40),
)
def test_text_is_cut_between_characters_and_nothing_is_lost_silently(text: str, limit: int) -> None:
    shown, missing = cut(text, limit)
    assert measure(shown) <= limit
    assert len(shown) + missing == len(text)
    assert text.startswith(shown)
    rest = text[len(shown) :]
    if rest and shown:
        assert unicodedata.category(rest[0]) not in ("Mn", "Me")
        assert rest[0] != "🏽"
        assert (shown[-1], rest[0]) != ("\r", "\n")
        assert not rest.startswith("\u200d")
        assert not shown.endswith("\u200d")


@pytest.mark.parametrize("limit", range(16))
def test_no_flag_and_no_family_is_torn(limit: int) -> None:
    text = f"ab{FAMILY}e\u0301🇰🇷🇨🇳"
    wholes = ["", "a", "ab", f"ab{FAMILY}", f"ab{FAMILY}e\u0301", f"ab{FAMILY}e\u0301🇰🇷"]
    assert cut(text, limit).shown in wholes


def test_the_end_of_a_text_can_be_kept_instead() -> None:
    assert cut_tail("abc" + FAMILY, 9) == ("c" + FAMILY, 2)
    assert cut_tail("abc" + FAMILY, 7) == ("", 3 + len(FAMILY))
