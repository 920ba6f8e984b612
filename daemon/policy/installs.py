"""Installations that take only what the project's own files name."""

import re

_INSTALLS = re.compile(
    r"(npm|pnpm|yarn|bun|composer|bundle|pipenv|hatch|pdm) (install|i|ci|sync)|yarn|pnpm install .*"
)
_PIP_INSTALL = re.compile(r"(pip install|uv pip (install|sync))( .*)?")
_LOCAL_PACKAGE = re.compile(r"\.(/[\w/-]*)?(\[[\w,-]+\])?|[\w./-]+\.(txt|in|lock)|pip|setuptools|wheel")


def installs_known(name: str, line: str, words: list[str]) -> bool:
    """Whether an installation takes only what the project's own files name."""
    if _PIP_INSTALL.fullmatch(f"{name} {line}"):
        rest = words[2:] if name == "uv" else words[1:]
        return bool(rest) and all(_LOCAL_PACKAGE.fullmatch(word) for word in rest)
    return bool(_INSTALLS.fullmatch(f"{name} {line}".strip()))
