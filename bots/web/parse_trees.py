"""What the forms about work between agents say. Nothing here trusts a field."""

from decimal import Decimal, InvalidOperation

from pydantic import ValidationError

from bots.web.parse import REASON_LIMIT, Fields, Unusable, read_key
from relay.wire.base import Code
from relay.wire.coordination import Allowance, Move, Revoke, RoomSwitch
from relay.wire.executions import Meter
from relay.wire.messages import Mode, Switch

DOLLAR = 1_000_000
MOST_UNITS = 2**31
"""Of any amount; what is more is no amount that the relay takes."""


def read_move(fields: Fields) -> Move:
    """The new parent by its public id; without ``accept`` it is a preview. What was accepted as the same is refused if it got
    narrower meanwhile.

    Raises:
        Unusable: a field is missing or says something else.
    """
    accepted = fields.get("accept")
    try:
        return Move(
            parent=fields.get("parent", "").strip(),
            preview=accepted not in ("same", "narrower"),
            accepts_narrower=accepted == "narrower",
            key=read_key(fields),
        )
    except ValidationError as error:
        raise Unusable(Code.bad_request, "The parent cannot be read.") from error


def read_revoke(fields: Fields) -> Revoke:
    """Why it is taken back."""
    reason = fields.get("reason", "").replace("\r\n", "\n").strip()[:REASON_LIMIT]
    return Revoke(reason=reason, key=read_key(fields))


def read_switch(fields: Fields) -> Switch | RoomSwitch:
    """One switch of the room: may agents ask each other, automatic turns, or the mode of one agent.

    Raises:
        Unusable: it is none of these.
    """
    if fields.get("agents_ask") in ("yes", "no"):
        return RoomSwitch(agents_ask=fields["agents_ask"] == "yes")
    if fields.get("automatic") in ("yes", "no"):
        return Switch(automatic_turns=fields["automatic"] == "yes")
    try:
        return Switch(agent=read_agent(fields), mode=Mode(fields.get("mode", "")))
    except ValueError as error:
        raise Unusable(Code.bad_request, "The switch cannot be read.") from error


def read_agent(fields: Fields) -> str:
    """The agent's name.

    Raises:
        Unusable: it is missing.
    """
    name = fields.get("agent", "").strip()[:200]
    if not name:
        raise Unusable(Code.bad_request, "The agent is missing.")
    return name


def read_allowance(fields: Fields) -> Allowance:
    """Amounts for a day; an empty field is no limit. Money is in dollars.

    Raises:
        Unusable: an amount is no number, or too large.
    """
    found: dict[Meter, int] = {}
    try:
        for meter in Meter:
            typed = fields.get(meter, "").strip().replace(",", "")
            if typed:
                found[meter] = _units(typed, DOLLAR if meter is Meter.cost else 1)
        return Allowance(allowance=found)
    except (InvalidOperation, ValueError) as error:
        raise Unusable(Code.bad_request, "The amount is no number.") from error


def _units(typed: str, each: int) -> int:
    """An amount as whole units. It is compared before it is written out: ``1e999999`` has a million digits."""
    amount = Decimal(typed)
    if not 0 <= amount < MOST_UNITS:
        raise ValueError(typed)
    return int(amount * each)
