//! "Which one?": the slots and prompts of this question.

use crate::ports::store::Prompt;
use crate::secretary::ids::Slot;
use crate::secretary::message::action::Action;
use crate::secretary::wording::talk;

/// The prefix of the slots of such questions.
pub(in crate::engine) const WHICH: &str = "re/which";

/// Whether a message asks which of several things is meant.
pub(in crate::engine) fn asks_which(slot: &Slot) -> bool {
    slot.as_str().starts_with(WHICH)
}

/// Whether a prompt is such a question with several options.
pub(in crate::engine) fn asks_which_of_several(prompt: &Prompt) -> bool {
    let offers = prompt.actions.iter().filter(|action| **action != Action::Leave && !talk::shows_all(action));
    asks(prompt) && offers.count() > 1
}

/// Whether a prompt is such a question.
fn asks(prompt: &Prompt) -> bool {
    prompt.slot.as_ref().is_some_and(asks_which)
}
