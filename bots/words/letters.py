"""Messages between people and agents, and requests that wait for an answer, in every language."""

ENGLISH = {
    "event.message": "A message of {who}",
    "event.waiting": "Waits for an answer; its agent is free meanwhile",
    "event.continued": "Goes on",
    "problem.full": "That inbox is full: nothing was sent. Send it again when the agent has read some.",
}
CHINESE = {
    "event.message": "来自 {who} 的消息",
    "event.waiting": "等待答复；代理此时空闲",
    "event.continued": "继续进行",
    "problem.full": "该收件箱已满，消息未发送。等代理读过一些后再发送。",
}
KOREAN = {
    "event.message": "{who}의 메시지",
    "event.waiting": "답변을 기다리는 중이며 그동안 에이전트는 비어 있음",
    "event.continued": "계속 진행",
    "problem.full": "받은 편지함이 가득 차 보내지 못했습니다. 에이전트가 읽은 뒤 다시 보내세요.",
}
