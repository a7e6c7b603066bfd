//! The outside: one folder per thing the program talks to. Adapters never use each other.

pub mod offline;
