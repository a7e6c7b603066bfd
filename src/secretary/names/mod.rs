//! Names and short words: how they are written and compared.

pub mod beginning;
pub mod error_id;
pub mod invisible;
pub mod languages;
pub mod lookalikes;
pub mod phrases;
pub mod spelling;
