//! What one task does, and its instruction in a few fixed English forms. The triage writes them and the work reads
//! them back; a text that is none of them is no job.

use super::words::line;
use crate::secretary::notes::titled;

/// One thing the rules can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Job {
    /// A sum.
    Calculate(String),
    /// A page to fetch and quote; what the person wanted beyond that ("a summary").
    Page(String, Option<String>),
    /// A web search.
    Search(String),
    /// A text to be added to the note of this title, begun if there is none.
    Keep(String, String),
    /// A line to be taken off the note of this title.
    Strike(String, String),
    /// A note to be shown.
    Show(String),
    /// All notes to be listed.
    List,
    /// Notes to be found by words.
    Find(String),
    /// A decision of people.
    Ask(Question),
    /// A reminder: its text, when, and whether again and again.
    Remind(String, String, bool),
    /// The report is wanted again, differently: the wish.
    Revise(String),
}

/// What people are asked to decide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// One sentence.
    pub text: String,
    /// Two to eight labels.
    pub options: Vec<String>,
    /// Why it comes up; may be empty.
    pub why: String,
    /// The label that somebody recommends; may be empty.
    pub recommended: String,
    /// It is to be taken where nobody answers in time.
    pub silence: bool,
}

const CALCULATE: &str = "Calculate: ";
const PAGE: &str = "Read the page: ";
const WANTED: &str = "Wanted: ";
const SEARCH: &str = "Search the web: ";
const KEEP: &str = "Add to the note: ";
const STRIKE: &str = "Take off the note: ";
const SHOW: &str = "Show the note: ";
const LIST: &str = "List the notes.";
const FIND: &str = "Find notes: ";
const ASK: &str = "Ask people to decide: ";
const WHY: &str = "Why: ";
const RECOMMENDED: &str = "Recommended: ";
const SILENCE: &str = "Without an answer: ";
const ONCE: &str = "Remind once: ";
const AGAIN: &str = "Remind again and again: ";
/// How `stages::closed` begins the instruction of a revision.
const REVISE: &str = "The person wants the report done again differently.\nTheir wish: ";
/// How it goes on after the wish.
const SO_FAR: &str = "\n\nThe report so far:\n";

impl Job {
    /// The instruction. Parts are put on one line where a line break would end them.
    pub fn instruction(&self) -> String {
        match self {
            Self::Calculate(sum) => format!("{CALCULATE}{}", line(sum)),
            Self::Page(url, None) => format!("{PAGE}{url}"),
            Self::Page(url, Some(wish)) => format!("{PAGE}{url}\n{WANTED}{}", line(wish)),
            Self::Search(query) => format!("{SEARCH}{}", line(query)),
            Self::Keep(title, text) => format!("{KEEP}{}\n{text}", line(title)),
            Self::Strike(title, item) => format!("{STRIKE}{}\n{}", line(title), line(item)),
            Self::Show(title) => format!("{SHOW}{}", line(title)),
            Self::List => LIST.to_owned(),
            Self::Find(words) => format!("{FIND}{}", line(words)),
            Self::Ask(question) => {
                let mut fields = vec![field(&question.text)];
                fields.extend(question.options.iter().map(|o| field(o)));
                let row = |lead: &str, words: &str| match line(words) {
                    words if words.is_empty() => String::new(),
                    words => format!("\n{lead}{words}"),
                };
                let lead = if question.silence { SILENCE } else { RECOMMENDED };
                let (advice, why) = (row(lead, &question.recommended), row(WHY, &question.why));
                format!("{ASK}{}{advice}{why}", fields.join(" | "))
            }
            Self::Remind(text, when, false) => format!("{ONCE}{}\n{text}", line(when)),
            Self::Remind(text, when, true) => format!("{AGAIN}{}\n{text}", line(when)),
            Self::Revise(wish) => format!("{REVISE}{wish}"),
        }
    }

    /// The job an instruction describes.
    pub fn of(instruction: &str) -> Option<Self> {
        let instruction = instruction.trim();
        if let Some(rest) = instruction.strip_prefix(REVISE) {
            let wish = rest.split_once(SO_FAR).map_or(rest, |(wish, _)| wish);
            return Some(Self::Revise(wish.trim().to_owned()));
        }
        if instruction == LIST {
            return Some(Self::List);
        }
        let (first, more) = instruction.split_once('\n').unwrap_or((instruction, ""));
        let of = |lead: &str| first.strip_prefix(lead).map(|rest| rest.trim().to_owned()).filter(|r| !r.is_empty());
        let two = |lead: &str| of(lead).zip(Some(more.trim().to_owned()).filter(|m| !m.is_empty()));
        let ask = || {
            let mut fields = of(ASK)?.split('|').map(|f| f.trim().to_owned()).collect::<Vec<_>>().into_iter();
            let text = fields.next()?;
            let (recommended, silence, more) = advice(more);
            let why = more.strip_prefix(WHY).unwrap_or_default().trim().to_owned();
            let options = fields.filter(|f| !f.is_empty()).collect();
            Some(Self::Ask(Question { text, options, why, recommended, silence }))
        };
        let page = || {
            let wish = more.strip_prefix(WANTED).map(|w| w.trim().to_owned());
            Some(Self::Page(of(PAGE)?, wish))
        };
        of(CALCULATE)
            .map(Self::Calculate)
            .or_else(page)
            .or_else(|| of(SEARCH).map(Self::Search))
            .or_else(|| two(KEEP).map(|(title, text)| Self::Keep(title, text)))
            .or_else(|| of(KEEP).map(|words| in_one_line(&words)))
            .or_else(|| two(STRIKE).map(|(title, item)| Self::Strike(title, item)))
            .or_else(|| of(SHOW).map(Self::Show))
            .or_else(|| of(FIND).map(Self::Find))
            .or_else(ask)
            .or_else(|| two(ONCE).map(|(when, text)| Self::Remind(text, when, false)))
            .or_else(|| two(AGAIN).map(|(when, text)| Self::Remind(text, when, true)))
    }

    /// The tools it takes, in the order of their use; none for a revision.
    pub fn tools(&self) -> &'static [&'static str] {
        match self {
            Self::Calculate(_) => &["calculate"],
            Self::Page(..) => &["read_url"],
            Self::Search(_) => &["web_search"],
            Self::Keep(..) => &["write_note"],
            Self::Strike(..) => &["read_note", "write_note"],
            Self::Show(_) => &["read_note"],
            Self::List => &["list_notes"],
            Self::Find(_) => &["search_notes"],
            Self::Ask(_) => &["ask_decision"],
            Self::Remind(..) => &["set_reminder"],
            Self::Revise(_) => &[],
        }
    }

    /// The agent that does such things, if there is no reason for another, and the skill it takes.
    pub fn doer(&self) -> (&'static str, &'static str) {
        match self {
            Self::Calculate(_) => ("analyst", "calculation"),
            Self::Ask(_) => ("analyst", "comparing"),
            Self::Page(..) => ("researcher", "reading pages"),
            Self::Search(_) => ("researcher", "web search"),
            Self::Keep(..) | Self::Strike(..) => ("planner", "notes"),
            // Reading notes takes nobody who could also change them, so that it needs no card.
            Self::Show(_) | Self::List | Self::Find(_) => ("researcher", "notes"),
            Self::Remind(..) => ("planner", "reminders"),
            Self::Revise(_) => ("writer", "writing"),
        }
    }
}

/// A note whose title and text stand in one line, as whoever edits the step is shown them. Most titles are the beginning of their
/// text, so what stands there twice is one; otherwise it is as if the words had been noted by themselves.
fn in_one_line(words: &str) -> Job {
    let all: Vec<&str> = words.split_whitespace().collect();
    let twice = (1..=all.len() / 2).rev().find(|n| all[..*n] == all[*n..2 * n]);
    let (title, text) = twice.map_or_else(|| titled(words), |n| (all[..n].join(" "), all[n..].join(" ")));
    Job::Keep(title, text)
}

/// What is recommended, whether it is to be taken without an answer, and the lines behind that.
fn advice(more: &str) -> (String, bool, &str) {
    let (first, rest) = more.split_once('\n').unwrap_or((more, ""));
    let of = |lead: &str| first.strip_prefix(lead).map(|label| label.trim().to_owned());
    match (of(SILENCE), of(RECOMMENDED)) {
        (Some(label), _) => (label, true, rest),
        (None, Some(label)) => (label, false, rest),
        (None, None) => (String::new(), false, more),
    }
}

/// A part between bars, without bars of its own.
fn field(text: &str) -> String {
    line(&text.replace('|', "/"))
}
