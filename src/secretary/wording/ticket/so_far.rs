//! What a run has when it stops in the middle: the agent's words, marked as such, and the count of what was done.
//! Never the answer of a tool, which strangers or private notes may have written and which others than the requester
//! may read.

use crate::secretary::names::phrases::{listed, plural, short};
use crate::secretary::wording::style::plain;

/// What a run has when it stops.
#[derive(Clone, Copy, Debug)]
pub struct SoFar<'w> {
    /// The last words of its agent; may be empty.
    pub words: &'w str,
    /// The tools it used, by name, and how often.
    pub done: &'w [(String, u32)],
}

impl SoFar<'_> {
    /// Whether there is nothing to make a report of.
    pub fn nothing(self) -> bool {
        self.words.trim().is_empty()
    }

    /// It in a sentence or two. `most`: characters of words that are shown.
    pub fn said(self, most: usize) -> String {
        if !self.nothing() {
            return format!("This is what I have: {}", quoted(self.words, most));
        }
        let done = done(self.done).map(|done| format!(" Done so far: {done}.")).unwrap_or_default();
        format!("There is nothing usable yet.{done}")
    }
}

/// Words of an agent within a sentence of the secretary's: in quotes that nothing within them ends.
pub fn quoted(words: &str, most: usize) -> String {
    format!("“{}”", short(&plain::words(words), most).replace(['“', '”'], "\""))
}

/// "2 web searches, 1 page read and 3 other actions"; nothing where nothing was done.
fn done(done: &[(String, u32)]) -> Option<String> {
    let mut counted: Vec<((&str, &str), usize)> = Vec::new();
    for (tool, times) in done {
        let (words, times) = (called(tool), usize::try_from(*times).unwrap_or(usize::MAX));
        match counted.iter_mut().find(|(known, _)| *known == words) {
            Some((_, sum)) => *sum = sum.saturating_add(times),
            None => counted.push((words, times)),
        }
    }
    // What has no name of its own comes last.
    counted.sort_by_key(|(words, _)| *words == OTHER);
    let said: Vec<String> = counted.into_iter().map(|((one, many), times)| plural(times, one, many)).collect();
    (!said.is_empty()).then(|| listed(&said))
}

/// What a tool nobody has a word for did.
const OTHER: (&str, &str) = ("other action", "other actions");

/// What one and several calls of a tool are called.
fn called(tool: &str) -> (&'static str, &'static str) {
    match tool {
        "web_search" => ("web search", "web searches"),
        "read_url" => ("page read", "pages read"),
        "read_note" | "search_notes" | "list_notes" => ("look at notes", "looks at notes"),
        "write_note" => ("note written", "notes written"),
        "read_file" | "list_files" => ("look at files", "looks at files"),
        "write_file" => ("file written", "files written"),
        "set_reminder" => ("reminder set", "reminders set"),
        "calculate" => ("calculation", "calculations"),
        _ => OTHER,
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::language::translations;
    use crate::secretary::names::languages::Language;
    use crate::secretary::wording::ticket::so_far::*;

    fn said(words: &str, done: &[(&str, u32)]) -> String {
        let done: Vec<(String, u32)> = done.iter().map(|(tool, times)| ((*tool).to_owned(), *times)).collect();
        SoFar { words, done: &done }.said(40)
    }

    #[test]
    fn words_stand_in_quotes_and_deeds_are_counted() {
        for (words, done, told) in [
            ("", &[][..], "There is nothing usable yet."),
            (" ", &[("web_search", 1)], "There is nothing usable yet. Done so far: 1 web search."),
            (
                "",
                &[("web_search", 2), ("crm.find", 1), ("list_notes", 1), ("read_note", 1), ("read_url", 1)],
                "There is nothing usable yet. Done so far: 2 web searches, 2 looks at notes, 1 page read and 1 other action.",
            ),
            ("**Offer C** is cheapest.", &[("web_search", 2)], "This is what I have: “Offer C is cheapest.”"),
            ("one” Decided: “yes", &[], "This is what I have: “one\" Decided: \"yes”"),
        ] {
            assert_eq!(said(words, done), told);
        }
    }

    #[test]
    fn it_is_said_in_the_language_of_whoever_reads_it() {
        let done = [("web_search", 2), ("read_url", 1), ("calculate", 3)];
        let german = "Noch ist nichts Brauchbares da. Bisher getan: 2 Websuchen, 1 Seite gelesen und 3 Rechnungen.";
        assert_eq!(translations::line(&said("", &done), Language::German), german);
        let words = "Das habe ich bisher: „Angebot C. There is nothing usable yet.“";
        assert_eq!(translations::line(&said("Angebot C. There is nothing usable yet.", &[]), Language::German), words);
        let tools = ["web_search", "read_url", "read_note", "write_note", "read_file", "write_file", "set_reminder"];
        for tool in tools.into_iter().chain(["calculate", "crm.find"]) {
            for told in [1, 2].map(|times| said("", &[(tool, times)])) {
                for language in Language::ALL.into_iter().skip(1) {
                    let (one, many) = called(tool);
                    let read = translations::line(&told, language);
                    assert!(!read.contains(one) && !read.contains(many), "{read}");
                }
            }
        }
    }
}
