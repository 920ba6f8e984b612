"""What came of trying something (O7)."""

from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """What came of a probe."""

    ok = "ok"
    warn = "warn"
    fail = "fail"
    skip = "skip"


@dataclass(frozen=True)
class Finding:
    """One line: what was tried, what came of it, the evidence, what to do, and how long it took."""

    name: str
    status: Status
    evidence: str
    remedy: str = ""
    milliseconds: int = 0
