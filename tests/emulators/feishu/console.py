"""What people do outside of chats: scan the code that makes an app, publish versions, comment on tasks."""

from tests.emulators.feishu.apps import App
from tests.emulators.feishu.errors import ImpossibleGesture
from tests.emulators.feishu.people import Driver
from tests.emulators.feishu.state import Json, Member
from tests.emulators.feishu.task_routes import tell_comment, tell_task
from tests.emulators.feishu.tasks import Comment, Task

COMPLETED = 5


class Console(Driver):
    """The developer console, the page behind a scanned code, and the list of tasks."""

    def scan(self, url: str, who: Member | str, *, name: str = "muti", brand: str = "feishu") -> App:
        """The person scans the code and agrees: there is a new app, and the next poll gets its credentials."""
        found = self.service.registrations.of_address(url)
        app = self.service.make_app(name)
        user = {"open_id": self.user(who).open_id(app.app_id), "tenant_brand": brand}
        found.outcome = {"client_id": app.app_id, "client_secret": app.secret, "user_info": user}
        return app

    def scan_from_lark(self, url: str) -> None:
        """Somebody of Lark scans the code: the next poll is told to go on at Lark's own address."""
        user = {"tenant_brand": "lark"}
        self.service.registrations.of_address(url).outcome = {
            "error": "authorization_pending",
            "user_info": user,
        }

    def refuse_scan(self, url: str) -> None:
        """The person scans the code and refuses."""
        self.service.registrations.of_address(url).outcome = {"error": "access_denied"}

    @property
    def scanned(self) -> list[Json]:
        """What stood in the addresses of the codes that were scanned (name, addons, …)."""
        return self.service.registrations.scanned

    def publish_version(self, app: App, *, status: int = 1) -> Json:
        """A version of the app as it is now; 1 published, 3 under review, 4 a draft."""
        return app.publish_version(self.service.platform.now(), status=status)

    @property
    def tasks(self) -> list[Task]:
        """The tasks that were not deleted, oldest first."""
        return [task for task in self.service.tasks.all.values() if not task.deleted]

    async def comment(self, task: Task, who: Member | str, text: str, *, reply_to: str = "") -> Comment:
        """Writes a comment under a task; the app that made it hears of it, without the text."""
        found = self.service.tasks.comment(task, self._insider(task, who), text, reply_to)
        tell_comment(self.service, task, found)
        return found

    async def complete(self, task: Task, who: Member | str) -> None:
        """Ticks a task off."""
        self._insider(task, who)
        task.fields["completed_at"] = str(self.service.platform.clock.milliseconds())
        tell_task(self.service, task, COMPLETED)

    def _insider(self, task: Task, who: Member | str) -> Member:
        person = self.user(who)
        if person.key not in [member["key"] for member in task.members]:
            raise ImpossibleGesture(f"{person.name} is no member of the task")
        return person
