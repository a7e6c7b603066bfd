//! What the engine meets outside of itself: time, the platforms, the model and the tools, and the trace of what
//! happened there. It must not decide what happens next in a life, nor judge the engine.

pub mod around;
pub mod board;
pub mod files;
pub mod mind;
pub mod network;
pub mod tools;
pub mod trace;
