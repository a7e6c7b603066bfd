//! Typing mistakes: the nearest of known names. A result becomes a question, never an act.

/// The nearest of these names that is a slip of the finger or two away: letters left out, added, changed or turned
/// round; in a short name one.
pub fn nearest<'w>(typed: &str, names: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let typed: String = typed.chars().take(32).collect();
    let most = if typed.chars().count() < 6 { 1 } else { 2 };
    let near = names.map(|name| (strsim::osa_distance(&typed, name), name)).min();
    near.filter(|(distance, _)| *distance <= most).map(|(_, name)| name)
}

/// Orders things by their names: what looks most like what was typed stands first.
pub fn by_likeness<T>(typed: &str, things: &mut [(&str, T)]) {
    let typed: String = typed.chars().take(32).collect::<String>().to_lowercase();
    things.sort_by_key(|(name, _)| strsim::osa_distance(&typed, name));
}

#[cfg(test)]
mod tests {
    use super::{by_likeness, nearest};

    #[test]
    fn far_names_are_not_near() {
        assert_eq!(nearest("lst", ["list", "show"].into_iter()), Some("list"));
        assert_eq!(nearest("hello", ["help", "list"].into_iter()), None);
    }

    #[test]
    fn what_looks_alike_stands_first() {
        let mut things = [("schedule", 1), ("dry", 2), ("run", 3)];
        by_likeness("Rum", &mut things);
        assert_eq!(things[0], ("run", 3));
    }
}
