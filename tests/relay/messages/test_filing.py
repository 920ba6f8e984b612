"""Which task a message belongs to: the order of M1, and nothing else."""

from itertools import product

import pytest

from relay.messages.filing import Original, file_message
from relay.wire.messages import Filed


@pytest.mark.rule("M1")
def test_the_order_is_named_then_the_questions_own_then_the_current_one_then_none() -> None:
    originals = (None, Original("asked"), Original(None))
    for named, original, current, own in product(
        (None, "named"), originals, (None, "current"), (None, "own")
    ):
        filing = file_message(named=named, original=original, current=current, own=own)
        if named is not None:
            assert (filing.task, filing.filed) == ("named", Filed.named)
        elif original is not None:
            assert (filing.task, filing.filed) == (
                original.about,
                Filed.reply if original.about else Filed.nowhere,
            )
        else:
            assert (filing.task, filing.filed) == (current, Filed.current if current else Filed.nowhere)


@pytest.mark.rule("M2")
def test_a_reply_belongs_to_what_its_question_was_asked_under_whatever_the_session_is_at_now() -> None:
    question = file_message(named=None, original=None, current="the receiver's", own="X")
    assert (question.task, question.about) == ("the receiver's", "X")
    reply = file_message(named=None, original=Original(question.about), current="Y", own="the receiver's")
    assert (reply.task, reply.filed) == ("X", Filed.reply)
