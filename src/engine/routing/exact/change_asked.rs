//! "Shall I change that?": which of its buttons words name, while it is what was asked last here. A number or a place
//! is that of the option as it was asked, since the buttons carry none; where that is another one among the buttons, it is asked
//! to which, as after a "yes".

use crate::secretary::ids::Slot;

/// How the names of such questions begin.
pub(in crate::engine) const CHANGE: &str = "re/change";

/// Whether a message asks whether a decision is to be changed.
pub(in crate::engine) fn asks_to_change(slot: &Slot) -> bool {
    slot.as_str().starts_with(CHANGE)
}
