"""Codes that people type: read aloud, scanned, or copied from one screen to another. Pure but for the random one."""

import re
import secrets
from hashlib import sha256

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No 0/O, 1/I/L, U: codes are read aloud and typed on phones."""

LENGTH = 16
"""Characters of an invitation's code: 78 bits, so that neither it nor its hash can be guessed."""

_PLAIN = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")


def random_code() -> str:
    """A new code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def code_of(room: str, key: str) -> str:
    """The code that belongs to a key: the same key makes the same code. Whoever knows the key knows the code."""
    number = int.from_bytes(sha256(f"invite\0{room}\0{key}".encode()).digest())
    letters = []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def plain_code(typed: str) -> str:
    """A code without the marks and small letters of whoever typed it; any other token as it is."""
    plain = re.sub(r"[\s-]", "", typed).upper()
    return plain if _PLAIN.fullmatch(plain) else typed
