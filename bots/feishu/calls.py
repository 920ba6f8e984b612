"""The calls of the interface that are made, each by the SDK's builder. The SDK changes a request while it sends it,
so none is used twice.
"""

import io
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from bots.feishu.sdk import (
    AddMembersTaskRequest,
    AddMembersTaskRequestBody,
    BaseRequest,
    CreateFileRequest,
    CreateFileRequestBody,
    CreateImageRequest,
    CreateImageRequestBody,
    CreateMessageReactionRequest,
    CreateMessageReactionRequestBody,
    CreateMessageRequest,
    CreateMessageRequestBody,
    CreateTaskRequest,
    DeleteMessageRequest,
    Emoji,
    GetChatMembersRequest,
    GetChatRequest,
    GetCommentRequest,
    GetMessageRequest,
    GetMessageResourceRequest,
    GetTaskRequest,
    GetUserRequest,
    InputTask,
    IsInChatChatMembersRequest,
    ListApplicationAppVersionRequest,
    ListChatRequest,
    ListMessageRequest,
    ListScopeRequest,
    PatchMessageRequest,
    PatchMessageRequestBody,
    PatchTaskRequest,
    PatchTaskRequestBody,
    QueryTenantRequest,
    ReplyMessageRequest,
    ReplyMessageRequestBody,
)

UNION = "union_id"
CARDS = "user_card_content"
"""A card is given back as it was sent, and not as a picture of it."""

OLDEST_FIRST, NEWEST_FIRST = "ByCreateTimeAsc", "ByCreateTimeDesc"
CHATS_PAGE, MEMBERS_PAGE, MESSAGES_PAGE, VERSIONS_PAGE = 100, 100, 50, 50

# -- messages


def create_message(kind: str, target: str, form: str, content: str, key: str) -> BaseRequest:
    """A message into a chat or to a person; ``kind`` is the type of the id. Without a key, twice is twice."""
    body = CreateMessageRequestBody.builder().receive_id(target).msg_type(form).content(content)
    if key:
        body.uuid(key)
    return CreateMessageRequest.builder().receive_id_type(kind).request_body(body.build()).build()


def reply_message(message: str, form: str, content: str, key: str, *, in_thread: bool) -> BaseRequest:
    """An answer to a message, in its thread or quoting it."""
    body = ReplyMessageRequestBody.builder().msg_type(form).content(content)
    if key:
        body.uuid(key)
    if in_thread:
        body.reply_in_thread(True)
    return ReplyMessageRequest.builder().message_id(message).request_body(body.build()).build()


def patch_message(message: str, content: str) -> BaseRequest:
    """What a card shows from now on."""
    body = PatchMessageRequestBody.builder().content(content).build()
    return PatchMessageRequest.builder().message_id(message).request_body(body).build()


def delete_message(message: str) -> BaseRequest:
    """Takes a message of ours back."""
    return DeleteMessageRequest.builder().message_id(message).build()


def get_message(message: str, *, whole_cards: bool = False) -> BaseRequest:
    """One message, and what is forwarded in it."""
    made = GetMessageRequest.builder().message_id(message)
    if whole_cards:
        made.card_msg_content_type(CARDS)
    return made.build()


def list_messages(
    kind: Literal["chat", "thread"],
    container: str,
    page: str,
    *,
    order: str = OLDEST_FIRST,
    start: int | None = None,
    whole_cards: bool = False,
) -> BaseRequest:
    """A page of what stands in a chat or a thread; ``start`` in seconds since 1970, of chats only."""
    made = ListMessageRequest.builder().container_id_type(kind).container_id(container)
    made.sort_type(order).page_size(MESSAGES_PAGE)
    if start is not None:
        made.start_time(str(start))
    if whole_cards:
        made.card_msg_content_type(CARDS)
    if page:
        made.page_token(page)
    return made.build()


def add_reaction(message: str, emoji: str) -> BaseRequest:
    """A sign at a message."""
    kind = Emoji.builder().emoji_type(emoji).build()
    body = CreateMessageReactionRequestBody.builder().reaction_type(kind).build()
    return CreateMessageReactionRequest.builder().message_id(message).request_body(body).build()


# -- files


def get_resource(message: str, key: str, kind: str) -> BaseRequest:
    """A file or an image of a message."""
    return GetMessageResourceRequest.builder().message_id(message).file_key(key).type(kind).build()


def create_file(name: str, data: bytes) -> BaseRequest:
    """A file to be sent."""
    body = CreateFileRequestBody.builder().file_type("stream").file_name(name).file(io.BytesIO(data)).build()
    return CreateFileRequest.builder().request_body(body).build()


def create_image(data: bytes) -> BaseRequest:
    """A picture to be shown."""
    body = CreateImageRequestBody.builder().image_type("message").image(io.BytesIO(data)).build()
    return CreateImageRequest.builder().request_body(body).build()


# -- chats and people


def list_chats(page: str) -> BaseRequest:
    """A page of the groups that the bot is in."""
    made = ListChatRequest.builder().page_size(CHATS_PAGE)
    if page:
        made.page_token(page)
    return made.build()


def get_chat(chat: str) -> BaseRequest:
    """What a chat is called, and whether it still is."""
    return GetChatRequest.builder().chat_id(chat).build()


def is_in_chat(chat: str) -> BaseRequest:
    """Whether the bot is in a chat."""
    return IsInChatChatMembersRequest.builder().chat_id(chat).build()


def list_members(chat: str, page: str) -> BaseRequest:
    """A page of who is in a chat, by union id."""
    made = GetChatMembersRequest.builder().chat_id(chat).member_id_type(UNION).page_size(MEMBERS_PAGE)
    if page:
        made.page_token(page)
    return made.build()


def get_user(person: str, kind: str = UNION) -> BaseRequest:
    """Somebody in the organisation's contacts; ``kind`` is the type of the id."""
    return GetUserRequest.builder().user_id(person).user_id_type(kind).build()


def query_tenant() -> BaseRequest:
    """The organisation that the app works in."""
    return QueryTenantRequest.builder().build()


# -- the app


def list_scopes() -> BaseRequest:
    """What the organisation has granted to the app."""
    return ListScopeRequest.builder().build()


def list_versions(app: str) -> BaseRequest:
    """The newest versions of the app, with their events."""
    made = ListApplicationAppVersionRequest.builder().app_id(app).lang("en_us").page_size(VERSIONS_PAGE)
    return made.build()


# -- tasks


def create_task(task: Mapping[str, Any]) -> BaseRequest:
    """A task of the app."""
    return CreateTaskRequest.builder().user_id_type(UNION).request_body(InputTask(dict(task))).build()


def get_task(guid: str) -> BaseRequest:
    """One task."""
    return GetTaskRequest.builder().task_guid(guid).user_id_type(UNION).build()


def patch_task(guid: str, changed: Mapping[str, Any]) -> BaseRequest:
    """The fields of a task that are changed."""
    body = PatchTaskRequestBody({"task": dict(changed), "update_fields": sorted(changed)})
    return PatchTaskRequest.builder().task_guid(guid).user_id_type(UNION).request_body(body).build()


def add_task_members(guid: str, members: Sequence[Mapping[str, Any]]) -> BaseRequest:
    """Who sees a task, too."""
    body = AddMembersTaskRequestBody({"members": [dict(one) for one in members]})
    return AddMembersTaskRequest.builder().task_guid(guid).user_id_type(UNION).request_body(body).build()


def get_comment(comment: str) -> BaseRequest:
    """A comment on a task."""
    return GetCommentRequest.builder().comment_id(comment).user_id_type(UNION).build()
