//! The decisions of a ticket: who may decide, how many agree, who is asked when, and what silence leads to. A decision
//! by itself is in `decision`; `lifecycle` changes both.

pub mod authors;
pub mod changed;
pub mod line;
pub mod rights;
pub mod silence;
pub mod votes;
