//! Ideas without a language model: pages to read, searches and decisions become a plan; anything else says at once
//! that it needs a model. It must not promise what a later task cannot do.

use super::choices::{self, Choice};
use super::job::Job;
use super::text::{addresses, after, capital, line};
use super::{grammar, sums};
use crate::secretary::agent::Agent;
use crate::secretary::intent::Idea;
use crate::secretary::intent::thinking::TriageInput;
use crate::secretary::names::phrases::short;
use crate::secretary::ticket::plan::{Kind, PlannedTask, Question, Triage};
use crate::secretary::wording::ticket::tickets;
use crate::secretary::wording::ticket::waiting::{NEEDS_A_MODEL, NEVER};

/// What is asked where somebody wants a choice and names nothing to choose from.
pub const WHICH: &str = "Which options are there? Name two or more, separated by commas.";
/// A search where no search service is set up.
const NO_SEARCH: &str =
    "I can't search the web here: no search service is set up. Send me the address of a page, and I read that.";

/// The most words beside an address that is to be read: more of them are a task for a model.
const MOST_WORDS: usize = 12;
/// How a request to read an address begins.
const READ: [&str; 5] = ["read", "open", "show me", "show", "quote"];

/// What an idea is made from besides its words.
pub struct Setting<'a> {
    /// A search service is set up; questions may be asked.
    pub searches: bool,
    pub may_ask: bool,
    /// The agents there are; what was asked and answered before.
    pub roster: &'a [Agent],
    pub answered: &'a [(Question, String)],
}

/// What a text names by itself.
pub enum Work {
    /// Pages to read, or a search; what was wanted beyond that.
    Find(Vec<Job>, String),
    /// A decision of people.
    Decide(Choice),
}

/// The work that a text names by itself.
pub fn work(text: &str) -> Option<Work> {
    let (found, rest) = addresses(text);
    if !found.is_empty() && rest.split(' ').count() <= MOST_WORDS {
        let wish = after(&rest, &READ).unwrap_or(&rest).to_owned();
        return Some(Work::Find(found.into_iter().map(Job::Page).collect(), wish));
    }
    let search = after(text, &["search the web for", "search for", "search the web", "search", "google", "look up"]);
    if let Some(query) = search.filter(|query| !query.is_empty()) {
        let query = short(query.trim_end_matches(['.', '!', '?']), 190);
        return Some(Work::Find(vec![Job::Search(query)], String::new()));
    }
    choices::read(text).map(Work::Decide)
}

/// Whether a text begins like a form of work; an address alone does not.
pub fn begins_like_a_form(text: &str) -> bool {
    work(text).is_some() && (addresses(text).0.is_empty() || after(text, &READ).is_some())
}

/// The one job of a text, if it says everything itself.
pub fn job(text: &str) -> Option<Job> {
    match work(text)? {
        Work::Find(jobs, _) => <[Job; 1]>::try_from(jobs).ok().map(|[job]| job),
        Work::Decide(choice) => (choice.question.options.len() > 1).then_some(Job::Ask(choice.question)),
    }
}

/// A text as an idea.
pub fn idea(text: &str, setting: &Setting) -> Idea {
    let title = if text.is_empty() { "Untitled".to_owned() } else { short(&capital(&line(text)), 60) };
    match work(text) {
        Some(Work::Find(jobs, _)) if !setting.searches && matches!(jobs.as_slice(), [Job::Search(_)]) => {
            beyond(title, NO_SEARCH.to_owned())
        }
        Some(Work::Find(jobs, wish)) => found(jobs, &wish, title, setting),
        Some(Work::Decide(choice)) => decision(choice, setting),
        None if after(text, &["call", "phone", "book", "buy", "order", "pay"]).is_some() => {
            beyond(title, NEVER.to_owned())
        }
        None => beyond(title, NEEDS_A_MODEL.to_owned()),
    }
}

/// The idea of a ticket, read once more with what was answered and corrected since.
pub fn triage(input: &TriageInput, searches: bool) -> Triage {
    let (text, edits) = tickets::as_edited(&input.idea, &input.edits);
    let talk = |reply: String| Triage { kind: Kind::Talk, reply, ..Triage::default() };
    if let Some(result) = sums::sum(text) {
        return talk(result);
    }
    if grammar::at_once(text) {
        return talk("I do that at once and without a ticket: send it as a message of its own.".to_owned());
    }
    // A correction that names work by itself takes the place of the idea.
    let newest = edits.iter().rev().find(|edit| work(edit).is_some());
    let may_ask = !input.must_assume && edits.is_empty();
    let setting = Setting { searches, roster: &input.roster, may_ask, answered: &input.answered };
    let mut idea = idea(newest.map_or(text, String::as_str), &setting);
    for edit in edits.iter().filter(|edit| Some(*edit) != newest && idea.beyond.is_none()) {
        idea.summary.push_str(&format!(" I can't work “{}” in: that needs a language model.", short(edit, 150)));
    }
    let requirement = idea.requirement();
    let Idea { questions, tasks, risk, beyond, .. } = idea;
    Triage { kind: Kind::Idea, questions, requirement, tasks, risk, beyond, ..Triage::default() }
}

fn beyond(title: String, why: String) -> Idea {
    Idea { title, beyond: Some(why), ..Idea::default() }
}

fn found(jobs: Vec<Job>, wish: &str, title: String, setting: &Setting) -> Idea {
    let (what, done) = match jobs.as_slice() {
        [Job::Search(_)] => ("I search the web and list what is found.", "The results are listed with their addresses"),
        _ => ("I read the page and quote how it begins.", "The beginning of the page is quoted, with its address"),
    };
    let beyond = format!("“{}” needs a language model; the page is quoted as it is.", short(wish, 120));
    let assumptions = if wish.is_empty() { Vec::new() } else { vec![beyond] };
    let done_when = vec![done.to_owned()];
    planned(Idea { title, summary: what.to_owned(), done_when, assumptions, ..Idea::default() }, jobs, setting)
}

fn decision(choice: Choice, setting: &Setting) -> Idea {
    let mut question = choice.question;
    let mut idea = Idea { title: short(&format!("Decide: {}", question.text), 60), due: choice.due, ..Idea::default() };
    if question.options.len() < 2 {
        let answer = setting.answered.iter().rev().find(|(asked, _)| asked.text == WHICH).map(|(_, words)| words);
        question = choices::with_options("", answer.map_or("", String::as_str), true);
        if question.options.len() < 2 && answer.is_none() && setting.may_ask {
            idea.summary = "I put the options to you and report what is chosen.".to_owned();
            idea.questions = vec![Question { text: WHICH.to_owned(), required: true, ..Question::default() }];
            return idea;
        }
        if question.options.len() < 2 {
            return beyond(idea.title, format!("A choice needs two options or more. Finding them: {NEEDS_A_MODEL}"));
        }
    }
    let options = question.options.join(" · ");
    idea.summary = short(&format!("I put this to the people who may decide: “{}” {options}.", question.text), 600);
    idea.done_when = vec!["Somebody who may has decided".to_owned()];
    if !choice.more.is_empty() {
        let more = short(&choice.more, 120);
        idea.assumptions = vec![format!("“{more}” needs a language model; I only put the choice to people.")];
    }
    planned(idea, vec![Job::Ask(question)], setting)
}

/// The idea with its tasks, or why nobody can do them.
fn planned(mut idea: Idea, jobs: Vec<Job>, setting: &Setting) -> Idea {
    for (at, job) in jobs.into_iter().enumerate() {
        let title = match &job {
            Job::Page(url) => format!("reading {}", url.split_once("//").map_or(url.as_str(), |(_, rest)| rest)),
            Job::Search(query) => format!("searching for {query}"),
            Job::Ask(question) => format!("asking: {}", question.text),
        };
        let agent = job.doer(setting.roster);
        if agent.is_none() {
            let may = "An owner can add it to the file of an agent.";
            return beyond(idea.title, format!("No agent here may use the tool {}. {may}", job.tool()));
        }
        let (key, title) = (format!("t{}", at + 1), short(&title, 80));
        idea.tasks.push(PlannedTask { key, title, instruction: job.instruction(), agent, ..PlannedTask::default() });
    }
    idea
}
