"""A cookie counts only as it was made, by this house, and in its time (W3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.web.session import Session, form_token, is_form_token, seal, unseal

pytestmark = pytest.mark.rule("W3")

SECRET = b"one secret of thirty-two bytes.."
SESSION = Session("subject", "Olga 오", 1000)


@given(st.text(max_size=40), st.text(max_size=40), st.integers(0, 2**40))
def test_what_was_sealed_comes_back(subject: str, name: str, until: int) -> None:
    session = Session(subject, name, until)
    assert unseal(seal(session, SECRET), SECRET, until - 1) == session


def test_a_session_ends_when_it_says() -> None:
    assert unseal(seal(SESSION, SECRET), SECRET, 999.9) == SESSION
    assert unseal(seal(SESSION, SECRET), SECRET, 1000) is None


@given(st.integers(0, 500), st.characters(max_codepoint=0x2FF))
def test_no_changed_cookie_counts(place: int, character: str) -> None:
    value = seal(SESSION, SECRET)
    place %= len(value)
    changed = value[:place] + character + value[place + 1 :]
    assert changed == value or unseal(changed, SECRET, 0) is None


@given(st.text(max_size=60))
def test_no_text_is_a_cookie_by_chance(text: str) -> None:
    assert unseal(text, SECRET, 0) is None


def test_a_cookie_of_another_house_does_not_count() -> None:
    assert unseal(seal(SESSION, SECRET), b"x" * 32, 0) is None


def test_a_form_token_is_of_one_browser_and_no_cookie() -> None:
    token = form_token(SESSION, SECRET)
    assert is_form_token(token, SESSION, SECRET)
    assert not is_form_token(token, Session("another", "Olga 오", 1000), SECRET)
    assert not is_form_token(token, SESSION, b"x" * 32)
    assert not is_form_token("", SESSION, SECRET)
    assert token not in seal(SESSION, SECRET)


def test_a_cookie_has_one_spelling() -> None:
    value = seal(SESSION, SECRET)
    others = [
        value[:-1] + last for last in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    ]
    counted = [
        other for other in (*others, value + "=", value + " ", f" {value}") if unseal(other, SECRET, 0)
    ]
    assert counted == [value]
