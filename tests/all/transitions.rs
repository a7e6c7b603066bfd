//! The full transition tables of ticket, task, decision and schedule, as snapshots: what each event means in each
//! state. A change of a table is a change of what the secretary does; it is read before it is accepted.
//! Every stored event of former versions must still be read.

mod deadlines;
mod decisions;
mod events;
mod everywhere;
mod firings;
mod grammar;
mod kinds;
mod recommending;
mod schedules;
mod tasks;
mod telling;
mod tickets;
