//! What must always hold, each under its own name: of a single change, of the order of what was committed, of what goes
//! outwards, and of the world when it has come to rest.

pub mod of_audit;
pub mod of_calls;
pub mod of_erasing;
pub mod of_files;
pub mod of_order;
pub mod of_rest;
pub mod of_steps;
pub mod of_votes;

/// The names of those that are judged where something is called.
pub const OF_CALLS: [&str; 14] = [
    "a_message_has_at_most_two_copies",
    "what_arrived_for_certain_is_not_sent_again",
    "a_message_can_be_shown",
    "strangers_hear_nothing_of_tickets",
    "requests_are_whole",
    "a_finished_answer_is_not_asked_for_again",
    "a_finished_tool_call_is_not_repeated",
    "what_may_have_happened_is_not_done_again_unasked",
    "a_new_run_follows_no_unknown_call",
    "a_new_run_does_nothing_that_is_done",
    "foreign_text_changes_nothing_unasked",
    "work_that_is_held_calls_nobody",
    "a_run_does_one_thing_at_a_time",
    "a_kept_file_is_not_fetched_again",
];

/// The names of those that are judged by how the life goes on.
pub const OF_LIVES: [&str; 3] = ["a_life_comes_to_rest", "deciding_never_waits", "a_step_done_twice_gives_the_same"];

/// The names of all invariants.
pub fn names() -> Vec<&'static str> {
    let steps = of_steps::ALL.iter().map(|(name, _)| *name);
    let rest = of_rest::ALL.iter().map(|(name, _)| *name);
    steps.chain(rest).chain(OF_CALLS).chain(of_order::NAMES).chain(OF_LIVES).collect()
}
