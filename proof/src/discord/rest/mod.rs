//! The way of a REST call: which route it is, its rate limits, its faults, how it is refused. It must not know what a
//! route does; that is in `handlers`.

pub(super) mod faults;
pub(super) mod http;
pub(super) mod limits;
pub(super) mod refusal;
pub(super) mod routes;
