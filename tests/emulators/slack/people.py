"""What people do in the workspace: join, write, edit, delete, invite, archive."""

import asyncio
import secrets
import time
import uuid
from collections.abc import Iterable, Sequence
from typing import Literal

from tests.emulators.slack.errors import ImpossibleGesture
from tests.emulators.slack.file_methods import file_json
from tests.emulators.slack.payloads import message_json
from tests.emulators.slack.service import Service
from tests.emulators.slack.state import Channel, Json, Message, StoredFile, Team, User
from tests.emulators.slack.text import rich_text

Order = Literal["message_first", "mention_first", "message_only", "mention_only"]
Attachment = tuple[str, bytes] | tuple[str, bytes, str]


class Driver:
    """The common ground of everything a test does with the emulator; people and channels go by object or id."""

    service: Service

    def user(self, who: User | str) -> User:
        return who if isinstance(who, User) else self.service.workspace.users[who]

    def channel(self, where: Channel | str) -> Channel:
        return where if isinstance(where, Channel) else self.service.workspace.channels[where]

    def standing(self, where: Channel | str, ts: str) -> Message:
        """The message that people see at (channel, ts); raises ImpossibleGesture if there is none."""
        message = self.service.workspace.find(self.channel(where).id, ts)
        if message is None:
            raise ImpossibleGesture(f"no message stands at {ts} in {self.channel(where).name or where}")
        return message

    def member(self, who: User | str, where: Channel | str) -> tuple[User, Channel]:
        """Raises ImpossibleGesture for someone who is not in the channel."""
        user, channel = self.user(who), self.channel(where)
        if user.id not in channel.members:
            raise ImpossibleGesture(f"{user.name} is not in #{channel.name or channel.id}")
        return user, channel


class People(Driver):
    """Accounts, channels and messages of people."""

    def add_team(self, name: str) -> Team:
        """Another organisation, for Slack Connect."""
        team = Team(self.service.workspace.next_id("T"), name, name.lower())
        self.service.workspace.teams[team.id] = team
        return team

    def add_user(
        self,
        name: str,
        *,
        real_name: str = "",
        locale: str = "en-US",
        tz: str = "Europe/Berlin",
        team: Team | None = None,
        bot: bool = False,
        admin: bool = False,
    ) -> User:
        """A person of the home team or of ``team``; with ``bot`` another app's bot user."""
        workspace = self.service.workspace
        user = User(
            id=workspace.next_id("U"),
            name=name,
            real_name=real_name or name.capitalize(),
            team_id=(team or workspace.team).id,
            locale=locale,
            tz=tz,
            bot_id=workspace.next_id("B") if bot else None,
            app_id=workspace.next_id("A") if bot else None,
            is_admin=admin,
        )
        workspace.users[user.id] = user
        return user

    def add_channel(
        self,
        name: str,
        *,
        private: bool = False,
        members: Iterable[User | str] = (),
        with_bot: bool = True,
        shared_with: Iterable[Team] = (),
    ) -> Channel:
        """A channel; ``shared_with`` makes it a Slack Connect channel."""
        workspace = self.service.workspace
        people = [self.user(member).id for member in members]
        channel = Channel(
            id=workspace.next_id("C"),
            name=name,
            kind="private" if private else "public",
            creator=people[0] if people else self.service.bot.id,
            created=int(time.time()),
            members={*people, *([self.service.bot.id] if with_bot else [])},
            shared_with={team.id for team in shared_with},
        )
        workspace.channels[channel.id] = channel
        return channel

    def add_group_dm(self, members: Iterable[User | str]) -> Channel:
        """A direct message of several people, with the bot among them."""
        group = self.add_channel("mpdm-1", private=True, members=members)
        group.kind = "mpim"
        return group

    def dm_channel(self, user: User | str) -> Channel:
        """The direct message between the bot and a person."""
        return self.service.workspace.direct_channel(self.service.bot, self.user(user))

    async def say(
        self,
        user: User | str,
        channel: Channel | str,
        text: str,
        *,
        thread_ts: str | None = None,
        files: Sequence[Attachment] = (),
        attachments: Sequence[Json] = (),
        client_msg_id: str | None = None,
        broadcast: bool = False,
    ) -> Message:
        """Posts ``text`` (as Slack stores it: entities encoded) and sends the ``message`` event."""
        message = self._post(user, channel, text, thread_ts, files, client_msg_id)
        message.attachments = list(attachments)
        if broadcast:
            message.broadcast, message.subtype = True, "thread_broadcast"
        self.service.publish_message(message)
        return message

    async def mention(
        self,
        user: User | str,
        channel: Channel | str,
        text: str,
        thread_ts: str | None = None,
        *,
        order: Order = "message_first",
        gap: float = 0.0,
        files: Sequence[Attachment] = (),
        client_msg_id: str | None = None,
    ) -> Message:
        """Posts a mention of the bot (``<@bot>`` is put in front unless it is in ``text``).

        Sends ``message`` and ``app_mention``, each with its own event_id, in this order, ``gap`` seconds apart.
        """
        named = f"<@{self.service.bot.id}>"
        message = self._post(
            user, channel, text if named in text else f"{named} {text}", thread_ts, files, client_msg_id
        )
        publish = {"message": self.service.publish_message, "mention": self.service.publish_mention}
        first, _, second = order.partition("_")
        publish[first](message)
        if second == "first":
            await asyncio.sleep(gap)
            publish["mention" if first == "message" else "message"](message)
        return message

    async def dm(
        self,
        user: User | str,
        text: str,
        thread_ts: str | None = None,
        *,
        also_mention: bool = False,
        files: Sequence[Attachment] = (),
    ) -> Message:
        """Writes to the bot directly; ``also_mention`` sends the second event that some workspaces see."""
        if "messages_tab" not in self.service.features:
            raise ImpossibleGesture("the app takes no direct messages")
        channel = self.dm_channel(user)
        message = await self.say(user, channel, text, thread_ts=thread_ts, files=files)
        if also_mention:
            self.service.publish_mention(message)
        return message

    async def edit(self, user: User | str, channel: Channel | str, ts: str, text: str) -> Message:
        """Edits one's own message."""
        person, message = self.user(user), self.standing(channel, ts)
        if message.user != person.id:
            raise ImpossibleGesture(f"{person.name} did not write {ts}")
        previous = message_json(message, self.service.workspace)
        message.text = text
        message.blocks = [rich_text(text, secrets.token_hex(3))]
        message.edited = {"user": person.id, "ts": self.service.workspace.next_ts()}
        message.remember(self.service.workspace.now())
        self.service.publish_change(message, previous)
        self.service.workspace.changed()
        return message

    async def unfurl(self, channel: Channel | str, ts: str) -> Message:
        """The service adds a link preview: ``message_changed`` with the same text and no ``edited``."""
        message = self.standing(channel, ts)
        previous = message_json(message, self.service.workspace)
        message.attachments = [{"from_url": "https://example.com/", "id": 1, "fallback": "Example"}]
        self.service.publish_change(message, previous)
        return message

    async def delete(self, channel: Channel | str, ts: str) -> None:
        """Someone deletes a message; the replies of a deleted root stay where they were."""
        self.service.remove_message(self.standing(channel, ts))

    async def delete_thread(self, channel: Channel | str, ts: str) -> None:
        """Someone deletes a root and all its replies."""
        for message in reversed(self.service.workspace.thread(self.channel(channel).id, ts)):
            self.service.remove_message(message)

    async def react(self, user: User | str, channel: Channel | str, ts: str, name: str) -> None:
        person, place = self.member(user, channel)
        message = self.standing(place, ts)
        message.reactions.setdefault(name, []).append(person.id)
        item = {"type": "message", "channel": place.id, "ts": ts}
        event = {"type": "reaction_added", "user": person.id, "reaction": name, "item": item}
        body = {**event, "item_user": message.user, "event_ts": self.service.workspace.next_ts()}
        self.service.publish_in(place, body, person, "reaction_added")

    async def invite(self, user: User | str, channel: Channel | str) -> None:
        """Adds a person, or the bot (``slack.bot``), to a channel."""
        joining, place = self.user(user), self.channel(channel)
        place.members.add(joining.id)
        event = {"type": "member_joined_channel", "user": joining.id, "channel": place.id}
        body = {**event, "channel_type": place.id[0], "team": joining.team_id, "inviter": place.creator}
        self.service.publish_in(place, body, joining, "member_joined_channel")

    async def kick(self, user: User | str, channel: Channel | str) -> None:
        """Removes a person, or the bot, from a channel."""
        leaving, place = self.user(user), self.channel(channel)
        place.members.discard(leaving.id)
        if leaving.id == self.service.bot.id:
            family = "group" if place.kind == "private" else "channel"
            ts = self.service.workspace.next_ts()
            self.service.publish({"type": f"{family}_left", "channel": place.id, "event_ts": ts})

    async def archive(self, channel: Channel | str) -> None:
        await self._set_archived(channel, True)

    async def unarchive(self, channel: Channel | str) -> None:
        await self._set_archived(channel, False)

    async def start_assistant_thread(self, user: User | str) -> Message:
        """Opens a new conversation in the app's pane; answers go to the returned message's thread."""
        person, channel = self.user(user), self.dm_channel(user)
        root = self.service.new_message(channel, self.service.bot, "New Assistant Thread")
        root.subtype = "assistant_app_thread"
        self.service.workspace.add_message(root)
        context = {"channel_id": None, "team_id": self.service.workspace.team.id}
        thread = {"user_id": person.id, "context": context, "channel_id": channel.id, "thread_ts": root.ts}
        event = {"type": "assistant_thread_started", "assistant_thread": thread, "event_ts": root.ts}
        self.service.publish(event)
        return root

    async def open_home(self, user: User | str) -> None:
        """Opens the app's Home tab."""
        if "home_tab" not in self.service.features:
            raise ImpossibleGesture("the app has no Home tab")
        person, channel = self.user(user), self.dm_channel(user)
        ts = self.service.workspace.next_ts()
        event = {"type": "app_home_opened", "user": person.id, "channel": channel.id, "tab": "home"}
        self.service.publish({**event, "event_ts": ts})

    async def _set_archived(self, channel: Channel | str, archived: bool) -> None:
        place = self.channel(channel)
        place.archived = archived
        family = "group" if place.kind == "private" else "channel"
        event = {"type": f"{family}_{'archive' if archived else 'unarchive'}", "channel": place.id}
        body = {**event, "user": place.creator, "event_ts": self.service.workspace.next_ts()}
        self.service.publish_in(place, body, self.user(place.creator), event["type"])

    def _post(
        self,
        user: User | str,
        channel: Channel | str,
        text: str,
        thread_ts: str | None,
        files: Sequence[Attachment],
        client_msg_id: str | None,
    ) -> Message:
        person, place = self.member(user, channel)
        if place.archived:
            raise ImpossibleGesture(f"#{place.name} is archived")
        message = self.service.new_message(place, person, text)
        message.client_msg_id = client_msg_id or (None if person.is_bot else str(uuid.uuid4()))
        message.blocks = [rich_text(text, secrets.token_hex(3))] if text else []
        message.thread_ts = self._root_of(place, thread_ts)
        message.files = [file_json(self.service, self._attach(person, entry)) for entry in files]
        message.subtype = "file_share" if files else None
        return self.service.workspace.add_message(message)

    def _root_of(self, channel: Channel, thread_ts: str | None) -> str | None:
        """People answer in an existing thread; in an orphaned one as long as a reply of it stands."""
        if thread_ts is None:
            return None
        if not self.service.workspace.thread(channel.id, thread_ts):
            raise ImpossibleGesture(f"there is no thread {thread_ts} in #{channel.name or channel.id}")
        return thread_ts

    def _attach(self, person: User, entry: Attachment) -> StoredFile:
        name, data = entry[0], entry[1]
        mimetype = entry[2] if len(entry) == 3 else "application/octet-stream"
        file_id = self.service.workspace.next_id("F")
        file = StoredFile(file_id, name, len(data), person.id, "", name, mimetype, data, complete=True)
        self.service.workspace.files[file_id] = file
        return file
