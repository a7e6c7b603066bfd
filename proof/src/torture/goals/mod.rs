//! The goals: one file each, one line each.

pub mod r1;
pub mod r10;
pub mod r13;
pub mod r14;
pub mod r148;
pub mod r17;
pub mod r2;
pub mod r2p;
pub mod r3;
pub mod r4;
pub mod r5;
pub mod r6;
pub mod r7;
pub mod r8;
pub mod r8p;

use super::run::Goal;

/// Every goal, in the order they are listed.
pub const GOALS: [Goal; 16] = [
    r1::GOAL,
    r1::POINTS,
    r2::GOAL,
    r2p::GOAL,
    r3::GOAL,
    r4::GOAL,
    r5::GOAL,
    r6::GOAL,
    r7::GOAL,
    r8::GOAL,
    r8p::GOAL,
    r10::GOAL,
    r13::GOAL,
    r14::GOAL,
    r17::GOAL,
    r148::GOAL,
];
