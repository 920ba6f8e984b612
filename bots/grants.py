"""Standing permissions in a chat: their list, and taking one back (A6, C12)."""

from bots.words import say
from relay.client import RelayClient
from relay.wire.people import GrantView, Who

SHOWN_AT_MOST = 20


async def list_grants(client: RelayClient, who: Who) -> str:
    """What a person has allowed always, each with its number."""
    live = [(number, grant) for number, grant in await _numbered(client, who) if grant.revoked_at is None]
    if not live:
        return say("command.grants_none", who.language)
    rows = [
        say("command.grant", who.language, number=number, what=told(grant, who.language))
        for number, grant in live[-SHOWN_AT_MOST:]
    ]
    ends = say("command.grants_remedy", who.language)
    return "\n".join([say("command.grants", who.language), *rows, ends])


async def revoke_grant(client: RelayClient, who: Who, typed: str) -> str:
    """Take one back by its number.

    Raises:
        relay.client.Refused: the relay says no; nothing was changed.
    """
    known = dict(await _numbered(client, who))
    grant = known.get(int(typed)) if typed.isdecimal() else None
    if grant is None or grant.revoked_at is not None:
        return say("command.no_grant", who.language)
    await client.revoke_grant(who, grant.grant)
    return say("command.revoked", who.language, what=told(grant, who.language))


def told(grant: GrantView, language: str) -> str:
    """One standing permission in words."""
    return say(
        "home.grant",
        language,
        person=grant.person_name,
        agent=grant.handle,
        room=grant.room_name,
        count=grant.uses,
    )


async def _numbered(client: RelayClient, who: Who) -> list[tuple[int, GrantView]]:
    """By age, also those that were taken back: so a number means the same one for ever."""
    found = (await client.grants(who)).grants
    return list(enumerate(sorted(found, key=lambda one: (one.created_at, one.grant)), 1))
