//! "Which one?" answered in words: a number, a place, a name or a part of it, both, or none of what was offered. What is
//! meant is done as by its button.

use crate::ports::store::Prompt;
use crate::secretary::ids::Slot;
use crate::secretary::message::action::Action;
use crate::secretary::wording::talk;

/// How the names of such questions begin.
pub(in crate::engine) const WHICH: &str = "re/which";

/// Whether a message asks which of several things is meant.
pub(in crate::engine) fn asks_which(slot: &Slot) -> bool {
    slot.as_str().starts_with(WHICH)
}

/// Whether buttons are those of such a question, and several are offered.
pub(in crate::engine) fn asks_which_of_several(prompt: &Prompt) -> bool {
    let offers = prompt.actions.iter().filter(|action| **action != Action::Leave && !talk::shows_all(action));
    asks(prompt) && offers.count() > 1
}

/// Whether buttons are those of such a question.
fn asks(prompt: &Prompt) -> bool {
    prompt.slot.as_ref().is_some_and(asks_which)
}
