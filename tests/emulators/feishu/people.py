"""What people do in the organisation: join, write, edit, recall, forward, invite, dissolve."""

import asyncio
import json
import re
from collections.abc import Sequence

from tests.emulators.feishu.apps import App
from tests.emulators.feishu.contents import Prepared
from tests.emulators.feishu.errors import ImpossibleGesture
from tests.emulators.feishu.messages import make_message
from tests.emulators.feishu.payloads import dumps
from tests.emulators.feishu.service import Service
from tests.emulators.feishu.state import (
    Chat,
    ChatKind,
    Json,
    Member,
    Mention,
    Message,
    MessageForm,
    StoredFile,
    Tenant,
)

Attachment = tuple[str, bytes]


class Driver:
    """The common ground of everything a test does with the emulator; people, chats, messages go by object or id."""

    service: Service

    def user(self, who: Member | str) -> Member:
        return who if isinstance(who, Member) else self.service.platform.members[who]

    def chat(self, where: Chat | str) -> Chat:
        return where if isinstance(where, Chat) else self.service.platform.chats[where]

    def found(self, what: Message | str) -> Message:
        return what if isinstance(what, Message) else self.service.platform.messages[what]

    def standing(self, what: Message | str) -> Message:
        """A message that people see; raises ImpossibleGesture if it is gone."""
        message = self.found(what)
        if message.gone:
            raise ImpossibleGesture(f"{message.id} is gone")
        return message

    def insider(self, who: Member | str, where: Chat | str) -> tuple[Member, Chat]:
        """Raises ImpossibleGesture for someone who is not in the chat, or a chat that is no more."""
        member, chat = self.user(who), self.chat(where)
        if member.key not in chat.members or chat.dissolved:
            raise ImpossibleGesture(f"{member.name} is not in {chat.name or chat.id}")
        return member, chat


class People(Driver):
    """Accounts, chats and messages of people."""

    def add_tenant(self, name: str) -> Tenant:
        """Another organisation, for external groups."""
        return Tenant(self.service.platform.new_id("")[:16], name)

    def add_user(
        self, name: str, *, locale: str = "zh_cn", tenant: Tenant | None = None, available: bool = True
    ) -> Member:
        """A person of the home organisation or of ``tenant``; ``available``: whether the app is offered to them."""
        key = f"{name}-{self.service.platform.number('user')}"
        member = Member(key, name, tenant or self.service.platform.tenant, locale=locale, available=available)
        self.service.platform.members[key] = member
        return member

    def add_chat(
        self,
        name: str,
        members: Sequence[Member | str],
        *,
        kind: ChatKind = "group",
        form: MessageForm = "chat",
        apps: Sequence[App] | None = None,
        external: bool = False,
    ) -> Chat:
        """A group with these people, owned by the first, and the bots of ``apps`` (of the first app unless told).

        ``kind`` "topic" is a topic group; ``form`` "thread" makes an ordinary group show topics. With people of
        another organisation, or ``external``, it is an external group.
        """
        people = [self.user(member) for member in members]
        platform = self.service.platform
        bots = [app.bot for app in (apps if apps is not None else [next(iter(self.service.apps.values()))])]
        keys = {member.key for member in (*people, *bots)}
        strangers = external or any(member.tenant != platform.tenant for member in people)
        if strangers and any(not self.service.apps[bot.key].shared_outside for bot in bots):
            raise ImpossibleGesture("a bot stands in an external group only when its app is shared_outside")
        chat = Chat(
            platform.new_id("oc_"), name, kind, people[0].key, platform.now(), form, keys, external=strangers
        )
        platform.chats[chat.id] = chat
        return chat

    def direct_chat(self, who: Member | str, app: App | None = None) -> Chat:
        """The direct chat of a person with an app's bot."""
        bot = (app or next(iter(self.service.apps.values()))).bot
        return self.service.platform.direct_chat(bot, self.user(who))

    async def say(
        self,
        where: Chat | str,
        who: Member | str,
        text: str,
        *,
        mention: bool | Sequence[Member] = False,
        everyone: bool = False,
        reply_to: Message | str | None = None,
        in_thread: bool = False,
    ) -> Message:
        """Writes a text. ``mention``: @ the first app's bot before it, or these members; ``everyone``: @all before it.

        ``@name`` of a mentioned member inside the text stands where it is written. ``in_thread`` makes a thread of
        the message that is replied to; a reply to a message in a thread is in that thread anyway.
        """
        mentions = _mentions(self._mentioned(mention))
        words = text
        for known in mentions:
            name = f"@{known.member.name}"
            words = (
                re.sub(rf"{re.escape(name)}(?!\w)", known.key, words)
                if name in words
                else f"{known.key} {words}"
            )
        words = f"@_all {words}" if everyone else words
        return await self._post(where, who, "text", {"text": words}, mentions, everyone, reply_to, in_thread)

    async def say_post(
        self,
        where: Chat | str,
        who: Member | str,
        lines: Sequence[Sequence[Json]],
        *,
        title: str = "",
        mention: bool | Sequence[Member] = False,
        reply_to: Message | str | None = None,
        in_thread: bool = False,
    ) -> Message:
        """Writes a rich text as readers get it; the mentioned stand as ``at`` elements at its beginning."""
        mentions = _mentions(self._mentioned(mention))
        heads = [{"tag": "at", "user_id": m.key, "user_name": m.member.name, "style": []} for m in mentions]
        content = [[*heads, *(lines[0] if lines else [])], *lines[1:]]
        body = {"title": title, "content": content}
        return await self._post(where, who, "post", body, mentions, False, reply_to, in_thread)

    async def send_file(
        self,
        where: Chat | str,
        who: Member | str,
        attachment: Attachment,
        *,
        reply_to: Message | str | None = None,
    ) -> Message:
        """Sends a file; a name that ends as a picture's does is sent as a picture."""
        name, data = attachment
        picture = name.endswith((".png", ".jpg", ".jpeg", ".gif", ".webp"))
        stored = self._store(name, data, "image" if picture else "stream")
        body = {"image_key": stored.key} if picture else {"file_key": stored.key, "file_name": name}
        return await self._post(where, who, "image" if picture else "file", body, [], False, reply_to, False)

    def make_picture(self, name: str, data: bytes) -> str:
        """The image_key of a person's picture, for an ``img`` element of a rich text."""
        return self._store(name, data, "image").key

    async def forward(self, where: Chat | str, who: Member | str, messages: Sequence[Message]) -> Message:
        """Forwards several messages as one (merge_forward); what is in it is read by the id of the whole."""
        member, chat = self.insider(who, where)
        body = Prepared("Merged and Forwarded Message")
        whole = make_message(self.service, chat, member, "merge_forward", body)
        for inner in messages:
            copy = Message(
                self.service.platform.new_id("om_"),
                inner.chat,
                inner.sender,
                inner.kind,
                inner.content,
                inner.created,
            )
            copy.mentions, copy.upper_id, copy.updated = list(inner.mentions), whole.id, inner.updated
            copy.card = inner.card
            self.service.platform.keep(copy)
            whole.children.append(copy.id)
        return await self._published(whole)

    async def say_raw(self, where: Chat | str, who: Member | str, kind: str, content: str) -> Message:
        """Sends a message of any type with any content (stickers, cards of others, types that are new)."""
        member, chat = self.insider(who, where)
        return await self._published(make_message(self.service, chat, member, kind, Prepared(content)))

    async def bot_says(
        self,
        where: Chat | str,
        app: App,
        text: str,
        *,
        mention: Sequence[Member] = (),
        reply_to: Message | None = None,
    ) -> Message:
        """Another app's bot writes a text."""
        return await self.say(where, app.bot, text, mention=mention, reply_to=reply_to)

    async def edit(self, what: Message | str, text: str) -> None:
        """Edits an own text; the platform has no event for it."""
        message = self.standing(what)
        if message.kind != "text" or self.user(message.sender).is_bot:
            raise ImpossibleGesture("people edit their own texts")
        for known in message.mentions:
            text = text.replace(f"@{known.member.name}", known.key)
        message.content, message.edits = dumps({"text": text}), message.edits + 1
        message.remember(self.service.platform.now())
        self.service.platform.changed()

    async def recall(self, what: Message | str, *, by: str = "message_owner") -> None:
        """Recalls a message; ``by`` is message_owner, group_owner, group_manager or enterprise_manager."""
        message = self.standing(what)
        message.recalled_at = self.service.platform.now()
        self.service.publish_recall(message, by)
        self.service.platform.changed()
        await asyncio.sleep(0)

    async def delete(self, what: Message | str) -> None:
        """Deletes a message (by the organisation's rules); no event tells it."""
        self.standing(what).deleted_at = self.service.platform.now()
        self.service.platform.changed()

    def _mentioned(self, mention: bool | Sequence[Member]) -> list[Member]:
        if isinstance(mention, bool):
            return [next(iter(self.service.apps.values())).bot] if mention else []
        return list(mention)

    async def _post(
        self,
        where: Chat | str,
        who: Member | str,
        kind: str,
        body: Json,
        mentions: list[Mention],
        everyone: bool,
        reply_to: Message | str | None,
        in_thread: bool,
    ) -> Message:
        member, chat = self.insider(who, where)
        prepared = Prepared(json.dumps(body, ensure_ascii=False), mentions, everyone)
        target = self.standing(reply_to) if reply_to is not None else None
        if target is not None and target.chat != chat.id:
            raise ImpossibleGesture("a reply stands in the chat of what it replies to")
        message = make_message(self.service, chat, member, kind, prepared, target=target, in_thread=in_thread)
        return await self._published(message)

    async def _published(self, message: Message) -> Message:
        """Sends the events of a new message; when it returns, the first attempts are on their way."""
        self.service.publish_message(message)
        self.service.platform.changed()
        await asyncio.sleep(0)
        return message

    def _store(self, name: str, data: bytes, kind: str) -> StoredFile:
        prefix = "img_v3_" if kind == "image" else "file_v3_"
        stored = StoredFile(self.service.platform.new_id(prefix), name, kind, data)
        self.service.platform.files[stored.key] = stored
        return stored


def _mentions(members: Sequence[Member]) -> list[Mention]:
    return [Mention(f"@_user_{place}", member) for place, member in enumerate(members, start=1)]
