//! The people of a simulated life: who they are, what they do, how they leave, and the words by which they are known
//! again. It must not call the engine: what they do is handed to the world.

pub mod acting;
pub mod canary;
pub mod cast;
pub mod leaving;
pub mod sending;
