//! Names and short words: how they are written, compared and guessed.

pub mod error_id;
pub mod invisible;
pub mod language_guess;
pub mod languages;
pub mod lookalikes;
pub mod phrases;
pub mod spelling;
