"""The components of a card of JSON 2.0, one row each: what properties it has; and the card around them."""

from collections.abc import Iterator
from typing import Any

from tests.emulators.feishu.card_inputs import BUTTON, FILLED
from tests.emulators.feishu.card_values import (
    ARRANGED,
    BEHAVIOURS,
    COLOUR,
    CONFIG,
    CONFIRM,
    ELEMENT_ID,
    HORIZONTAL,
    ICON,
    LANGUAGES,
    MARGIN,
    MULTI_URL,
    PADDING,
    PIXELS,
    PLACED,
    PLAIN,
    SIZE,
    SPACING,
    TAG_COLOURS,
    TEMPLATES,
    TRANSLATIONS,
    VERTICAL,
    WIDTH,
    component,
    json_object,
    pattern,
    tips,
    words,
)
from tests.emulators.feishu.schema import (
    Check,
    Complaint,
    array,
    boolean,
    choice,
    integer,
    may,
    need,
    one_of,
    record,
    text,
)

DROPPED_TAGS = frozenset({"action", "note"})
"""Of JSON 1.0; a card of 2.0 with one of them is refused with a code of its own."""


def element(*without: str) -> Check:
    """Any component but those of these tags."""

    def check(value: Any, path: str) -> Iterator[Complaint]:
        tag = value.get("tag") if isinstance(value, dict) else None
        if tag not in TAGS:
            yield path, f"unknown tag {tag!r}"
        elif tag in without:
            yield path, f"{tag} cannot stand here"
        else:
            yield from TAGS[str(tag)](value, f"{path}(tag: {tag})")

    return check


COLUMN = record(
    {
        "tag": need(choice("column")),
        **PLACED,
        **ARRANGED,
        "background_style": may(COLOUR),
        "width": may(WIDTH),
        "weight": may(integer(1, 5)),
        "action": may(record({"multi_url": may(MULTI_URL)})),
        "elements": may(array(element("table", "form"))),
    }
)
PANEL_HEADER = record(
    {
        "title": need(words("plain_text", "markdown", "lark_md", styled=True)),
        "background_color": may(COLOUR),
        "vertical_align": may(VERTICAL),
        "padding": may(PADDING),
        "position": may(choice("top", "bottom")),
        "width": may(one_of(choice("fill", "auto", "auto_when_fold"), PIXELS)),
        "icon": may(ICON),
        "icon_position": may(choice("left", "right", "follow_text")),
        "icon_expanded_angle": may(integer(-180, 180)),
    }
)
TABLE_COLUMN = record(
    {
        "name": need(text(minimum=1)),
        "display_name": may(text()),
        "width": may(one_of(choice("auto"), PIXELS, pattern(r"\d{1,3}%", "a share"))),
        "data_type": need(choice("text", "lark_md", "options", "number", "persons", "date", "markdown")),
        "vertical_align": may(VERTICAL),
        "horizontal_align": may(HORIZONTAL),
        "format": may(
            record({"symbol": may(text(1)), "precision": may(integer(0, 10)), "separator": may(boolean)})
        ),
        "date_format": may(text()),
    }
)
TABLE_HEADER = record(
    {
        "text_align": may(HORIZONTAL),
        "text_size": may(choice("normal", "heading")),
        "background_style": may(choice("grey", "none")),
        "text_color": may(choice("default", "grey")),
        "bold": may(boolean),
        "lines": may(integer(1, 100)),
    }
)
_TABLE = component(
    "table",
    page_size=may(integer(1, 10)),
    row_height=may(one_of(choice("low", "middle", "high", "auto"), PIXELS)),
    row_max_height=may(PIXELS),
    freeze_first_column=may(boolean),
    header_style=may(TABLE_HEADER),
    columns=need(array(TABLE_COLUMN, maximum=50, minimum=1)),
    rows=need(array(json_object)),
)
_FORM = component(
    "form", name=need(text(minimum=1)), elements=need(array(element("form", "table"), minimum=1)), **ARRANGED
)


def table(value: Any, path: str) -> Iterator[Complaint]:
    """A table whose rows name only its own columns."""
    found = list(_TABLE(value, path))
    yield from found
    if not found:
        names = {column["name"] for column in value["columns"]}
        for row in value["rows"]:
            for name in row.keys() - names:
                yield path, f"table rows name is invalid: {name}"


def form(value: Any, path: str) -> Iterator[Complaint]:
    """A form: all that is filled in has a name, and one of its buttons submits."""
    found = list(_FORM(value, path))
    yield from found
    if found:
        return
    inside = list(_interactive(value["elements"]))
    if not any(entry.get("form_action_type") == "submit" for entry in inside):
        yield path, "a form needs a button that submits"
    for entry in inside:
        if not entry.get("name"):
            yield path, f"{entry['tag']} in a form needs a name"


def _interactive(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        if value.get("tag") in FILLED or value.get("tag") == "button":
            yield value
        for entry in (*value.get("elements", []), *value.get("columns", [])):
            yield from _interactive(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from _interactive(entry)


TAGS: dict[str, Check] = {
    **FILLED,
    "button": BUTTON,
    "table": table,
    "form": form,
    "div": component(
        "div",
        text=may(words("plain_text", "lark_md", styled=True)),
        width=may(WIDTH),
        icon=may(ICON),
    ),
    "markdown": component(
        "markdown",
        content=need(text()),
        i18n_content=may(TRANSLATIONS),
        text_size=may(SIZE),
        text_align=may(HORIZONTAL),
        icon=may(ICON),
    ),
    "hr": component("hr"),
    "img": component(
        "img",
        img_key=need(text(minimum=1)),
        alt=need(PLAIN),
        title=may(words("plain_text", "lark_md")),
        corner_radius=may(text()),
        scale_type=may(choice("crop_center", "crop_top", "fit_horizontal")),
        size=may(text()),
        transparent=may(boolean),
        preview=may(boolean),
    ),
    "person": component(
        "person",
        user_id=need(text(minimum=1)),
        size=may(choice("extra_small", "small", "medium", "large")),
        show_avatar=may(boolean),
        show_name=may(boolean),
        style=may(choice("normal", "capsule")),
    ),
    "person_list": component(
        "person_list",
        persons=need(array(record({"id": need(text(minimum=1))}), minimum=1)),
        size=may(choice("extra_small", "small", "medium", "large")),
        show_avatar=may(boolean),
        show_name=may(boolean),
        lines=may(integer(1, 100)),
        icon=may(ICON),
    ),
    "overflow": component(
        "overflow",
        width=may(WIDTH),
        options=need(
            array(
                record(
                    {
                        "text": need(words("plain_text", maximum=100)),
                        "multi_url": may(MULTI_URL),
                        "value": may(text()),
                    }
                ),
                minimum=1,
            )
        ),
        behaviors=may(BEHAVIOURS),
        confirm=may(CONFIRM),
    ),
    "column_set": component(
        "column_set",
        horizontal_spacing=may(SPACING),
        horizontal_align=may(HORIZONTAL),
        flex_mode=may(choice("none", "stretch", "flow", "bisect", "trisect")),
        background_style=may(COLOUR),
        action=may(record({"multi_url": may(MULTI_URL)})),
        columns=need(array(COLUMN, minimum=1)),
    ),
    "collapsible_panel": component(
        "collapsible_panel",
        expanded=may(boolean),
        background_color=may(COLOUR),
        header=need(PANEL_HEADER),
        border=may(record({"color": may(COLOUR), "corner_radius": may(text())})),
        elements=need(array(element("form", "table"))),
        **ARRANGED,
    ),
    "interactive_container": component(
        "interactive_container",
        width=may(WIDTH),
        height=may(one_of(choice("auto"), PIXELS)),
        background_style=may(COLOUR),
        has_border=may(boolean),
        border_color=may(COLOUR),
        corner_radius=may(text()),
        behaviors=need(BEHAVIOURS),
        disabled=may(boolean),
        disabled_tips=may(tips),
        hover_tips=may(tips),
        confirm=may(CONFIRM),
        elements=need(array(element("form", "table"))),
        **ARRANGED,
    ),
}
TEXT_TAG = record(
    {
        "tag": need(choice("text_tag")),
        "element_id": may(ELEMENT_ID),
        "text": need(PLAIN),
        "color": may(choice(*TAG_COLOURS)),
    }
)
HEADER = record(
    {
        "title": need(words("plain_text", "lark_md")),
        "subtitle": may(words("plain_text", "lark_md")),
        "text_tag_list": may(array(TEXT_TAG)),
        "i18n_text_tag_list": may(record({language: may(array(TEXT_TAG)) for language in LANGUAGES})),
        "template": may(choice(*TEMPLATES)),
        "icon": may(ICON),
        "padding": may(PADDING),
    }
)
BODY = record({**ARRANGED, "margin": may(MARGIN), "elements": need(array(element()))})
CARD = record(
    {
        "schema": need(choice("2.0")),
        "config": may(CONFIG),
        "card_link": may(MULTI_URL),
        "header": may(HEADER),
        "body": may(BODY),
    }
)
