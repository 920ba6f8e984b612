"""What is risky, and why: a pure judgement of one action before its effect (P1 to P6).

The judgement explains and stops; it is no wall. What an agent may reach at all is the sandbox's to say (P7).
"""

import hashlib
import json

from daemon.policy.model import Finding, Judgement, Kind, Outcome, OwnerRule, Rules, weigh
from daemon.policy.tools import judge_tool
from daemon.runtime import Action

__all__ = ["Finding", "Judgement", "Kind", "Outcome", "OwnerRule", "Rules", "digest", "judge"]


def judge(action: Action, rules: Rules) -> Judgement:
    """Whether an action may happen, must wait for the owner, or is refused."""
    scene = judge_tool(rules, action.tool, action.input, str(action.directory))
    writes, creates = tuple(dict.fromkeys(scene.writes)), tuple(dict.fromkeys(scene.creates))
    return weigh(tuple(scene.findings), writes, creates, tuple(sorted(scene.facts.items())))


def digest(action: Action) -> str:
    """The SHA-256, in hex, of exactly this tool, input and directory: what an approval is bound to (P3)."""
    exact = {"tool": action.tool, "input": dict(action.input), "directory": str(action.directory)}
    canonical = json.dumps(exact, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(canonical.encode()).hexdigest()
