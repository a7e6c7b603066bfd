//! The goals: one file each, one line each.

pub mod deaths;
pub mod platforms;
pub mod surroundings;

use super::run::Goal;
use deaths::{r1, r7, r7f, r14, r17, r148};
use platforms::{r2, r2p, r3, r4, r5, r6};
use surroundings::{r8, r8p, r10, r13};

/// Every goal, in the order they are listed.
pub const GOALS: [Goal; 17] = [
    r1::GOAL,
    r1::POINTS,
    r2::GOAL,
    r2p::GOAL,
    r3::GOAL,
    r4::GOAL,
    r5::GOAL,
    r6::GOAL,
    r7::GOAL,
    r7f::GOAL,
    r8::GOAL,
    r8p::GOAL,
    r10::GOAL,
    r13::GOAL,
    r14::GOAL,
    r17::GOAL,
    r148::GOAL,
];
