"""One judgement of the policy, beside the bare parse of the same text; and how often it is wrong on its corpus."""

import time
import tomllib
from pathlib import Path
from statistics import median
from typing import Any

import tree_sitter
import tree_sitter_bash

from daemon.policy import Outcome, judge
from daemon.runtime import Action
from tests.benchmarks.harness import Report, Taken, paired, percentile
from tests.daemon.policy_world import world

CORPUS = Path(__file__).parents[1] / "daemon"
PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_bash.language()))


async def run(report: Report) -> None:
    """Every line of the corpus once a round, by processor time: a judgement waits for nothing."""
    report.title("Policy: one judgement of a shell command, over the corpus")
    ordinary, evasions = _groups("ordinary"), _groups("evasions")
    _tell_rates(report, ordinary, evasions)
    lines = [line for group in (*ordinary, *evasions) for line in group["commands"]]
    rounds = 2 if report.quick else 8
    contestants = {"judge": lambda: _take(lines, _judge), "parse": lambda: _take(lines, _parse)}
    found = await report.in_turns(rounds, contestants)
    for name, taken in found.items():
        each = [seconds for one in taken for seconds in one.each]
        last = percentile(each, 0.99)
        report.say(
            f"{name:6} p50 {median(each) * 1e6:6.0f} µs  p99 {last * 1e6:6.0f} µs  most {max(each) * 1e6:6.0f} µs"
        )
    each = [seconds for one in found["judge"] for seconds in one.each]
    report.at_most("one judgement, p99", percentile(each, 0.99) * 1e3, 1, "ms")
    ratio = paired([one.seconds for one in found["judge"]], [one.seconds for one in found["parse"]])
    report.say(f"a judgement takes {ratio:.1f} times the bare parse of its text")


def _tell_rates(report: Report, ordinary: list[dict[str, Any]], evasions: list[dict[str, Any]]) -> None:
    days = [line for group in ordinary for line in group["commands"]]
    stopped = [line for line in days if _judge(line) is not Outcome.allow]
    tricks = [line for group in evasions for line in group["commands"]]
    passed = [line for line in tricks if _judge(line) is Outcome.allow]
    report.at_most(f"of {len(days)} ordinary lines stopped", len(stopped) / len(days) * 100, 3, "%")
    report.at_most(f"of {len(tricks)} evasions passed", len(passed) / len(tricks) * 100, 0, "%")


def _groups(name: str) -> list[dict[str, Any]]:
    groups: list[dict[str, Any]] = tomllib.loads((CORPUS / f"policy_corpus_{name}.toml").read_text())["group"]
    return groups


def _judge(line: str) -> Outcome:
    return judge(Action("call", "Bash", {"command": line}, Path("/w")), world).outcome


def _parse(line: str) -> object:
    return PARSER.parse(line.encode("utf-8", "replace"))


async def _take(lines: list[str], work: Any) -> Taken:
    each = []
    for line in lines:
        began = time.thread_time()
        work(line)
        each.append(time.thread_time() - began)
    return Taken(len(lines), sum(each), each=tuple(each))
