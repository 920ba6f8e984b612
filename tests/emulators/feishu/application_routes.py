"""application.v6: what a later check may read of the app itself: scopes, versions, events."""

from tests.emulators.feishu.apps import App
from tests.emulators.feishu.errors import FeishuRefusal
from tests.emulators.feishu.reading_routes import pages
from tests.emulators.feishu.routes import Arguments, route
from tests.emulators.feishu.schema import choice, digits, may, need, text
from tests.emulators.feishu.state import Json, digest

MANAGE = ("application:application:self_manage", "admin:app.info:readonly")
VERSIONS = ("application:application:self_manage", "application:application.app_version:readonly")
LANGUAGE = {
    "lang": need(choice("zh_cn", "en_us", "ja_jp")),
    "user_id_type": may(choice("open_id", "union_id", "user_id")),
}


@route("GET", "/open-apis/application/v6/applications/{app_id}", "application.get", *MANAGE, query=LANGUAGE)
def application(call: Arguments) -> Json:
    """The app: whether it is enabled (status 1), its scopes, its published version and the one under review."""
    app = _own(call)
    published = [v for v in app.versions if v["status"] == 1]
    waiting = [v for v in app.versions if v["status"] == 3]
    found = {
        "app_id": app.app_id,
        "creator_id": app.bot.open_id(app.app_id),
        "status": 1 if app.status == 2 else 0,
        "scene_type": 0,
        "payment_type": 0,
        "app_name": app.bot.name,
        "avatar_url": f"https://example.invalid/{digest('avatar', app.app_id)}.png",
        "description": "",
        "online_version_id": published[-1]["version_id"] if published else "",
        "unaudit_version_id": waiting[-1]["version_id"] if waiting else "",
        "scopes": [_scope(scope) for scope in sorted(app.scopes)],
        "primary_language": "zh_cn",
    }
    return {"app": found}


@route(
    "GET",
    "/open-apis/application/v6/applications/{app_id}/app_versions",
    "version.list",
    *VERSIONS,
    query={
        **LANGUAGE,
        "order": may(choice("0", "1")),
        "page_size": may(digits(1, 50)),
        "page_token": may(text()),
    },
)
def versions(call: Arguments) -> Json:
    """The versions, newest first (order 1: oldest first); status 1 published, 3 under review, 4 a draft."""
    found = [_shown(version) for version in _own(call).versions]
    if call.query.get("order") != "1":
        found.reverse()
    return pages(found, int(call.query.get("page_size", "20")), call.query.get("page_token"))


@route(
    "GET",
    "/open-apis/application/v6/applications/{app_id}/app_versions/{version_id}",
    "version.get",
    *VERSIONS,
    query=LANGUAGE,
)
def version_of(call: Arguments) -> Json:
    for version in _own(call).versions:
        if version["version_id"] == call.path["version_id"]:
            return {"app_version": _shown(version)}
    raise FeishuRefusal(210509, "invalid version_id")


@route("GET", "/open-apis/application/v6/scopes", "scope.list")
def scopes(call: Arguments) -> Json:
    """Which scopes the organisation has granted (1)."""
    return {"scopes": [{"scope_name": scope, "grant_status": 1} for scope in sorted(call.app.scopes)]}


@route("GET", "/open-apis/tenant/v2/tenant/query", "tenant.query", "tenant:tenant:readonly")
def tenant(call: Arguments) -> Json:
    """The organisation in which the app is installed."""
    home = call.service.platform.tenant
    found = {
        "name": home.name,
        "display_id": "F000000001",
        "tenant_tag": 0,
        "tenant_key": home.key,
        "avatar": {},
    }
    return {"tenant": found}


def _own(call: Arguments) -> App:
    if call.path["app_id"] not in ("me", call.app.app_id):
        raise FeishuRefusal(210508, "insufficient permission level")
    return call.app


def _scope(scope: str) -> Json:
    return {"scope": scope, "description": scope, "level": 1, "token_types": ["tenant"]}


def _shown(version: Json) -> Json:
    scopes = [_scope(str(scope)) for scope in version["scopes"]]
    return {**version, "scopes": scopes}
