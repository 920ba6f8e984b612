"""README in three languages, kept in step: ``python -m tests.readmes`` checks it, ``--looked`` marks translations anew.

Each section of a translation carries the digest of the English one that it was made from. Where the English has
changed, look at the translation, mend it, and then mark it.
"""

import re
import sys
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent
ENGLISH = ROOT / "README.md"
TRANSLATIONS = [ROOT / "README.zh.md", ROOT / "README.ko.md"]
_MARK = re.compile(r"<!-- english: (\w+) -->\n")
_FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
_COMMENT = re.compile(r"\s+#\s.*$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)]+)\)|src=\"([^\"]+)\"")
_CODE = re.compile(r"`([^`\n]+)`")
_OTHER_LANGUAGES = {ENGLISH.name, *(path.name for path in TRANSLATIONS)}


def sections(text: str) -> list[str]:
    """From each heading to the next; what looks like one in a block of code is none."""
    starts = [found.start() for found in re.finditer(r"^#{1,3} ", _blanked(text), re.MULTILINE)]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def _blanked(text: str) -> str:
    return _FENCE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def digest(section: str) -> str:
    """What marks an English section."""
    return sha256(section.strip().encode()).hexdigest()[:12]


def skeleton(section: str) -> dict[str, object]:
    """What a translation keeps: the level of its heading, commands, settings, links, pictures, steps and rows."""
    prose = _blanked(section)
    return {
        "level": section.index(" "),
        "code": [_COMMENT.sub("", found[3]) for found in _FENCE.finditer(section)],
        "links": sorted({one or two for one, two in _LINK.findall(section)} - _OTHER_LANGUAGES),
        "names": sorted(_CODE.findall(prose)),
        "items": len(re.findall(r"^(?:- |\d+\. )", prose, re.MULTILINE)),
        "rows": len(re.findall(r"^\|", prose, re.MULTILINE)),
    }


def faults(english: str, translation: str) -> list[str]:
    """What is out of step, in sentences."""
    ours, theirs = sections(english), sections(translation)
    if len(ours) != len(theirs):
        return [f"English has {len(ours)} sections, the translation {len(theirs)}."]
    return [fault for one, other in zip(ours, theirs, strict=True) for fault in _section_faults(one, other)]


def _section_faults(ours: str, theirs: str) -> list[str]:
    heading = theirs.partition("\n")[0]
    marked, found = _MARK.search(theirs), []
    if marked is None or marked[1] != digest(ours):
        found.append(f"“{heading}”: the English has changed since the translation was looked at.")
    wanted, there = skeleton(ours), skeleton(theirs)
    found += [
        f"“{heading}”: other {part}: {there[part]} in place of {wanted[part]}."
        for part in wanted
        if wanted[part] != there[part]
    ]
    return found


def marked(english: str, translation: str) -> str:
    """The translation, said to be of this English."""
    made = []
    for ours, theirs in zip(sections(english), sections(translation), strict=True):
        heading, _, rest = _MARK.sub("", theirs).partition("\n")
        made.append(f"{heading}\n<!-- english: {digest(ours)} -->\n{rest}")
    return "".join(made)


def main(arguments: list[str]) -> int:
    """Check or mark; 1 if something is out of step."""
    english, found = ENGLISH.read_text(encoding="utf-8"), []
    for path in TRANSLATIONS:
        text = path.read_text(encoding="utf-8")
        if "--looked" in arguments:
            text = marked(english, text)
            path.write_text(text, encoding="utf-8")
        found += [f"{path.name}: {fault}" for fault in faults(english, text)]
    print("\n".join(found), file=sys.stderr)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
