"""What proves that each thing of a Feishu app arrives, and where it is switched on if it does not. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bots.feishu.parse import Heard, Tap, What
from deploy.findings import Finding, Status

WORD = "check"
TAPPED, DONE = "muti:check", "muti:check-done"
"""What the buttons of the check's card carry as ``act``."""

Page = Callable[[str], str]


@dataclass(frozen=True)
class Proof:
    """One thing that has to arrive: the sentence of what a person does for it, and where it is put right."""

    name: str
    step: str
    part: str
    remedy: str


PROOFS = (
    Proof(
        "direct message",
        "check.feishu_direct",
        "event",
        "subscribe im.message.receive_v1 and grant im:message.p2p_msg:readonly",
    ),
    Proof(
        "mention",
        "check.feishu_group",
        "event",
        "subscribe im.message.receive_v1, grant im:message.group_at_msg:readonly, and add the bot to the group",
    ),
    Proof(
        "tap",
        "check.feishu_tap",
        "event",
        "subscribe the callback card.action.trigger and choose the long connection for callbacks, too "
        "(who tapped saw the error 200340)",
    ),
)
NAMES = frozenset(proof.name for proof in PROOFS)


def read_proof(heard: What | None, said: str) -> str:
    """What arrived; "done" where somebody says that it is all; empty for what is not the check's.

    ``said`` is the text of a message, without the mention.
    """
    match heard:
        case Tap(value=value) if isinstance(value, Mapping):
            return {TAPPED: "tap", DONE: "done"}.get(str(value.get("act")), "")
        case Heard(direct=direct) if said.strip().lower() == WORD:
            return "direct message" if direct else "mention"
    return ""


def judge(seen: set[str], page: Page) -> list[Finding]:
    """What arrived and what did not, each with where to click."""
    return [_judged(proof, proof.name in seen, page) for proof in PROOFS]


def _judged(proof: Proof, arrived: bool, page: Page) -> Finding:
    name = f"feishu.arrives.{proof.name}"
    if arrived:
        return Finding(name, Status.ok, f"a {proof.name} arrives")
    remedy = f"{proof.remedy} at {page(proof.part)}; publish a version"
    return Finding(name, Status.fail, f"no {proof.name} came", remedy)
