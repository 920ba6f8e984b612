"""Executions: what became of an approved action after its start, how the owner settles it, and what it used (E)."""

from enum import StrEnum

from pydantic import Field, model_validator

from relay.executions import State
from relay.wire.base import PROMPT_LIMIT, Instant, Key, Seen, Wire

__all__ = ["Effect", "Meter", "MeterView", "Settle", "Settlement", "State"]

Fact = tuple[str, str]
"""Something about an action that was approved with it: a name such as ``branch``, and its value."""


class Meter(StrEnum):
    """What a request's budget counts, each in whole units."""

    tool_calls = "tool_calls"
    tokens = "tokens"
    cost = "cost"  # millionths of a dollar


class MeterView(Seen):
    """One meter of a request. Without ``granted`` there is no limit, and it is counted all the same."""

    meter: Meter
    granted: int | None
    held: int = Field(description="Reserved by what is under way, or has no known outcome (E5).")
    spent: int


class Settlement(StrEnum):
    """The owner's three answers about an effect whose outcome is unknown (E3)."""

    happened = "happened"
    did_not = "did_not"
    look = "look"


class Settle(Wire):
    """What the owner says, on which evidence. ``ask`` is what the agent is asked where it shall look first."""

    settlement: Settlement
    evidence: str = Field(default="", max_length=2000)
    ask: str = Field(default="", max_length=PROMPT_LIMIT)
    key: Key

    @model_validator(mode="after")
    def _asks_something(self) -> "Settle":
        if self.settlement is Settlement.look and not self.ask.strip():
            raise ValueError("To let the agent look, say what it is asked.")
        return self


class Effect(Seen):
    """A started action of a request that is taken up again, and what is known of it."""

    action: str
    call: str
    kind: str
    shown: str
    state: State
    settled_at: Instant | None = None
