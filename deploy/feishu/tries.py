"""What of Feishu can be tried without a person: secret, bot, scopes, version, events, connection, chats (O7).

Errors: open.feishu.cn, generic error codes and each method's own. Each finding names what is wrong and where it is put
right.
"""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from bots.connector import Later, Unfit, Unsure
from bots.feishu.api import Failed, FeishuApi
from bots.feishu.calls import list_scopes
from bots.feishu.refusals import NO_PERMISSION
from bots.feishu.socket import ENDPOINT, TOO_MANY
from bots.feishu.tokens import PATH as TOKEN_PATH
from config.settings import FeishuSettings, Settings
from deploy.feishu.chats import try_chats
from deploy.feishu.needs import missing, needs, permissions
from deploy.feishu.pages import app_page
from deploy.feishu.versions import try_version
from deploy.feishu.watch import judge_clock
from deploy.findings import Finding, Status

UNKNOWN_APP, WRONG_SECRET, NO_BOT = 10003, 10014, 11205
TO_PERMISSIONS = "import what `muti feishu permissions --missing` prints at {page}, and publish a version"


@dataclass(frozen=True)
class Trying:
    """One app that is tried."""

    api: FeishuApi
    feishu: FeishuSettings
    settings: Settings
    tasks: bool

    def page(self, part: str) -> str:
        """A page of the app in the console."""
        return app_page(self.feishu.domain, self.api.app_id, part)


async def try_app(settings: Settings) -> list[Finding]:
    """All that can be tried in some seconds, the first cause first."""
    feishu = settings.feishu
    if feishu is None or not feishu.app_id or feishu.app_secret is None:
        return [Finding("feishu", Status.skip, "not configured")]
    api = FeishuApi(feishu.app_id, feishu.app_secret.get_secret_value(), feishu.domain)
    trying = Trying(api, feishu, settings, wants_tasks(settings))
    await api.start()
    try:
        return await _try_all(trying)
    finally:
        await api.close()


def wants_tasks(settings: Settings) -> bool:
    """Whether requests of any room are mirrored as tasks."""
    everywhere = settings.feishu is not None and settings.feishu.tasks
    return everywhere or any(room.feishu_tasks for room in settings.rooms)


async def granted(api: FeishuApi) -> set[str]:
    """The scopes that the organisation has granted to the app.

    Raises: as `FeishuApi.call`.
    """
    found = (await api.send(list_scopes())).get("scopes") or []
    return {str(one["scope_name"]) for one in found if one.get("grant_status") == 1}


async def _try_all(trying: Trying) -> list[Finding]:
    found = await _token(trying)
    if found[0].status is not Status.ok:
        return found
    found.append(await guarded("feishu.bot", lambda: _bot(trying)))
    found.append(await guarded("feishu.scopes", lambda: _scopes(trying)))
    found += await try_version(trying.api, trying.page, tasks=trying.tasks)
    found.append(await guarded("feishu.connection", lambda: _connection(trying)))
    found += await try_chats(trying.api, trying.page, trying.settings)
    unread = "which callbacks are subscribed no interface tells: `muti feishu check` finds out by a tap"
    return [*found, Finding("feishu.callbacks", Status.skip, unread)]


async def guarded(name: str, probe: Callable[[], Awaitable[Finding]]) -> Finding:
    """A probe, of which nothing can come but a finding."""
    try:
        return await probe()
    except Failed as failed:
        remedy = "" if failed.code not in NO_PERMISSION else "grant the permission, and publish a version"
        return Finding(name, Status.fail, f"{failed.code}: {failed.message}", remedy)
    except (Later, Unfit, Unsure) as error:
        return Finding(name, Status.fail, str(error), "try again in a minute")


async def _token(trying: Trying) -> list[Finding]:
    """The id and the secret; and the clock, by the date of the answer."""
    secret = trying.feishu.app_secret
    assert secret is not None
    body = {"app_id": trying.api.app_id, "app_secret": secret.get_secret_value()}
    try:
        status, headers, reply = await trying.api.plain(TOKEN_PATH, body)
    except Unsure as error:
        remedy = f"look whether {trying.feishu.domain} can be reached from here, and correct feishu.domain"
        return [Finding("feishu.token", Status.fail, f"no answer ({error})", remedy)]
    clock = judge_clock(headers.get("Date", ""), time.time(), strict=trying.feishu.address is not None)
    return [_judge_token(trying, status, reply or {}), clock]


def _judge_token(trying: Trying, status: int, reply: dict[str, Any]) -> Finding:
    code, said = reply.get("code"), str(reply.get("msg") or "")
    told, page = f"tenant_access_token: {code} {said}", trying.page("baseinfo")
    if code == 0:
        return Finding("feishu.token", Status.ok, f"{trying.feishu.domain} takes the id and the secret")
    if code == UNKNOWN_APP:
        remedy = f"copy feishu.app_id from {page}; for Lark, set feishu.domain to lark"
        return Finding("feishu.token", Status.fail, f"{told} (no app has this id)", remedy)
    if code == WRONG_SECRET and "unauthorized" not in said:
        remedy = f"copy the secret from {page}"
        return Finding("feishu.token", Status.fail, f"{told} (the secret is wrong, or was changed)", remedy)
    if code == WRONG_SECRET:
        remedy = (
            f"switch it on in the administrators' console, or publish a version: {trying.page('version')}"
        )
        return Finding("feishu.token", Status.fail, f"{told} (the app is switched off)", remedy)
    return Finding("feishu.token", Status.fail, f"HTTP {status}, {told}", "try again in a minute")


async def _bot(trying: Trying) -> Finding:
    remedy = f"add the bot at {trying.page('bot')}, and publish a version"
    try:
        found = (await trying.api.call("GET", "/open-apis/bot/v3/info")).get("bot") or {}
    except Failed as failed:
        if failed.code != NO_BOT:
            raise
        return Finding("feishu.bot", Status.fail, f"{NO_BOT}: the app has no bot", remedy)
    if not found.get("open_id"):
        return Finding("feishu.bot", Status.fail, "bot/v3/info names no bot", remedy)
    return Finding("feishu.bot", Status.ok, f"the bot is {found.get('app_name') or found['open_id']}")


async def _scopes(trying: Trying) -> Finding:
    lacking = missing(await granted(trying.api), tasks=trying.tasks)
    if not lacking:
        count = len(needs(tasks=trying.tasks))
        return Finding("feishu.scopes", Status.ok, f"all {count} are granted")
    told = "; ".join(f"{need.scope} ({need.without})" for need in lacking)
    remedy = TO_PERMISSIONS.format(page=trying.page("auth"))
    return Finding("feishu.scopes", Status.fail, f"not granted: {told}", remedy)


async def _connection(trying: Trying) -> Finding:
    """Whether Feishu gives an address for the long connection. It is not opened: a tap might land in it."""
    secret = trying.feishu.app_secret
    assert secret is not None
    if trying.feishu.address is not None:
        return Finding("feishu.connection", Status.skip, "Feishu is heard over HTTP here")
    status, _, reply = await trying.api.plain(
        ENDPOINT, {"AppID": trying.api.app_id, "AppSecret": secret.get_secret_value()}
    )
    code, said = (reply or {}).get("code"), (reply or {}).get("msg")
    if code == 0:
        return Finding("feishu.connection", Status.ok, "Feishu gives an address for the long connection")
    if code == TOO_MANY:
        remedy = "stop the other programs that use this app: it may have 50 connections"
        return Finding("feishu.connection", Status.fail, f"{code}: too many connections", remedy)
    remedy = f"choose the long connection at {trying.page('event')}, and publish a version"
    return Finding("feishu.connection", Status.fail, f"HTTP {status}, {code}: {said}", remedy)


async def missing_permissions(settings: Settings) -> dict[str, Any]:
    """The file to import with only what is not granted yet.

    Raises: as `FeishuApi.call`.
    """
    feishu = settings.feishu
    assert feishu is not None
    assert feishu.app_secret is not None
    api = FeishuApi(feishu.app_id or "", feishu.app_secret.get_secret_value(), feishu.domain)
    await api.start()
    try:
        lacking = missing(await granted(api), tasks=wants_tasks(settings))
        return permissions(need.scope for need in lacking)
    finally:
        await api.close()
