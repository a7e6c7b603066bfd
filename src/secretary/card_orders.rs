//! "Start #9 Listen to the notes", "edit #9", "change #9: drop 2": what is typed about the card of one ticket by its number.
//! Pure.

use super::phrases::after;
use super::plan_edit;

/// What is wanted of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ordered<'t> {
    /// It is to begin.
    Start(i64),
    /// It is to be changed: by these words, or by some that follow.
    Change(i64, Option<&'t str>),
}

/// Verbs before the number.
#[rustfmt::skip]
const START: &[&str] = &[
    "start", "start on", "begin", "starte", "beginne", "empieza", "comienza", "commence", "démarre", "开始",
];
/// The same for a change.
const CHANGE: &[&str] =
    &["edit", "change", "correct", "ändere", "bearbeite", "korrigiere", "edita", "cambia", "modifie", "修改"];
/// What a number may be called.
const A_TICKET: &[&str] = &["ticket", "idea", "plan", "card", "no.", "nr."];

/// The number of the ticket that such an order names, and the rest of it.
pub fn read(text: &str) -> Option<(i64, Rest<'_>)> {
    let plain = text.trim().trim_start_matches('[');
    let plain = after(plain, &["please", "ok", "okay", "bitte"]).unwrap_or(plain).trim_start_matches([',', ' ']);
    if plain.contains('\n') && after(plain, CHANGE).is_none() {
        return None;
    }
    let (starts, rest) = match (longest(plain, START), longest(plain, CHANGE)) {
        (Some(rest), _) => (true, rest),
        (None, Some(rest)) => (false, rest),
        (None, None) => return None,
    };
    let rest = after(rest, &["the", "my", "den", "die"]).unwrap_or(rest);
    let called = after(rest, A_TICKET);
    let marked = called.unwrap_or(rest).trim_start();
    let digits = marked.strip_prefix('#').or(called.map(|_| marked))?;
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let (number, behind) = digits.split_at(end);
    let number = number.parse().ok().filter(|number| *number > 0)?;
    Some((number, Rest { starts, behind }))
}

fn longest<'t>(text: &'t str, verbs: &[&str]) -> Option<&'t str> {
    verbs.iter().filter_map(|verb| after(text, &[verb])).min_by_key(|rest| rest.len())
}

/// An order whose ticket is known by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest<'t> {
    starts: bool,
    behind: &'t str,
}

impl<'t> Rest<'t> {
    /// What is wanted of the ticket with this title. None: the words behind its number are about something else.
    pub fn of(self, number: i64, title: &str) -> Option<Ordered<'t>> {
        let named = self.names(title);
        if self.starts {
            return named.then_some(Ordered::Start(number));
        }
        let words = self.behind.strip_prefix([':', '：']).map(str::trim).filter(|words| !words.is_empty());
        let lines = || Some(self.behind.trim()).filter(|words| plan_edit::read(words).is_some());
        match words.or_else(lines) {
            Some(words) => Some(Ordered::Change(number, Some(words))),
            None => named.then_some(Ordered::Change(number, None)),
        }
    }

    /// Whether nothing stands behind the number but the title, or the beginning of it.
    fn names(self, title: &str) -> bool {
        const BESIDES: [&str; 6] = ["please", "now", "bitte", "jetzt", "por favor", "svp"];
        let said = words(self.behind);
        if said.is_empty() || BESIDES.contains(&said.join(" ").as_str()) {
            return true;
        }
        let title = words(title);
        let Some((last, first)) = said.split_last() else { return true };
        // A button may end in the middle of a word.
        first.len() < title.len() && title.starts_with(first) && title[first.len()].starts_with(last.as_str())
    }
}

fn words(text: &str) -> Vec<String> {
    let small = text.to_lowercase();
    small.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<'t>(text: &'t str, title: &str) -> Option<Ordered<'t>> {
        let (number, rest) = read(text)?;
        rest.of(number, title)
    }

    #[test]
    fn a_card_is_meant_by_its_number() {
        let title = "LISTEN WNOTE to the garden";
        for text in [
            "start #9",
            "Start #9 LISTEN WNOTE…",
            "[Start #9 LISTEN WNO…]",
            "begin ticket 9",
            "please start #9",
            "ok, start #9 LISTEN WNOTE to the garden.",
            "starte #9",
        ] {
            assert_eq!(of(text, title), Some(Ordered::Start(9)), "{text}");
        }
        assert_eq!(of("Edit #9", title), Some(Ordered::Change(9, None)));
        assert_eq!(of("change #9: only in Berlin", title), Some(Ordered::Change(9, Some("only in Berlin"))));
        assert_eq!(of("edit #9 drop 2", title), Some(Ordered::Change(9, Some("drop 2"))));
        for text in [
            "start 9",
            "start #9 tomorrow",
            "go to #9 street",
            "go with #9",
            "start",
            "change #9 to blue",
            "begin 9 tickets",
        ] {
            assert_eq!(of(text, title), None, "{text}");
        }
    }
}
