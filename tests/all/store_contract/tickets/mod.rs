//! Tickets and what is kept for them.

mod audit;
mod files;
mod spending;
pub mod ticket_rows;
mod turns;
