"""What is used of lark-oapi: its requests, events, cards and frames. It is imported here and nowhere else in bots.

Its own clients are not used: its long connection, its fetch of the token and its check of HTTP requests go deaf,
block the loop, or let copies pass.
"""

from bots.feishu import loading as loading

# isort: split

from lark_oapi.api.application.v6 import ListApplicationAppVersionRequest, ListScopeRequest
from lark_oapi.api.contact.v3 import GetUserRequest
from lark_oapi.api.im.v1 import (
    CreateFileRequest,
    CreateFileRequestBody,
    CreateImageRequest,
    CreateImageRequestBody,
    CreateMessageReactionRequest,
    CreateMessageReactionRequestBody,
    CreateMessageRequest,
    CreateMessageRequestBody,
    DeleteMessageRequest,
    Emoji,
    GetChatMembersRequest,
    GetChatRequest,
    GetMessageRequest,
    GetMessageResourceRequest,
    IsInChatChatMembersRequest,
    ListChatRequest,
    ListMessageRequest,
    P2ImChatDisbandedV1,
    P2ImChatMemberBotAddedV1,
    P2ImChatMemberBotDeletedV1,
    P2ImMessageRecalledV1,
    P2ImMessageReceiveV1,
    PatchMessageRequest,
    PatchMessageRequestBody,
    ReplyMessageRequest,
    ReplyMessageRequestBody,
)
from lark_oapi.api.task.v1 import P2TaskTaskCommentUpdatedV1
from lark_oapi.api.task.v2 import (
    AddMembersTaskRequest,
    AddMembersTaskRequestBody,
    CreateTaskRequest,
    GetCommentRequest,
    GetTaskRequest,
    InputTask,
    PatchTaskRequest,
    PatchTaskRequestBody,
)
from lark_oapi.api.tenant.v2 import QueryTenantRequest
from lark_oapi.core.enum import AccessTokenType
from lark_oapi.core.json import JSON
from lark_oapi.core.model import BaseRequest
from lark_oapi.event.callback.model.p2_card_action_trigger import (
    CallBackToast,
    P2CardActionTrigger,
    P2CardActionTriggerResponse,
)
from lark_oapi.ws import const
from lark_oapi.ws.enum import FrameType, MessageType
from lark_oapi.ws.pb.pbbp2_pb2 import Frame

__all__ = [
    "JSON",
    "AccessTokenType",
    "AddMembersTaskRequest",
    "AddMembersTaskRequestBody",
    "BaseRequest",
    "CallBackToast",
    "CreateFileRequest",
    "CreateFileRequestBody",
    "CreateImageRequest",
    "CreateImageRequestBody",
    "CreateMessageReactionRequest",
    "CreateMessageReactionRequestBody",
    "CreateMessageRequest",
    "CreateMessageRequestBody",
    "CreateTaskRequest",
    "DeleteMessageRequest",
    "Emoji",
    "Frame",
    "FrameType",
    "GetChatMembersRequest",
    "GetChatRequest",
    "GetCommentRequest",
    "GetMessageRequest",
    "GetMessageResourceRequest",
    "GetTaskRequest",
    "GetUserRequest",
    "InputTask",
    "IsInChatChatMembersRequest",
    "ListApplicationAppVersionRequest",
    "ListChatRequest",
    "ListMessageRequest",
    "ListScopeRequest",
    "MessageType",
    "P2CardActionTrigger",
    "P2CardActionTriggerResponse",
    "P2ImChatDisbandedV1",
    "P2ImChatMemberBotAddedV1",
    "P2ImChatMemberBotDeletedV1",
    "P2ImMessageRecalledV1",
    "P2ImMessageReceiveV1",
    "P2TaskTaskCommentUpdatedV1",
    "PatchMessageRequest",
    "PatchMessageRequestBody",
    "PatchTaskRequest",
    "PatchTaskRequestBody",
    "QueryTenantRequest",
    "ReplyMessageRequest",
    "ReplyMessageRequestBody",
    "const",
]
