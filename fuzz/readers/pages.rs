//! The readers of the tools for words of strangers (`crate::fuzzing`). Nothing is fetched here.

use super::read_url::page_text;

/// The longest title, in characters.
const LONGEST_TITLE: usize = 200;

/// Reads a page as text: its title and its words.
pub fn page(source: &str) -> (String, String) {
    let (title, text) = page_text(source, "https://example.org/dir/page?x=1");
    assert!(title.chars().count() <= LONGEST_TITLE && !title.contains('\n'), "{title:?}");
    let links = text.split_once("\n\nLinks:\n").map(|(_, links)| links.lines()).into_iter().flatten();
    for line in links.filter(|line| line.starts_with("- ")) {
        assert!(!line.contains("javascript:") || line.contains("http"), "{line}");
    }
    (title, text)
}
