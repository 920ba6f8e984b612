"""Which approved actions stay in the agent's box, although they were approved (P7). Pure.

Outside, an action has its owner's rights. Code that lies in the working directory, or that an agent has just made
up, must never have them: a command that would run any of it is left to the agent's own call, inside.
"""

import re
from dataclasses import replace

from daemon.policy import Kind, Rules, judge
from daemon.pushes import mentions_push
from daemon.runtime import Action

NO_CODE = frozenset({"place.outside", "network.host"})
"""Doubts of the policy that concern what an action reaches, not what it runs."""

_OBEYS_THE_DIRECTORY = re.compile(
    r"\b(git|hg|svn|python[\d.]*|pypy[\d.]*|node|deno|bun|ruby|perl|php|lua|tclsh|[Rr]script|java|less|more|man)\b"
)
"""Programs that run what they find beside them: modules, settings, hooks, filters."""


def stays_inside(action: Action, rules: Rules) -> bool:
    """Whether it would run something of the directory: judged as if all that lies there had just been written."""
    command = str(action.input.get("command", ""))
    if _OBEYS_THE_DIRECTORY.search(command) and not mentions_push(command):
        return True
    changed = (*rules.changed_paths, rules.directory, *rules.extra_directories)
    judgement = judge(action, replace(rules, boxed=False, changed_paths=changed))
    return any(found.kind == Kind.unknown and found.rule not in NO_CODE for found in judgement.findings)
