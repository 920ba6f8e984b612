"""Which of our languages somebody writes in: Feishu does not tell an app what language a person has set. Pure."""

import re

_KOREAN = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
_CHINESE = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_LATIN = re.compile("[A-Za-z]{2,}")
_CODE = re.compile(r"```.*?```|`[^`]*`|https?://\S+|@\S+|link\s+\S+", re.DOTALL)

_LOCALE = re.compile(r"(zh|ko|en|[a-z]{2})_[a-z]{2}", re.IGNORECASE)

CHINA = "feishu.cn"


def tongue_of(text: str) -> str:
    """``ko``, ``zh`` or ``en``, by the letters of a text, or by a locale such as ``zh_cn``; empty where neither."""
    if located := _LOCALE.fullmatch(text):
        return located[1].lower() if located[1].lower() in ("zh", "ko") else "en"
    text = _CODE.sub(" ", text)
    if _KOREAN.search(text):
        return "ko"
    if _CHINESE.search(text):
        return "zh"
    return "en" if _LATIN.search(text) else ""


def usual_tongue(url: str) -> str:
    """What most people of a platform read: Feishu's is Chinese, Lark's is not."""
    return "zh" if CHINA in url else "en"
