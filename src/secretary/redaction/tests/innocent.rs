//! Tests: texts that hold no credential.

use crate::secretary::redaction::mask;

/// What people write, and what is no credential although it looks a little like one: a text in each line.
pub(super) const INNOCENT: &str = include_str!("../../../../tests/data/innocent_texts.txt");

#[test]
fn innocent_texts_stay_as_they_are() {
    assert!(INNOCENT.lines().count() >= 60);
    for text in INNOCENT.lines().chain([""]) {
        assert_eq!(mask(text), text);
    }
}
