//! Words that answer "Which one?": a number, a place, a name or a part of it, none or all of what is offered. Pure; what
//! names none of it is about something else.

use super::pointing;
use super::talk::{self, Bare, Talk};

/// What is meant of the things that are offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked {
    /// This one, counted from 0.
    One(usize),
    /// One of these.
    Several(Vec<usize>),
    /// All of them.
    All,
    /// None of them.
    Nothing,
    /// One of them, but not which: "yes", "do it".
    Unsaid,
}

/// Words that want none.
const NOTHING: &str = "never mind|nevermind|nvm|none|none of them|none of these|none of those|neither|neither one|neither of them|\
     neither of these|no one|not any|nothing|forget it|leave it|keine|keiner|keins|keines|keine davon|keins davon|keins von beiden|\
     weder noch|schon gut|vergiss es|lass es|egal|ninguno|ninguna|ninguno de ellos|nada|déjalo|olvídalo|aucun|aucune|\
     aucun des deux|laisse tomber|peu importe|都不|都不要|算了";
/// Words that want both of two.
const BOTH: &str = "both|both of them|both of these|both please|the two|beide|alle beide|alle zwei|ambos|ambas|los dos|las dos|\
     les deux|tous les deux|toutes les deux|两个都|两个都要";
/// Words that want all there are.
const ALL: &str = "all|all of them|all of these|all of it|them all|all three|all four|all five|all please|every one|everyone|\
     each|each of them|everything|alle|alles|alle davon|alle drei|todos|todas|todo|tous|toutes|tout|全部|都要";

/// Reads words to these labels. `numbers`: of the ticket each is about.
pub fn read(labels: &[&str], numbers: &[Option<i64>], text: &str) -> Option<Picked> {
    let said = plain(text);
    let among = |names: &str| names.split('|').any(|name| name == said);
    if among(NOTHING) || talk::read(text) == Some(Talk::Bare(Bare::No)) {
        return Some(Picked::Nothing);
    }
    if among(ALL) || (labels.len() == 2 && among(BOTH)) {
        return Some(Picked::All);
    }
    // Whoever agrees to one of several has not said to which, also where just one of them is called so.
    if labels.len() > 1 && matches!(talk::read(text), Some(Talk::Bare(Bare::Yes | Bare::Ok | Bare::Start))) {
        return Some(Picked::Unsaid);
    }
    // Several may have one name.
    if let Some(named) = of(|at| plain(labels[at]) == said, labels.len()) {
        return Some(named);
    }
    if labels.len() == 1 && matches!(talk::read(text), Some(Talk::Bare(Bare::Yes | Bare::Ok))) {
        return Some(Picked::One(0));
    }
    if let Some(number) = numbered(&said) {
        return of(|at| numbers[at] == Some(number) && fits(labels[at], number, &said), labels.len());
    }
    // A word of the only thing that is offered may be one of something else.
    let pointed = pointing::pointed(labels, text).filter(|_| labels.len() > 1);
    if let Some(at) = pointed.filter(|at| *at < labels.len()) {
        return Some(Picked::One(at));
    }
    // "32" where that many are not offered is the number of a ticket.
    let bare = said.parse::<i64>().ok();
    let found = bare.and_then(|bare| of(|at| numbers[at] == Some(bare), labels.len()));
    found.or_else(|| part_of_several(labels, text, &said))
}

/// The number of the ticket that words name: "#8", "start #8 the garden".
fn numbered(said: &str) -> Option<i64> {
    said.split(' ').find_map(|word| word.strip_prefix('#')?.trim_end_matches([':', ',', '.']).parse().ok())
}

/// Whether words say nothing but what stands in a label, its number besides.
fn fits(label: &str, number: i64, said: &str) -> bool {
    const LEADS: [&str; 14] =
        ["the", "one", "ticket", "please", "i", "mean", "meant", "that", "and", "with", "it", "bitte", "die", "der"];
    let (label, number) = (words(label), number.to_string());
    words(said).iter().all(|word| *word == number || LEADS.contains(&word.as_str()) || label.contains(word))
}

/// What words stand in, where that is more than one label and they are no order of their own.
fn part_of_several(labels: &[&str], text: &str, said: &str) -> Option<Picked> {
    let said = words(said);
    let telling = said.iter().any(|word| word.chars().count() > 2 && word.chars().any(char::is_alphabetic));
    if talk::read(text).is_some() || !telling {
        return None;
    }
    let holds = |at: usize| {
        let label = words(labels[at]);
        said.iter().all(|word| label.contains(word))
    };
    of(holds, labels.len())
}

fn of(meant: impl Fn(usize) -> bool, labels: usize) -> Option<Picked> {
    let found: Vec<usize> = (0..labels).filter(|at| meant(*at)).collect();
    match found.as_slice() {
        [] => None,
        [one] => Some(Picked::One(*one)),
        _ => Some(Picked::Several(found)),
    }
}

fn plain(text: &str) -> String {
    let small = text.to_lowercase().replace(['’', '\''], "");
    let small = small.trim().trim_start_matches('[').trim_end_matches(['.', '!', '…', ']', ' ', '。']);
    small.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn words(text: &str) -> Vec<String> {
    let small = text.to_lowercase();
    small.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_find_what_is_offered() {
        let labels = ["Start #32 RISKY two", "Start #31 RISKY one"];
        let numbers = [Some(32), Some(31)];
        for (text, meant) in [
            ("2", Picked::One(1)),
            ("the first one", Picked::One(0)),
            ("The second one, please", Picked::One(1)),
            ("the last", Picked::One(1)),
            ("#31", Picked::One(1)),
            ("31", Picked::One(1)),
            ("start #32", Picked::One(0)),
            ("Start #31 RISKY one", Picked::One(1)),
            ("RISKY two", Picked::One(0)),
            ("risky", Picked::Several(vec![0, 1])),
            ("both", Picked::All),
            ("all of them", Picked::All),
            ("Never mind", Picked::Nothing),
            ("neither", Picked::Nothing),
            ("no", Picked::Nothing),
        ] {
            assert_eq!(read(&labels, &numbers, text), Some(meant), "{text}");
        }
        for text in ["3", "#33", "#31 must be done by Monday", "buy two tickets", "cancel", "water the roses"] {
            assert_eq!(read(&labels, &numbers, text), None, "{text}");
        }
    }

    #[test]
    fn who_agrees_has_not_said_to_which() {
        let numbers = [Some(1), Some(2)];
        for labels in [["Do it", "Yes, delete them"], ["Yes", "Yes, delete them"], ["Go on", "Start #2 the garden"]] {
            for text in [
                "yes",
                "Yes please",
                "ok",
                "👍",
                "sure",
                "do it",
                "go on",
                "start",
                "ja",
                "weiter",
                "vale",
                "oui",
                "好的",
            ] {
                assert_eq!(read(&labels, &numbers, text), Some(Picked::Unsaid), "{labels:?} {text}");
            }
        }
        let labels = ["Do it", "Yes, delete them"];
        for (text, meant) in [("yes, delete them", 1), ("delete them", 1), ("2", 1), ("the first one", 0), ("#2", 1)] {
            assert_eq!(read(&labels, &numbers, text), Some(Picked::One(meant)), "{text}");
        }
        // What alone is asked about is agreed to, and what has one name is not told apart by it.
        assert_eq!(read(&labels[1..], &numbers[1..], "yes"), Some(Picked::One(0)));
        assert_eq!(read(&["blue", "Blue"], &numbers, "blue"), Some(Picked::Several(vec![0, 1])));
    }
}
