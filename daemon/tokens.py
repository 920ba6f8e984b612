"""The well-known formats of secrets, each as its issuer documents it or as it is written around a secret (S3)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

REDACTED = "[redacted]"


@dataclass(frozen=True)
class Pattern:
    """A token format. What is hidden is the group ``secret``, or all of the match.

    ``marks`` are lower-case texts of which it always has one: looking for those first is what makes it fast.
    """

    name: str
    regex: re.Pattern[str]
    marks: tuple[str, ...] = ()

    def find(self, text: str, lowered: str) -> Iterable[tuple[tuple[int, int], tuple[int, int]]]:
        """Where the text has it: what is to be hidden, and all that tells that it is to be hidden.

        ``lowered`` is the same text in lower case.
        """
        if self.marks and not any(mark in lowered for mark in self.marks):
            return
        group: str | int = "secret" if "secret" in self.regex.groupindex else 0
        for match in self.regex.finditer(text):
            if match.group(group) != REDACTED:
                yield match.span(group), match.span()


def _token(name: str, body: str, *marks: str) -> Pattern:
    return Pattern(name, re.compile(rf"(?<![A-Za-z0-9]){body}"), marks)


_WORDS = (
    r"pass(?:word|wd|phrase)|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?"
    r"|密码|密碼|口令|密钥|密鑰|令牌|비밀번호|비밀 ?키|토큰|パスワード|シークレット"
)
_NO_VALUE = (
    r"(?!\[redacted\])(?![\w.]*(?:token|password|passwd|secret|key)s?\b)(?!self\.|os\.|process\.env|(?:None|True|False"
    r"|null|true|false|str|string|bytes|int|bool)\b|[$<{(\[%&*])"
)
_WORD_MARKS = (
    "pass", "pwd", "secret", "token", "key", "credential", "密码", "密碼", "口令", "密钥", "密鑰", "令牌", "비밀", "토큰",
    "パスワード", "シークレット",
)  # fmt: skip
PRIVATE_KEY = r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
PRIVATE_KEY_END = r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
FORMATS: tuple[Pattern, ...] = (
    _token("anthropic", r"sk-ant-[\w-]{8,}", "sk-ant-"),
    _token("openai", r"sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}", "sk-"),
    _token("slack", r"xox[a-z](?:\.xox[a-z])?-[\w-]{8,}", "xox"),
    _token("slack-app", r"xapp-[\w-]{8,}", "xapp-"),
    _token("slack-hook", r"https://hooks\.slack\.com/(?:services|workflows|triggers)/(?P<secret>[\w/-]{8,})", "hooks.slack.com"),
    _token("feishu-hook", r"https://open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook/(?P<secret>[\w-]{8,})", "/bot/v2/hook/"),
    _token("github", r"gh[pousr]_[A-Za-z0-9]{20,}", "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    _token("github-fine", r"github_pat_\w{20,}", "github_pat_"),
    _token("gitlab", r"gl(?:pat|ptt|dt|rt|cbt|ft|soat)-[\w-]{16,}", "gl"),
    _token("aws", r"(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}(?![0-9A-Z])", "akia", "asia", "abia", "acca"),
    _token("google", r"AIza[\w-]{30,}", "aiza"),
    _token("google-oauth", r"(?:ya29\.|GOCSPX-)[\w-]{16,}", "ya29.", "gocspx-"),
    _token("jwt", r"eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*", "eyj"),
    _token("stripe", r"(?:sk|rk|pk|whsec)_(?:live_|test_)?[A-Za-z0-9]{20,}", "sk_", "rk_", "pk_", "whsec_"),
    _token("npm", r"npm_[A-Za-z0-9]{30,}", "npm_"),
    _token("pypi", r"pypi-[\w-]{20,}", "pypi-"),
    _token("sendgrid", r"SG\.[\w-]{16,}\.[\w-]{16,}", "sg."),
    _token("huggingface", r"hf_[A-Za-z0-9]{20,}", "hf_"),
    _token("telegram", r"\d{8,10}:[\w-]{35}(?![\w-])", ":"),
    _token("age", r"AGE-SECRET-KEY-1[0-9A-Z]{20,}", "age-secret-key-1"),
    _token("other", r"(?:dop_v1_|shpat_|lin_api_|ATATT3|dckr_pat_|vercel_|figd_|sntrys_|NRAK-)[\w=-]{16,}", "dop_v1_", "shpat_", "lin_api_", "atatt3", "dckr_pat_", "vercel_", "figd_", "sntrys_", "nrak-"),
)  # fmt: skip
"""Tokens that are known by how they look."""
PATTERNS: tuple[Pattern, ...] = (
    *FORMATS,
    Pattern("private-key", re.compile(rf"{PRIVATE_KEY}.*?(?:{PRIVATE_KEY_END}|\Z)", re.DOTALL), ("private key",)),
    Pattern("url-password", re.compile(r"\b[a-z][a-z0-9+.-]{0,20}://[^\s:/@\"']{0,256}:(?P<secret>[^\s/@\"']{1,512})@", re.I), ("://",)),
    Pattern(
        "authorization",
        re.compile(
            r"\b(?:proxy-)?authorization[\"']?[ \t]{0,9}[:=][ \t]{0,9}[\"']?"
            r"(?P<secret>(?:(?:bearer|basic|token|digest|negotiate)[ \t]{1,9})?[^\s\"',;\[]+)",
            re.I,
        ),
        ("authorization",),
    ),
    Pattern("bearer", re.compile(r"\bbearer[ \t]{1,9}(?P<secret>[A-Za-z0-9._~+/-]{12,}=*)", re.I), ("bearer",)),
    Pattern("header", re.compile(r"\b(?:set-cookie|cookie|x-api-key|x-auth-token|private-token)[ \t]{0,9}:[ \t]{0,9}(?P<secret>(?!\[redacted\])[^\r\n\"']+)", re.I), ("cookie", "x-api-key", "x-auth-token", "private-token")),
    Pattern("assigned", re.compile(rf"(?:{_WORDS})[\w.-]{{0,40}}=(?:\"|')?(?P<secret>{_NO_VALUE}[^\s\"'&;,()]{{4,}})(?!\()", re.I), _WORD_MARKS),
    Pattern(
        "quoted",
        re.compile(rf"(?:{_WORDS})[\w.-]{{0,40}}[\"']?[ \t]{{0,9}}(?::|=|=>|:=|：)[ \t]{{0,9}}(?P<quote>[\"'])(?P<secret>{_NO_VALUE}[^\"'\r\n]{{4,}})(?P=quote)", re.I),
        _WORD_MARKS,
    ),
    Pattern(
        "told",
        re.compile(
            rf"(?:{_WORDS})[\w.-]{{0,40}}[ \t]{{0,9}}(?::|=|：|＝|是|为|は|은|는)[ \t]{{0,9}}"
            rf"(?P<secret>{_NO_VALUE}(?=[^\s]{{0,200}}[\d!#@%^*+/])[^\s\"'&,;()\[\]]{{6,}})(?!\()",
            re.I,
        ),
        _WORD_MARKS,
    ),
)  # fmt: skip
"""Everything that is hidden wherever it stands."""
