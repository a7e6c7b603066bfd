//! The rooms where foreign systems live: one folder each, none knowing another. An adapter translates
//! and transports; what to say or do is decided in `secretary`.

pub mod discord;
