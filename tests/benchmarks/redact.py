"""Redaction with a thousand known values, beside one plain Aho-Corasick pass over the same text for the values as they are."""

import base64
import random
import string
import time
from collections.abc import Callable
from pathlib import Path

import ahocorasick

from daemon.redact import Redactor
from tests.benchmarks.harness import Report, Taken, paired

NEEDLES = 1_000
PIECE = 65_536
ALPHABET = string.ascii_letters + string.digits


async def run(report: Report) -> None:
    """Several kinds of text, whole and as a stream."""
    size, rounds = (200_000, 3) if report.quick else (1_000_000, 11)
    dice = random.Random(1)
    needles = ["".join(dice.choice(ALPHABET) for _ in range(dice.randint(20, 48))) for _ in range(NEEDLES)]
    redactor, plain = Redactor(needles), _automaton(needles)
    report.title(f"Redaction with {NEEDLES:,} values in all their forms")
    for name, text in _texts(dice, size).items():
        await _compare(report, name, text, rounds, redactor, plain)


async def _compare(
    report: Report, name: str, text: str, rounds: int, redactor: Redactor, plain: "ahocorasick.Automaton"
) -> None:
    taken = await report.in_turns(
        rounds,
        {
            "pass": lambda: _timed(text, lambda: sum(1 for _ in plain.iter(text))),
            "redact": lambda: _timed(text, lambda: redactor.redact(text)),
            "stream": lambda: _timed(text, lambda: _stream(redactor, text)),
        },
    )
    rates = {what: [one.rate / 1e6 for one in found] for what, found in taken.items()}
    middle = {what: sorted(one)[len(one) // 2] for what, one in rates.items()}
    told = ", ".join(f"{what} {rate:.0f} MB/s" for what, rate in middle.items())
    report.say(f"{name}: {told}")
    report.at_least(f"redaction of {name} beside a plain pass", paired(rates["redact"], rates["pass"]), 0.5)
    report.at_least(f"a stream of {name} beside a plain pass", paired(rates["stream"], rates["pass"]), 0.5)


async def _timed(text: str, work: Callable[[], object]) -> Taken:
    began = time.perf_counter()
    work()
    return Taken(len(text.encode()), time.perf_counter() - began)


def _stream(redactor: Redactor, text: str) -> None:
    stream = redactor.fresh()
    for at in range(0, len(text), PIECE):
        stream.feed(text[at : at + PIECE])
    stream.flush()


def _automaton(words: list[str]) -> "ahocorasick.Automaton":
    automaton = ahocorasick.Automaton()
    for word in words:
        automaton.add_word(word, word)
    automaton.make_automaton()
    return automaton


def _texts(dice: random.Random, size: int) -> dict[str, str]:
    sources = sorted((Path(__file__).parents[2] / "relay").rglob("*.py"))
    code = "".join(path.read_text(encoding="utf-8") for path in sources)
    log = "2026-09-06T12:{0:02}:{1:02}Z INFO worker[{1}] building src/pkg/module_{2}.py ok in 0.{1}s\n"
    logs = "".join(log.format(number % 60, number % 59, number) for number in range(size // 80))
    colour = logs.replace("INFO", "\x1b[32mINFO\x1b[0m")
    cjk = "".join(
        f"第{n}行：正在编译模块 {n}，用时 {n % 9}.{n % 10} 秒，结果正常。\n" for n in range(size // 70)
    )
    return {
        "logs": logs,
        "coloured logs": colour,
        "code": (code * (size // len(code) + 1))[:size],
        "Chinese": cjk,
        "base64": base64.encodebytes(dice.randbytes(size * 3 // 4)).decode(),
    }
