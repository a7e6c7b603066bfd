//! The ports: small traits between the deciding code and the outside. The doc comment of each is its contract.
//! Nothing here may name a library of a platform, a model or a database.

pub mod charts;
pub mod chat;
pub mod child;
pub mod clock;
pub mod documents;
pub mod files;
pub mod grammar;
pub mod inbox;
pub mod model;
pub mod scripts;
pub mod secrets;
pub mod store;
pub mod tool;
pub mod trial;
pub mod triggers;
pub mod watch;
pub mod web;
