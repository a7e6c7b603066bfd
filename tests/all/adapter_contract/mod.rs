//! What each adapter promises, over real sockets.

pub mod web;
