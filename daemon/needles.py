"""Known values, and every form in which they usually leak. Pure.

As they are, base64 at all three alignments (RFC 4648), URL-encoded (RFC 3986), JSON-escaped (RFC 8259), in hex,
quoted for a shell or for HTML.
"""

import base64
import html
import json
import re
import shlex
from urllib.parse import quote, quote_plus

from daemon.views import squeeze

SHORTEST = 8
"""Characters that a known value must have: shorter ones are ordinary words and numbers, and replacing those
would make every text unreadable while hiding nothing that could not be guessed."""


class NeedleTooShort(ValueError):
    """A value to redact has fewer than eight characters; take it off the list, or list a longer one."""


def encoded_forms(value: str) -> set[str]:
    """The forms in which a value may be found, without breaks between their characters.

    Raises NeedleTooShort: it has fewer than `SHORTEST` characters.
    """
    if len(value.strip()) < SHORTEST:
        raise NeedleTooShort(NeedleTooShort.__doc__)
    data = value.encode("utf-8", "surrogatepass")
    forms = {value, value.strip(), data.hex(), data.hex().upper(), html.escape(value), shlex.quote(value)}
    forms |= {quote(data, safe=""), quote(data), quote_plus(data), "".join(f"%{byte:02X}" for byte in data)}
    forms |= {re.sub(r"%[0-9A-F]{2}", lambda match: match.group().lower(), form) for form in list(forms)}
    forms |= {form.strip("'") for form in (shlex.quote(value),)}
    for ascii_only in (True, False):
        escaped = json.dumps(value, ensure_ascii=ascii_only)[1:-1]
        forms |= {escaped, escaped.replace("/", "\\/"), json.dumps(escaped, ensure_ascii=ascii_only)[1:-1]}
    forms |= {form for offset in range(3) for form in _base64_forms(data, offset)}
    return {form for form in map(squeeze, forms) if len(form) >= SHORTEST - 1}


def _base64_forms(data: bytes, offset: int) -> set[str]:
    """The characters of base64 that only these bytes decide, when they stand ``offset`` bytes after a multiple of 3."""
    text = base64.b64encode(b"\0" * offset + data).decode().rstrip("=")
    first = (0, 2, 3)[offset]
    last = len(text) if (offset + len(data)) % 3 == 0 else len(text) - 1
    core = text[first:last]
    return {core, core.translate(str.maketrans("+/", "-_"))}
