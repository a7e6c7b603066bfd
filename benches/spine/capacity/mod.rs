//! How much the program carries: a start, an idle process, decisions a second, whole tickets, several workers, a
//! database that has grown, schedules that are due at once, flows. It must not start the program or fill a database itself; that is done in `process` and
//! `seed`.

pub mod due;
pub mod flows;
pub mod growth;
pub mod idle;
pub mod share;
pub mod start;
pub mod step;
pub mod tickets;
