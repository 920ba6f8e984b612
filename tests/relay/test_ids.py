"""Public ids: made by the relay, typed by people on phones."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relay.ids import PublicId, Unreadable, find_public_ids, parse_public_id, read_public_id
from relay.wire.base import Code
from tests.house import House
from tests.relay.players import refused

TODAY = date(2026, 9, 6)
SEVENTH = PublicId(TODAY, 7)

public_ids = st.builds(
    PublicId,
    st.dates(min_value=date(2000, 1, 1), max_value=date(9999, 12, 31)),
    st.integers(min_value=1, max_value=999_999_999),
)
WIDE = str.maketrans({chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F)})


@pytest.mark.rule("Q1")
@given(public_ids)
def test_what_is_written_can_be_read_back(public: PublicId) -> None:
    assert parse_public_id(str(public)) == public
    assert read_public_id(str(public), date(2000, 1, 1)) == public
    assert find_public_ids(f"see {public}, please") == [public]


@pytest.mark.rule("Q1")
@pytest.mark.parametrize(
    ("number", "written"), [(1, "01"), (9, "09"), (99, "99"), (100, "100"), (1234, "1234")]
)
def test_the_counter_has_two_digits_at_least(number: int, written: str) -> None:
    assert str(PublicId(TODAY, number)) == f"R20260906-{written}"


@pytest.mark.rule("Q1")
@given(st.lists(public_ids, max_size=20))
def test_ids_sort_in_the_order_of_asking(publics: list[PublicId]) -> None:
    assert sorted(publics) == sorted(publics, key=lambda public: (public.day, public.number))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "R20260906-7",
        "r20260906-07",
        "R20260906-007",
        "R20261306-07",
        "R20260906-00",
        " R20260906-07",
        "R20260906-07x",
    ],
)
def test_the_programs_own_spelling_is_the_only_one_that_programs_read(text: str) -> None:
    with pytest.raises(Unreadable):
        parse_public_id(text)


@pytest.mark.rule("Q3")
@pytest.mark.parametrize(
    "typed",
    [
        "R20260906-07",
        "r20260906-07",
        "R20260906-7",
        "Ｒ２０２６０９０６－０７",
        "R20260906–07",
        "R20260906—07",
        "R-07",
        "r07",
        "R07",
        "R7",
        "#R-07",
        "(R-07),",
        "«R-07».",
        "„R-07“",
        " r - 07 ",
        "Ｒ０７",
        "R‑07",
        "20260906-07",
        "7",
        "07",
        "#7",
        "７",
        "７。",
    ],
)
def test_what_people_type_on_phones_is_understood(typed: str) -> None:
    assert read_public_id(typed, TODAY) == SEVENTH


@pytest.mark.rule("Q3")
@given(
    public_ids,
    st.booleans(),
    st.sampled_from(["", "#", "(", "  ", "「"]),
    st.sampled_from(["", ".", "!", ")", "」", "，"]),
)
def test_width_case_and_punctuation_around_it_do_not_matter(
    public: PublicId, wide: bool, before: str, after: str
) -> None:
    typed = before + str(public).lower() + after
    assert read_public_id(typed.translate(WIDE) if wide else typed, TODAY) == public


@pytest.mark.rule("Q3")
def test_a_bare_number_means_the_threads_own_request_first_then_todays() -> None:
    thread = PublicId(date(2026, 9, 1), 7)
    assert read_public_id("7", TODAY, thread) == thread
    assert read_public_id("8", TODAY, thread) == PublicId(TODAY, 8)
    assert read_public_id("R-07", TODAY, thread) == SEVENTH


@pytest.mark.rule("Q3")
@pytest.mark.parametrize(
    "typed", ["", "  ", "hello", "R", "R-", "0", "R-00", "-7x", "R20261301-01", "7 8", "R1.5", "R" + "9" * 40]
)
def test_what_cannot_be_an_id_is_refused_with_how_ids_look(typed: str) -> None:
    with pytest.raises(Unreadable, match="R20260906-07"):
        read_public_id(typed, TODAY)


@pytest.mark.rule("Q3")
@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_and_never_an_accident(typed: str) -> None:
    try:
        found = read_public_id(typed, TODAY)
    except Unreadable:
        return
    assert found.number > 0


@pytest.mark.rule("Q5")
def test_the_ids_in_a_text_are_found_in_order_each_once() -> None:
    text = "as in R20260906-07 and （Ｒ２０２６０９０５－１２０）, R20260906-07 again; not XR20260906-08, not R20260906"
    assert find_public_ids(text) == [SEVENTH, PublicId(date(2026, 9, 5), 120)]


# -- as the relay reads them --------------------------------------------------------------------------------------


@pytest.mark.rule("Q1")
async def test_the_hundredth_of_a_day_has_three_digits(running_relay: House) -> None:
    asked = [await running_relay.ask(None, f"ask {number}") for number in range(1, 102)]
    numbers = [request.public_id.partition("-")[2] for request in asked]
    assert numbers == [f"{number:02d}" for number in range(1, 102)]
    assert numbers[98:] == ["99", "100", "101"]


@pytest.mark.rule("Q3")
async def test_a_room_finds_its_request_by_what_was_typed(house: House) -> None:
    first, second = await house.ask(None, "one"), await house.ask(None, "two")
    owner = house.client("owner")
    for typed, wanted in [("1", first), ("R-02", second), ("ｒ２", second), (first.public_id.lower(), first)]:
        found = await owner.find(None, house.room, typed)
        assert [request.request for request in found.requests] == [wanted.request]
    in_thread = await owner.find(None, house.room, "2", thread=second.public_id)
    assert [request.request for request in in_thread.requests] == [second.request]


@pytest.mark.rule("Q3")
async def test_an_id_that_names_nothing_is_answered_with_what_there_is(house: House) -> None:
    await house.ask(None)
    unknown = await refused(house.client("owner").find(None, house.room, "99"))
    assert unknown.code is Code.unknown
    unreadable = await refused(house.client("owner").find(None, house.room, "the one from before"))
    assert unreadable.code is Code.bad_request
    assert "R20260906-07" in unreadable.detail


@pytest.mark.rule("Q2")
async def test_two_owners_have_the_same_number_and_each_room_its_own(house: House, neighbour: House) -> None:
    mine, theirs = await house.ask(None, "mine"), await neighbour.ask(None, "theirs")
    assert mine.public_id == theirs.public_id
    assert mine.request != theirs.request
    found = await house.client("owner").find(None, house.room, mine.public_id)
    assert [request.prompt for request in found.requests] == ["mine"]
