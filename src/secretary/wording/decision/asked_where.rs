//! The line under the progress or on the card about an open decision: who is asked, and where.

use crate::secretary::budget::Scope;
use crate::secretary::decision::Subject;

/// The line under the progress while a decision is open.
pub fn asked_here() -> &'static str {
    "waiting for your decision"
}

/// The same in a group, where it is nobody's in particular.
pub fn asked_in_group() -> &'static str {
    "waiting for a decision (asked here)"
}

/// The same in the direct chat of somebody who has voted already, or does not decide about it.
pub fn asked_of_others() -> &'static str {
    "waiting for others to decide"
}

/// Whether this line is meant for whoever sent the idea, and says to nobody else whom it waits for.
pub fn says_to_the_sender(line: &str) -> bool {
    [asked_here(), asked_of_others()].contains(&line)
}

/// While it is not shown yet, since those who could make it have as many before them as one person is shown: with why
/// work stands still, where nothing else says so meanwhile.
pub fn asked_in_turn(subject: Subject) -> &'static str {
    if matches!(subject, Subject::Budget(_)) {
        "a budget is used up: I ask whether to go on once other decisions are made (/decisions shows all)"
    } else if subject == Subject::Limit {
        "a step has reached its limit: I ask whether to go on once other decisions are made (/decisions shows all)"
    } else {
        "waiting for a decision, which I ask once others are made (/decisions shows all)"
    }
}

/// The note to the requester when prompts go to other rooms.
pub fn asked_elsewhere() -> &'static str {
    "waiting for a decision (asked in the room for decisions)"
}

/// The same where each of those who may decide is asked in their direct chat.
pub fn asked_in_chats() -> &'static str {
    "waiting for a decision (asked in the chats of those who decide)"
}

/// Whether this line says that a decision is waited for, and where people are asked.
pub fn says_where(line: &str) -> bool {
    let in_turn = [Subject::Work, Subject::Limit, Subject::Budget(Scope::Ticket)].map(asked_in_turn);
    let asked = [asked_here(), asked_in_group(), asked_of_others(), asked_elsewhere(), asked_in_chats()];
    asked.contains(&line) || in_turn.contains(&line)
}
