//! "Shall I change that?": the slots of this question.

use crate::secretary::ids::Slot;

/// The prefix of the slots of such questions.
pub(in crate::engine) const CHANGE: &str = "re/change";

/// Whether a message asks whether to change a decision.
pub(in crate::engine) fn asks_to_change(slot: &Slot) -> bool {
    slot.as_str().starts_with(CHANGE)
}
