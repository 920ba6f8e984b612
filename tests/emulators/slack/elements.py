"""Text objects and block elements as the service accepts them (limits: slack_sdk/models/blocks)."""

from collections.abc import Iterator
from typing import Any

from tests.emulators.slack.schema import (
    Check,
    Field,
    anything,
    array,
    boolean,
    by_type,
    choice,
    integer,
    may,
    need,
    record,
    string,
)

_KIND = {"type": need(anything)}


def plain(maximum: int) -> Check:
    """A plain_text object of 1 to ``maximum`` characters."""
    fields = {**_KIND, "text": need(string(maximum, 1)), "emoji": may(boolean)}
    return by_type({"plain_text": record(fields)})


def text(maximum: int) -> Check:
    """A plain_text or mrkdwn object of 1 to ``maximum`` characters."""
    marked = {**_KIND, "text": need(string(maximum, 1)), "verbatim": may(boolean)}
    unmarked = {**_KIND, "text": need(string(maximum, 1)), "emoji": may(boolean)}
    return by_type({"mrkdwn": record(marked), "plain_text": record(unmarked)})


IMAGE_SOURCE: dict[str, Field] = {
    "image_url": may(string(3000, 1)),
    "slack_file": may(record({"id": may(string(255)), "url": may(string(3000))}, ("id", "url"))),
    "alt_text": need(string(2000)),
}
image = by_type({"image": record({**_KIND, **IMAGE_SOURCE}, ("image_url", "slack_file"))})
_CONFIRM = record(
    {
        "title": need(plain(100)),
        "text": need(text(300)),
        "confirm": need(plain(30)),
        "deny": need(plain(30)),
        "style": may(choice("primary", "danger")),
    }
)
_OPTION = record(
    {
        "text": need(text(75)),
        "value": need(string(150, 1)),
        "description": may(text(75)),
        "url": may(string(3000)),
    }
)
_GROUP = record({"label": need(plain(75)), "options": need(array(_OPTION, 100))})


def _element(**fields: Field) -> Check:
    return record({**_KIND, "action_id": may(string(255, 1)), **fields})


def _input(**fields: Field) -> Check:
    shared = {
        "placeholder": may(plain(150)),
        "focus_on_load": may(boolean),
        "confirm": may(_CONFIRM),
        "dispatch_action_config": may(anything),
    }
    return _element(**{**shared, **fields})


_BUTTON = _element(
    text=need(plain(75)),
    url=may(string(3000)),
    value=may(string(2000)),
    style=may(choice("primary", "danger")),
    confirm=may(_CONFIRM),
    accessibility_label=may(string(75)),
    agent_prompt=may(string(4000)),
    agent_prompt_display=may(anything),
    visible_to_user_ids=may(array(string(50), 100)),
)
_SELECTS: dict[str, Check] = {
    "static_select": _input(
        options=may(array(_OPTION, 100)), option_groups=may(array(_GROUP, 100)), initial_option=may(anything)
    ),
    "multi_static_select": _input(
        options=may(array(_OPTION, 100)),
        option_groups=may(array(_GROUP, 100)),
        initial_options=may(array(_OPTION, 100)),
        max_selected_items=may(integer),
    ),
    "external_select": _input(min_query_length=may(integer), initial_option=may(anything)),
    "users_select": _input(initial_user=may(string(50))),
    "multi_users_select": _input(initial_users=may(array(string(50), 100)), max_selected_items=may(integer)),
    "channels_select": _input(initial_channel=may(string(50)), response_url_enabled=may(boolean)),
    "conversations_select": _input(
        initial_conversation=may(string(50)),
        default_to_current_conversation=may(boolean),
        response_url_enabled=may(boolean),
        filter=may(anything),
    ),
}
_CHOICES: dict[str, Check] = {
    **_SELECTS,
    "checkboxes": _input(options=need(array(_OPTION, 10)), initial_options=may(array(_OPTION, 10))),
    "radio_buttons": _input(options=need(array(_OPTION, 10)), initial_option=may(anything)),
    "datepicker": _input(initial_date=may(string(10))),
    "timepicker": _input(initial_time=may(string(5)), timezone=may(string(100))),
    "datetimepicker": _input(initial_date_time=may(integer)),
}
_TYPED: dict[str, Check] = {
    "plain_text_input": _input(
        initial_value=may(string(3000)),
        multiline=may(boolean),
        min_length=may(integer),
        max_length=may(integer),
    ),
    "email_text_input": _input(initial_value=may(string(3000))),
    "url_text_input": _input(initial_value=may(string(3000))),
    "number_input": _input(
        is_decimal_allowed=need(boolean),
        initial_value=may(string(100)),
        min_value=may(string(100)),
        max_value=may(string(100)),
    ),
    "rich_text_input": _input(initial_value=may(anything)),
}
INTERACTIVE_ELEMENTS: dict[str, Check] = {
    **_CHOICES,
    "button": _BUTTON,
    "overflow": _element(options=need(array(_OPTION, 5)), confirm=may(_CONFIRM)),
    "workflow_button": _element(
        text=need(plain(75)), workflow=need(anything), style=may(choice("primary", "danger"))
    ),
}
SECTION_ELEMENTS: dict[str, Check] = {**INTERACTIVE_ELEMENTS, "image": image}
INPUT_ELEMENTS: dict[str, Check] = {**_CHOICES, **_TYPED, "file_input": _input(filetypes=may(anything))}
_FEEDBACK = record(
    {"text": need(plain(75)), "value": need(string(2000)), "accessibility_label": may(string(75))}
)
FEEDBACK_ELEMENTS: dict[str, Check] = {
    "feedback_buttons": _element(positive_button=need(_FEEDBACK), negative_button=need(_FEEDBACK)),
    "icon_button": _element(
        icon=need(string(100)),
        text=need(plain(75)),
        value=may(string(2000)),
        confirm=may(_CONFIRM),
        accessibility_label=may(string(75)),
        visible_to_user_ids=may(array(string(50), 100)),
    ),
}


def elements_of(*kinds: str) -> Check:
    """Only these kinds of interactive elements."""

    def check(value: Any, pointer: str) -> Iterator[str]:
        yield from by_type({kind: INTERACTIVE_ELEMENTS[kind] for kind in kinds})(value, pointer)

    return check
