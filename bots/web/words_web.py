"""What only the browser room says; all the rest is in `bots.words`."""

from bots.words import name_language, say
from bots.words.catalogue import has as has_common

LANGUAGE_NAMES = {"en": "English", "zh": "中文", "ko": "한국어"}

# Each key: English, Chinese, Korean. A key that ends in ``#one`` is taken when ``count`` is 1.
WEB: dict[str, tuple[str, str, str]] = {
    # -- the frame
    "skip": ("Skip to the content", "跳到正文", "본문으로 건너뛰기"),
    "language": ("Language", "语言", "언어"),
    "menu": ("Menu", "菜单", "메뉴"),
    "nav_room": ("Timeline", "时间线", "타임라인"),
    "nav_people": ("People and invites", "成员与邀请", "사람과 초대"),
    "nav_grants": ("Standing permissions", "长期许可", "상시 허가"),
    "nav_machines": ("Machines", "机器", "기기"),
    "nav_audit": ("Audit log", "审计日志", "감사 기록"),
    "nav_rooms": ("All rooms", "所有房间", "모든 방"),
    "forget": ("Sign out of this browser", "在此浏览器上退出", "이 브라우저에서 나가기"),
    "live": ("Live", "实时", "실시간"),
    "connecting": ("Connecting…", "正在连接…", "연결 중…"),
    "reconnecting": ("Reconnecting…", "正在重新连接…", "다시 연결 중…"),
    "still": ("Not live", "非实时", "실시간 아님"),
    "not_live": (
        "Not connected right now. Nothing was sent; try again when it says Live.",
        "当前未连接，内容没有发送。显示“实时”后请再试。",
        "지금은 연결되어 있지 않습니다. 보낸 것이 없으니 ‘실시간’이 보이면 다시 시도하세요.",
    ),
    "not_sent": (
        "No answer came, so it is not known whether that arrived. Sending it again is safe.",
        "没有收到回应，不确定是否已送达。可以放心重新发送。",
        "응답이 없어 전달되었는지 알 수 없습니다. 다시 보내도 안전합니다.",
    ),
    "noscript": (
        "Without JavaScript this page stands still: reload it to see what is new. Everything else works.",
        "未启用 JavaScript 时页面不会自动更新：刷新即可查看最新内容，其他功能照常可用。",
        "JavaScript 없이는 화면이 자동으로 바뀌지 않습니다. 새로 고침하면 최신 내용이 보이고, 나머지는 모두 동작합니다.",
    ),
    "reload": ("Reload", "刷新", "새로 고침"),
    "back": ("Back", "返回", "돌아가기"),
    "back_to_room": ("Back to {room}", "返回 {room}", "{room}(으)로 돌아가기"),
    # -- agents and people
    "agents": ("Agents", "代理", "에이전트"),
    "people": ("People", "成员", "사람"),
    "requests": ("Requests", "请求", "요청"),
    "you_mark": ("you", "你", "나"),
    "here": ("here", "在线", "연결됨"),
    "busy": ("busy", "忙碌", "작업 중"),
    "away_since": ("away since", "离线，自", "자리 비움, 마지막 연결"),
    "never_seen": ("not connected yet", "尚未连接", "아직 연결 안 됨"),
    "queue": ("{count} waiting", "{count} 个等待中", "{count}개 대기"),
    "no_agents": (
        "No agent is in this room yet.",
        "此房间还没有代理。",
        "이 방에는 아직 에이전트가 없습니다.",
    ),
    "role_owner": ("owner", "所有者", "소유자"),
    "role_member": ("member", "成员", "멤버"),
    "role_guest": ("guest", "访客", "게스트"),
    "needs_you": ("{count} need you", "{count} 项等你决定", "{count}건이 결정을 기다림"),
    "needs_you#one": ("1 needs you", "1 项等你决定", "1건이 결정을 기다림"),
    # -- asking
    "ask": ("Ask", "提问", "요청"),
    "ask_label": ("What should the agent do?", "要代理做什么？", "에이전트에게 무엇을 시킬까요?"),
    "ask_owner_note": (
        "Runs without asking: you are the owner.",
        "你是所有者，无需批准即可运行。",
        "소유자이므로 승인 없이 실행됩니다.",
    ),
    "ask_note": (
        "{owner} decides whether it runs.",
        "是否运行由 {owner} 决定。",
        "실행 여부는 {owner} 님이 결정합니다.",
    ),
    "to_agent": ("To", "交给", "받는 에이전트"),
    "attach": ("Attach files", "添加附件", "파일 첨부"),
    "characters_left": ("{count} characters left", "还可输入 {count} 个字符", "{count}자 남음"),
    "no_requests": ("Nothing has been asked here yet.", "这里还没有任何请求。", "아직 요청이 없습니다."),
    "no_requests_hint": (
        "Say what you want done in the box below. Each ask gets its own number, and you can watch it being worked on here.",
        "在下方输入框里说明要做的事。每个请求都有自己的编号，处理过程会显示在这里。",
        "아래 칸에 할 일을 적으세요. 요청마다 번호가 붙고, 진행 과정이 여기에 표시됩니다.",
    ),
    "earlier_requests": ("Earlier requests", "更早的请求", "이전 요청"),
    "latest_requests": ("To the newest", "回到最新", "최신으로"),
    # -- one request
    "asks": ("asks", "请求", "요청 대상:"),
    "retry_of": ("asked again, after an earlier request", "重新提出的请求", "이전 요청을 다시 요청함"),
    "from_platform": ("from {platform}", "来自 {platform}", "{platform}에서"),
    "approval": ("Approval needed", "需要批准", "승인 필요"),
    "always_means": (
        "Allow always: later requests of {name} to {agent} in this room start without asking.",
        "总是允许：{name} 今后在此房间向 {agent} 提出的请求无需再批准。",
        "항상 허용: 이 방에서 {name} 님이 {agent}에게 하는 다음 요청은 승인 없이 시작됩니다.",
    ),
    "why_not": (
        "Reason (the asker sees it; may stay empty)",
        "理由（提问者可见，可不填）",
        "이유 (요청한 사람에게 보이며, 비워 두어도 됩니다)",
    ),
    "why_not_action": (
        "Tell the agent why (may stay empty)",
        "告诉代理原因（可不填）",
        "에이전트에게 이유 알리기 (비워 두어도 됩니다)",
    ),
    "tool": ("Tool", "工具", "도구"),
    "progress": ("Progress", "进度", "진행률"),
    "plan_count": (
        "Plan: {done} of {count} done",
        "计划：已完成 {done}/{count}",
        "계획: {count}개 중 {done}개 완료",
    ),
    "plan_pending": ("to do:", "待办：", "예정:"),
    "plan_in_progress": ("now:", "进行中：", "진행 중:"),
    "plan_completed": ("done:", "已完成：", "완료:"),
    "plan_cancelled": ("dropped:", "已放弃：", "취소:"),
    "steps": ("Timeline: {count} entries", "时间线：{count} 条", "타임라인 {count}건"),
    "steps#one": ("Timeline: 1 entry", "时间线：1 条", "타임라인 1건"),
    "earlier_steps": ("Show {count} earlier entries", "显示更早的 {count} 条", "이전 {count}건 보기"),
    "earlier_steps#one": ("Show 1 earlier entry", "显示更早的 1 条", "이전 1건 보기"),
    "later_steps": ("Show later entries", "显示后面的记录", "다음 기록 보기"),
    "files_changed": ("{count} files changed", "更改了 {count} 个文件", "파일 {count}개 변경"),
    "files_changed#one": ("1 file changed", "更改了 1 个文件", "파일 1개 변경"),
    "exit_code": ("exit {code}", "退出码 {code}", "종료 코드 {code}"),
    "tool_running": ("running", "运行中", "실행 중"),
    "tool_failed": ("failed", "失败", "실패"),
    "created": ("new", "新建", "새 파일"),
    "left_out": (
        "{count} lines before this were left out.",
        "此前 {count} 行已省略。",
        "이전 {count}줄은 생략되었습니다.",
    ),
    "refused_artifact": (
        "Not handed over: {name}",
        "未交出：{name}",
        "전달되지 않음: {name}",
    ),
    "event.started": ("The machine took it", "机器已接手", "기기가 작업을 시작함"),
    "event.stopping": ("{who} asked to cancel", "{who} 要求取消", "{who} 님이 취소를 요청함"),
    "event.interrupted": (
        "No word from the machine any more",
        "不再收到机器的消息",
        "기기에서 소식이 끊김",
    ),
    "event.edited": ("{who} edited the request", "{who} 修改了请求", "{who} 님이 요청을 수정함"),
    "event.action_asked": ("Waits for a decision: {what}", "等待决定：{what}", "결정 대기: {what}"),
    "event.action_allowed": (
        "{who} approved once: {what}",
        "{who} 批准了一次：{what}",
        "{who} 님이 한 번 승인함: {what}",
    ),
    "event.action_denied": ("{who} denied: {what}", "{who} 拒绝了：{what}", "{who} 님이 거부함: {what}"),
    "event.action_expired": (
        "No decision in time: {what}",
        "未及时决定：{what}",
        "제때 결정되지 않음: {what}",
    ),
    "event.who_else": ("Somebody", "有人", "누군가"),
    "some_step": ("Step: {kind}", "步骤：{kind}", "단계: {kind}"),
    "close_failed": ("Close as failed", "按失败关闭", "실패로 닫기"),
    "close_means": (
        "For a machine that will not come back: the request ends as failed with its outcome unknown, and the queue moves on.",
        "用于不会恢复的机器：请求以失败结束，结果未知，队列继续。",
        "돌아오지 않을 기기일 때: 요청은 결과를 알 수 없는 실패로 끝나고 대기열이 이어집니다.",
    ),
    "resume": ("Try to reach the machine", "尝试联系机器", "기기에 다시 연결 시도"),
    "reason_label": ("Reason", "理由", "이유"),
    "until_left": ("in {left}", "剩余 {left}", "{left} 남음"),
    "copied": ("Copied", "已复制", "복사됨"),
    "copy": ("Copy", "复制", "복사"),
    # -- coming in
    "join_title": ("You are invited", "你收到了邀请", "초대를 받았습니다"),
    "join_text": (
        "Say what the others should call you, and come in. Nothing has to be installed and no account is needed.",
        "请输入你的称呼后进入。无需安装任何软件，也不需要账号。",
        "다른 사람이 부를 이름을 적고 들어오세요. 설치나 계정이 필요 없습니다.",
    ),
    "name_label": ("Your name", "你的名字", "이름"),
    "come_in": ("Come in", "进入", "들어가기"),
    "owner_title": ("Welcome", "欢迎", "환영합니다"),
    "owner_text": (
        "This one-time link makes this browser yours: you decide here what your agents run.",
        "此一次性链接会让这个浏览器成为你的：你在这里决定代理运行什么。",
        "이 일회용 링크로 이 브라우저가 당신의 것이 되며, 에이전트가 실행할 일을 여기서 결정합니다.",
    ),
    "open_rooms": ("Open my rooms", "打开我的房间", "내 방 열기"),
    "link_used": (
        "This link is used up, revoked or expired. Ask whoever sent it for a new one; the owner makes one with `muti invite`, or opens a new owner link with `muti up`.",
        "此链接已被使用、撤销或过期。请向发送者索取新链接；所有者可用 `muti invite` 生成邀请，或用 `muti up` 取得新的所有者链接。",
        "이 링크는 이미 사용되었거나 취소 또는 만료되었습니다. 보낸 사람에게 새 링크를 요청하세요. 소유자는 `muti invite`로 초대를, `muti up`으로 새 소유자 링크를 만들 수 있습니다.",
    ),
    "link_used_title": ("This link no longer works", "此链接已失效", "더 이상 쓸 수 없는 링크입니다"),
    "link_wait": (
        "Almost done: now confirm this browser in the place that gave you the code.",
        "即将完成：请在给你代码的地方确认此浏览器。",
        "거의 다 되었습니다. 코드를 받은 곳에서 이 브라우저를 확인해 주세요.",
    ),
    "strange_title": ("This browser is not signed in", "此浏览器尚未登录", "로그인되지 않은 브라우저입니다"),
    "strange_text": (
        "Open the invite link that you were given. The owner gets a new link with `muti up`, a guest from the owner.",
        "请打开你收到的邀请链接。所有者可用 `muti up` 取得新链接，访客请向所有者索取。",
        "받은 초대 링크를 여세요. 소유자는 `muti up`으로 새 링크를 얻고, 게스트는 소유자에게 요청하세요.",
    ),
    "moving_on": ("One moment…", "请稍候…", "잠시만요…"),
    # -- refusals of this door
    "refused_title": ("That did not work", "未能完成", "처리하지 못했습니다"),
    "missing_title": ("Nothing here", "这里什么也没有", "아무것도 없습니다"),
    "missing_text": (
        "There is nothing at this address, or it is not for you to see.",
        "此地址没有内容，或者你无权查看。",
        "이 주소에 아무것도 없거나 볼 수 없는 내용입니다.",
    ),
    "unreachable": (
        "The relay does not answer. Nothing is lost: try again in a moment. The owner can look with `muti doctor`.",
        "中继没有回应。内容没有丢失，请稍后再试；所有者可用 `muti doctor` 检查。",
        "릴레이가 응답하지 않습니다. 잃은 것은 없으니 잠시 후 다시 시도하세요. 소유자는 `muti doctor`로 확인할 수 있습니다.",
    ),
    "other_site": (
        "This did not come from a page of this room, so it was refused. Reload the page and try again.",
        "此操作并非来自本房间的页面，已被拒绝。请刷新页面后重试。",
        "이 방의 페이지에서 온 요청이 아니어서 거부되었습니다. 새로 고침한 뒤 다시 시도하세요.",
    ),
    "name_needed": (
        "Please write a name of 1 to 60 characters.",
        "请输入 1 到 60 个字符的名字。",
        "1자에서 60자 사이의 이름을 적어 주세요.",
    ),
    "files_too_big": (
        "That is too much to attach: {count} files of {size} each at most.",
        "附件过大：最多 {count} 个文件，每个不超过 {size}。",
        "첨부가 너무 큽니다. 최대 {count}개, 파일당 {size}까지입니다.",
    ),
    # -- rooms
    "rooms_title": ("Your rooms", "你的房间", "내 방"),
    "no_rooms": (
        "You are in no room yet. Open an invite link, or make one with `muti room`.",
        "你还不在任何房间里。请打开邀请链接，或用 `muti room` 新建一个。",
        "아직 들어간 방이 없습니다. 초대 링크를 열거나 `muti room`으로 만드세요.",
    ),
    "room_of": ("{owner}'s room", "{owner} 的房间", "{owner} 님의 방"),
    "my_room": ("your room", "你的房间", "내 방"),
    # -- people, invites
    "remove": ("Remove", "移除", "내보내기"),
    "remove_of": ("Remove {name}", "移除 {name}", "{name} 내보내기"),
    "remove_means": (
        "What {name} has queued is cancelled; what runs ends by itself.",
        "{name} 排队中的请求会被取消，正在运行的会自行结束。",
        "{name} 님의 대기 중인 요청은 취소되고, 실행 중인 것은 스스로 끝납니다.",
    ),
    "invite_title": ("Invite somebody", "邀请他人", "초대하기"),
    "invite_text": (
        "The link works once and expires in 7 days. Whoever has it needs only a browser.",
        "链接只能使用一次，7 天后过期。收到的人只需要浏览器。",
        "링크는 한 번만 쓸 수 있고 7일 뒤 만료됩니다. 받은 사람은 브라우저만 있으면 됩니다.",
    ),
    "invite_as": ("As", "身份", "역할"),
    "invite_make": ("Make a link", "生成链接", "링크 만들기"),
    "invite_made": ("Your invite link", "邀请链接", "초대 링크"),
    "invite_once": (
        "Shown only this once. Send it yourself, or let them scan the code.",
        "仅显示这一次。请自行发送，或让对方扫码。",
        "지금 한 번만 표시됩니다. 직접 보내거나 코드를 스캔하게 하세요.",
    ),
    "invites": ("Open invitations", "未使用的邀请", "열린 초대"),
    "no_invites": ("No open invitation.", "没有未使用的邀请。", "열린 초대가 없습니다."),
    "uses_left": ("uses left", "剩余次数", "남은 횟수"),
    "revoke": ("Revoke", "撤销", "취소"),
    "revoked": ("revoked", "已撤销", "취소됨"),
    "qr_label": ("QR code of the invite link", "邀请链接二维码", "초대 링크 QR 코드"),
    # -- grants, machines, audit
    "grants_text": (
        "Who may start which agent without asking you. Revoking cancels what they have queued there.",
        "谁可以不经询问就启动哪个代理。撤销会取消其在那里排队的请求。",
        "누가 어떤 에이전트를 승인 없이 시작할 수 있는지입니다. 취소하면 대기 중인 요청도 취소됩니다.",
    ),
    "no_grants": ("No standing permission.", "没有长期许可。", "상시 허가가 없습니다."),
    "column_person": ("Person", "成员", "사람"),
    "column_agent": ("Agent", "代理", "에이전트"),
    "column_room": ("Room", "房间", "방"),
    "column_since": ("Since", "起始", "시작"),
    "column_uses": ("Uses", "次数", "사용"),
    "column_role": ("Role", "身份", "역할"),
    "column_name": ("Name", "名称", "이름"),
    "column_seen": ("Last heard from", "最近消息", "마지막 소식"),
    "column_agents": ("Agents", "代理", "에이전트"),
    "column_when": ("When", "时间", "때"),
    "column_who": ("Who", "谁", "누가"),
    "column_what": ("What", "操作", "무엇을"),
    "column_request": ("Request", "请求", "요청"),
    "column_result": ("Result", "结果", "결과"),
    "column_number": ("No.", "编号", "번호"),
    "column_expires": ("Expires", "过期", "만료"),
    "machines_text": (
        "Computers that run your agents. Revoking one cancels what waits for it; what runs may finish within an hour.",
        "运行你的代理的电脑。撤销后等待它的请求会被取消，正在运行的可在一小时内完成。",
        "에이전트가 실행되는 컴퓨터입니다. 취소하면 대기 중인 요청이 취소되고, 실행 중인 것은 한 시간 안에 끝낼 수 있습니다.",
    ),
    "no_machines": (
        "No machine yet. Run `muti daemon` on one.",
        "还没有机器。请在某台电脑上运行 `muti daemon`。",
        "아직 기기가 없습니다. 컴퓨터에서 `muti daemon`을 실행하세요.",
    ),
    "audit_whole": (
        "The chain is whole: {count} rows, checked from the first.",
        "链条完整：共 {count} 行，已从第一行开始核对。",
        "기록 사슬이 온전합니다. 첫 줄부터 {count}줄을 확인했습니다.",
    ),
    "audit_broken": (
        "The chain is broken: {fault}. Keep a copy of the database and run `muti audit verify`.",
        "链条已损坏：{fault}。请保留数据库副本并运行 `muti audit verify`。",
        "기록 사슬이 손상되었습니다: {fault}. 데이터베이스를 복사해 두고 `muti audit verify`를 실행하세요.",
    ),
    "audit_head": ("Head", "链首", "머리 값"),
    "audit_own": (
        "You see your own rows.",
        "你只能看到自己的记录。",
        "본인의 기록만 보입니다.",
    ),
    "no_audit": ("Nothing yet.", "暂无记录。", "아직 없습니다."),
    "older": ("Older", "更早", "이전"),
}

_COLUMN = {"en": 0, "zh": 1, "ko": 2}


def tell(key: str, language: str, **values: object) -> str:
    """The sentence ``key``: one of the browser room's own, else one that all connectors share.

    Raises:
        KeyError: there is no such sentence, or a value of it is missing.
    """
    if key not in WEB:
        return say(key, language, **values)
    if values.get("count") == 1 and f"{key}#one" in WEB:
        key = f"{key}#one"
    return WEB[key][_COLUMN[name_language(language)]].format(**values)


def has(key: str) -> bool:
    """Whether there is such a sentence."""
    return key in WEB or has_common(key)


def choose_language(accepted: str) -> str:
    """The language of ours that an ``Accept-Language`` header likes best (RFC 9110, 12.5.4)."""
    liked = []
    for position, part in enumerate(accepted.split(",")[:20]):
        tag, *parameters = part.strip().split(";")
        liked.append((-_quality(parameters), position, tag.split("-")[0].lower()))
    known = (tag for quality, _, tag in sorted(liked) if quality < 0 and tag in LANGUAGE_NAMES)
    return next(known, "en")


def _quality(parameters: list[str]) -> float:
    for parameter in parameters:
        name, _, value = parameter.strip().partition("=")
        if name == "q":
            try:
                return float(value)
            except ValueError:
                return 0.0
    return 1.0
