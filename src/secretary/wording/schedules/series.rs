//! What is asked about a series before it becomes another one.
