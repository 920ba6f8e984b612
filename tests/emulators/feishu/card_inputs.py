"""The components of a card that people press or fill in, one row each."""

from collections.abc import Mapping

from tests.emulators.feishu.card_values import (
    BEHAVIOURS,
    BUTTON_TYPES,
    CONFIRM,
    ICON,
    PADDING,
    PLAIN,
    WIDTH,
    component,
    json_object,
    pattern,
    tips,
    words,
)
from tests.emulators.feishu.schema import (
    Check,
    Field,
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


def input_fields(**fields: Field) -> Mapping[str, Field]:
    """What everything has that a person fills in; in a form it must have a name."""
    return {
        "name": may(text(minimum=1)),
        "required": may(boolean),
        "disabled": may(boolean),
        "disabled_tips": may(tips),
        "placeholder": may(PLAIN),
        "width": may(WIDTH),
        "behaviors": may(BEHAVIOURS),
        "confirm": may(CONFIRM),
        **fields,
    }


OPTION = record({"text": need(words("plain_text", maximum=100)), "icon": may(ICON), "value": need(text())})
SELECT = {
    "type": may(choice("default", "text")),
    "initial_option": may(text()),
    "initial_index": may(integer(0, 1000)),
    "options": need(array(OPTION)),
}
BUTTON = component(
    "button",
    type=may(choice(*BUTTON_TYPES)),
    size=may(choice("tiny", "small", "medium", "large")),
    width=may(one_of(choice("default", "fill"), pattern(r"[1-9]\d{2,3}px", "at least 100px"))),
    text=may(words("plain_text", "lark_md", maximum=100)),
    icon=may(ICON),
    hover_tips=may(tips),
    disabled=may(boolean),
    disabled_tips=may(tips),
    confirm=may(CONFIRM),
    behaviors=may(BEHAVIOURS),
    name=may(text(minimum=1)),
    form_action_type=may(choice("submit", "reset")),
    required=may(boolean),
)
FILLED: Mapping[str, Check] = {
    "input": component(
        "input",
        **input_fields(
            default_value=may(text()),
            max_length=may(integer(1, 1000)),
            input_type=may(choice("text", "multiline_text", "password")),
            rows=may(integer(1, 100)),
            auto_resize=may(boolean),
            max_rows=may(integer(1, 100)),
            show_icon=may(boolean),
            label=may(PLAIN),
            label_position=may(choice("top", "left")),
            value=may(one_of(text(), json_object)),
        ),
    ),
    "select_static": component("select_static", **input_fields(**SELECT)),
    "multi_select_static": component(
        "multi_select_static",
        **input_fields(
            type=may(choice("default", "text")),
            selected_values=may(array(text())),
            options=need(array(OPTION)),
        ),
    ),
    "select_person": component(
        "select_person", **input_fields(type=may(choice("default", "text")), options=may(array(json_object)))
    ),
    "date_picker": component("date_picker", **input_fields(initial_date=may(text()), value=may(json_object))),
    "picker_time": component("picker_time", **input_fields(initial_time=may(text()), value=may(json_object))),
    "picker_datetime": component(
        "picker_datetime", **input_fields(initial_datetime=may(text()), value=may(json_object))
    ),
    "checker": component(
        "checker",
        name=may(text(minimum=1)),
        checked=may(boolean),
        text=may(words("plain_text", "lark_md", styled=True)),
        overall_checkable=may(boolean),
        button_area=may(
            record(
                {
                    "pc_display_rule": may(choice("always", "on_hover")),
                    "buttons": may(array(BUTTON, maximum=3)),
                }
            )
        ),
        checked_style=may(
            record({"show_strikethrough": may(boolean), "opacity": may(one_of(integer(0, 1), text()))})
        ),
        padding=may(PADDING),
        confirm=may(CONFIRM),
        behaviors=may(BEHAVIOURS),
        hover_tips=may(tips),
        disabled=may(boolean),
        disabled_tips=may(tips),
    ),
}
