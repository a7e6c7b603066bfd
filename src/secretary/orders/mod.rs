//! Orders: what a person typed or pressed, read and applied by pure code. What cannot be done is answered with a sentence of
//! `wording`. The module guesses nothing and stores nothing.

pub mod budget;
pub mod button_event;
pub mod consent;
pub mod flow;
pub mod mode;
pub mod name_deputy;
pub mod offers;
pub mod read_command;
pub mod reports;
pub mod room;
pub mod settings;
