"""Sentences of cards that unfold, of pages that are read before a decision, and of chats that are out of reach."""

ENGLISH = {
    "explain.optional": "Why not? Optional, goes with Deny",
    "review.unfold": "Read all of it ({count} characters), then decide",
    "review.whole": "All of it ({count} characters)",
    "review.below": "All of it follows below. It can be approved at its end.",
    "review.elsewhere": "{owner} reads all of it in a direct message, and approves there.",
    "review.over": "This part is no longer needed: the text has become shorter.",
    "card.feishu_refused": "Feishu did not take the text of this card. The asker and the owner find it in the room.",
    "notice.gone_remedy.bot_not_in_chat": "Add the bot to that group again.",
    "notice.gone_remedy.chat_dissolved": "The group was dissolved. Ask elsewhere.",
    "notice.gone_remedy.chat_unknown": "The chat is gone, or the bot may not see it. Add the bot again.",
    "notice.gone_remedy.user_unreachable": "This person cannot be written to: see whether the app is offered to them, and whether they have muted the bot.",
    "notice.gone_remedy.may_not_speak": "The bot may not speak there. The group's owner can allow it.",
    "notice.gone_remedy.cards_refused": "That chat takes no cards. Ask elsewhere.",
    "notice.gone_remedy.permission_missing": "The app lacks a permission. Add it on the app's page and publish a version.",
}

CHINESE = {
    "explain.optional": "拒绝原因（可不填，点“拒绝”时发送）",
    "review.unfold": "展开全文（{count} 字）后再决定",
    "review.whole": "全文（{count} 字）",
    "review.below": "全文在下面，最后可以批准。",
    "review.elsewhere": "{owner} 会在私信中阅读全文，并在那里批准。",
    "review.over": "不再需要这一部分：内容已变短。",
    "card.feishu_refused": "飞书没有接受这张卡片的内容。请求人和所有者可以在房间里查看。",
    "notice.gone_remedy.bot_not_in_chat": "请重新把机器人加入该群。",
    "notice.gone_remedy.chat_dissolved": "该群已解散，请在别处请求。",
    "notice.gone_remedy.chat_unknown": "会话不存在或机器人看不到它。请重新添加机器人。",
    "notice.gone_remedy.user_unreachable": "无法给此人发消息：请检查应用的可用范围，以及对方是否屏蔽了机器人。",
    "notice.gone_remedy.may_not_speak": "机器人在那里不能发言。群主可以放开。",
    "notice.gone_remedy.cards_refused": "该会话不支持卡片，请在别处请求。",
    "notice.gone_remedy.permission_missing": "应用缺少权限。请在应用页面添加权限并发布版本。",
}

KOREAN = {
    "explain.optional": "거부 이유 (선택, 거부와 함께 보냄)",
    "review.unfold": "전체 읽기({count}자) 후 결정",
    "review.whole": "전체 ({count}자)",
    "review.below": "전체 내용이 아래에 이어집니다. 끝에서 승인할 수 있습니다.",
    "review.elsewhere": "{owner} 님이 개인 메시지에서 전체를 읽고 그곳에서 승인합니다.",
    "review.over": "이 부분은 더 이상 필요하지 않습니다. 글이 짧아졌습니다.",
    "card.feishu_refused": "Feishu가 이 카드의 글을 받지 않았습니다. 요청자와 소유자는 방에서 볼 수 있습니다.",
    "notice.gone_remedy.bot_not_in_chat": "봇을 그 그룹에 다시 추가하세요.",
    "notice.gone_remedy.chat_dissolved": "그룹이 해산되었습니다. 다른 곳에서 요청하세요.",
    "notice.gone_remedy.chat_unknown": "대화가 없거나 봇이 볼 수 없습니다. 봇을 다시 추가하세요.",
    "notice.gone_remedy.user_unreachable": "이 사람에게 보낼 수 없습니다. 앱 사용 범위와 봇 차단 여부를 확인하세요.",
    "notice.gone_remedy.may_not_speak": "봇이 그곳에서 말할 수 없습니다. 그룹 소유자가 허용할 수 있습니다.",
    "notice.gone_remedy.cards_refused": "그 대화는 카드를 받지 않습니다. 다른 곳에서 요청하세요.",
    "notice.gone_remedy.permission_missing": "앱에 권한이 없습니다. 앱 페이지에서 추가하고 버전을 게시하세요.",
}
