"""The refusals of the emulated service and of its driver."""

from typing import Any


class SlackRefusal(Exception):
    """The Web API answers ``ok: false`` with this error name."""

    def __init__(self, error: str, messages: list[str] | None = None, **extra: Any) -> None:
        super().__init__(error)
        self.error = error
        self.body: dict[str, Any] = {"ok": False, "error": error, **extra}
        if messages:
            self.body["response_metadata"] = {"messages": messages}


class ImpossibleGesture(AssertionError):
    """A person could not do this in the real client; the test asks for something that cannot happen."""
