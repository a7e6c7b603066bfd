//! The two databases: connections, transactions and processes.

pub(super) mod cleaning;
pub(super) mod connect;
pub(super) mod fault;
pub(super) mod pool;
pub(super) mod postgres;
pub(super) mod processes;
pub(super) mod seal_key;
pub(super) mod sqlite;
pub(super) mod statement;
pub(super) mod tx;
pub(super) mod value;
