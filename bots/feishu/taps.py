"""What a tap means to the relay, and the short notice that answers it. Pure.

The answer carries no card: a card in it and an update on the way can undo each other, so the card always follows by
an update from the relay's state (open.feishu.cn, card callback communication).
"""

from bots.feishu.languages import LOCALES
from bots.feishu.parse import Tap
from bots.feishu.sdk import CallBackToast, P2CardActionTriggerResponse
from bots.feishu.values import (
    REASON_CHARACTERS,
    WHY,
    OnAction,
    OnGrant,
    OnJoin,
    OnOutcome,
    OnRequest,
    OnWork,
    read_value,
)
from bots.intents import Decides, DecidesAction, DecidesJoin, Intent, Presses, Revokes, Settles
from bots.words import LANGUAGES, problem, say
from relay.wire.base import Problem
from relay.wire.people import Who
from relay.wire.requests import Decision, Spot

KEY_CHARACTERS = 200


def bind_tap(tap: Tap, who: Who, tenant: str) -> Intent | None:
    """What a tap means; None if its button is not one of ours."""
    spot, key = tap_spot(tap, tenant), f"feishu:{tenant}:{tap.key}"[:KEY_CHARACTERS]
    match read_value(tap.value):
        case OnRequest(request, version, decision):
            reason = _reason(tap) if decision is Decision.deny else None
            return Decides(who, spot, request, version, decision, key, reason)
        case OnAction(request, action, digest, allow):
            return DecidesAction(
                who, spot, request, action, digest, allow, key, None if allow else _reason(tap)
            )
        case OnOutcome(request, action, settlement):
            return Settles(who, spot, request, action, settlement, key)
        case OnJoin(join, decision):
            return DecidesJoin(who, spot, join, decision, key)
        case OnWork(request, command):
            return Presses(who, spot, request, command, key)
        case OnGrant(grant):
            return Revokes(who, spot, grant)
    return None


def tap_spot(tap: Tap, tenant: str) -> Spot:
    """Where a card was tapped. Feishu does not tell in which thread it stands."""
    return Spot(
        platform="feishu", tenant=tenant, channel=tap.channel or "unknown", message=tap.message or "unknown"
    )


def done_toast(intent: Intent) -> P2CardActionTriggerResponse:
    """It counts."""
    match intent:
        case Decides(decision=decision):
            return toast("success", f"toast.{decision}")
        case DecidesAction(allow=allow):
            return toast("success", "toast.approve" if allow else "toast.deny")
    return toast("success", "toast.noted")


def refused_toast(problem_said: Problem) -> P2CardActionTriggerResponse:
    """It does not count, and why."""
    return _toast("error", {name: problem(problem_said, name) for name in LANGUAGES})


def toast(kind: str, key: str) -> P2CardActionTriggerResponse:
    """A sentence of ours; each client shows it in its own language."""
    return _toast(kind, {name: say(key, name) for name in LANGUAGES})


def _toast(kind: str, told: dict[str, str]) -> P2CardActionTriggerResponse:
    i18n = {locale: told[name] for name in told for locale in LOCALES[name]}
    answer = P2CardActionTriggerResponse()
    answer.toast = CallBackToast({"type": kind, "content": told["en"], "i18n": i18n})
    return answer


def _reason(tap: Tap) -> str | None:
    return str(tap.form.get(WHY) or "").strip()[:REASON_CHARACTERS] or None
