"""What the agent is shown of an action that the daemon has run itself.

A command becomes one that prints the output and ends as the action ended, so that the model sees both as those
of its own call. The output lies in a file: a long one would not fit into a command line. No other tool can be
made to answer so: its call is refused, with the output as the reason.
"""

import shlex
from pathlib import Path

from daemon.runtime import Done

SIGNAL_BASE = 128
# What a refusal may hold; the program cuts what it shows its model at some forty thousand characters anyway.
SHOWN_CHARACTERS = 30_000


def write_stub(done: Done, file: Path) -> str:
    """Put the output into a file, and give the command that shows it."""
    with file.open("x", encoding="utf-8", errors="replace") as made:  # never through what lies there already
        made.write(done.output)
    return f"cat {shlex.quote(str(file))}; exit {exit_code(done)}"


def told(done: Done) -> str:
    """The same as a sentence, for a tool that is no shell."""
    code = exit_code(done)
    how = "was carried out" if code == 0 else f"was carried out and failed with exit code {code}"
    left_out = len(done.output) - SHOWN_CHARACTERS
    before = f"[{left_out} characters before this are left out.]\n" if left_out > 0 else ""
    return (
        f"This {how} outside, once; do not repeat it. Its output:\n{before}{done.output[-SHOWN_CHARACTERS:]}"
    )


def exit_code(done: Done) -> int:
    """The exit code as a shell gives it: a signal is 128 and its number."""
    code = done.exit_code
    return (SIGNAL_BASE - code if code < 0 else code) & 0xFF
