"""What a person reads when the relay refuses (each says what to do)."""

from bots.words.catalogue import has, say
from bots.words.sentences import At, utc
from relay.wire.base import PROMPT_LIMIT, Code, Problem

_BY = {"running": "problem.late_moved", "done": "problem.late_at", "failed": "problem.late_at"}
"""Nobody ran it or made it fail: whoever is named approved it."""


def problem(problem: Problem, language: str, *, at: At = utc) -> str:
    """The sentence for a refusal."""
    if problem.code is Code.late:
        return _late(problem, language, at)
    if problem.code is Code.no_agent:
        names = problem.detail.rpartition("Agents: ")[2].rstrip(".")
        return say("problem.no_agent" if names else "problem.no_agent_plain", language, names=names)
    key = f"problem.{problem.code}"
    if not has(key):
        key = "problem.other"
    return say(key, language, code=problem.code, limit=f"{PROMPT_LIMIT:,}")


def _late(problem: Problem, language: str, at: At) -> str:
    if problem.state is None:
        return say("problem.late_plain", language)
    state = say(f"state.{problem.state}", language) if has(f"state.{problem.state}") else problem.state
    if problem.at is None:
        return say("problem.late", language, state=state)
    key = _BY.get(problem.state, "problem.late_by") if problem.by else "problem.late_at"
    return say(key, language, state=state.lower(), by=problem.by or "", at=at(problem.at))
