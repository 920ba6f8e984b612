"""One budget: what was granted, what is held by what is under way, what was spent. Pure arithmetic.

One level (`relay.authority.budget` has the tree); what is authorised never lets held and spent together exceed what
was granted. What is measured only afterwards and runs over is written down in full, and nothing more is authorised
(D10).
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from relay.wire.executions import Meter, MeterView

MOST = 2**62
"""Units of one meter; more is no number that anybody measured."""

Amounts = Mapping[Meter, int]


class BudgetSpent(Exception):
    """The budget of this request is used up; ask anew, or raise the agent's budget in its configuration."""

    def __init__(self, meter: Meter, left: int, wanted: int) -> None:
        super().__init__(
            f"The budget of this request has {left} of {meter} left, and this needs {wanted}. Ask anew, or raise "
            "the agent's budget in its configuration."
        )
        self.meter, self.left, self.wanted = meter, left, wanted


@dataclass(frozen=True)
class Account:
    """One meter. ``granted`` is missing where there is no limit."""

    granted: int | None = None
    held: int = 0
    spent: int = 0

    @property
    def left(self) -> int | None:
        """What may still be authorised; nothing less than none."""
        return None if self.granted is None else max(0, self.granted - self.held - self.spent)


Ledger = dict[Meter, Account]


def opened(budget: str | None, kept: str | None) -> Ledger:
    """The ledger of a request: as it is kept, or a new one under the budget of its agent; both are our own JSON."""
    found = json.loads(kept) if kept else {}
    limits = json.loads(budget) if budget and not kept else {}
    ledger = {Meter(name): Account(limit) for name, limit in limits.items()}
    return ledger | {Meter(name): Account(*values) for name, values in found.items()}


def closed(ledger: Ledger) -> str:
    """The ledger as it is kept."""
    return json.dumps({meter: [one.granted, one.held, one.spent] for meter, one in sorted(ledger.items())})


def hold(ledger: Ledger, wanted: Amounts) -> Ledger:
    """Authorise: reserve before anything begins, all or nothing.

    A limited meter that has nothing left authorises nothing, also where nothing of it is asked for.

    Raises:
        BudgetSpent: there is not enough left of a meter.
    """
    for meter, account in ledger.items():
        need = _units(wanted.get(meter, 0))
        if account.left is not None and account.left < max(1, need):
            raise BudgetSpent(meter, account.left, need)
    return reserve(ledger, wanted)


def reserve(ledger: Ledger, wanted: Amounts) -> Ledger:
    """Hold what was authorised already."""
    return _each(ledger, wanted, lambda one, units: replace(one, held=one.held + units))


def use(ledger: Ledger, reserved: Amounts, used: Amounts) -> Ledger:
    """The outcome is known: the reservation ends, and what was really used is spent, in full."""
    return spend(release(ledger, reserved), used)


def release(ledger: Ledger, reserved: Amounts) -> Ledger:
    """The reservation ends: nothing of it was used."""
    return _each(ledger, reserved, lambda one, units: replace(one, held=max(0, one.held - units)))


def spend(ledger: Ledger, used: Amounts) -> Ledger:
    """Something was measured; it counts in full, also where it runs over."""
    return _each(ledger, used, lambda one, units: replace(one, spent=min(MOST, one.spent + units)))


def _each(ledger: Ledger, amounts: Amounts, change: Callable[[Account, int], Account]) -> Ledger:
    changed = {meter: change(ledger.get(meter, Account()), _units(units)) for meter, units in amounts.items()}
    return {**ledger, **changed}


def _units(said: int) -> int:
    return max(0, min(MOST, said))


def amounts_of(said: object) -> dict[Meter, int]:
    """What a machine says that something used; what is no meter of ours, or no number, is left out."""
    if not isinstance(said, Mapping):
        return {}
    known = {name: value for name, value in said.items() if name in set(Meter)}
    return {Meter(name): _units(value) for name, value in known.items() if type(value) is int}


def views_of(ledger: Ledger) -> list[MeterView]:
    """How the ledger looks."""
    return [
        MeterView(meter=meter, granted=one.granted, held=one.held, spent=one.spent)
        for meter, one in sorted(ledger.items())
    ]
