//! The job of one task, and its instruction in a few fixed English forms. A plan writes them and the work parses
//! them; any other text is no job.

use super::text::line;
use crate::secretary::dispatch::agent::Agent;

/// One thing the rules can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Job {
    /// A page to fetch and quote.
    Page(String),
    /// A web search.
    Search(String),
    /// A decision of people.
    Ask(Question),
    /// The report is to be revised, with these words.
    Revise(String),
}

/// What people are asked to decide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// One sentence.
    pub text: String,
    /// Two to eight labels.
    pub options: Vec<String>,
}

const PAGE: &str = "Read the page: ";
const SEARCH: &str = "Search the web: ";
const ASK: &str = "Ask people to decide: ";
/// How `stages::closed` begins the instruction of a revision.
const REVISE: &str = "The person wants the report done again differently.\nTheir wish: ";
/// What follows the words of the revision.
const SO_FAR: &str = "\n\nThe report so far:\n";

impl Job {
    /// The instruction. Parts are put on one line where a line break would end them.
    pub fn instruction(&self) -> String {
        match self {
            Self::Page(url) => format!("{PAGE}{url}"),
            Self::Search(query) => format!("{SEARCH}{}", line(query)),
            Self::Ask(question) => {
                let field = |text: &String| line(&text.replace('|', "/"));
                let mut fields = vec![field(&question.text)];
                fields.extend(question.options.iter().map(field));
                format!("{ASK}{}", fields.join(" | "))
            }
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
        let first = instruction.lines().next()?;
        let of = |lead: &str| first.strip_prefix(lead).map(|rest| rest.trim().to_owned()).filter(|r| !r.is_empty());
        if let Some(fields) = of(ASK) {
            let mut fields = fields.split('|').map(|field| field.trim().to_owned());
            let text = fields.next()?;
            return Some(Self::Ask(Question { text, options: fields.filter(|field| !field.is_empty()).collect() }));
        }
        of(PAGE).map(Self::Page).or_else(|| of(SEARCH).map(Self::Search))
    }

    /// The tool it takes; none for a revision.
    pub fn tool(&self) -> Option<&'static str> {
        match self {
            Self::Page(_) => Some("read_url"),
            Self::Search(_) => Some("web_search"),
            Self::Ask(_) => Some("ask_decision"),
            Self::Revise(_) => None,
        }
    }

    /// Who does it: the usual agent if it may use the tool, else one that may, rather one that changes nothing outside. An error
    /// is the tool that nobody may use.
    pub fn doer(&self, roster: &[Agent]) -> Result<String, &'static str> {
        let usual = if matches!(self, Self::Ask(_)) { "analyst" } else { "researcher" };
        let Some(tool) = self.tool() else { return Ok("writer".to_owned()) };
        let able = || roster.iter().filter(|agent| agent.tools.iter().any(|name| name == tool));
        let chosen = able().find(|agent| agent.name == usual).or_else(|| able().find(|agent| !agent.mutates));
        chosen.or_else(|| able().next()).map(|agent| agent.name.clone()).ok_or(tool)
    }
}
