//! Small traits between what decides and what talks to the outside. The doc comment of each is its
//! contract. Nothing here may name a concrete library of a platform, a model or a database.

pub mod chat;
pub mod clock;
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
