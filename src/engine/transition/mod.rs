//! What an event does to a ticket within the transaction: the new state, its effects, and what follows for prompts,
//! views, rooms and other tickets. Nothing here answers a command; handlers do.

pub mod agent_queue;
pub mod apply_event;
pub mod decision_line;
pub mod duplicates;
pub mod flow_triggers;
pub mod open_room;
mod standing_work;
pub mod superseded_prompts;
pub mod ticket_views;
pub mod transferred_tickets;
pub mod waiting_for_budget;
