//! The migrations: every number once, ascending without a gap, and a name that says what it adds.
#![allow(clippy::unwrap_used)]

use std::path::Path;

fn numbers(folder: &Path) -> Vec<(u32, String)> {
    let mut found: Vec<(u32, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .map(|file| {
            let (number, name) = file.split_once('_').unwrap_or_else(|| panic!("{file} has no number"));
            assert_eq!(number.len(), 4, "{file}: four digits");
            let name = name.strip_suffix(".sql").unwrap_or_else(|| panic!("{file} is no SQL file"));
            (number.parse().unwrap_or_else(|_| panic!("{file} has no number")), name.to_owned())
        })
        .collect();
    found.sort();
    found
}

#[test]
fn numbers_are_unique_and_ascend_without_a_gap() {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    for folder in std::fs::read_dir(all).unwrap().map(|entry| entry.unwrap().path()) {
        let found = numbers(&folder);
        assert!(!found.is_empty(), "{} is empty", folder.display());
        for (expected, (number, name)) in (1..).zip(&found) {
            assert_eq!(*number, expected, "{} in {}", name, folder.display());
            assert!(name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'), "{name}");
        }
    }
}
