//! Pages to fetch and searches to make. A page is quoted; what needs understanding is said to need a model.

use super::super::job::Job;
use super::super::words::{addresses, after, bare, capital, has, listed, short_address};
use super::reading::Reading;
use super::{Draft, Found, Step};
use crate::secretary::wording::short;

/// The most pages of one idea.
const MOST_PAGES: usize = 10;

const SEARCH: &[&str] = &[
    "search the web for",
    "search the internet for",
    "search online for",
    "web search for",
    "web search:",
    "search for",
    "look up",
    "look online for",
    "google for",
    "google",
    "search the web",
    "search",
    "suche im web nach",
    "suche im internet nach",
    "suche nach",
    "such nach",
    "suche",
];
const READ: &[&str] = &["read", "fetch", "open", "get", "visit", "summarise", "summarize", "lies", "öffne", "hol"];

/// Recognises pages and searches.
pub fn read(reading: &Reading) -> Option<Found> {
    let text = reading.text.as_str();
    let mut pages = addresses(text);
    if pages.is_empty() {
        pages.extend(after(text, READ).and_then(host));
    }
    if !pages.is_empty() {
        return Some(Found::Do(fetching(text, &pages)));
    }
    let query = short(&bare(after(text, SEARCH)?), 390);
    (!query.is_empty()).then(|| {
        Found::Do(Draft {
            title: format!("Search: {query}"),
            summary: format!("I search the web for “{query}” and list what is found."),
            done_when: "The results are listed with their addresses".to_owned(),
            steps: vec![Step::new(&format!("searching for {query}"), Job::Search(query))],
            ..Draft::default()
        })
    })
}

/// The address of a host typed without "https://", as the only word: "example.org/page".
fn host(rest: &str) -> Option<String> {
    let word = rest.trim_end_matches(['.', '?', '!', ' ']);
    let (host, _) = word.split_once('/').unwrap_or((word, ""));
    let (name, end) = host.rsplit_once('.')?;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    let real =
        !name.is_empty() && host.chars().all(plain) && end.len() >= 2 && end.chars().all(|c| c.is_ascii_lowercase());
    let file = matches!(end, "txt" | "md" | "pdf" | "doc" | "docx" | "xlsx" | "csv" | "json" | "png" | "jpg");
    (real && !file && !word.contains(char::is_whitespace)).then(|| format!("https://{word}"))
}

fn fetching(text: &str, pages: &[String]) -> Draft {
    let wish = wish(text);
    let shown: Vec<String> = pages.iter().take(MOST_PAGES).map(|p| short(&short_address(p), 80)).collect();
    let mut summary = format!("I fetch {} and quote how it begins.", listed(&shown));
    if let Some(wish) = wish {
        summary.push_str(&format!(" {} needs a language model.", capital(wish)));
    }
    let left_out = pages.len().saturating_sub(MOST_PAGES);
    let assumptions =
        if left_out > 0 { vec![format!("Only the first {MOST_PAGES} pages are read")] } else { Vec::new() };
    let step = |page: &String| {
        let title = format!("reading {}", short_address(page));
        Step::new(&title, Job::Page(page.clone(), wish.map(str::to_owned)))
    };
    Draft {
        title: format!("Read {}", listed(&shown)),
        summary,
        done_when: "The beginning of the page is quoted, or it is said why not".to_owned(),
        assumptions,
        steps: pages.iter().take(MOST_PAGES).map(step).collect(),
        ..Draft::default()
    }
}

/// What the person wants beyond the page's own words.
fn wish(text: &str) -> Option<&'static str> {
    let wishes: [(&[&str], &'static str); 4] = [
        (&["summarise", "summarize", "summary", "sum up", "tl;dr", "fasse", "zusammenfassung", "fass"], "a summary"),
        (&["translate", "translation", "übersetze", "übersetzung"], "a translation"),
        (&["explain", "erkläre", "what does it mean"], "an explanation"),
        (&["review", "analyse", "analyze", "what do you think", "check", "assess", "opinion"], "an opinion"),
    ];
    wishes.into_iter().find(|(words, _)| has(text, words)).map(|(_, wish)| wish)
}
