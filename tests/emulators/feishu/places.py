"""What people do to chats and messages beside writing: invite, remove, rename, dissolve, react."""

from tests.emulators.feishu.apps import App
from tests.emulators.feishu.errors import ImpossibleGesture
from tests.emulators.feishu.payloads import ids_of
from tests.emulators.feishu.people import Driver
from tests.emulators.feishu.reaction_routes import add_reaction, remove_reaction
from tests.emulators.feishu.state import Chat, Json, Member, Message


class Places(Driver):
    """Changes of chats; each sends the events that the platform sends."""

    async def add_bot(self, where: Chat | str, app: App, by: Member | str) -> None:
        """Invites an app's bot into a group."""
        operator, chat = self.insider(by, where)
        chat.members.add(app.bot.key)
        self._tell_bot(app, "im.chat.member.bot.added_v1", chat, operator)

    async def remove_bot(self, where: Chat | str, app: App, by: Member | str) -> None:
        """Removes an app's bot from a group; from then on it hears and says nothing there."""
        operator, chat = self.insider(by, where)
        chat.members.discard(app.bot.key)
        self._tell_bot(app, "im.chat.member.bot.deleted_v1", chat, operator)

    async def join(self, where: Chat | str, who: Member | str, by: Member | str) -> None:
        """Invites a person into a group."""
        operator, chat = self.insider(by, where)
        chat.members.add(self.user(who).key)
        self._tell_users("im.chat.member.user.added_v1", chat, operator, self.user(who))

    async def leave(self, where: Chat | str, who: Member | str, by: Member | str) -> None:
        """Takes a person out of a group."""
        operator, chat = self.insider(by, where)
        self._tell_users("im.chat.member.user.deleted_v1", chat, operator, self.user(who))
        chat.members.discard(self.user(who).key)

    async def rename(self, where: Chat | str, name: str, by: Member | str) -> None:
        operator, chat = self.insider(by, where)
        before, chat.name = chat.name, name
        for app in self._inside(chat, "im.chat.updated_v1"):
            event = self._chat_event(chat, operator, app)
            event |= {"before_change": {"name": before}, "after_change": {"name": name}}
            self.service.push(app, "im.chat.updated_v1", event)

    async def dissolve(self, where: Chat | str, by: Member | str) -> None:
        """The group is no more: 232009 for whoever writes into it."""
        operator, chat = self.insider(by, where)
        for app in self._inside(chat, "im.chat.disbanded_v1"):
            self.service.push(app, "im.chat.disbanded_v1", self._chat_event(chat, operator, app))
        chat.dissolved = True

    async def enter(self, who: Member | str, app: App) -> Chat:
        """Opens the direct chat with an app's bot, without writing."""
        chat = self.service.platform.direct_chat(app.bot, self.user(who))
        if app.hears("im.chat.access_event.bot_p2p_chat_entered_v1"):
            event = {"chat_id": chat.id, "operator_id": ids_of(self.user(who), app)}
            self.service.push(app, "im.chat.access_event.bot_p2p_chat_entered_v1", event)
        return chat

    async def react(self, what: Message | str, who: Member | str, emoji: str) -> None:
        """Puts an emoji on a message."""
        message, person = self.standing(what), self.user(who)
        self.insider(person, message.chat)
        add_reaction(self.service, message, person, emoji)

    async def unreact(self, what: Message | str, who: Member | str, emoji: str) -> None:
        message, person = self.standing(what), self.user(who)
        found = [r for r in message.reactions if (r["operator"], r["emoji"]) == (person.key, emoji)]
        if not found:
            raise ImpossibleGesture(f"{person.name} has not put {emoji} there")
        remove_reaction(self.service, message, found[0])

    def reactions(self, what: Message | str) -> list[tuple[str, str]]:
        """The emojis on a message: (key of the member, emoji)."""
        return [(r["operator"], r["emoji"]) for r in self.found(what).reactions]

    def _inside(self, chat: Chat, event_type: str) -> list[App]:
        return [a for a in self.service.apps.values() if a.bot.key in chat.members and a.hears(event_type)]

    def _chat_event(self, chat: Chat, operator: Member, app: App) -> Json:
        return {
            "chat_id": chat.id,
            "operator_id": ids_of(operator, app),
            "external": chat.external,
            "operator_tenant_key": operator.tenant.key,
            "name": chat.name,
        }

    def _tell_bot(self, app: App, event_type: str, chat: Chat, operator: Member) -> None:
        if app.hears(event_type):
            self.service.push(app, event_type, self._chat_event(chat, operator, app))
        self.service.platform.changed()

    def _tell_users(self, event_type: str, chat: Chat, operator: Member, person: Member) -> None:
        for app in self._inside(chat, event_type):
            user = {"name": person.name, "tenant_key": person.tenant.key, "user_id": ids_of(person, app)}
            event = {**self._chat_event(chat, operator, app), "users": [user]}
            self.service.push(app, event_type, event)
