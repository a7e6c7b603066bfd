//! The triage by rules: what an idea is, what is missing, and the tasks it takes. Each kind of idea has a file with
//! one reader; the first that recognises the words wins. It must not promise what a later task cannot do.

mod amending;
mod asking;
mod being;
mod beside;
mod choosing;
mod foreign;
mod laid_out;
mod limits;
mod noting;
mod options;
mod reading;
mod reminding;
mod subject;
mod sums;
mod talk;
mod vague;
mod web;

pub use amending::left_out;

use super::job::Job;
use super::words::{capital, line};
use crate::secretary::agent::Agent;
use crate::secretary::plan::{Kind, MAX_TASKS, PlannedTask, Question, Requirement, Triage};
use crate::secretary::thinking::TriageInput;
use crate::secretary::tongue::{self, Tongue};
use crate::secretary::wording::short;
use reading::Reading;

/// What a reader made of an idea.
enum Found {
    /// To be answered at once.
    Talk(String),
    /// Something is missing; the draft says what it would become.
    Ask(Vec<Question>, Draft),
    /// It can be done.
    Do(Draft),
    /// Rules cannot do it: why, and what works.
    Beyond(String),
}

/// A requirement with its steps, before agents are chosen.
#[derive(Default)]
struct Draft {
    title: String,
    summary: String,
    done_when: String,
    due: String,
    assumptions: Vec<String>,
    steps: Vec<Step>,
    risk: f64,
    /// Corrections are worked in already.
    took_edits: bool,
    /// A sentence for each correction that changes nothing.
    unread: Vec<String>,
}

/// One task to be.
struct Step {
    title: String,
    job: Job,
    /// It waits for all steps before it.
    after: bool,
}

impl Step {
    fn new(title: &str, job: Job) -> Self {
        Self { title: short(title, 80), job, after: false }
    }
}

/// The triage of an idea. `searches`: a search service is set up, so that searching may be offered.
pub fn triage(input: &TriageInput, searches: bool) -> Triage {
    let mut reading = Reading::new(input);
    reading.searches = searches;
    let found = corrected(&reading, read(&reading));
    let found = if searches { found } else { without_search(found) };
    settle(&reading, found, &input.roster)
}

/// Where no search service is set up, a search is nothing to begin.
fn without_search(found: Found) -> Found {
    match found {
        Found::Do(draft) if draft.steps.iter().any(|step| matches!(step.job, Job::Search(_))) => {
            Found::Beyond(limits::NO_SEARCH.to_owned())
        }
        Found::Talk(_) | Found::Ask(..) | Found::Do(_) | Found::Beyond(_) => found,
    }
}

/// What a text asks for when it says everything itself and changes nothing outside the ticket; for wishes that come
/// when no question can be asked any more.
pub fn harmless_job(text: &str) -> Option<Job> {
    let Some(Found::Do(draft)) = concrete(&Reading::bare(text)) else { return None };
    let [step] = draft.steps.as_slice() else { return None };
    let reads = match step.job {
        Job::Calculate(_) | Job::Page(..) | Job::Search(_) | Job::Show(_) | Job::List | Job::Find(_) | Job::Ask(_) => {
            true
        }
        Job::Keep(..) | Job::Strike(..) | Job::Remind(..) | Job::Revise(_) => false,
    };
    reads.then(|| step.job.clone())
}

/// Why a text is beyond the rules.
pub fn limit_of(text: &str) -> String {
    limits::beyond(&Reading::bare(text))
}

fn read(reading: &Reading) -> Found {
    let foreign = tongue::guess(&reading.text).is_some_and(|tongue| tongue != Tongue::English);
    talk::read(reading)
        .or_else(|| concrete(reading))
        // No questions in English about words in another language.
        .or_else(|| foreign.then(|| Found::Beyond(limits::beyond(reading))))
        // No questions about work whose time cannot be kept.
        .or_else(|| reading.timed().then(|| Found::Beyond(limits::beyond(reading))))
        .or_else(|| choosing::read(reading))
        .or_else(|| vague::read(reading))
        .unwrap_or_else(|| Found::Beyond(limits::beyond(reading)))
}

/// The readers of ideas which name the thing to do.
fn concrete(reading: &Reading) -> Option<Found> {
    noting::read(reading)
        .or_else(|| reminding::read(reading))
        .or_else(|| sums::read(reading))
        // A time that never comes limits nothing.
        .or_else(|| limits::never(reading))
        .or_else(|| asking::read(reading))
        .or_else(|| choosing::read_named(reading))
        .or_else(|| web::read(reading))
}

/// Corrections: one that names a thing to do by itself replaces the idea; others are said to be taken as they are.
fn corrected(reading: &Reading, found: Found) -> Found {
    let left: Vec<&String> = reading.corrections().collect();
    let taken = match &found {
        Found::Do(draft) | Found::Ask(_, draft) => draft.took_edits,
        Found::Talk(_) | Found::Beyond(_) => false,
    };
    if left.is_empty() || taken {
        return found;
    }
    for edit in left.iter().rev() {
        if let Some(Found::Do(draft)) = concrete(&Reading::bare(edit)) {
            return Found::Do(draft);
        }
    }
    match found {
        Found::Do(mut draft) => {
            if draft.unread.is_empty() {
                draft.unread.extend(left.iter().map(|e| amending::not_taken(e)));
            }
            Found::Do(draft)
        }
        Found::Talk(_) | Found::Ask(..) | Found::Beyond(_) => found,
    }
}

/// The typed answer.
fn settle(reading: &Reading, found: Found, roster: &[Agent]) -> Triage {
    let nothing = Triage {
        kind: Kind::Idea,
        reply: String::new(),
        questions: Vec::new(),
        requirement: Requirement { title: title_of(&reading.text), ..Requirement::default() },
        tasks: Vec::new(),
        risk: 0.0,
        beyond: None,
    };
    match found {
        Found::Talk(reply) => Triage { kind: Kind::Talk, reply, ..nothing },
        Found::Beyond(why) => Triage { beyond: Some(why), ..nothing },
        Found::Ask(questions, draft) if reading.may_ask && questions.iter().all(|q| reading.fresh(q)) => {
            Triage { questions, requirement: requirement(reading, &draft), risk: draft.risk, ..nothing }
        }
        Found::Ask(questions, _) => {
            let missing: Vec<String> = questions.iter().map(|q| format!("“{}”", q.text)).collect();
            let why = format!(
                "I still miss an answer to {}. Send the idea again with it in one message. Guessing it from the rest \
                 needs a language model; {}",
                missing.join(" and "),
                limits::CONNECT
            );
            Triage { beyond: Some(why), ..nothing }
        }
        Found::Do(draft) => match plan(&draft, roster) {
            Ok(tasks) => Triage { tasks, risk: draft.risk, requirement: requirement(reading, &draft), ..nothing },
            Err(tool) => {
                let why = format!(
                    "No agent here may use the tool {tool}. An owner can add it to the tools line of a file in the \
                     agents folder."
                );
                Triage { beyond: Some(why), ..nothing }
            }
        },
    }
}

fn requirement(reading: &Reading, draft: &Draft) -> Requirement {
    let due = if reading.edited_due.is_empty() { &draft.due } else { &reading.edited_due };
    Requirement {
        title: title_of(&draft.title),
        summary: short(&format!("{} {}", draft.summary, draft.unread.join(" ")), 600),
        done_when: Some(short(&draft.done_when, 300)).filter(|d| !d.is_empty()).into_iter().collect(),
        due: short(due, 80),
        assumptions: draft.assumptions.iter().map(|a| short(a, 300)).take(8).collect(),
        ..Requirement::default()
    }
}

fn title_of(text: &str) -> String {
    short(&capital(&line(text)), 60)
}

/// The tasks with their agents; the name of a tool nobody may use otherwise.
fn plan(draft: &Draft, roster: &[Agent]) -> Result<Vec<PlannedTask>, &'static str> {
    let mut tasks: Vec<PlannedTask> = Vec::new();
    for (index, step) in draft.steps.iter().take(MAX_TASKS).enumerate() {
        let needs = if step.after { tasks.iter().map(|t| t.key.clone()).collect() } else { Vec::new() };
        tasks.push(PlannedTask {
            key: format!("t{}", index + 1),
            title: step.title.clone(),
            instruction: step.job.instruction(),
            agent: Some(doer(&step.job, roster)?),
            capabilities: vec![step.job.doer().1.to_owned()],
            needs,
        });
    }
    Ok(tasks)
}

/// Who does it: the usual agent if it may use the tools, else one that may, rather one that changes nothing outside.
fn doer(job: &Job, roster: &[Agent]) -> Result<String, &'static str> {
    let may = |agent: &&Agent| job.tools().iter().all(|tool| agent.tools.iter().any(|t| t == tool));
    let usual = |agent: &&Agent| agent.name == job.doer().0;
    let able = || roster.iter().filter(may);
    let chosen = able().find(usual).or_else(|| able().find(|a| !a.mutates)).or_else(|| able().next());
    chosen.map(|a| a.name.clone()).ok_or_else(|| job.tools().last().copied().unwrap_or("needed for it"))
}
