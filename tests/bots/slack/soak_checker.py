"""What must be so after any storm: each ask is one request, shown once, as it stands now."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.bots.soaks.findings import Findings, read_requests

if TYPE_CHECKING:
    from tests.bots.slack.soak import Office


def check(office: "Office") -> Findings:
    """Compare what people did with what the relay has and Slack shows."""
    found = Findings()
    requests = read_requests(office.database)
    for ts, ask in office.asks.items():
        request = requests.get(ts)
        if request is None and ts not in office.deleted:
            found.lost.append(f"{ask.channel}:{ask.thread_ts}:{ts}:{ask.text}")
        if request is not None and request["state"] == "pending" and ts not in office.deleted:
            wanted = ask.text.split("> ")[-1]
            if request["prompt"] != wanted:
                found.stale.append(f"{ts}: {request['prompt']!r} is not {wanted!r}")
    found.lost += [f"nobody asked {ts}" for ts in requests.keys() - office.asks.keys()]
    _check_messages(office, requests, found)
    _check_taps(office, requests, found)
    return found


def _check_messages(office: "Office", requests: dict[str, dict[str, Any]], found: Findings) -> None:
    """Each part of each place stands once, and each request has its first message."""
    parts: Counter[tuple[str, str]] = Counter()
    anchored = set()
    for channel in office.slack.service.workspace.channels.values():
        for message in office.slack.from_bot(channel):
            payload = (message.metadata or {}).get("event_payload", {})
            if payload:
                parts[payload["place"], payload["part"]] += 1
            if payload.get("part") == "anchor":
                anchored.add(payload.get("request"))
    found.doubled += [f"{place}:{part} {count} times" for (place, part), count in parts.items() if count > 1]
    found.unshown += [ts for ts, request in requests.items() if request["id"] not in anchored]


def _check_taps(office: "Office", requests: dict[str, dict[str, Any]], found: Findings) -> None:
    """What Slack was told had arrived was decided, and no card offers what is decided."""
    states = {request["id"]: request["state"] for request in requests.values()}
    edited = {requests[ts]["id"] for ts in office.edited if ts in requests}
    found.untrue += [
        f"tap on {one} was lost"
        for one in office.tapped
        if states.get(one) == "pending" and one not in edited
    ]
    for channel in office.slack.service.workspace.channels.values():
        for message in office.slack.from_bot(channel):
            payload = (message.metadata or {}).get("event_payload", {})
            offers = {"muti:approve", "muti:deny"} & set(office.slack.actions(message))
            if offers and states.get(payload.get("request", ""), "pending") != "pending":
                found.untrue.append(f"{payload} still offers {offers}")
