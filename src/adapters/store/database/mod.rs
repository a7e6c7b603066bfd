//! The two databases: connections, transactions, processes and health.

pub(super) mod connect;
pub(super) mod fault;
pub(super) mod health;
pub(super) mod pool;
pub(super) mod postgres;
pub(super) mod processes;
pub(super) mod retention;
pub(super) mod sqlite;
pub(super) mod statement;
pub(super) mod tx;
pub(super) mod value;
