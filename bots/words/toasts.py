"""Sentences of a platform that answers a tap with a short notice on the screen, and that tells an app less than all."""

ENGLISH = {
    "toast.approve": "Approved.",
    "toast.always": "Approved, and from now on always.",
    "toast.deny": "Denied.",
    "toast.noted": "Noted. The card shows it in a moment.",
    "toast.nobody": "Feishu did not say who you are, so nothing was changed. Ask the app's administrator for the contact permission.",
    "toast.not_ours": "This button leads nowhere any more. Nothing was changed.",
    "toast.failed": "Something went wrong here. Nothing was changed; please tap again.",
    "notice.feishu_barred": "Feishu does not let me in any more: the app's secret was changed, or the app was switched off. Look at open.feishu.cn, your app, and set the new secret; I go on trying.",
    "notice.feishu_too_many": "Feishu does not let me in: this app has too many connections. Stop the other programs that use the same app; I go on trying.",
    "notice.feishu_file_scope": "The file {name} could not be read, so the agent does not have it: the app lacks the permission im:message:readonly.",
    "notice.feishu_forwarded": "The file {name} is inside forwarded messages, which Feishu gives out to nobody. Send it by itself.",
    "notice.feishu_removed": "I was taken out of the chat “{chat}”. What is asked there is not heard; add me again if it should be.",
    "notice.feishu_disbanded": "The chat “{chat}” was dissolved. What runs goes on; ask for it in a direct message with “status”.",
    "notice.feishu_missed": "I was not connected for a while and may not read the history of “{chat}”, so what was asked there meanwhile may be lost. Ask again, or give the app the permission im:message.group_msg.",
}

CHINESE = {
    "toast.approve": "已批准。",
    "toast.always": "已批准，以后始终允许。",
    "toast.deny": "已拒绝。",
    "toast.noted": "已收到，卡片马上更新。",
    "toast.nobody": "飞书没有告知你的身份，因此没有任何更改。请让应用管理员开通通讯录权限。",
    "toast.not_ours": "这个按钮已失效，没有任何更改。",
    "toast.failed": "这里出了问题，没有任何更改；请再点一次。",
    "notice.feishu_barred": "飞书不再允许我连接：应用密钥已更改，或应用已停用。请在 open.feishu.cn 打开你的应用查看，并设置新密钥；我会继续尝试。",
    "notice.feishu_too_many": "飞书不允许我连接：此应用的连接数过多。请停止使用同一应用的其他程序；我会继续尝试。",
    "notice.feishu_file_scope": "无法读取文件 {name}，代理没有收到它：应用缺少 im:message:readonly 权限。",
    "notice.feishu_forwarded": "文件 {name} 在合并转发的消息中，飞书不向应用提供。请单独发送。",
    "notice.feishu_removed": "我已被移出群“{chat}”，那里的请求不再收到；如需继续请重新添加我。",
    "notice.feishu_disbanded": "群“{chat}”已解散。正在运行的会继续；可在私信中发送“状态”查看。",
    "notice.feishu_missed": "我有一段时间没有连接，也无权读取“{chat}”的历史消息，期间的请求可能已丢失。请重新提出，或为应用开通 im:message.group_msg 权限。",
}

KOREAN = {
    "toast.approve": "승인했습니다.",
    "toast.always": "승인했고 앞으로 항상 허용합니다.",
    "toast.deny": "거부했습니다.",
    "toast.noted": "받았습니다. 곧 카드에 표시됩니다.",
    "toast.nobody": "Feishu가 누구인지 알려 주지 않아 바뀐 것이 없습니다. 앱 관리자에게 연락처 권한을 요청하세요.",
    "toast.not_ours": "이 버튼은 더 이상 쓸 수 없습니다. 바뀐 것은 없습니다.",
    "toast.failed": "여기서 문제가 생겼습니다. 바뀐 것은 없으니 다시 눌러 주세요.",
    "notice.feishu_barred": "Feishu가 더 이상 접속을 허용하지 않습니다: 앱 시크릿이 바뀌었거나 앱이 꺼졌습니다. open.feishu.cn의 앱을 확인하고 새 시크릿을 설정하세요. 계속 시도하겠습니다.",
    "notice.feishu_too_many": "Feishu가 접속을 허용하지 않습니다: 이 앱의 연결이 너무 많습니다. 같은 앱을 쓰는 다른 프로그램을 멈추세요. 계속 시도하겠습니다.",
    "notice.feishu_file_scope": "파일 {name}을(를) 읽지 못해 에이전트에게 전달되지 않았습니다: 앱에 im:message:readonly 권한이 없습니다.",
    "notice.feishu_forwarded": "파일 {name}은(는) 전달된 메시지 안에 있어 Feishu가 앱에 주지 않습니다. 따로 보내 주세요.",
    "notice.feishu_removed": "“{chat}” 채팅에서 제거되었습니다. 그곳의 요청은 들리지 않습니다. 필요하면 다시 추가하세요.",
    "notice.feishu_disbanded": "“{chat}” 채팅이 해산되었습니다. 실행 중인 것은 계속됩니다. 개인 메시지에서 status 라고 하세요.",
    "notice.feishu_missed": "한동안 연결되지 않았고 “{chat}”의 기록을 읽을 권한이 없어, 그동안의 요청을 놓쳤을 수 있습니다. 다시 요청하거나 앱에 im:message.group_msg 권한을 주세요.",
}
