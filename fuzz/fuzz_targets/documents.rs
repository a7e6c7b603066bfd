//! Reads documents.

#![no_main]

fuzz::target!("documents");
