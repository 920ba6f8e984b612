"""What the forms of the browser room say, as calls of the wire. Nothing here trusts a field."""

import re
from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from bots.text import one_line
from relay.wire.base import PROMPT_LIMIT, Code, Problem
from relay.wire.people import DecideJoin, JoinDecision, NewInvite, Role
from relay.wire.requests import Ask, Attachment, Close, Decide, DecideAction, Decision, Spot

NAME_LIMIT = 60
FILE_NAME_LIMIT = 120
FILES_LIMIT = 64 * 1024 * 1024
"""Bytes of all files of one ask."""

MOST_FILES = 20
REASON_LIMIT = 2000

Fields = Mapping[str, str]

_MENTION = re.compile(r"\s*@([\w.-]{1,100})(?=[\s,:，：、]|$)")
_PUBLIC_ID = re.compile(r"R[0-9]{8}-[0-9]{2,9}")
_PATH = re.compile(r"/(?:[A-Za-z0-9_-][A-Za-z0-9_/-]*)?")
_CODE = re.compile(r"[0-9A-Z]{16}")
_MEDIA_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+")


class Unusable(Exception):
    """This form cannot be used as it is; nothing was sent."""

    def __init__(self, code: Code, detail: str) -> None:
        super().__init__(detail)
        self.problem = Problem(code=code, detail=detail)


class NameNeeded(Unusable):
    """A name of 1 to 60 characters is needed."""

    def __init__(self) -> None:
        super().__init__(Code.empty, str(self.__doc__))


class NoSuchAgent(Unusable):
    """The ask begins with a mention of nobody here; the default agent was not meant."""

    def __init__(self, named: str, agents: Sequence[str]) -> None:
        super().__init__(Code.no_agent, str(self.__doc__))
        self.named, self.agents = named, agents


def read_ask(fields: Fields, room: str, agents: Sequence[str], attachments: Sequence[Attachment]) -> Ask:
    """An ask, found again under its key however often it is sent (C5). A mention at its beginning names the
    agent; the prompt stays as it was written (C8). A follow-up names the request that it follows as its thread.

    Raises:
        NoSuchAgent: it begins with a mention of nobody here.
        Unusable: there is no prompt, it is too long, or the key is missing.
    """
    prompt = fields.get("prompt", "").replace("\r\n", "\n")
    if not prompt.strip():
        raise Unusable(Code.empty, "The prompt is empty.")
    if len(prompt) > PROMPT_LIMIT:
        raise Unusable(Code.too_long, f"The prompt has {len(prompt)} characters, of at most {PROMPT_LIMIT}.")
    thread = fields.get("thread", "")
    return Ask(
        spot=Spot(
            platform="web",
            tenant="",
            channel=room,
            thread=thread if is_public_id(thread) else None,
            message=read_key(fields),
            shows=False,
        ),
        prompt=prompt,
        agent=_mentioned(prompt, agents) or fields.get("agent", "")[:200] or None,
        room=room,
        attachments=list(attachments),
    )


def _mentioned(prompt: str, agents: Sequence[str]) -> str | None:
    found = _MENTION.match(prompt)
    if found is None:
        return None
    named = found[1].casefold()
    for handle in agents:
        if handle.casefold() == named:
            return handle
    raise NoSuchAgent(found[1], agents)


def is_public_id(text: str | None) -> bool:
    """Whether this is how a request is called."""
    return text is not None and _PUBLIC_ID.fullmatch(text) is not None


def read_key(fields: Fields) -> str:
    """The key that was made with the form.

    Raises:
        Unusable: it is missing, or is none of ours.
    """
    key = fields.get("key", "")
    if not re.fullmatch(r"[A-Za-z0-9_-]{16,100}", key):
        raise Unusable(Code.bad_request, "The form has no key.")
    return key


def read_decision(fields: Fields) -> Decide:
    """The owner's answer, for the version that was shown (A3).

    Raises:
        Unusable: a field is missing or says something else.
    """
    try:
        return Decide(
            version=int(fields.get("version", "")),
            decision=Decision(fields.get("decision", "")),
            reason=_reason(fields),
            key=read_key(fields),
        )
    except (ValidationError, ValueError) as error:
        raise Unusable(Code.bad_request, "The decision cannot be read.") from error


def read_action_decision(fields: Fields) -> DecideAction:
    """The owner's answer for one exact action (P3).

    Raises:
        Unusable: a field is missing or says something else.
    """
    answer = fields.get("allow")
    if answer not in ("yes", "no"):
        raise Unusable(Code.bad_request, "The decision cannot be read.")
    try:
        digest = fields.get("digest", "")
        return DecideAction(
            digest=digest, allow=answer == "yes", reason=_reason(fields), key=read_key(fields)
        )
    except ValidationError as error:
        raise Unusable(Code.bad_request, "The decision cannot be read.") from error


def read_close(fields: Fields) -> Close:
    """The owner gives a machine up (L6)."""
    return Close(key=read_key(fields), reason=_reason(fields) or "")


def read_invite(fields: Fields) -> NewInvite:
    """An invitation for one person; the form sent twice is one invitation.

    Raises:
        Unusable: the role is none that can be given, or the key is missing.
    """
    role = fields.get("role", Role.guest)
    if role == "observer":
        return NewInvite(role=Role.watcher, observes=True, key=read_key(fields))
    if role not in (Role.guest, Role.member, Role.watcher):
        raise Unusable(Code.bad_request, "There is no such role.")
    return NewInvite(role=Role(role), key=read_key(fields))


def read_join(fields: Fields) -> DecideJoin:
    """The owner's answer to somebody who asks without being a member (R5).

    Raises:
        Unusable: a field is missing or says something else.
    """
    try:
        return DecideJoin(decision=JoinDecision(fields.get("decision", "")), key=read_key(fields))
    except ValueError as error:
        raise Unusable(Code.bad_request, "The decision cannot be read.") from error


def read_code(fields: Fields) -> str | None:
    """The code of an invitation as somebody typed it, without marks; nothing if it is none."""
    code = re.sub(r"[\s-]", "", fields.get("code", "")).upper()
    return code if _CODE.fullmatch(code) else None


def read_name(fields: Fields) -> str:
    """What the others will call this person: on one line, harmless.

    Raises:
        NameNeeded: nothing is left of it, or it is too long.
    """
    name = one_line(fields.get("name", ""))
    if not name or len(name) > NAME_LIMIT:
        raise NameNeeded
    return name


def read_path(fields: Fields, name: str = "back", other: str = "/rooms") -> str:
    """Where to go back to: a plain path of this house, else its front, or ``other``."""
    path = fields.get(name, "")
    return path if _PATH.fullmatch(path) else other


def read_file_name(name: str) -> str:
    """The last part of a file's name as the browser gave it, harmless; its ending is kept."""
    plain = one_line(name.replace("\\", "/").rpartition("/")[2]).strip(". ") or "file"
    if len(plain) <= FILE_NAME_LIMIT:
        return plain
    stem, dot, ending = plain.rpartition(".")
    if not dot or len(ending) > FILE_NAME_LIMIT // 4:
        return plain[:FILE_NAME_LIMIT]
    return f"{stem[: FILE_NAME_LIMIT - len(ending) - 1]}.{ending}"


def read_media_type(said: str) -> str:
    """The media type that the browser gave, if it looks like one."""
    plain = said.partition(";")[0].strip().lower()
    return plain if _MEDIA_TYPE.fullmatch(plain) and len(plain) <= 100 else "application/octet-stream"


def _reason(fields: Fields) -> str | None:
    return fields.get("reason", "").replace("\r\n", "\n").strip()[:REASON_LIMIT] or None
