"""The modal in which all of a long prompt or operation is read, and only then approved. Pure."""

import json

from bots.slack.blocks import (
    VIEW_BLOCKS,
    VIEW_BYTES,
    VIEW_TITLE_CHARACTERS,
    Json,
    plain,
    preformatted,
    rich,
    section,
)
from bots.slack.cards import Reader, kind_word
from bots.text import cut, exact
from relay.machine import State
from relay.wire.requests import ActionState, ActionView, RequestView

PIECE_CHARACTERS = 2900
CALLBACK = "muti:review"


def review_request(view: RequestView, reader: Reader, spot: Json) -> Json:
    """All of a prompt. ``spot`` is where the tap came from, so that an answer finds its way."""
    bound = {"r": view.request, "v": view.version, "d": "approve", **spot}
    open_still = view.state is State.pending
    return _modal(view.public_id, exact(view.prompt), reader, bound, "button.approve" if open_still else None)


def review_action(view: RequestView, action: ActionView, reader: Reader, spot: Json) -> Json:
    """All of an operation."""
    bound = {"r": view.request, "a": action.action, "g": action.digest, "d": "allow", **spot}
    can = action.whole and action.state is ActionState.pending
    intro = f"{kind_word(action.kind, reader)}. {action.reason}"
    return _modal(
        view.public_id, exact(action.shown), reader, bound, "button.allow_once" if can else None, intro
    )


def _modal(
    public_id: str, text: str, reader: Reader, bound: Json, submit: str | None, intro: str = ""
) -> Json:
    pieces = _pieces(text)
    blocks = [section(intro)] if intro else []
    whole = len(pieces) + 2 <= VIEW_BLOCKS
    blocks += [rich(preformatted(piece)) for piece in pieces[: VIEW_BLOCKS - 2]]
    view: Json = {
        "type": "modal",
        "callback_id": CALLBACK,
        "title": plain(public_id, VIEW_TITLE_CHARACTERS),
        "close": plain(reader.say("button.close"), VIEW_TITLE_CHARACTERS),
        "private_metadata": json.dumps(bound),
        "blocks": blocks,
    }
    while len(json.dumps(view)) > VIEW_BYTES - 2000:
        whole = False
        blocks.pop()
    if whole and submit is not None:
        view["submit"] = plain(reader.say(submit), VIEW_TITLE_CHARACTERS)
    elif submit is not None or not whole:
        blocks.append(section(reader.say("card.not_whole_anywhere")))
    return view


def _pieces(text: str) -> list[str]:
    pieces = []
    while text:
        piece = cut(text, PIECE_CHARACTERS).shown or text[:PIECE_CHARACTERS]
        pieces.append(piece)
        text = text[len(piece) :]
    return pieces or [" "]
