//! Typing mistakes: the nearest of known names. A result becomes a question, never an act.

/// The nearest of these names that is a slip of the finger or two away: letters left out, added, changed or turned
/// round; in a short name one.
pub fn nearest<'w>(typed: &str, names: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let typed: String = typed.chars().take(32).collect();
    let most = if typed.chars().count() < 6 { 1 } else { 2 };
    let near = names.map(|name| (strsim::osa_distance(&typed, name), name)).min();
    near.filter(|(distance, _)| *distance <= most).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn far_names_are_not_near() {
        assert_eq!(nearest("lst", ["list", "show"].into_iter()), Some("list"));
        assert_eq!(nearest("hello", ["help", "list"].into_iter()), None);
    }
}
