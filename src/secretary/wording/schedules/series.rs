//! The question before a series changes.
