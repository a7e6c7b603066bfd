//! The built program as a process, against fake platforms and a fake model server over real sockets: started,
//! killed, started again. Nothing here sleeps: every wait is for something seen, with a deadline.

pub mod program;
mod records;
pub mod service;
mod start_and_stop;
pub(crate) mod town;
