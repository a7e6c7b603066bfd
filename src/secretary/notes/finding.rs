//! Finding notes by what somebody remembers of them. The search compares words in any language: a rare word counts more
//! than one that many notes have, a long word more than a short one. It knows no word by itself.

use super::Note;
use super::lists::is_list;
use crate::secretary::names::phrases::short;

/// The longest text of which all is shown.
const WHOLE: usize = 400;
/// Letters of a word that is enough for a hit by itself.
const LONG: usize = 4;
/// The same in a script without capitals, such as Chinese, where two letters are a word.
const LONG_UNCASED: usize = 2;
/// The most rows that are shown of a long text.
const ROWS: usize = 3;

/// A note that fits.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The note.
    pub note: Note,
    /// Of it, the lines that fit; all of a short one.
    pub shown: String,
}

/// A word of a question, and how much it tells.
struct Wanted {
    word: String,
    weight: u32,
}

/// The notes that fit a question best, the best first. Notes that fit less than half as well as the best one are left out.
pub fn find(notes: &[Note], question: &str) -> Vec<Hit> {
    let wanted = wanted(question);
    let cut: Vec<(Vec<String>, Vec<String>)> = notes.iter().map(|n| (words(&n.title), words(&n.text))).collect();
    let count = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
    let rarity = |wanted: &Wanted| {
        let with = cut.iter().filter(|(title, text)| stands(&wanted.word, title) || stands(&wanted.word, text)).count();
        (count(notes.len() + 1) / count(with + 1)).ln() + 1.0
    };
    let rarities: Vec<f64> = wanted.iter().map(rarity).collect();
    let mut fitting: Vec<(f64, &Note)> = Vec::new();
    for (note, (title, text)) in notes.iter().zip(&cut) {
        if !fits(&wanted, |word| stands(word, title) || stands(word, text)) {
            continue;
        }
        let mut score = 0.0;
        for (wanted, rarity) in wanted.iter().zip(&rarities) {
            let place = if stands(&wanted.word, title) { 1.5 } else { f64::from(u8::from(stands(&wanted.word, text))) };
            score += place * f64::from(wanted.weight) * rarity;
        }
        // What is on a list is rarely what was told, so lists come after notes.
        let score = if is_list(&note.title) { score * 0.7 } else { score };
        fitting.push((score, note));
    }
    let best = fitting.iter().map(|(score, _)| *score).fold(0.0, f64::max);
    fitting.retain(|(score, _)| *score * 2.0 >= best);
    fitting.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.updated_at.cmp(&a.1.updated_at)));
    fitting.into_iter().map(|(_, note)| Hit { note: note.clone(), shown: shown(&note.text, &wanted) }).collect()
}

/// The words of a question. The last word counts one letter more: articles stand before what they belong to.
fn wanted(question: &str) -> Vec<Wanted> {
    let mut words = words(question);
    words.dedup();
    let last = words.len().saturating_sub(1);
    let weight = |(at, word): (usize, String)| {
        let letters = u32::try_from(word.chars().count()).unwrap_or(u32::MAX);
        Wanted { weight: letters.saturating_add(u32::from(at == last)), word }
    };
    words.into_iter().enumerate().map(weight).collect()
}

/// Whether the words that are there are enough of a question: a long one, or more than half of it.
fn fits(wanted: &[Wanted], there: impl Fn(&str) -> bool) -> bool {
    let (mut of_found, mut of_all, mut long) = (0_u64, 0_u64, false);
    for Wanted { word, weight } in wanted {
        of_all += u64::from(*weight);
        if there(word) {
            of_found += u64::from(*weight);
            long |= is_long(word);
        }
    }
    long || of_found * 2 > of_all
}

/// The words of a text in lower case, without "'s" and the "s" of many things.
pub fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace('’', "'");
    let cut = text.split(|c: char| !(c.is_alphanumeric() || c == '\''));
    let plain = cut.map(|word| {
        let word = word.trim_matches('\'');
        word.strip_suffix("'s").unwrap_or(word).replace('\'', "")
    });
    plain.filter(|word| !word.is_empty()).map(|word| stem(&word)).collect()
}

fn stem(word: &str) -> String {
    let long = word.chars().count() > 3;
    match word.strip_suffix("ies").filter(|_| long) {
        Some(head) => format!("{head}y"),
        None => word.strip_suffix('s').filter(|head| long && !head.ends_with('s')).unwrap_or(word).to_owned(),
    }
}

/// Whether a word in lower case is written in a script without capitals, which often has no spaces either.
fn is_uncased(word: &str) -> bool {
    word.chars().any(|c| c.is_alphabetic() && !c.is_lowercase())
}

fn is_long(word: &str) -> bool {
    word.chars().count() >= if is_uncased(word) { LONG_UNCASED } else { LONG }
}

/// Whether these words include a word, or one that begins with it; in scripts without spaces, one that contains it.
fn stands(word: &str, words: &[String]) -> bool {
    let begins = |w: &str| {
        (is_long(word) && w.starts_with(word))
            || (is_long(w) && word.starts_with(w))
            || (is_uncased(word) && w.contains(word))
    };
    words.iter().any(|w| w == word || begins(w))
}

/// A short text whole; of a longer one the lines that fit.
fn shown(text: &str, wanted: &[Wanted]) -> String {
    if text.chars().count() <= WHOLE {
        return text.to_owned();
    }
    let weight = |row: &str| {
        let cut = words(row);
        wanted.iter().filter(|wanted| stands(&wanted.word, &cut)).map(|wanted| u64::from(wanted.weight)).sum::<u64>()
    };
    let rows: Vec<(u64, &str)> = text.lines().map(|row| (weight(row), row)).collect();
    let best = rows.iter().map(|(weight, _)| *weight).max().unwrap_or_default();
    let fitting = rows.into_iter().filter(|(weight, _)| *weight > 0 && *weight * 2 >= best).take(ROWS);
    let rows: Vec<String> = fitting.map(|(_, row)| short(row, 200)).collect();
    let rows = if rows.is_empty() { vec![short(text, 200)] } else { rows };
    format!("{} …", rows.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::{Hit, Note, find};
    use crate::secretary::notes::Owner;

    fn found(texts: &[&str], question: &str) -> Vec<String> {
        let note = |text: &&str| Note {
            owner: Owner::default(),
            title: (*text).to_owned(),
            text: (*text).to_owned(),
            updated_at: chrono::DateTime::UNIX_EPOCH,
        };
        let notes: Vec<Note> = texts.iter().map(note).collect();
        find(&notes, question).into_iter().map(|Hit { note, .. }| note.text).collect()
    }

    #[test]
    fn words_tell_what_a_note_is_about_and_articles_do_not() {
        let all = ["my car's plate is B-MX 123", "the rent is 900 euros", "the car goes to the garage in May"];
        for (question, wanted) in [
            ("my car", &[all[0], all[2]][..]),
            ("plate number", &[all[0]]),
            ("garages", &[all[2]]),
            ("the rents", &[all[1]]),
            ("the bicycles", &[]),
            ("the", &all[1..]),
            ("the van", &[]),
            ("", &[]),
        ] {
            assert_eq!(found(&all, question), wanted, "{question}");
        }
    }

    #[test]
    fn other_languages_are_searched_as_well() {
        let all = ["das Kennzeichen vom Auto ist B-MX 123", "我的车牌是B-MX 123", "la clave del wifi es 4711"];
        for (question, wanted) in [("mein Auto", all[0]), ("车牌", all[1]), ("clave wifi", all[2])] {
            assert_eq!(found(&all, question), [wanted], "{question}");
        }
    }
}
