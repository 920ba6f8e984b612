"""Sentences of Feishu's tasks, and of the check of a Feishu app."""

ENGLISH = {
    "task.describes": "{asker} asked {agent} in {room}. A comment here is a follow-up; its answer comes in the thread:",
    "notice.feishu_tasks": "Requests cannot be mirrored as Feishu tasks: the app lacks the permission task:task:write. Add what `muti feishu permissions --missing` prints and publish a version, or set tasks = false in [feishu].",
    "check.feishu_title": "Feishu is being checked",
    "check.feishu_direct": "Send me this direct message: check",
    "check.feishu_group": "In a group that I am in, mention me and write: check",
    "check.feishu_tap": "Tap the first button on this card.",
    "check.feishu_tapped": "The tap arrived.",
    "check.feishu_busy": "This app is being checked, so your tap was not taken. Please tap again in a minute.",
}

CHINESE = {
    "task.describes": "{asker} 在 {room} 向 {agent} 提出请求。在此评论即为追问，回复会出现在话题中：",
    "notice.feishu_tasks": "无法将请求同步为飞书任务：应用缺少 task:task:write 权限。请添加 `muti feishu permissions --missing` 列出的权限并发布版本，或在 [feishu] 中设置 tasks = false。",
    "check.feishu_title": "正在检查飞书",
    "check.feishu_direct": "给我发送私信：check",
    "check.feishu_group": "在我所在的群里 @我 并输入：check",
    "check.feishu_tap": "点击这张卡片上的第一个按钮。",
    "check.feishu_tapped": "已收到点击。",
    "check.feishu_busy": "正在检查此应用，你的点击未被处理。请一分钟后再点一次。",
}

KOREAN = {
    "task.describes": "{asker}님이 {room}에서 {agent}에게 요청했습니다. 여기에 댓글을 달면 후속 요청이 되고 답은 스레드에 올라옵니다:",
    "notice.feishu_tasks": "요청을 Feishu 작업으로 만들 수 없습니다: 앱에 task:task:write 권한이 없습니다. `muti feishu permissions --missing`이 보여 주는 권한을 추가해 버전을 게시하거나 [feishu]에서 tasks = false로 설정하세요.",
    "check.feishu_title": "Feishu를 점검하고 있습니다",
    "check.feishu_direct": "저에게 개인 메시지를 보내세요: check",
    "check.feishu_group": "제가 있는 그룹에서 저를 멘션하고 적으세요: check",
    "check.feishu_tap": "이 카드의 첫 번째 버튼을 누르세요.",
    "check.feishu_tapped": "누르기가 도착했습니다.",
    "check.feishu_busy": "이 앱을 점검하는 중이라 누르기를 처리하지 않았습니다. 1분 뒤에 다시 눌러 주세요.",
}
