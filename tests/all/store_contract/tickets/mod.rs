//! Tickets and what is kept for them.

mod audit;
mod files;
mod received;
mod spending;
pub mod ticket_rows;
mod turns;
