//! Everything that talks to the outside: one folder for each platform, model or database. An adapter
//! implements ports and never names a sibling or the engine.

pub mod store;
