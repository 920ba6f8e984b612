"""What of the contract does not hold for the generic runtime, why, and what holds in its place.

Its protocol lets the agent decide what it asks before. The shared suite runs on it but for the tests named here, which
take `strict_side`; a test compares this table with them.
"""

SPARED = {
    "test_even_reading_asks": "The agent asks neither before it reads nor before commands that it takes for harmless: "
    "nothing outside its box is there to be read (test_what_it_does_not_ask_about_reaches_nothing_outside_its_box).",
    "test_settings_of_the_directory_widen_no_rights": "The agent obeys the directory's settings, which may switch its "
    "questions off and run hooks: what they run stays in the box "
    "(test_what_it_does_not_ask_about_reaches_nothing_outside_its_box, with such settings).",
    "test_settings_that_the_agent_writes_widen_no_rights_either": "The same, for settings that were not there before.",
    "test_what_the_daemon_did_itself_comes_back_as_the_calls_own_output": "The protocol has no way to put an output in "
    "the place of a call's: the agent is told in a prompt of its own after the turn "
    "(test_what_it_asks_is_decided_before_its_effect_and_what_was_done_outside_is_told).",
    "test_the_daemons_own_tools_pass_the_gate_and_answer": "The daemon offers it no tools: an agent need not ask before "
    "it calls the tools of a server.",
    "test_a_directory_that_is_gone_is_a_sentence": "Its box is there first, and refuses a directory that is not "
    "(tests/daemon/sandbox).",
    "test_check_gives_a_version": "The protocol tells no version before a conversation, which an owner may have to pay "
    "for; each start asserts the protocol's own version.",
}
"""By the name of the test."""
