//! The ports: small traits between the deciding code and the outside. The doc comment of each is its contract.
//! Nothing here may name a library of a platform, a model or a database.

pub mod chat;
pub mod clock;
pub mod documents;
pub mod files;
pub mod grammar;
pub mod inbox;
pub mod model;
pub mod secrets;
pub mod store;
pub mod tool;
pub mod trial;
pub mod watch;
pub mod web;
