"""The cards on which the owner decides: a request, and one exact action. Pure."""

from dataclasses import dataclass

from bots.slack.blocks import (
    Json,
    actions,
    at,
    bold,
    button,
    channel,
    code,
    confirm,
    context,
    header,
    lines,
    message,
    plainly,
    preformatted,
    quote,
    rich,
    spans,
)
from bots.text import cut, exact, measure, one_line
from bots.words import (
    became,
    covers_key,
    decided_key,
    facts_of,
    in_words,
    kin_lines,
    more_button,
    no_button,
    outcome,
    say,
    sentence,
    state_mark,
    state_word,
    waits_for,
    why_button,
)
from bots.words.catalogue import has
from relay.machine import FINAL, State
from relay.wire.requests import ActionState, ActionView, Decision, RequestView

PROMPT_CHARACTERS = 2800
"""Of a prompt on a card. A longer one is read in a modal, and approved there."""

OPERATION_CHARACTERS = 2800
"""Of an exact action on a card."""

SETTLED_CHARACTERS = 600
"""Of a prompt or an action that is decided."""

FILES_SHOWN = 10
DIRECTORY_CHARACTERS = 300
NAME_CHARACTERS = 100
REASON_CHARACTERS = 500


@dataclass(frozen=True)
class Reader:
    """For whom something is drawn: a language, and the person if it is one."""

    language: str
    person: str | None = None

    def say(self, key: str, **values: object) -> str:
        """A sentence in the reader's language."""
        return say(key, self.language, **values)


def request_card(view: RequestView, reader: Reader, *, buttons: bool, where: bool) -> Json:
    """The title of the work thread and the approval card in one message.

    ``where`` names the chat in which it was asked, for a card that stands elsewhere.
    """
    pending = view.state is State.pending
    limit = PROMPT_CHARACTERS if pending else SETTLED_CHARACTERS
    blocks = [header(title(view, reader)), lines(*request_facts(view, reader, where=where))]
    blocks += words_of(view.prompt, limit, reader)
    blocks += [context(reader.say("card.not_whole"))] if pending and buttons and not fits(view) else []
    blocks.append(lines(*_standing(view, reader)))
    if pending and buttons:
        blocks.append(_decision_buttons(view, reader))
        blocks.append(context(reader.say("card.only_owner", owner=view.owner_name)))
    return message(_announcement(view, reader), blocks)


def fits(view: RequestView) -> bool:
    """Whether a card shows the whole prompt."""
    return measure(exact(view.prompt)) <= PROMPT_CHARACTERS


def title(view: RequestView, reader: Reader) -> str:
    """``R20260906-07 · Running 🔄``."""
    state = f"{standing_word(view, reader.language)} {state_mark(view.state)}"
    return reader.say("title", id=view.public_id, state=state)


def standing_word(view: RequestView, language: str) -> str:
    """The state, or what matters more at the moment."""
    if view.state is State.running:
        if view.stopping:
            return say("state.stopping", language)
        if view.interrupted_since is not None:
            return say("state.interrupted", language)
        if any(action.state is ActionState.pending for action in view.actions):
            return say("state.paused", language)
    return say("state.queued", language) if view.state is State.approved else state_word(view.state, language)


def _announcement(view: RequestView, reader: Reader) -> str:
    if view.state is State.pending:
        asks = {"asker": person_name(view.asker_name), "agent": view.handle, "prompt": one_line(view.prompt)}
        return reader.say("card.asks_id", id=view.public_id, **asks)
    return sentence(_steady(view), reader.language, reader.person, at=at)


def _steady(view: RequestView) -> RequestView:
    """How far it is changes too often for a card: the progress message says it."""
    return view.model_copy(update={"percent": None})


def request_facts(view: RequestView, reader: Reader, *, where: bool) -> list[list[Json]]:
    """Who asks, where, which agent and directory, which files: a line each."""
    asker = person_name(view.asker_name) + (f" ({reader.say('card.outside')})" if view.outside else "")
    rows = [fact(reader, "label.asker", asker)]
    if where:
        rows.append([bold(f"{reader.say('label.where')}: "), *_origin(view, reader)])
    rows.append(fact(reader, "label.agent", f"{one_line(view.handle)} · {one_line(view.machine_name)}"))
    directory = cut(exact(view.directory), DIRECTORY_CHARACTERS)
    rows.append(
        [bold(f"{reader.say('label.directory')}: "), code(directory.shown + "…" * bool(directory.missing))]
    )
    rows += _unkept(view, reader)
    if view.attachments:
        rows.append(fact(reader, "label.files", _files(view, reader)))
    return rows


def _unkept(view: RequestView, reader: Reader) -> list[list[Json]]:
    """What holds an agent less than others is said wherever its owner decides: no sandbox, a weaker gate (P7)."""
    told = {"card.sandbox_off": view.sandbox is False, "card.weak_gate": view.runtime == "acp"}
    return [spans(reader.say(key)) for key, holds in told.items() if holds]


def _origin(view: RequestView, reader: Reader) -> list[Json]:
    room = one_line(view.room_name)
    if view.origin is None or view.origin.platform != "slack":
        return [{"type": "text", "text": room}]
    if view.origin.direct:
        return [{"type": "text", "text": f"{room} · {reader.say('label.direct')}"}]
    return [{"type": "text", "text": f"{room} · "}, channel(view.origin.channel)]


def _files(view: RequestView, reader: Reader) -> str:
    shown = [f"{person_name(file.name)} ({file.size:,} B)" for file in view.attachments[:FILES_SHOWN]]
    more = len(view.attachments) - FILES_SHOWN
    return ", ".join([*shown, *([reader.say("final.more_files", count=more)] if more > 0 else [])])


def words_of(text: str, limit: int, reader: Reader) -> list[Json]:
    """Somebody's words as a quotation, and how much of them is left out."""
    shown, missing = cut(exact(text), limit)
    more = [context(reader.say("card.more", count=missing))] if missing else []
    return [rich(quote(shown)), *more]


def _standing(view: RequestView, reader: Reader) -> list[list[Json]]:
    """What happened to it, and what it waits for or how it ended."""
    rows = []
    decided = outcome(view, reader.language, reader.person, at=at)
    if decided:
        rows.append(spans(decided, bold=True))
    if view.reason and view.state in (State.cancelled, State.failed):
        reason = cut(one_line(view.reason), REASON_CHARACTERS)
        rows.append(spans(reader.say("outcome.reason", reason=reason.shown + "…" * bool(reason.missing))))
    if waits := waits_for(view, reader.language, at=at):
        rows.append(spans(waits))
    rows += [spans(told) for told in kin_lines(view, reader.language)]
    if view.retry_of:
        rows.append(spans(reader.say("card.retry_of")))
    if view.state is State.running or view.state in FINAL or not rows:
        rows.append(spans(sentence(_steady(view), reader.language, reader.person, at=at)))
    return rows


def _decision_buttons(view: RequestView, reader: Reader) -> Json:
    row = []
    if fits(view):
        row.append(_decide(view, reader, Decision.approve, style="primary"))
        row.append(_decide(view, reader, Decision.always, confirm=_always(view, reader)))
    else:
        row.append(
            button(
                "muti:review",
                reader.say("button.review"),
                {"r": view.request, "v": view.version},
                _label(reader, "button.review", view),
                style="primary",
            )
        )
    row.append(_decide(view, reader, Decision.deny, style="danger"))
    row.append(_explain(view, {"r": view.request, "v": view.version}, reader))
    return actions(f"decide:{view.request}:{view.version}", *row)


def _decide(
    view: RequestView,
    reader: Reader,
    decision: Decision,
    *,
    style: str | None = None,
    confirm: Json | None = None,
) -> Json:
    key = f"button.{decision}"
    value = {"r": view.request, "v": view.version, "d": str(decision)}
    label = _label(reader, key, view)
    return button(f"muti:{decision}", reader.say(key), value, label, style=style, confirm=confirm)


def _explain(view: RequestView, bound: Json, reader: Reader, text: str = "") -> Json:
    """Deny in a window, with a reason; Deny beside it needs no window."""
    named = text or reader.say("button.explain")
    return button("muti:explain", named, {**bound, "n": view.public_id}, _named(reader, named, view))


def _always(view: RequestView, reader: Reader) -> Json:
    text = reader.say("confirm.always.text", asker=person_name(view.asker_name), agent=view.handle)
    return confirm(
        reader.say("confirm.always.title"),
        text,
        reader.say("confirm.always.yes"),
        reader.say("confirm.always.no"),
    )


# -- one exact action ---------------------------------------------------------------------------------------------


def action_card(view: RequestView, action: ActionView, reader: Reader, *, buttons: bool) -> Json:
    """The exact command or edit, why it was stopped, and the answer (P3)."""
    action = in_words(action, reader.language)
    waiting = action.state is ActionState.pending and view.state not in FINAL
    limit = OPERATION_CHARACTERS if waiting else SETTLED_CHARACTERS
    shown, missing = cut(exact(action.shown), limit)
    blocks = [header(reader.say("action.title", id=view.public_id, kind=kind_word(action.kind, reader)))]
    blocks.append(lines(*action_facts(view, action, reader)))
    blocks.append(rich(preformatted(shown)))
    if missing:
        blocks.append(context(reader.say("card.more", count=missing)))
    if not waiting:
        blocks.append(lines(spans(_action_outcome(view, action, reader), bold=True)))
        told = became(action, view, reader.language, reader.person, at=at)
        blocks += [lines(spans(told))] if told else []
    else:
        blocks += _action_decision(view, action, reader, buttons=buttons, whole=action.whole and not missing)
    verb = reader.say(f"verb.{action.kind}" if has(f"verb.{action.kind}") else "verb.other")
    asks = {"agent": view.handle, "verb": verb, "shown": one_line(action.shown)}
    ended = plainly(_action_outcome(view, action, reader))
    settled = reader.say("action.title", id=view.public_id, kind=ended)
    return message(reader.say("action.asks", id=view.public_id, **asks) if waiting else settled, blocks)


def kind_word(kind: str, reader: Reader) -> str:
    """The kind of an action, in words; the owner's own kinds by their name."""
    return reader.say(f"kind.{kind}") if has(f"kind.{kind}") else reader.say("kind.other", kind=kind)


def action_facts(view: RequestView, action: ActionView, reader: Reader) -> list[list[Json]]:
    """Why it stopped, for whom, where, and what else is approved with it: a line each."""
    asker, agent = person_name(view.asker_name), f"{one_line(view.handle)} · {one_line(view.machine_name)}"
    reason = cut(one_line(action.reason), REASON_CHARACTERS)
    directory = cut(exact(action.directory), DIRECTORY_CHARACTERS)
    return [
        fact(reader, "label.reason", reason.shown + "…" * bool(reason.missing)),
        fact(reader, "label.asker", asker),
        fact(reader, "label.agent", agent),
        [bold(f"{reader.say('label.directory')}: "), code(directory.shown + "…" * bool(directory.missing))],
        *_unkept(view, reader),
        *fact_lines(action, reader),
        [bold(f"{reader.say('label.command')} ({one_line(action.tool)}):")],
    ]


def fact_lines(action: ActionView, reader: Reader) -> list[list[Json]]:
    """What else is approved with an action, a line each."""
    return [[bold(f"{name}: "), *spans(value)] for name, value in facts_of(action, reader.language)]


def _action_decision(
    view: RequestView, action: ActionView, reader: Reader, *, buttons: bool, whole: bool
) -> list[Json]:
    rows = [spans(reader.say("action.pending", deadline=at(action.deadline)))]
    if not whole:
        rows.append(spans(reader.say("card.not_whole" if action.whole else "card.not_whole_anywhere")))
    else:
        rows.append(spans(reader.say(covers_key(action))))
    blocks = [lines(*rows)]
    if buttons:
        blocks.append(_action_buttons(view, action, reader, whole=whole))
        blocks.append(context(reader.say("card.only_owner", owner=view.owner_name)))
    return blocks


def _action_buttons(view: RequestView, action: ActionView, reader: Reader, *, whole: bool) -> Json:
    bound = {"r": view.request, "a": action.action, "g": action.digest}
    first = ("muti:allow", more_button(action, reader.language), {**bound, "d": "allow"})
    if not whole:
        first = ("muti:review", reader.say("button.review"), bound)
    row = [
        button(name, text, value, _named(reader, text, view), style=style)
        for (name, text, value), style in (
            (first, "primary"),
            (("muti:refuse", no_button(action, reader.language), {**bound, "d": "deny"}), "danger"),
        )
    ]
    why = why_button(action, reader.language)
    return actions(f"action:{action.action}", *row, _explain(view, bound, reader, why))


def _action_outcome(view: RequestView, action: ActionView, reader: Reader) -> str:
    state = ActionState.lapsed if action.state is ActionState.pending else action.state
    decided = action.decided_at if action.decided_at is not None else action.deadline
    who = reader.say("you") if reader.person == view.owner else view.owner_name
    return reader.say(decided_key(action, state), who=who, at=at(decided))


def fact(reader: Reader, key: str, value: str) -> list[Json]:
    """One line: what it is, and its value."""
    return [bold(f"{reader.say(key)}: "), *spans(value)]


def _label(reader: Reader, key: str, view: RequestView) -> str:
    return _named(reader, reader.say(key), view)


def _named(reader: Reader, text: str, view: RequestView) -> str:
    return reader.say("button.label", button=text, id=view.public_id)


def person_name(name: str) -> str:
    """A name on one line, and not longer than it should be."""
    shown, missing = cut(one_line(name), NAME_CHARACTERS)
    return f"{shown}…" if missing else shown
