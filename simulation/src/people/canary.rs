//! Words nobody else says: by them it is seen where something that somebody wrote stands.

/// Texts of fewer letters mean something to the secretary, which a further word would change.
const LONG: usize = 21;

/// What is said with its canary; `alone`: nobody else reads it, so that notes have one as well.
pub fn with(text: &str, number: u64, alone: bool) -> String {
    let words = text.chars().count() >= LONG || (alone && text.contains(": "));
    if words { format!("{text} zq{number}z") } else { text.to_owned() }
}

/// What is said begins with the canary of other words, so that it stands wherever this does, also cut short.
pub fn before(text: &str, other: &str) -> String {
    within(other).next().map_or_else(|| text.to_owned(), |canary| format!("{canary} {text}"))
}

/// The canaries in a text.
pub fn within(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("zq").filter_map(|(at, _)| {
        let digits = text[at + 2..].bytes().take_while(u8::is_ascii_digit).count();
        let end = at + 2 + digits;
        (digits > 0 && text[end..].starts_with('z')).then(|| &text[at..=end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_canary_is_found_again() {
        let said = with("Find the cheapest hosting", 17, false);
        assert_eq!(within(&format!("“{said}”, zq, zqz, zq3z")).collect::<Vec<_>>(), ["zq17z", "zq3z"]);
        assert_eq!((with("stop", 1, true), with("shopping: milk", 1, false)), ("stop".into(), "shopping: milk".into()));
        assert_eq!(with("shopping: milk", 1, true), "shopping: milk zq1z");
    }
}
