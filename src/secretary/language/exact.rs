//! Exact words, read without a model since they can mean only one thing: a number, an exact label, yes or no to a
//! question, and six words said alone. They are data; no sentence is read here.

use super::translations;

/// A word that is an order when it is said alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alone {
    /// Stop work.
    Stop,
    /// Cancel what waits or was made last.
    Cancel,
    /// Undo the last act.
    Undo,
    /// Pause work.
    Pause,
    /// Resume work.
    Resume,
    /// Show the help.
    Help,
}

/// The words, in the languages the secretary speaks.
const ALONE: &[(Alone, &[&str])] = &[
    (Alone::Stop, &["stop", "stopp", "halt", "alto", "arrête", "arrêter", "停止", "停"]),
    (Alone::Cancel, &["cancel", "abbrechen", "cancelar", "annuler", "取消"]),
    (Alone::Undo, &["undo", "rückgängig", "deshacer", "défaire", "撤销"]),
    (Alone::Pause, &["pause", "pausa", "暂停"]),
    (Alone::Resume, &["resume", "weiter", "fortsetzen", "reanudar", "reprendre", "继续"]),
    (Alone::Help, &["help", "hilfe", "ayuda", "aide", "帮助", "?"]),
];

const YES: &[&str] = &["yes", "y", "yes please", "ja", "sí", "si", "oui", "是", "好"];
const NO: &[&str] = &["no", "n", "no thanks", "nein", "non", "否", "不"];

/// The text without spaces, final punctuation, emphasis and capitals.
fn bare(text: &str) -> String {
    let ends = |c: char| c.is_whitespace() || matches!(c, '.' | '!' | '。' | '！' | '"' | '“' | '”' | '/');
    text.trim_matches(ends).to_lowercase()
}

/// The order that a text is, if it is one word and an order.
pub fn alone(text: &str) -> Option<Alone> {
    let said = bare(text);
    ALONE.iter().find(|(_, words)| words.contains(&said.as_str())).map(|(order, _)| *order)
}

/// Yes or no, if a text is nothing else.
pub fn yes_or_no(text: &str) -> Option<bool> {
    let said = bare(text);
    if YES.contains(&said.as_str()) {
        return Some(true);
    }
    NO.contains(&said.as_str()).then_some(false)
}

/// The index of the option a text names: its number, or its label in any language.
pub fn option(text: &str, labels: &[&str]) -> Option<usize> {
    number(text)
        .and_then(|number| number.checked_sub(1))
        .filter(|at| *at < labels.len())
        .or_else(|| label(text, labels))
}

/// The index of the only label a text is, in any language, without regard to case.
pub fn label(text: &str, labels: &[&str]) -> Option<usize> {
    let said = bare(text);
    let is = |label: &str| bare(label) == said || translations::names(label).any(|name| bare(name.as_ref()) == said);
    let mut found = labels.iter().enumerate().filter(|(_, label)| !said.is_empty() && is(label));
    match (found.next(), found.next()) {
        (Some((at, _)), None) => Some(at),
        _ => None,
    }
}

/// The index of the only label that begins with yes, or with no.
pub fn agreeing(yes: bool, labels: &[&str]) -> Option<usize> {
    let begins = |label: &str| {
        let first = label.split([',', ' ', '.', ':', '，']).next().unwrap_or_default();
        yes_or_no(first) == Some(yes)
    };
    let mut found = labels.iter().enumerate().filter(|(_, label)| begins(label));
    match (found.next(), found.next()) {
        (Some((at, _)), None) => Some(at),
        _ => None,
    }
}

/// The own answer behind "other:". Without that word a slip could decide.
pub fn other(text: &str) -> Option<&str> {
    let (sign, own) = text.split_once(':')?;
    (sign.trim().eq_ignore_ascii_case("other") && !own.trim().is_empty()).then(|| own.trim())
}

/// The number that is the whole text, perhaps with a sign: "2", "2.", "#2", "(2)".
pub fn number(text: &str) -> Option<usize> {
    let digits = text.trim().trim_matches(['#', '.', ')', '(', ' ']);
    (digits.len() <= 3 && digits.bytes().all(|b| b.is_ascii_digit())).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use crate::secretary::language::exact::*;

    #[test]
    fn an_order_is_one_word_alone() {
        for (text, wanted) in [
            ("stop", Some(Alone::Stop)),
            (" Undo. ", Some(Alone::Undo)),
            ("PAUSE!", Some(Alone::Pause)),
            ("Hilfe", Some(Alone::Help)),
            ("取消", Some(Alone::Cancel)),
            ("stop the music", None),
            ("don't cancel", None),
            ("", None),
        ] {
            assert_eq!(alone(text), wanted, "{text}");
        }
    }

    #[test]
    fn only_a_number_or_a_whole_label_chooses() {
        let labels = ["Red, with lead", "Blue"];
        for (text, wanted) in [
            ("1", Some(0)),
            ("#2", Some(1)),
            ("2.", Some(1)),
            ("3", None),
            ("blue", Some(1)),
            ("Blue!", Some(1)),
            ("the one without lead", None),
            ("I can't stand blue", None),
            ("red", None),
            ("", None),
        ] {
            assert_eq!(option(text, &labels), wanted, "{text}");
        }
        assert_eq!(label("a", &["A", "a"]), None, "of two that are called alike none is meant");
    }

    #[test]
    fn yes_agrees_where_one_option_does() {
        assert_eq!(yes_or_no("Yes."), Some(true));
        assert_eq!(yes_or_no("yes, but later"), None);
        assert_eq!(agreeing(true, &["Yes, 24 months is fine", "No, only monthly terms"]), Some(0));
        assert_eq!(agreeing(false, &["Red", "Blue"]), None);
        assert_eq!(agreeing(true, &["Yes, now", "Yes, later"]), None);
    }
}
