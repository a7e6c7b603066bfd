//! What every adapter must do, over real sockets against fake platforms.

mod discord;
