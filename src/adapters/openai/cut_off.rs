//! How the rest of a text that was cut off at a limit is put behind it. Nothing is sent here.

/// Ends of two pieces that are the same in so many bytes are no chance.
const OVERLAP: std::ops::Range<usize> = 12..400;

/// A text and what goes on behind it. Models like to say the last words once more, and to leave out the blank.
pub(super) fn joined(said: &str, between: &str, more: &str) -> String {
    let again = OVERLAP.rev().filter_map(|bytes| more.get(..bytes)).find(|begin| said.ends_with(begin));
    if let Some(again) = again {
        return format!("{said}{}", more.get(again.len()..).unwrap_or_default());
    }
    let new_word = match (said.chars().next_back(), more.chars().next()) {
        (Some(before), Some(next)) => {
            (before.is_lowercase() && next.is_uppercase()) || (".!?;:,".contains(before) && next.is_alphabetic())
        }
        _ => false,
    };
    let between = if between.is_empty() && new_word { " " } else { between };
    format!("{said}{between}{more}")
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::cut_off::*;

    #[test]
    fn a_text_goes_on_where_it_stopped() {
        for (said, between, more, whole) in [
            ("Take offer", " ", "C.", "Take offer C."),
            ("Take offer", "", "C.", "Take offer C."),
            ("It is the che", "", "apest.", "It is the cheapest."),
            ("It is the cheapest of them", "", "the cheapest of them all.", "It is the cheapest of them all."),
            ("One.", "", "Two.", "One. Two."),
            ("€ 1.", "", "50", "€ 1.50"),
            ("# Plan", "\n\n", "- buy", "# Plan\n\n- buy"),
            ("ärmel", "", "löffel", "ärmellöffel"),
        ] {
            assert_eq!(joined(said, between, more), whole);
        }
    }
}
