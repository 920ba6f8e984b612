"""The console's addresses."""

from bots.web.console import audit, device, lists, now
from bots.web.console.frame import FRONT, of_owner
from bots.web.guard import Handler

PAGES: dict[str, Handler] = {
    FRONT: of_owner(now.show_now),
    f"{FRONT}/permissions": of_owner(lists.show_permissions),
    f"{FRONT}/people": of_owner(lists.show_people),
    f"{FRONT}/machines": of_owner(lists.show_machines),
    f"{FRONT}/audit": of_owner(audit.show_audit),
    f"{FRONT}/audit.{{form:csv|json}}": of_owner(audit.export),
    f"{FRONT}/device": of_owner(device.show_device),
}
ACTS: dict[str, Handler] = {
    f"{FRONT}/stop": of_owner(now.stop),
    f"{FRONT}/device/on": of_owner(device.subscribe),
    f"{FRONT}/device/off": of_owner(device.unsubscribe),
}
