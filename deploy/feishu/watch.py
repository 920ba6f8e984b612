"""What Feishu's clock says of ours: over HTTP what it signs is good for five minutes. Pure."""

from email.utils import parsedate_to_datetime

from deploy.findings import Finding, Status

WINDOW_SECONDS = 300.0
SKEW_SECONDS = 60.0
TO_CLOCK = "switch the time synchronisation of this computer on"


def judge_clock(date: str, now: float, *, strict: bool) -> Finding:
    """``date`` is the header of an answer, ``now`` in seconds since 1970; ``strict``: what is signed is checked here."""
    try:
        skew = now - parsedate_to_datetime(date).timestamp()
    except (TypeError, ValueError):
        return Finding("feishu.clock", Status.skip, "Feishu's answer has no date")
    said = f"this computer's clock is {abs(skew):.0f} s {'ahead of' if skew > 0 else 'behind'} Feishu's"
    if strict and abs(skew) > WINDOW_SECONDS:
        return Finding("feishu.clock", Status.fail, f"{said}: every request would be refused", TO_CLOCK)
    if abs(skew) > SKEW_SECONDS:
        return Finding("feishu.clock", Status.warn, said, TO_CLOCK)
    return Finding("feishu.clock", Status.ok, said)
