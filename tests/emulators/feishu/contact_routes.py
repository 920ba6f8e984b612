"""contact.v3: who is behind an id, in which of the three kinds of id; open ids of each app are told apart."""

from tests.emulators.feishu.errors import FeishuRefusal
from tests.emulators.feishu.payloads import ids_of
from tests.emulators.feishu.routes import Arguments, route
from tests.emulators.feishu.schema import array, boolean, choice, may, need, text
from tests.emulators.feishu.state import Json, Member

CONTACT = (
    "contact:contact.base:readonly",
    "contact:contact:access_as_app",
    "contact:contact:readonly_as_app",
)
ID_TYPE = may(choice("open_id", "union_id", "user_id"))


@route(
    "GET",
    "/open-apis/contact/v3/users/{user_id}",
    "user.get",
    *CONTACT,
    query={"user_id_type": ID_TYPE, "department_id_type": may(text())},
)
def user(call: Arguments) -> Json:
    """One person; the name needs contact:user.base:readonly, the user_id contact:user.employee_id:readonly."""
    kind = call.query.get("user_id_type", "open_id")
    member = _find(call, kind, call.path["user_id"])
    ids = ids_of(member, call.app)
    found: Json = {"open_id": member.open_id(call.app.app_id), "union_id": member.union_id}
    if ids["user_id"]:
        found["user_id"] = ids["user_id"]
    if "contact:user.base:readonly" in call.app.scopes:
        found |= {"name": member.name, "en_name": "", "nickname": "", "avatar": {}}
    found["status"] = {
        "is_frozen": False,
        "is_resigned": member.resigned,
        "is_activated": True,
        "is_exited": False,
        "is_unjoin": False,
    }
    return {"user": found}


@route(
    "POST",
    "/open-apis/contact/v3/users/basic_batch",
    "user.basic_batch",
    "contact:user.basic_profile:readonly",
    query={"user_id_type": ID_TYPE},
    body={"user_ids": need(array(text(minimum=1), maximum=10, minimum=1))},
)
def basic_batch(call: Arguments) -> Json:
    """The names of up to ten people; who is not found is left out."""
    kind = call.query.get("user_id_type", "open_id")
    found = [(some_id, _lookup(call, kind, some_id)) for some_id in call.body["user_ids"]]
    return {"users": [{"user_id": some_id, "name": m.name, "i18n_name": {}} for some_id, m in found if m]}


@route(
    "POST",
    "/open-apis/contact/v3/users/batch_get_id",
    "user.batch_get_id",
    "contact:user.id:readonly",
    query={"user_id_type": ID_TYPE},
    body={
        "emails": may(array(text(), 50)),
        "mobiles": may(array(text(), 50)),
        "include_resigned": may(boolean),
    },
)
def batch_get_id(call: Arguments) -> Json:
    """Ids for addresses ``<key>@example.invalid``; who is not found has no user_id."""
    kind = call.query.get("user_id_type", "open_id")
    found = []
    for email in call.body.get("emails", []):
        member = call.service.platform.members.get(email.removesuffix("@example.invalid"))
        entry = {"email": email}
        if (
            member is not None
            and not member.is_bot
            and (not member.resigned or call.body.get("include_resigned"))
        ):
            entry["user_id"] = member.id_of(kind, call.app.app_id)
        found.append(entry)
    return {"user_list": found + [{"mobile": mobile} for mobile in call.body.get("mobiles", [])]}


def _find(call: Arguments, kind: str, some_id: str) -> Member:
    """Raises FeishuRefusal: 99992361 for an open id of another app, 99992351 or 41050 for who cannot be seen."""
    member = _lookup(call, kind, some_id)
    if member is None:
        others = [app.app_id for app in call.service.apps.values() if app is not call.app]
        members = call.service.platform.members.values()
        if kind == "open_id" and any(some_id == m.open_id(app_id) for app_id in others for m in members):
            raise FeishuRefusal(99992361, "open_id cross app")
        raise FeishuRefusal(99992351, f"these open ids not existed: [{some_id}]")
    if member.tenant.key != call.service.platform.tenant.key or not member.available:
        raise FeishuRefusal(41050, "no user authority error")
    return member


def _lookup(call: Arguments, kind: str, some_id: str) -> Member | None:
    people = [m for m in call.service.platform.members.values() if not m.is_bot]
    return next((m for m in people if m.id_of(kind, call.app.app_id) == some_id), None)
