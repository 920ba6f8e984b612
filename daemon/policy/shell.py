"""A shell text as a whole: parsed within bounds, and read until nothing new is learnt.

What the grammar cannot parse is a doubt (P2), and is read all the same for what it gives away.
"""

from daemon.policy.commands import judge_command
from daemon.policy.grammar import is_sound, parse
from daemon.policy.hints import guess_text
from daemon.policy.model import Rules
from daemon.policy.network import judge_address_of
from daemon.policy.reader import Reader
from daemon.policy.scene import Scene, TooMuch
from daemon.policy.variables import Variables, judge_arithmetic

MOST_TEXT = 60_000
MOST_READINGS = 5


def judge_shell(rules: Rules, text: str, directory: str) -> Scene:
    """Everything found in a shell text that starts in a directory."""
    scene = Scene(rules, (directory,), _read_until_known, judge_command)
    try:
        _read_until_known(scene, text)
    except RecursionError:
        scene.doubt("shell.deep", "It nests too deeply to be followed.", text[:200])
    except TooMuch:
        scene.doubt("shell.many", "It is too long to be understood.", text[:200])
    guess_text(scene, text)
    return scene


def _read_until_known(scene: Scene, text: str) -> None:
    """Read a text several times, until nothing new is learnt about its variables.

    In a loop, a use may come before the assignment that it sees. What the passes find adds up; a text inside a
    text begins without the outer one's variables.
    """
    scene.text += len(text)
    root = parse(text) if scene.text <= MOST_TEXT else None
    if root is None:
        scene.doubt("shell.text", "It is too long, too deep or too strange to be followed.", text[:80])
        guess_text(scene, text)
        return
    if not is_sound(root):
        scene.doubt("shell.unparsable", "The shell text cannot be parsed.", text[:200])
        judge_address_of(scene, text, text[:200])
        guess_text(scene, text)
    judge_arithmetic(scene, text)
    known = Variables()
    places, maybe = scene.places, scene.maybe
    for _ in range(MOST_READINGS):
        scene.places, scene.maybe = places, maybe
        seen = Reader(scene, known).read(root)
        if seen.assigned == known.assigned:
            return
        known = seen.forget_growth(known)
    scene.doubt("shell.variables", "Its variables cannot be followed.", text[:200])
