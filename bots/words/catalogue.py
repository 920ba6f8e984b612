"""Finding a sentence in its language, and putting values into it."""

from functools import lru_cache

from bots.text import one_line
from bots.words import feishu, kin, letters, reading, surfaces, toasts
from bots.words.chinese import CHINESE
from bots.words.english import ENGLISH
from bots.words.korean import KOREAN

LANGUAGES = {
    "en": {
        **ENGLISH,
        **feishu.ENGLISH,
        **kin.ENGLISH,
        **letters.ENGLISH,
        **reading.ENGLISH,
        **surfaces.ENGLISH,
        **toasts.ENGLISH,
    },
    "zh": {
        **CHINESE,
        **feishu.CHINESE,
        **kin.CHINESE,
        **letters.CHINESE,
        **reading.CHINESE,
        **surfaces.CHINESE,
        **toasts.CHINESE,
    },
    "ko": {
        **KOREAN,
        **feishu.KOREAN,
        **kin.KOREAN,
        **letters.KOREAN,
        **reading.KOREAN,
        **surfaces.KOREAN,
        **toasts.KOREAN,
    },
}


class Ready(str):
    """A value that is fit to be shown as it is; any other text is made harmless and put on one line."""

    __slots__ = ()


@lru_cache(maxsize=500)
def name_language(locale: str) -> str:
    """The language of ours that serves a locale such as ``zh-CN`` or ``ko_KR``; English for all others."""
    base = locale.replace("_", "-").split("-")[0].lower()
    return base if base in LANGUAGES else "en"


def say(key: str, language: str, **values: object) -> str:
    """The sentence ``key`` in ``language``, with its values.

    ``count=1`` takes the form for one.

    Raises:
        KeyError: there is no such sentence, or a value of it is missing.
    """
    catalogue = LANGUAGES[name_language(language)]
    if values.get("count") == 1:
        key = f"{key}#one" if f"{key}#one" in catalogue else key
    return catalogue[key].format(**{name: _shown(value) for name, value in values.items()})


def has(key: str) -> bool:
    """Whether there is such a sentence."""
    return key in LANGUAGES["en"]


def _shown(value: object) -> str:
    return value if isinstance(value, Ready) else one_line(str(value))
