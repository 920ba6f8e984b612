"""The refusals of the emulated platform and of its driver."""

from typing import Any

Violation = dict[str, str]


class FeishuRefusal(Exception):
    """The platform answers with this code, sentence and HTTP status; ``extra`` joins the ``error`` object."""

    def __init__(self, code: int, message: str, status: int = 400, **extra: Any) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status
        self.extra = extra
        self.headers: dict[str, str] = {}


class ImpossibleGesture(AssertionError):
    """A person could not do this in the real client; the test asks for something that cannot happen."""


def invalid_field(violations: list[Violation]) -> FeishuRefusal:
    """What the gateway says of missing, unknown or wrong parameters (99992402)."""
    described = "; ".join(f"{v['field']}: {v['description']}" for v in violations)
    return FeishuRefusal(99992402, f"field validation failed: {described}", field_violations=violations)


def invalid_parameter(reason: str) -> FeishuRefusal:
    """What the message service says of wrong parameters (230001)."""
    return FeishuRefusal(230001, f"Your request contains an invalid request parameter, ext={reason}")


def unusable_card(code: int, reason: str, value: str = "", path: str = "") -> FeishuRefusal:
    """What the message service says of a card that cannot be made (230099 around the card's own code)."""
    place = f"ErrPath: {path}; " if path else ""
    return FeishuRefusal(
        230099,
        f"Failed to create card content, ext=ErrCode: {code}; {place}ErrMsg: {reason}; ErrorValue: {value}; ",
    )
