//! The workers: the loop of an agent, its journal, and the roster. They never talk to a chat.

pub mod agent_loop;
pub mod calling;
mod compaction;
pub mod gate;
pub mod journal;
mod limits;
mod reading_on;
pub mod roster;
mod yields;
