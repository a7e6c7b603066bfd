//! Tests of the fake itself: every limit it claims to enforce is met and broken once.
