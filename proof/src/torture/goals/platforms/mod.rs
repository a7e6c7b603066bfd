//! Goals in which the platforms go wrong: lost answers, refusals, limits, broken connections, many presses at once.
//! It must not hold what several goals need; that is in `trial`.

pub mod r2;
pub mod r2p;
pub mod r3;
pub mod r4;
pub mod r5;
pub mod r6;
