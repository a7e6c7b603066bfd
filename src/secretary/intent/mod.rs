//! What a message can mean: the typed intents that a model picks from, the open items that they point to, and the
//! rules of code for them. Pure; no sentence is read here. docs/architecture.md tells how a message gets here.

pub mod check;
mod draft;
mod note_request;
mod open_item;
pub mod pieces;
mod request;
mod spoken;
pub mod thinking;
mod times;
mod understanding;

pub use draft::{Draft, OpenItems};
pub use open_item::{ItemKind, MAX_ITEMS, OpenItem, Target, handle};
pub use request::{ItemLine, LookedUp, MAX_LOOK_UPS, RepliedTo, TurnLine, UnderstandInput};
pub use spoken::{Heard, Sent, Spoken, budget_lane, lane_of};
pub use times::{Timed, TimesError, rule_of};
pub use understanding::{
    Answered, Change, Idea, Intent, ListAct, LookUp, MAX_INTENTS, NoteAct, Understanding, WhenChange,
};

pub use super::when::When;
