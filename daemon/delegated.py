"""What a request was delegated for, at the gate: no call goes beyond it, whatever the policy says (D4, D9). Pure.

Without a limit of a kind nothing changes. Words name a tool (``Bash``, ``ask_agent``), or a kind of action (``push``).
"""

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from daemon.policy import Judgement, Outcome, Rules
from daemon.policy.addresses import hosts_in
from daemon.runtime import Action
from relay.wire.coordination import AuthorityView

OWN = "mcp__muti__"
TELLING = frozenset({"agents", "plan", "progress", "reply"})
"""The daemon's tools by which a request only speaks for itself; a list of tools does not concern them."""

SHELL = "Bash"
DIRECTORY_IF_NOT_SAID = frozenset({"Glob", "Grep", "LS"})
_PATHS = frozenset({"file_path", "moved_to", "notebook_path", "path"})
_ADDRESSES = frozenset({"url"})

NOT_BOUND = (
    "What this work was delegated for is limited to {what}, and whether a command keeps to that cannot be told "
    "beforehand."
)


def within(authority: AuthorityView | None, action: Action, judgement: Judgement, rules: Rules) -> Judgement:
    """The judgement of an action under what its work was delegated for; never lighter than the policy's own."""
    if authority is None or judgement.outcome is Outcome.refuse:
        return judgement
    refused = _beyond(authority, action, judgement, rules)
    if refused is not None:
        return _become(judgement, Outcome.refuse, "delegation.scope", refused)
    if judgement.outcome is Outcome.pause:
        return judgement
    for word in sorted(_words(action, judgement) & set(authority.conditions)):
        reason = f"What this work was delegated for asks for the owner's consent to '{word}'."
        return _become(judgement, Outcome.pause, "delegation.condition", reason, word)
    unbound = _unbound(authority, action, rules)
    return _become(judgement, Outcome.pause, "delegation.shell", unbound, "scope") if unbound else judgement


def lets_host(authority: AuthorityView | None, host: str) -> bool:
    """Whether what the work was delegated for has a place for a host."""
    if authority is None or authority.hosts is None:
        return True
    name = host.lower().rstrip(".")
    return any(
        name == known or (known.startswith("*.") and name.endswith(known[1:])) for known in authority.hosts
    )


def _become(
    judgement: Judgement, outcome: Outcome, rule: str, reason: str, kind: str = "delegation"
) -> Judgement:
    return replace(judgement, outcome=outcome, kind=kind, rule=rule, reason=reason)


def _words(action: Action, judgement: Judgement) -> set[str]:
    kinds = {finding.kind for finding in judgement.findings}
    return {action.tool, action.tool.removeprefix(OWN), *kinds}


# -- what is beyond it ----------------------------------------------------------------------------------------------


def _beyond(authority: AuthorityView, action: Action, judgement: Judgement, rules: Rules) -> str | None:
    """Why a call may not happen at all."""
    words = _words(action, judgement)
    banned = sorted(words & set(authority.bans))
    if banned:
        return f"What this work was delegated for bans '{banned[0]}'; go on without it."
    if not _is_listed(authority, action, judgement):
        listed = ", ".join(authority.tools or ()) or "no tools at all"
        return f"What this work was delegated for does not include '{action.tool}', only {listed}."
    if authority.paths is not None:
        for path in _paths(action, judgement):
            if not _is_below(path, authority.paths, action, rules):
                allowed = ", ".join(authority.paths) or "no paths at all"
                return f"What this work was delegated for does not reach {path[:200]}, only {allowed}."
    for host in _hosts(action):
        if not lets_host(authority, host):
            allowed = ", ".join(authority.hosts or ()) or "no hosts at all"
            return f"What this work was delegated for does not reach the host {host}, only {allowed}."
    return None


def _is_listed(authority: AuthorityView, action: Action, judgement: Judgement) -> bool:
    """As the relay looks at it: by the tool, or by the kind of action that it is."""
    own = action.tool.removeprefix(OWN)
    if authority.tools is None or (own != action.tool and own in TELLING):
        return True
    return not {action.tool, own, judgement.kind}.isdisjoint(authority.tools)


def _paths(action: Action, judgement: Judgement) -> Iterator[str]:
    """The paths that a call names, and those that it would write."""
    named = [] if action.tool == SHELL else list(_texts(action.input, _PATHS))
    if not named and action.tool in DIRECTORY_IF_NOT_SAID:
        named = ["."]
    yield from named
    if action.tool == "Glob":
        yield from (
            text for text in _texts(action.input, frozenset({"pattern"})) if ".." in text or text[:1] == "/"
        )
    yield from judgement.writes


def _is_below(path: str, allowed: list[str], action: Action, rules: Rules) -> bool:
    home = rules.home + path[1:] if rules.home and (path == "~" or path.startswith("~/")) else path
    place = rules.resolve(posixpath.join(str(action.directory), home))
    if any(_covers(rules.resolve(folder), place) for folder in rules.extra_directories):
        return True
    return any(_covers(rules.resolve(posixpath.join(rules.directory, one)), place) for one in allowed)


def _covers(wide: str, narrow: str) -> bool:
    return narrow == wide or narrow.startswith(f"{wide.rstrip('/')}/")


def _hosts(action: Action) -> Iterator[str]:
    names = frozenset({"command"}) if action.tool == SHELL else _ADDRESSES
    for text in _texts(action.input, names):
        yield from hosts_in(text)


def _texts(given: Any, names: frozenset[str]) -> Iterator[str]:
    """Every text under one of these names, however deep."""
    if isinstance(given, Mapping):
        for name, value in given.items():
            if isinstance(value, str) and name in names:
                yield value
            else:
                yield from _texts(value, names)
    elif isinstance(given, list | tuple):
        for value in given:
            yield from _texts(value, names)


def _unbound(authority: AuthorityView, action: Action, rules: Rules) -> str | None:
    """Why a command waits for the owner: under a limit of paths, or of hosts where no box holds it."""
    if action.tool != SHELL:
        return None
    if authority.paths is not None:
        return NOT_BOUND.format(what=f"the paths {', '.join(authority.paths) or 'of nothing'}")
    if authority.hosts is not None and not rules.boxed:
        return NOT_BOUND.format(what=f"the hosts {', '.join(authority.hosts) or 'of nobody'}")
    return None
