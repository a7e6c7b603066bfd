//! The database itself: opening, upgrades, several processes, and what is forgotten in time.

mod health;
mod opening;
mod processes;
mod retention;
mod upgrades;
