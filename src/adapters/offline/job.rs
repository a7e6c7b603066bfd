//! The job of one task, and its instruction in a few fixed English forms: a plan writes them, the work parses them.

use super::ideas;
use super::text::line;
use crate::secretary::agent::Agent;
use crate::secretary::ticket::plan::Question;

/// One thing the rules can do.
pub enum Job {
    /// A page to fetch and quote.
    Page(String),
    /// A web search.
    Search(String),
    /// A decision of people.
    Ask(Question),
}

const ASK: &str = "Ask people to decide: ";
/// How the instruction of a revision begins (`secretary/lifecycle`).
const REVISE: &str = "The person wants the report done again differently.\nTheir wish: ";
/// What follows the words of the revision.
const SO_FAR: &str = "\n\nThe report so far:\n";

/// The words of a person in the instruction of a revision.
pub fn revision(instruction: &str) -> Option<&str> {
    let rest = instruction.trim().strip_prefix(REVISE)?;
    Some(rest.split_once(SO_FAR).map_or(rest, |(wish, _)| wish).trim())
}

impl Job {
    /// The instruction. Parts are put on one line where a line break would end them.
    pub fn instruction(&self) -> String {
        match self {
            Self::Page(url) => format!("Read the page: {url}"),
            Self::Search(query) => format!("Search the web: {}", line(query)),
            Self::Ask(question) => {
                let fields = [&question.text].into_iter().chain(&question.options);
                let fields: Vec<String> = fields.map(|text| line(&text.replace('|', "/"))).collect();
                format!("{ASK}{}", fields.join(" | "))
            }
        }
    }

    /// The job an instruction describes. Pages and searches have forms that people may type, too.
    pub fn of(instruction: &str) -> Option<Self> {
        let Some(fields) = instruction.trim().lines().next()?.strip_prefix(ASK) else { return ideas::job(instruction) };
        let mut fields = fields.split('|').map(|field| field.trim().to_owned());
        let text = fields.next()?;
        let options = fields.filter(|field| !field.is_empty()).collect();
        Some(Self::Ask(Question { text, options, ..Question::default() }))
    }

    /// The tool it takes.
    pub fn tool(&self) -> &'static str {
        match self {
            Self::Page(_) => "read_url",
            Self::Search(_) => "web_search",
            Self::Ask(_) => "ask_decision",
        }
    }

    /// Who does it: the usual agent if it may use the tool, else one that may, rather one that changes nothing outside.
    pub fn doer(&self, roster: &[Agent]) -> Option<String> {
        let usual = if matches!(self, Self::Ask(_)) { "analyst" } else { "researcher" };
        let able = roster.iter().filter(|agent| agent.tools.iter().any(|name| name == self.tool()));
        able.min_by_key(|agent| (agent.name != usual, agent.mutates)).map(|agent| agent.name.clone())
    }
}
