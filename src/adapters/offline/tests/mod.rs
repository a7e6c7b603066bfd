//! The rules as people meet them: ideas and what becomes of them, whole ways to a report, and bad input.

mod asked;
mod choices;
mod chosen;
mod facts;
mod ideas;
mod odd;
mod ways;

use super::{answer, job::Job};
use crate::ports::model::{ModelError, ModelReply, triage_of};
use crate::secretary::agent::{Agent, Limits};
use crate::secretary::plan::{self, Question, Requirement, Triage};
use crate::secretary::thinking::{Purpose, Step, TaskOutcome, TriageInput, WorkInput};

/// The agents of a fresh install, as far as the rules look at them.
pub fn roster() -> Vec<Agent> {
    let agent = |name: &str, tools: &str, mutates: bool| Agent {
        name: name.into(),
        title: format!("The {name}"),
        description: String::new(),
        capabilities: Vec::new(),
        tools: tools.split(' ').chain(["ask_decision", "report_progress"]).map(str::to_owned).collect(),
        model: None,
        limits: Limits::default(),
        prompt: String::new(),
        mutates,
        capacity: 3,
    };
    vec![
        agent("analyst", "calculate read_file list_files read_url read_note search_notes", false),
        agent("planner", "read_note list_notes search_notes write_note set_reminder", true),
        agent("researcher", "web_search read_url calculate read_note list_notes search_notes", false),
        agent("writer", "read_file write_file read_note", false),
    ]
}

pub fn input(idea: &str) -> TriageInput {
    TriageInput {
        idea: idea.into(),
        answered: Vec::new(),
        edits: Vec::new(),
        must_assume: false,
        now: "Mon 24 Nov, 09:00 (Berlin)".into(),
        sent: None,
        language: "en".into(),
        roster: roster(),
        running: None,
    }
}

/// The triage, which must be usable as it is.
pub fn triage(input: &TriageInput) -> Triage {
    triage_with(input, true)
}

/// The same, with or without a search service.
pub fn triage_with(input: &TriageInput, searches: bool) -> Triage {
    let reply = answer(&Purpose::Triage(input.clone()), searches).unwrap();
    let triage = triage_of(&reply).unwrap();
    assert!(triage.questions.len() <= 2);
    for question in &triage.questions {
        assert!(question.options.is_empty() || (2..=4).contains(&question.options.len()));
        assert!(!input.must_assume, "no questions may be asked");
    }
    if !triage.tasks.is_empty() {
        plan::check(&triage.tasks, &input.roster).unwrap();
        for task in &triage.tasks {
            assert!(task.instruction.chars().count() <= 4_000, "instructions are cut there");
            assert!(Job::of(&task.instruction).is_some(), "{}", task.instruction);
        }
    }
    triage
}

/// The jobs of an idea that is clear.
pub fn jobs(idea: &str) -> Vec<Job> {
    triage(&input(idea)).tasks.iter().filter_map(|t| Job::of(&t.instruction)).collect()
}

/// The idea again, with the first questions answered in order.
pub fn answered(mut input: TriageInput, triage: &Triage, answers: &[&str]) -> TriageInput {
    let pairs: Vec<(Question, String)> =
        triage.questions.iter().cloned().zip(answers.iter().map(|a| (*a).to_owned())).collect();
    input.answered.extend(pairs);
    input
}

pub fn work(instruction: &str, agent: &str, steps: &[(&str, &str, bool)], said: &[&str]) -> ModelReply {
    turn(instruction, agent, steps, said).unwrap()
}

/// Why the work cannot be done.
pub fn impossible(instruction: &str, agent: &str, tool: &str, why: &str) -> String {
    match turn(instruction, agent, &[(tool, why, true)], &[]) {
        Err(ModelError::Impossible(sentence)) => sentence,
        other => panic!("a result: {other:?}"),
    }
}

/// The result, or why there is none.
pub fn told(instruction: &str, agent: &str, steps: &[(&str, &str, bool)]) -> String {
    match turn(instruction, agent, steps, &[]) {
        Ok(reply) if reply.calls.is_empty() => reply.text,
        Err(ModelError::Impossible(sentence)) => sentence,
        other => panic!("no words: {other:?}"),
    }
}

fn turn(instruction: &str, agent: &str, steps: &[(&str, &str, bool)], said: &[&str]) -> Result<ModelReply, ModelError> {
    let step = |(name, result, failed): &(&str, &str, bool)| Step {
        call: crate::ports::model::ToolCall { id: "c1".into(), name: (*name).into(), arguments: "{}".into() },
        result: (*result).into(),
        failed: *failed,
    };
    let input = WorkInput {
        minutes: None,
        agent: roster().into_iter().find(|a| a.name == agent).unwrap(),
        title: "t".into(),
        instruction: instruction.into(),
        requirement: Requirement::default(),
        said: said.iter().map(|s| (*s).to_owned()).collect(),
        read: Vec::new(),
        results: Vec::new(),
        steps: steps.iter().map(step).collect(),
        now: "Mon 24 Nov, 09:00 (Berlin)".into(),
    };
    answer(&Purpose::Work(Box::new(input)), true)
}

pub fn outcome(title: &str, done: bool, text: &str) -> TaskOutcome {
    TaskOutcome { title: title.into(), agent: "A".into(), done, used: 0, text: text.into() }
}
