"""The app's home page of one person, as a view. Pure: the board in, Block Kit out, the relay's state only."""

from bots.board import Board
from bots.grants import told
from bots.slack.blocks import (
    VIEW_BLOCKS,
    Json,
    actions,
    at,
    button,
    confirm,
    context,
    header,
    lines,
    plain,
    section,
    spans,
)
from bots.slack.cards import Reader, action_card, request_card
from bots.slack.settle import settle_card
from bots.slack.thread import cancel_button
from bots.words import sentence
from relay.wire.machines import MachineView
from relay.wire.people import GrantView
from relay.wire.requests import RequestView

CARDS_AT_MOST = 6
"""A card takes up to nine blocks of the hundred that a view may have."""

DIVIDER: Json = {"type": "divider"}
RUNS_AT_MOST = 8
GRANTS_AT_MOST = 8
LINES_AT_MOST = 10


def home_view(board: Board, reader: Reader) -> Json:
    """What a person sees on the home page: the owner all that is theirs, a member their own requests."""
    reader = Reader(reader.language, board.me)
    blocks = [*_owners(board, reader), *_own(board, reader)] if board.is_owner else _own(board, reader)
    if board.me is None:
        blocks = [section(reader.say("home.stranger"))]
    assert len(blocks) <= VIEW_BLOCKS
    return {"type": "home", "blocks": blocks}


def _owners(board: Board, reader: Reader) -> list[Json]:
    return [
        *_decisions(board, reader),
        *_running(board.runs, reader),
        *_listed(
            "home.queue", [sentence(v, reader.language, reader.person, at=at) for v in board.queue], reader
        ),
        *_granted(board.grants, reader),
        *_listed("home.machines", [_machine(machine, reader) for machine in board.machines], reader),
    ]


def _decisions(board: Board, reader: Reader) -> list[Json]:
    """The same cards as in a direct message: each shows the whole of what its buttons approve."""
    cards = [settle_card(view, action, reader) for view, action in board.settle]
    cards += [action_card(view, action, reader, buttons=True) for view, action in board.acts]
    cards += [request_card(view, reader, buttons=True, where=True) for view in board.decide]
    shown = [block for card in cards[:CARDS_AT_MOST] for block in [*card["blocks"], DIVIDER]]
    if not cards:
        shown = [section(reader.say("home.decide_none"))]
    return [header(reader.say("home.decide")), *shown, *_more(len(cards) - CARDS_AT_MOST, reader)]


def _running(views: list[RequestView], reader: Reader) -> list[Json]:
    shown: list[Json] = []
    for view in views[:RUNS_AT_MOST]:
        shown.append(lines(spans(sentence(view, reader.language, reader.person, at=at))))
        if not view.stopping:
            shown.append(actions(f"home-run:{view.request}", *_stops(view, reader)))
    if not views:
        shown = [section(reader.say("home.runs_none"))]
    return [header(reader.say("home.runs")), *shown, *_more(len(views) - RUNS_AT_MOST, reader)]


def _stops(view: RequestView, reader: Reader) -> list[Json]:
    row = [cancel_button(view, reader)]
    return [*row, _give_up(view, reader)] if view.interrupted_since is not None else row


def _give_up(view: RequestView, reader: Reader) -> Json:
    """For a machine that never comes back (L6)."""
    text = reader.say("button.give_up")
    asks = confirm(
        reader.say("confirm.close.title", id=view.public_id),
        reader.say("confirm.close.text", id=view.public_id, machine=view.machine_name),
        reader.say("confirm.close.yes"),
        reader.say("confirm.close.no"),
        style="danger",
    )
    label = reader.say("button.label", button=text, id=view.public_id)
    return button("muti:close", text, {"r": view.request, "c": "close"}, label, style="danger", confirm=asks)


def _granted(grants: list[GrantView], reader: Reader) -> list[Json]:
    if not grants:
        return []
    rows = [_grant(grant, reader) for grant in grants[:GRANTS_AT_MOST]]
    return [header(reader.say("home.grants")), *rows, *_more(len(grants) - GRANTS_AT_MOST, reader)]


def _grant(grant: GrantView, reader: Reader) -> Json:
    text = reader.say("button.revoke")
    asks = confirm(
        reader.say("confirm.revoke.title"),
        reader.say("confirm.revoke.text", person=grant.person_name, agent=grant.handle),
        text,
        reader.say("confirm.revoke.no"),
        style="danger",
    )
    what = told(grant, reader.language)
    made = button("muti:revoke", text, {"k": grant.grant}, f"{text}: {what}", confirm=asks)
    return {"type": "section", "text": plain(what, 3000), "accessory": made}


def _machine(machine: MachineView, reader: Reader) -> str:
    if machine.last_contact_at is None:
        return reader.say("home.machine_never", name=machine.name)
    return reader.say("home.machine", name=machine.name, at=at(machine.last_contact_at))


def _own(board: Board, reader: Reader) -> list[Json]:
    told_ones = [sentence(view, reader.language, reader.person, at=at) for view in board.own]
    if not told_ones:
        return [header(reader.say("home.own")), section(reader.say("home.own_none"))]
    return _listed("home.own", told_ones, reader)


def _listed(title: str, rows: list[str], reader: Reader) -> list[Json]:
    if not rows:
        return []
    shown = lines(*(spans(row) for row in rows[:LINES_AT_MOST]))
    return [header(reader.say(title)), shown, *_more(len(rows) - LINES_AT_MOST, reader)]


def _more(count: int, reader: Reader) -> list[Json]:
    return [context(reader.say("home.more", count=count))] if count > 0 else []
