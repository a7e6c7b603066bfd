//! Finding notes by what somebody remembers of them: words of the question that say something are looked for in titles
//! and texts, rare words count more. It must not answer with a note that shares none of them.

use super::Note;
use super::lists::is_list;

/// Words that say nothing of what a note is about.
const SMALL: &[&str] = &[
    "a",
    "an",
    "the",
    "my",
    "our",
    "your",
    "his",
    "her",
    "their",
    "its",
    "i",
    "you",
    "we",
    "he",
    "she",
    "it",
    "they",
    "me",
    "us",
    "of",
    "for",
    "to",
    "on",
    "in",
    "at",
    "with",
    "from",
    "by",
    "about",
    "and",
    "or",
    "is",
    "are",
    "was",
    "were",
    "be",
    "been",
    "do",
    "does",
    "did",
    "have",
    "has",
    "had",
    "what",
    "whats",
    "which",
    "who",
    "whos",
    "where",
    "wheres",
    "when",
    "whens",
    "how",
    "why",
    "that",
    "this",
    "these",
    "those",
    "there",
    "note",
    "notes",
    "noted",
    "any",
    "all",
    "some",
    "again",
    "please",
    "tell",
    "told",
    "say",
    "said",
    "know",
    "remember",
    "s",
    "der",
    "die",
    "das",
    "mein",
    "meine",
    "meinen",
    "unser",
    "unsere",
    "ist",
    "sind",
    "war",
    "was",
    "wer",
    "wo",
    "wann",
    "wie",
    "und",
    "oder",
    "zu",
    "zum",
    "zur",
    "von",
    "mit",
    "für",
    "über",
    "im",
    "den",
    "dem",
    "ein",
    "eine",
    "notiz",
    "notizen",
    "name",
    "called",
    "everything",
    "anything",
    "something",
];
/// Words that ask for a part of what a note says without standing in it.
const WEAK: &[&str] = &["number", "date", "time", "day", "place", "nummer", "many", "much", "long", "old"];
/// The longest text of which all is shown.
const WHOLE: usize = 400;

/// A note that fits.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The note.
    pub note: Note,
    /// Of it, the lines that fit; all of a short one.
    pub shown: String,
}

/// The notes that fit a question best, the best first. `all`: every word of it that says something must be there.
pub fn find(notes: &[Note], question: &str, all: bool) -> Vec<Hit> {
    let mut wanted = telling(question);
    if wanted.iter().any(|w| !WEAK.contains(&w.as_str())) {
        wanted.retain(|w| !WEAK.contains(&w.as_str()));
    }
    if wanted.is_empty() {
        return Vec::new();
    }
    let cut: Vec<(Vec<String>, Vec<String>)> = notes.iter().map(|n| (words(&n.title), words(&n.text))).collect();
    let rarity: Vec<f64> = wanted
        .iter()
        .map(|w| {
            let with = cut.iter().filter(|(title, text)| stands(w, title) || stands(w, text)).count();
            (f64::from(u32::try_from(notes.len() + 1).unwrap_or(u32::MAX))
                / f64::from(u32::try_from(with + 1).unwrap_or(u32::MAX)))
            .ln()
                + 1.0
        })
        .collect();
    let mut fitting: Vec<(usize, f64, &Note)> = Vec::new();
    for (note, (title, text)) in notes.iter().zip(&cut) {
        let (mut count, mut score) = (0, 0.0);
        for (word, rare) in wanted.iter().zip(&rarity) {
            let weight = if stands(word, title) { 1.5 } else { f64::from(u8::from(stands(word, text))) };
            count += usize::from(weight > 0.0);
            score += weight * rare;
        }
        // What is on a list is rarely what was told, so lists come after notes.
        let score = if is_list(&note.title) { score * 0.7 } else { score };
        fitting.extend((count > 0).then_some((count, score, note)));
    }
    let most = fitting.iter().map(|(count, _, _)| *count).max().unwrap_or(0);
    fitting.retain(|(count, _, _)| *count == most && (!all || *count == wanted.len()));
    fitting.sort_by(|a, b| b.1.total_cmp(&a.1).then(b.2.updated_at.cmp(&a.2.updated_at)));
    fitting.into_iter().map(|(_, _, note)| Hit { note: note.clone(), shown: shown(&note.text, &wanted) }).collect()
}

/// The words of a question that say what it is about.
pub fn telling(question: &str) -> Vec<String> {
    let mut found: Vec<String> = words(question).into_iter().filter(|w| !SMALL.contains(&w.as_str())).collect();
    found.dedup();
    found
}

/// The words of a text, small, without "'s" and the "s" of many things.
fn words(text: &str) -> Vec<String> {
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

/// Whether a word stands there, or the beginning of one.
fn stands(word: &str, words: &[String]) -> bool {
    let long = |w: &str| w.chars().count() >= 4;
    words.iter().any(|w| w == word || (long(word) && w.starts_with(word)) || (long(w) && word.starts_with(w.as_str())))
}

/// A short text whole; of a longer one the lines that fit.
fn shown(text: &str, wanted: &[String]) -> String {
    if text.chars().count() <= WHOLE {
        return text.to_owned();
    }
    let fits = |row: &&str| {
        let cut = words(row);
        wanted.iter().any(|w| stands(w, &cut))
    };
    let rows: Vec<String> = text.lines().filter(fits).take(3).map(|r| super::short(r, 200)).collect();
    let rows = if rows.is_empty() { vec![super::short(text, 200)] } else { rows };
    format!("{} …", rows.join("\n"))
}
