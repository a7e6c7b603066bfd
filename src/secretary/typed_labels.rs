//! The names of buttons that may be typed in their place, where no other rule reads them. Pure. They are listed here, since
//! what stands on buttons is not kept with what they do: names of people and words of theirs are among it.

use super::wording::tongues;

/// A button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// All of a call that is asked about.
    AllOfIt,
    /// Everything of a person is erased.
    Erase,
    /// What stands on that button, which asks for it and is too little to do it.
    EraseAsked,
    /// Nothing is erased or called off.
    Keep,
    /// A report helped.
    Good,
    /// It did not.
    Bad,
}

/// The button that these words are the name of.
pub fn read(text: &str) -> Option<Label> {
    const ALL: [&str; 5] = ["show all", "show it all", "show me all of it", "show me everything", "show everything"];
    // The name alone asks for the question: sent twice, it must not be its answer.
    const ERASE: [&str; 2] = ["yes, erase everything of mine", "yes, erase everything"];
    const NAME: [&str; 2] = ["erase everything of mine", "erase everything"];
    let plain = text.trim().trim_end_matches(['.', '!', ' ', '…']).to_lowercase();
    // The skin and the look of a sign say nothing.
    let sign: String = plain.chars().filter(|c| !matches!(c, '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')).collect();
    match sign.as_str() {
        "👍" => return Some(Label::Good),
        "👎" => return Some(Label::Bad),
        _ => {}
    }
    let called = |label: &str| tongues::names(label).any(|name| name.to_lowercase() == plain);
    if called("Show all of it") || ALL.contains(&plain.as_str()) {
        return Some(Label::AllOfIt);
    }
    match plain.as_str() {
        "keep it" | "keep them" | "keep everything" => Some(Label::Keep),
        name if NAME.contains(&name) => Some(Label::EraseAsked),
        erase => ERASE.contains(&erase).then_some(Label::Erase),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_button_is_known_by_its_name_alone() {
        for (text, label) in [
            ("show all of it", Label::AllOfIt),
            ("Alles zeigen", Label::AllOfIt),
            ("Show me all of it.", Label::AllOfIt),
            ("YES, ERASE EVERYTHING.", Label::Erase),
            ("erase everything of mine", Label::EraseAsked),
            ("Keep it", Label::Keep),
            ("👍🏽", Label::Good),
            ("👎", Label::Bad),
        ] {
            assert_eq!(read(text), Some(label), "{text}");
        }
        for text in ["show all of it to Kim", "erase everything about Kim", "👍 thanks", "erase", "", "show"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
