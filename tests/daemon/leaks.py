"""A search for leaks of redaction: random values, in every form, anywhere in random text, cut at every place.

By hand: ``python -m tests.daemon.leaks 1000000`` says how many streams were cut and which leaked.
"""

import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from daemon.redact import REDACTED, Redactor, encoded_forms
from daemon.views import squeeze

ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    "0123456789abcdef",
    "abc ABC+/=-_.~!@#$%^&*()'\"\\<>{}[]|;:,?`",
    "密码口令ключ비밀åß字ab12",
    "ab",
)
AROUND = (
    "ok", " ", "\n", "\r\n", "\t", "token", "=", ": ", "https://", "\x1b[32m", "\x1b[0m", "日志", "é", "\u200b", "a",
    "-----BEGIN ", "\\\n", "eyJ", "sk-", "%", "{", '"', "0", "...", "\n    ", "\x1b]8;;x\x07", "\x1b", "x" * 90,
)  # fmt: skip
BETWEEN = (
    "\n", "\r\n   ", "\\\n", "\x1b[31m", "\x1b[0m", "\x1b]0;title\x07", "\x1b]8;;http://x/\x1b\\", "\u200b", "\0", "\n\t",
)  # fmt: skip


@dataclass(frozen=True)
class Leak:
    """A text that was cut at this place and let a value out, or came out otherwise than whole."""

    text: str
    cut: int
    out: str


def leaks(seed: int, streams: int) -> Iterator[Leak | int]:
    """Every leak among so many streams, and after each text how many there were."""
    dice = random.Random(seed)
    values = [_value(dice) for _ in range(40)]
    redactor = Redactor(values)
    done = 0
    while done < streams:
        form = dice.choice(sorted(encoded_forms(dice.choice(values))))
        hidden = _disguise(dice, form)
        before = _around(dice)
        # A lone escape takes the value's first character, or is none: both are tried, but not mixed with others.
        before = before.rstrip("\x1b") if "\x1b" in hidden else before
        text = before + hidden + _around(dice)
        yield from _cut_everywhere(redactor, text, form)
        done += len(text) + 2
        yield done


def _cut_everywhere(redactor: Redactor, text: str, form: str) -> Iterator[Leak]:
    whole = redactor.redact(text)
    if form in squeeze(whole) or REDACTED not in whole:
        yield Leak(text, -1, whole)
    for cut in range(len(text) + 1):
        stream = redactor.fresh()
        out = stream.feed(text[:cut]) + stream.feed(text[cut:]) + stream.flush()
        if out != whole:
            yield Leak(text, cut, out)
    stream = redactor.fresh()
    out = "".join(map(stream.feed, text)) + stream.flush()
    if out != whole:
        yield Leak(text, -2, out)


def _value(dice: random.Random) -> str:
    alphabet = dice.choice(ALPHABETS)
    while True:
        value = "".join(dice.choice(alphabet) for _ in range(dice.randint(8, 40)))
        if len(value.strip()) == len(value):
            return value


def _around(dice: random.Random) -> str:
    return "".join(dice.choice(AROUND) for _ in range(dice.randint(0, 7)))


def _disguise(dice: random.Random, form: str) -> str:
    """The form as it is, wrapped, or with things between its characters that nobody sees."""
    if dice.random() < 0.3 or " " in form:
        return form
    # What is continued by a backslash and has some of its own can be read in more ways than anybody tries.
    between = [one for one in BETWEEN if "\\" not in form or one != "\\\n"]
    if dice.random() < 0.5:
        width, break_ = dice.randint(3, 60), dice.choice(between)
        return break_.join(form[at : at + width] for at in range(0, len(form), width))
    return "".join(one + (dice.choice(between) if dice.random() < 0.1 else "") for one in form)


def main() -> int:
    """Look through as many streams as the first argument says."""
    streams, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    began, found, done = time.monotonic(), 0, 0
    for one in leaks(seed, streams):
        if isinstance(one, int):
            done = one
        else:
            found += 1
            print(repr(one))
            if found > 20:
                break
    print(f"{done:,} streams, seed {seed}: {found} leaks, {time.monotonic() - began:.0f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
