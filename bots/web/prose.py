"""An agent's answer as paragraphs, lists, tables and code: nothing in it can be a link, an image or markup."""

from markdown_it import MarkdownIt
from markupsafe import Markup

_SMALLEST_HEADING = 6
_HEADING_OFFSET = 3
"""The card has headings down to the third level already."""

# A link or an image could show one thing and lead to another (C7): both stay the text that they are.
_READER = (
    MarkdownIt("commonmark", {"html": False, "breaks": True})
    .enable(["table", "strikethrough"])
    .disable(["link", "image", "autolink", "reference", "html_block", "html_inline"])
)


def prose(text: str) -> Markup:
    """The HTML of a text that was made harmless before; everything in it is escaped."""
    tokens = _READER.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            level = min(int(token.tag[1]) + _HEADING_OFFSET, _SMALLEST_HEADING)
            token.tag = f"h{level}"
        # A style attribute, such as a table's alignment, is what the content policy forbids.
        token.attrs.pop("style", None)
    return Markup(_READER.renderer.render(tokens, _READER.options, {}))  # noqa: S704 (escaped by the renderer)
