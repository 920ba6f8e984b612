"""A house with one of everything, and the names of these things."""

from hashlib import sha256

from relay.wire.notifications import Subscribe, TakeNotices
from relay.wire.people import NewInvite, NewLink
from relay.wire.places import Lease
from relay.wire.requests import Ask, Decision
from tests.house import House
from tests.relay.players import Daemon

Names = dict[str, str]


async def fill(house: House) -> Names:
    """A request that runs and has an action waiting, a file, a join card, an invitation, a code, a permission."""
    owner, slack = house.client("owner"), house.client("slack")
    await slack.lease(Lease(platform="slack", tenant=house.tenant, holder="one"))
    sarah, olga = await house.member("sarah"), await house.link_owner()
    blob = await slack.put_blob(sarah, b"bytes")
    file = {"blob": blob.blob, "name": "a", "media_type": "text/plain", "size": blob.size}
    ask = Ask(spot=house.spot("7.7"), prompt="secret", attachments=[file])
    request = (await slack.ask(sarah, ask)).request
    assert request is not None
    await house.approve(request, Decision.always)
    daemon = Daemon(house)
    await daemon.start()
    await daemon.take(request.request)
    await slack.subscribe(olga, Subscribe(endpoint="https://push.example/1", p256dh="key", auth="secret"))
    action = await daemon.ask(request.request)
    (notice,) = await slack.notices(TakeNotices(wait=0))
    digest = sha256(b"secret bytes").hexdigest()
    await daemon.client.put_artifact(request.request, digest, 1, b"secret bytes")
    join = (await slack.ask(house.who("tom"), Ask(spot=house.spot(), prompt="let me in"))).join
    assert join is not None
    invite = await owner.invite(None, house.room, NewInvite())
    (grant,) = (await owner.grants(None)).grants
    places = (await slack.stale_places(house.tenant, 1, 0, 0)).places
    return {
        "request": request.request,
        "room": house.room,
        "join": join.join,
        "invite": invite.invite,
        "person": request.asker,
        "grant": grant.grant,
        "machine": house.machine,
        "handle": "claude",
        "place": places[0].place,
        "action": action.action,
        "subscription": notice.subscription,
        "number": "0",
        "digest": digest,
        "tenant": house.tenant,
        "message": "7.7",
        "public": request.public_id,
        "code": (await slack.new_link(olga, NewLink())).code,
    }
