"""The kinds of value that a setting can have. Each refuses what cannot be meant, and says what to write."""

import ipaddress
import re
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import SplitResult, urlsplit

from pydantic import AfterValidator, BeforeValidator, SecretStr, ValidationInfo

LONGEST = timedelta(days=366)
LONGEST_KEPT = timedelta(days=3660)
UNITS = {"d": "days", "h": "hours", "m": "minutes", "s": "seconds"}
PLATFORM_DOMAINS = {"feishu": "https://open.feishu.cn", "lark": "https://open.larksuite.com"}


def parse_duration(value: object) -> timedelta:
    """``"24h"``, ``"90m"``, ``"1h30m"`` or a number of seconds.

    Raises:
        ValueError: it is none of these, not above zero, or longer than a year.
    """
    return _parse_length(value, LONGEST, "a year")


def _parse_length(value: object, longest: timedelta, said: str) -> timedelta:
    remedy = 'write it as "24h", "90m", "1h30m" or a number of seconds'
    text = "" if isinstance(value, bool) else str(value).strip()
    if text.isascii() and text.isdigit():
        duration = _bounded(int(text), "seconds")
    elif re.fullmatch(r"(\d{1,9}[dhms])+", text, re.ASCII):
        parts = re.findall(r"(\d+)([dhms])", text)
        duration = sum((_bounded(int(number), UNITS[unit]) for number, unit in parts), timedelta())
    else:
        raise ValueError(f"is not a length of time; {remedy}")
    if not timedelta() < duration <= longest:
        raise ValueError(f"must be above zero and at most {said}; {remedy}")
    return duration


def parse_kept(value: object) -> timedelta | None:
    """How long something is kept: ``"forever"``, or a length of time of up to ten years.

    Raises:
        ValueError: it is neither.
    """
    return None if value == "forever" else _parse_length(value, LONGEST_KEPT, "ten years")


def _bounded(number: int, unit: str) -> timedelta:
    return timedelta(**{unit: min(number, 10**9)})


def resolve_path(text: str, user_home: str) -> Path:
    """An absolute path; ``~`` is ``user_home``.

    Raises:
        ValueError: the path is relative. Relative to what would depend on where the program is started (O9).
    """
    if text == "~" or text.startswith("~/"):
        text = user_home + text[1:]
    if "\0" in text or not Path(text).is_absolute():
        raise ValueError("must be a path that begins with / or ~/")
    return Path(text)


def parse_path(value: object, info: ValidationInfo) -> str:
    """See `resolve_path`; the validation context names the ``user_home``."""
    return str(
        resolve_path(value if isinstance(value, str) else "", (info.context or {}).get("user_home", "~"))
    )


def is_loopback(host: str) -> bool:
    """Whether a host name or address can only be this computer."""
    name = host.lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def check_web_url(value: str) -> str:
    """An ``https`` address, or a plain ``http`` one of this computer (O11).

    Raises:
        ValueError: another scheme, no host, plain HTTP to another computer, or a password in it.
    """
    parts = _split_url(value)
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("must be an address such as https://muti.example.org")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ValueError("must be the address alone, without name, password, ? or #")
    if parts.scheme == "http" and not is_loopback(parts.hostname):
        raise ValueError("must begin with https://, since http:// is for this computer (loopback) only")
    return value


def _split_url(value: str) -> SplitResult | None:
    """The parts of an address; None where the host or the port cannot be one. `urlsplit` drops line breaks."""
    try:
        parts = urlsplit(value)
        _ = parts.port  # read for its ValueError
    except ValueError:
        return None
    return parts if re.fullmatch(r"[^\s\0]+", value) else None


def check_domain(value: str) -> str:
    """``feishu``, ``lark``, or the address of a server that speaks like them; as an address."""
    return PLATFORM_DOMAINS.get(value.lower()) or check_web_url(value)


def split_address(value: str) -> tuple[str, int]:
    """The host and the port of ``127.0.0.1:8787`` or ``[::1]:8787``.

    Raises:
        ValueError: it has no host, or no port from 0 to 65535.
    """
    parts = _split_url(f"//{value}") if re.fullmatch(r"[^/@?#]+:\d+", value, re.ASCII) else None
    if parts is None or parts.hostname is None or parts.port is None:
        raise ValueError('must be a host and a port, such as "127.0.0.1:8787"')
    return parts.hostname, parts.port


def check_address(value: str) -> str:
    """See `split_address`."""
    split_address(value)
    return value


def check_database_url(value: SecretStr) -> SecretStr:
    """``sqlite:///FILE`` or ``postgresql://…``; which driver is used is not the owner's to choose (O10).

    Raises:
        ValueError: another scheme, or no file or database named. The address is never part of the message.
    """
    scheme, _, rest = value.get_secret_value().partition("://")
    names_file = scheme == "sqlite" and re.match(r"/(/|[A-Za-z]:[/\\])[^/]", rest)
    names_database = scheme == "postgresql" and re.match(r"[^/]*/[^/]", rest)
    if not names_file and not names_database:
        raise ValueError(
            "must be sqlite:////FOLDER/FILE or postgresql://USER:PASSWORD@HOST/DATABASE, and name no driver"
        )
    return value


def check_handle(value: str) -> str:
    """What people type after ``@``: letters and digits of any script, with ``-``, ``_`` and ``.`` inside.

    Raises:
        ValueError: it could not be typed or told apart from the text around it.
    """
    if not re.fullmatch(r"[^\W_]([\w.-]{0,30}[^\W_])?", value):
        raise ValueError("must be up to 32 letters, digits, - _ or . and no @ in front")
    return value


def check_name(value: str) -> str:
    """A name on one line, between 1 and 80 characters."""
    if not value.strip() or len(value) > 80 or not value.isprintable():
        raise ValueError("must be a name on one line, of 1 to 80 characters")
    return value.strip()


def check_pattern(value: str) -> str:
    """A part of a policy rule: one line, and not so empty that it would match everything."""
    if not value.strip() or not value.isprintable():
        raise ValueError("must be a text on one line, not an empty one")
    return value.strip()


def check_chat(value: str) -> str:
    """The id of a chat: names change, ids do not."""
    if not re.fullmatch(r"[\w:/.-]{1,128}", value, re.ASCII):
        raise ValueError("must be the id of the chat, not its name: its details page shows it at the end")
    return value


def check_redaction(value: SecretStr) -> SecretStr:
    """A text to be blotted out; a short one would take half of every sentence with it."""
    if len(value.get_secret_value().strip()) < 8:
        raise ValueError("must have 8 characters or more, or it would blot out ordinary words")
    return value


def check_keyring_entry(value: str) -> str:
    """A secret's place in the user's keyring."""
    service, _, user = value.partition(":")
    if not service or not user:
        raise ValueError("must be the service, a colon and the user, such as registry.example.org:olga")
    return value


def parse_environment(value: object) -> Any:
    """``["PATH", "LANG=C"]`` or ``{PATH = true, LANG = "C"}`` as name → value, None for "passed through".

    Raises:
        ValueError: neither a list of names nor a table of texts, or a name that no system accepts.
    """
    remedy = 'write ["NAME"] to pass one through, or {NAME = "value"} to set it'
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        pairs: dict[Any, Any] = {name: text if given else True for name, given, text in _split(value)}
    elif isinstance(value, dict):
        pairs = value
    else:
        raise ValueError(f"must be a list or a table; {remedy}")
    for name, text in pairs.items():
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", str(name)):
            raise ValueError(f"has a name that is no variable's: {str(name)[:40]!r}; {remedy}")
        if text is not True and (not isinstance(text, str) or "\0" in text):
            raise ValueError(f"gives {name} something that is no text; {remedy}")
    return {name: None if text is True else text for name, text in pairs.items()}


def _split(items: list[str]) -> list[tuple[str, str, str]]:
    return [item.partition("=") for item in items]


Duration = Annotated[timedelta, BeforeValidator(parse_duration)]
Kept = Annotated[timedelta | None, BeforeValidator(parse_kept)]
AbsolutePath = Annotated[Path, BeforeValidator(parse_path)]
WebUrl = Annotated[str, AfterValidator(check_web_url)]
Domain = Annotated[str, AfterValidator(check_domain)]
Address = Annotated[str, AfterValidator(check_address)]
DatabaseUrl = Annotated[SecretStr, AfterValidator(check_database_url)]
Handle = Annotated[str, AfterValidator(check_handle)]
Name = Annotated[str, AfterValidator(check_name)]
Chat = Annotated[str, AfterValidator(check_chat)]
Redaction = Annotated[SecretStr, AfterValidator(check_redaction)]
KeyringEntry = Annotated[str, AfterValidator(check_keyring_entry)]
Pattern = Annotated[str, AfterValidator(check_pattern)]
Environment = Annotated[dict[str, SecretStr | None], BeforeValidator(parse_environment)]
