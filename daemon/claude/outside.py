"""What the agent is shown of an action that the daemon has run itself. Pure.

A shell call becomes a command that prints the output and ends as the action ended, so that the model sees both as
those of its own call. No other tool can be made to answer so: its call is refused, with the output as the reason.
"""

from base64 import b64encode

from daemon.runtime import Done

SHELL = "Bash"

# The program shows its model 30,000 characters of a command that succeeded and 10,000 of one that failed, and drops
# the end of what is longer, which is where the news is. Both limits stay far below the 128 KiB that Linux takes as
# one argument (execve(2), MAX_ARG_STRLEN).
SHOWN_BYTES = 28_000
SHOWN_BYTES_OF_FAILURE = 9_000
SIGNAL_BASE = 128


def stub(done: Done) -> str:
    """A command that prints what the daemon's own run of an action has printed, and ends as it ended."""
    shown = b64encode(fit(done).encode(errors="replace")).decode()
    return f"printf %s {shown} | base64 -d; exit {exit_code(done)}"


def told(done: Done) -> str:
    """The same as a sentence, for a tool that is no shell."""
    code = exit_code(done)
    how = "was carried out" if code == 0 else f"was carried out and failed with exit code {code}"
    return f"This {how} outside, once; do not repeat it. Its output:\n{fit(done)}"


def fit(done: Done) -> str:
    """The end of the output, as much as the program shows its model, with how much is missing."""
    limit = SHOWN_BYTES_OF_FAILURE if exit_code(done) else SHOWN_BYTES
    whole = done.output.encode(errors="replace")
    if len(whole) <= limit:
        return done.output
    end = whole[-limit:].decode(errors="ignore")
    missing = len(done.output) - len(end)
    return f"[{missing} characters of output before this are left out.]\n{end}"


def exit_code(done: Done) -> int:
    """The exit code as a shell gives it: a signal is 128 and its number."""
    code = done.exit_code
    return (SIGNAL_BASE - code if code < 0 else code) & 0xFF
