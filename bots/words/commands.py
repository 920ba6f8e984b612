"""The words that are commands when they stand alone, in each language (C12)."""

from typing import NamedTuple

_COMMANDS = {
    "status": ("status", "状态", "狀態", "상태"),
    "cancel": ("cancel", "stop", "取消", "停止", "취소", "중지"),
    "retry": ("retry", "重试", "再试", "재시도"),
    "queue": ("queue", "队列", "排队", "대기열"),
    "tree": ("tree", "任务树", "任務樹", "작업트리", "트리"),
    "who": ("who", "成员", "谁", "구성원", "누구"),
    "grants": ("grants", "allowed", "授权", "許可", "许可", "허용"),
    "revoke": ("revoke", "撤销", "撤銷", "철회"),
    "help": ("help", "?", "帮助", "도움말"),
    "link": ("link", "关联", "연결"),
}
_BY_WORD = {word: command for command, words in _COMMANDS.items() for word in words}

ARGUMENT_CHARACTERS = 200


class Command(NamedTuple):
    """A command, and what follows it: an id, or a code."""

    name: str
    argument: str


def read_command(text: str) -> Command | None:
    """The command that a message is, if the whole of it is one; longer sentences are asks."""
    words = text.strip().lstrip("/").split()
    if not 1 <= len(words) <= 2 or len(text) > ARGUMENT_CHARACTERS:
        return None
    name = _BY_WORD.get(words[0].strip(".!。！").lower())
    argument = words[1] if len(words) == 2 else ""
    if name is None or (argument and not _may_follow(name, argument)):
        return None
    return Command(name, argument)


def _may_follow(name: str, argument: str) -> bool:
    if name == "link":
        return True
    if name == "revoke":
        return argument.isdecimal()
    return name in ("status", "cancel", "retry", "tree") and any(letter.isdigit() for letter in argument)
