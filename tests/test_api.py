"""API.md is what the table of routes says."""

from tests.api import FILE, drawn


def test_the_page_of_the_api_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == drawn(), "Draw it anew: python -m tests.api --write"
