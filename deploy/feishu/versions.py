"""The app's newest published version, one that waits, and the events of it: what is not published does not hold.

Source: open.feishu.cn, application/v6 app_versions: status 1 published, 2 refused, 3 under review, 4 a draft.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bots.connector import Later, Unfit, Unsure
from bots.feishu.api import Failed, FeishuApi
from bots.feishu.calls import list_versions
from bots.feishu.refusals import NO_PERMISSION
from deploy.feishu.needs import events
from deploy.findings import Finding, Status

PUBLISHED, REFUSED, REVIEWED, DRAFT = 1, 2, 3, 4
NAMES = ("feishu.version", "feishu.events")

Version = Mapping[str, Any]
Page = Callable[[str], str]


async def try_version(api: FeishuApi, page: Page, *, tasks: bool) -> list[Finding]:
    """Two findings: of the version, and of the events that it subscribes."""
    try:
        reply = await api.send(list_versions(api.app_id))
    except Failed as failed:
        blind = failed.code in NO_PERMISSION
        told = "cannot be read without application:application:self_manage" if blind else str(failed)
        return [Finding(name, Status.skip if blind else Status.fail, told) for name in NAMES]
    except (Later, Unfit, Unsure) as error:
        return [Finding(name, Status.fail, str(error), "try again in a minute") for name in NAMES]
    versions = sorted(reply.get("items") or reply.get("app_version_list") or [], key=_moment, reverse=True)
    return [judge_version(versions, page("version")), judge_events(versions, page("event"), tasks=tasks)]


def judge_version(versions: Sequence[Version], page: str) -> Finding:
    """``versions`` are the newest first."""
    live = next((one for one in versions if one.get("status") == PUBLISHED), None)
    waiting = versions[0] if versions and versions[0].get("status") != PUBLISHED else None
    if waiting is None and live is not None:
        return Finding("feishu.version", Status.ok, f"version {live.get('version')} is published")
    if waiting is None:
        told, remedy = "no version is published", f"create a version and publish it: {page}"
        return Finding("feishu.version", Status.fail, told, remedy)
    status, remedy = _waits(waiting, page)
    told = f"version {waiting.get('version')} {status}"
    if live is None:
        return Finding("feishu.version", Status.fail, f"{told}, and none is published", remedy)
    return Finding("feishu.version", Status.warn, f"{told}; {live.get('version')} holds until then", remedy)


def judge_events(versions: Sequence[Version], page: str, *, tasks: bool) -> Finding:
    """What the published version hears."""
    live = next((one for one in versions if one.get("status") == PUBLISHED), None)
    if live is None:
        return Finding("feishu.events", Status.skip, "no version is published")
    lacking = sorted(set(events(tasks=tasks)) - _events_of(live))
    if not lacking:
        return Finding("feishu.events", Status.ok, f"version {live.get('version')} subscribes all")
    remedy = f"add them at {page}, and publish a version"
    return Finding("feishu.events", Status.fail, f"not subscribed: {', '.join(lacking)}", remedy)


def _events_of(version: Version) -> set[str]:
    told = [one.get("event_type") for one in version.get("event_infos") or [] if isinstance(one, Mapping)]
    return {str(one) for one in (*told, *(version.get("events") or []))}


def _waits(version: Version, page: str) -> tuple[str, str]:
    if version.get("status") == DRAFT:
        return "is a draft", f"publish it: {page}"
    if version.get("status") == REFUSED:
        return "was refused", f"look why, and publish another: {page}"
    return "waits for an administrator", "ask an administrator of your organisation to approve it"


def _moment(version: Version) -> tuple[int, str]:
    created = str(version.get("create_time") or "0")
    return (int(created) if created.isdigit() else 0, str(version.get("version_id") or ""))
