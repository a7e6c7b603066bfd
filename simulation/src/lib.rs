//! Simulated lives: the whole engine over a virtual clock, a database in memory that forgets what was not committed, a
//! faulty network, a model of chance, and people who press twice, late and at the same time. Everything is drawn from a
//! seed, so that a life that goes against an invariant can be lived again, bit by bit. It knows the engine by its ports
//! alone and reads no clock of its own.

pub mod apart;
pub mod broken;
pub mod chance;
pub mod invariants;
pub mod life;
pub mod memory;
pub mod outside;
pub mod people;
pub mod process;
pub mod world;

#[cfg(test)]
mod tests;

pub use life::{Life, Wanted};
pub use world::live;
