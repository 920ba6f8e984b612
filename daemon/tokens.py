"""The well-known formats of secrets, each as its issuer documents it or as it is written around a secret (S3). Pure.

Every format has an anchor, a fixed text at which a match begins: one search looks for all anchors of all formats
at once, and a pattern is only tried where its anchor stands.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

REDACTED = "[redacted]"
BEHIND = 24
"""Characters before a match that may decide whether it is one."""


@dataclass(frozen=True)
class Begin:
    """Where patterns begin: at one of these texts, in any case if so. ``head`` is what has to match there first."""

    anchors: tuple[str, ...]
    any_case: bool = False
    head: re.Pattern[str] | None = None

    def texts(self) -> Iterator[str]:
        """The anchors in every case that counts."""
        for anchor in self.anchors:
            cases = [sorted({one.lower(), one.upper()}) if self.any_case else [one] for one in anchor]
            yield from map("".join, product(*cases))


@dataclass(frozen=True)
class Pattern:
    """A token format. What is hidden is the group ``secret``, or all of the match.

    One without a begin is sought by its ``probe``, which stands in every match, at most `BEHIND` after its start.
    """

    name: str
    regex: re.Pattern[str]
    begin: Begin | None = None
    probe: re.Pattern[str] | None = None

    def at(self, text: str, place: int) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """What is to be hidden if it matches here, and all that tells that it is to be hidden."""
        return self._found(self.regex.match(text, place))

    def probed(self, text: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """Where the text has it, by its probe."""
        for hit in self.probe.finditer(text) if self.probe else ():
            found = self._found(self.regex.search(text, max(0, hit.start() - BEHIND), hit.end() + 1))
            if found is not None:
                yield found

    def _found(self, match: re.Match[str] | None) -> tuple[tuple[int, int], tuple[int, int]] | None:
        if match is None:
            return None
        secret = match.span("secret" if "secret" in self.regex.groupindex else 0)
        if secret[0] == secret[1] or match.string[secret[0] : secret[1]] == REDACTED:
            return None
        begin = max(0, match.start() - BEHIND)
        return secret, (max(begin, match.string.rfind("\n", begin, match.start()) + 1), match.end())


def _token(name: str, body: str, *anchors: str) -> Pattern:
    return Pattern(name, re.compile(rf"(?<![A-Za-z0-9]){body}"), Begin(anchors))


_WORDS = (
    r"pass(?:word|wd|phrase)?|pwd|secret|token|(?<=ap)i[_-]?key|(?<=acces)s[_-]?key|(?<=privat)e[_-]?key|credentials?"
    r"|密码|密碼|口令|密钥|密鑰|令牌|비밀번호|비밀 ?키|토큰|パスワード|シークレット"
)
_NO_VALUE = (
    r"(?!\[redacted\])(?![\w.]*(?:token|password|passwd|secret|key)s?\b)(?!self\.|os\.|process\.env|(?:None|True|False"
    r"|null|true|false|str|string|bytes|int|bool)\b|[$<{(\[%&*])"
)
_SAID = Begin(
    (
        "pass", "pwd", "secr", "toke", "ikey", "i_key", "i-key", "skey", "s_key", "s-key", "ekey", "e_key", "e-key", "cred",
        "密码", "密碼", "口令", "密钥", "密鑰", "令牌", "비밀", "토큰", "パスワード", "シークレット",
    ),
    any_case=True,
    head=re.compile(rf"(?:{_WORDS})[\w.-]{{0,40}}[\"']?[ \t]{{0,9}}[:=：＝是为は은는]", re.I),
)  # fmt: skip
PRIVATE_KEY = r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
PRIVATE_KEY_END = r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
FORMATS: tuple[Pattern, ...] = (
    _token("anthropic", r"sk-ant-[\w-]{8,}", "sk-ant-"),
    _token("openai", r"sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}", "sk-"),
    _token("slack", r"xox[a-z](?:\.xox[a-z])?-[\w-]{8,}", "xox"),
    _token("slack-app", r"xapp-[\w-]{8,}", "xapp-"),
    _token("slack-hook", r"https://hooks\.slack\.com/(?:services|workflows|triggers)/(?P<secret>[\w/-]{8,})", "https://hooks.slack.com/"),
    _token("feishu-hook", r"https://open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook/(?P<secret>[\w-]{8,})", "https://open.feishu.cn/", "https://open.larksuite.com/"),
    _token("github", r"gh[pousr]_[A-Za-z0-9]{20,}", "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    _token("github-fine", r"github_pat_\w{20,}", "github_pat_"),
    _token("gitlab", r"gl(?:pat|ptt|dt|rt|cbt|ft|soat)-[\w-]{16,}", "glpat-", "glptt-", "gldt-", "glrt-", "glcbt-", "glft-", "glsoat-"),
    _token("aws", r"(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}(?![0-9A-Z])", "AKIA", "ASIA", "ABIA", "ACCA"),
    _token("google", r"AIza[\w-]{30,}", "AIza"),
    _token("google-oauth", r"(?:ya29\.|GOCSPX-)[\w-]{16,}", "ya29.", "GOCSPX-"),
    _token("jwt", r"eyJ[\w-]{8,2000}+\.[\w-]{8,}+\.[\w-]*", "eyJ"),
    _token("stripe", r"(?:sk|rk|pk|whsec)_(?:live_|test_)?[A-Za-z0-9]{20,}", "sk_", "rk_", "pk_", "whsec_"),
    _token("npm", r"npm_[A-Za-z0-9]{30,}", "npm_"),
    _token("pypi", r"pypi-[\w-]{20,}", "pypi-"),
    _token("sendgrid", r"SG\.[\w-]{16,200}\.[\w-]{16,}", "SG."),
    _token("huggingface", r"hf_[A-Za-z0-9]{20,}", "hf_"),
    Pattern("telegram", re.compile(r"(?<![A-Za-z0-9])\d{8,10}:[\w-]{35}(?![\w-])"), probe=re.compile(r":[\w-]{35}")),
    _token("age", r"AGE-SECRET-KEY-1[0-9A-Z]{20,}", "AGE-SECRET-KEY-1"),
    _token("other", r"(?:dop_v1_|shpat_|lin_api_|ATATT3|dckr_pat_|vercel_|figd_|sntrys_|NRAK-)[\w=-]{16,}", "dop_v1_", "shpat_", "lin_api_", "ATATT3", "dckr_pat_", "vercel_", "figd_", "sntrys_", "NRAK-"),
)  # fmt: skip
"""Tokens that are known by how they look."""
PATTERNS: tuple[Pattern, ...] = (
    *FORMATS,
    Pattern("private-key", re.compile(rf"{PRIVATE_KEY}.*?(?:{PRIVATE_KEY_END}|\Z)", re.DOTALL), Begin(("-----BEGIN ",))),
    Pattern("url-password", re.compile(r"(?<=[a-z0-9+.-])://[^\s:/@\"']{0,256}:(?P<secret>[^\s/@\"']{1,512})@", re.I), Begin(("://",))),
    Pattern(
        "authorization",
        re.compile(
            r"(?<=\baut)horization[\"']?[ \t]{0,9}[:=][ \t]{0,9}[\"']?"
            r"(?P<secret>(?:(?:bearer|basic|token|digest|negotiate)[ \t]{1,9})?[^\s\"',;\[]+)",
            re.I,
        ),
        Begin(("horiz",), any_case=True),
    ),
    Pattern("bearer", re.compile(r"(?<=\bb)earer[ \t]{1,9}(?P<secret>[A-Za-z0-9._~+/-]{12,}=*)", re.I), Begin(("earer",), any_case=True)),
    Pattern("header", re.compile(r"(?:(?<=\bc)ookie|(?<=\bx-ap)i-key|(?<=\bx-auth-)token|(?<=\bprivate-)token)[ \t]{0,9}:[ \t]{0,9}(?P<secret>(?!\[redacted\])[^\r\n\"']+)", re.I), Begin(("ooki", "i-key", "toke"), any_case=True)),
    Pattern("assigned", re.compile(rf"(?:{_WORDS})[\w.-]{{0,40}}=(?:\"|')?(?P<secret>{_NO_VALUE}[^\s\"'&;,()]{{4,}})(?!\()", re.I), _SAID),
    Pattern(
        "quoted",
        re.compile(rf"(?:{_WORDS})[\w.-]{{0,40}}[\"']?[ \t]{{0,9}}(?::|=|=>|:=|：)[ \t]{{0,9}}(?P<quote>[\"'])(?P<secret>{_NO_VALUE}[^\"'\r\n]{{4,}})(?P=quote)", re.I),
        _SAID,
    ),
    Pattern(
        "told",
        re.compile(
            rf"(?:{_WORDS})[\w.-]{{0,40}}[ \t]{{0,9}}(?::|=|：|＝|是|为|は|은|는)[ \t]{{0,9}}"
            rf"(?P<secret>{_NO_VALUE}(?=[^\s]{{0,200}}[\d!#@%^*+/])[^\s\"'&,;()\[\]]{{6,}})(?!\()",
            re.I,
        ),
        _SAID,
    ),
)  # fmt: skip
"""Everything that is hidden wherever it stands."""
