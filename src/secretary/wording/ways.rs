//! What the secretary asks on its own account when work cannot go on by itself: a limit, a failure, an agent who is
//! not there. The questions with their options, in the words people read.

use super::super::agent::Agent;
use super::super::budget::{Over, Scope};
use super::super::cut_off::CutOff;
use super::super::decision::{Asked, AskedOption, Kind};
use super::super::dispatch::Unfit;
use super::super::plan::{MAX_TASKS, PlanFault};
use super::super::ticket::Task;
use super::tickets::sentence;
use super::{plain, short, spending};

fn option(label: &str, impact: &str) -> AskedOption {
    AskedOption { label: label.to_owned(), impact: impact.to_owned(), pros: String::new(), cons: String::new() }
}

fn asked(question: String, why: String, options: Vec<AskedOption>) -> Asked {
    Asked { question, why, options, kind: Kind::Other, recommended: None, reason: String::new(), deadline: None }
}

/// A limit of a run, in turns of the model.
pub fn steps(most: u32) -> String {
    format!("{most} steps")
}

/// A limit of a run, in calls of tools.
pub fn actions(most: u32) -> String {
    format!("{most} actions")
}

/// A limit of a run, in tokens.
pub fn tokens(most: u64) -> String {
    format!("{} token{}", super::count(most), if most == 1 { "" } else { "s" })
}

/// A run has used up a limit.
pub fn limit(number: i64, limit: &str, so_far: &str) -> Asked {
    let have = if so_far.trim().is_empty() {
        "There is nothing usable yet.".to_owned()
    } else {
        format!("This is what I have: {}", short(&plain::words(so_far), 500))
    };
    let options = vec![
        option("Go on", "as many again"),
        option("Finish with this", "the report is made of what there is"),
        option("Stop", "the ticket is cancelled"),
    ];
    asked(format!("#{number} has used its {limit}. Go on?"), have, options)
}

/// A budget is used up. `so_far`: what a run has; none where the idea is not read yet.
pub fn budget(number: i64, requester: &str, over: &Over, so_far: Option<&str>) -> Asked {
    let which = match over.scope {
        Scope::Ticket => format!("The budget of #{number}"),
        Scope::Person => format!("The budget of {requester} for today"),
        Scope::Day => "The budget for today".to_owned(),
        Scope::Workspace => "The budget for this month".to_owned(),
    };
    let who = if over.scope == Scope::Ticket { "" } else { " Only owners can let it go further." };
    let spent = format!("Spent: {}.{who}", spending::so_far(over));
    let mut options = vec![option("Go on", "as much again")];
    let why = match so_far.map(str::trim) {
        None => spent,
        Some("") => format!("{spent} There is nothing usable yet."),
        Some(so_far) => format!("{spent} This is what I have: {}", short(&plain::words(so_far), 400)),
    };
    if so_far.is_some() {
        options.push(option("Finish with this", "the report is made of what there is"));
    }
    options.push(option("Stop", "the ticket is cancelled"));
    asked(format!("{which} is used up. Go on?"), why, options)
}

/// A call was cut off: what was attempted, and that nobody knows whether it happened.
pub fn unknown(call: &CutOff) -> Asked {
    let to = call.to.as_ref().map(|to| format!(" to {to}")).unwrap_or_default();
    let with: Vec<String> = call.with.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    let with = if with.is_empty() {
        String::new()
    } else {
        format!("It was about this: {}. ", with.join("; ").trim_end_matches('.'))
    };
    let question = format!("I was cut off in the middle of “{}”{to}. Nobody knows whether it happened.", call.what);
    let options = vec![
        option("Retry", "I do it once more; if it did happen, it happens twice"),
        option("It worked", "I go on as if it was done, without its answer"),
        option("Skip", "I leave it out and go on without it"),
    ];
    asked(question, format!("{with}Please look there before you choose."), options)
}

/// A step has failed for good.
pub fn failure(task: &Task) -> Asked {
    let options = vec![
        option("Try again", "what is done stays done"),
        option("Leave it out", "the report says what is missing"),
        option("Stop", "the ticket is cancelled"),
    ];
    let question = format!("“{}” did not work. What now?", short(&task.title, 80));
    asked(question, task.failure.as_deref().map(sentence).unwrap_or_default(), options)
}

/// A step cannot go to whom it was meant for: who takes over, and what that one may change. Nobody does unless people say so,
/// so there is no deadline that could choose. `best`: why the first of the choices is recommended, if it is.
pub fn takeover(task: &Task, why: &Unfit, choices: &[Agent], best: Option<&str>) -> Asked {
    let problem = match why {
        Unfit::Gone(name) => format!("The {} this step was meant for does not work here any more.", as_title(name)),
        Unfit::Lacks(title, skills) => {
            format!("The {title} this step was meant for can't do {}.", short(&skills.join(", "), 100))
        }
        Unfit::Reaches(title) => {
            format!("The {title} may change things outside by now, and I had said that this step only reads.")
        }
        Unfit::AllReach => {
            "All who can do this step may change things outside, and I had said that it only reads.".to_owned()
        }
    };
    let mut options: Vec<AskedOption> = choices.iter().map(|a| option(&a.title, &skill(a))).collect();
    options.push(option("Leave it out", "the report says what is missing"));
    options.push(option("Stop", "the ticket is cancelled"));
    let mut step = format!("The step: “{}”.", short(&task.title, 80));
    if let Unfit::Gone(name) = why {
        step.push_str(&format!(" If the {} is back before you choose, the step goes on there.", as_title(name)));
    }
    if choices.is_empty() {
        let none = "Nobody else here can do it; an owner can add an agent to the folder “agents”, and I look again at my next start.";
        return asked(format!("{problem} What now?"), format!("{step} {none}"), options);
    }
    let (recommended, reason) = (best.map(|_| 0), best.unwrap_or_default().to_owned());
    Asked { recommended, reason, ..asked(format!("{problem} Who takes over?"), step, options) }
}

/// Why somebody is recommended for a step.
pub fn fits_best() -> &'static str {
    "it fits this step best"
}

/// What an agent can do, and what it may change.
fn skill(agent: &Agent) -> String {
    let reach = if agent.mutates { "May change things outside this ticket" } else { "Only reads" };
    format!("{} {reach}", sentence(&short(&agent.description, 140)))
}

/// The reason kept when nobody was chosen and the ticket stopped.
pub fn stopped_without_agent() -> String {
    "nobody was chosen for a step".to_owned()
}

/// The reason kept when a limit ended the ticket.
pub fn stopped_at_limit() -> String {
    "stopped at a limit".to_owned()
}

/// The reason kept when a failure ended the ticket.
pub fn stopped_after_failure() -> String {
    "stopped after a failure".to_owned()
}

/// Why a step is missing that people left out.
pub fn left_out() -> String {
    "left out, since the one it was meant for is not there".to_owned()
}

/// Why a step failed that was ended at a limit.
pub fn nothing_at_limit() -> String {
    "stopped at a limit before there was a result".to_owned()
}

/// Why a ticket failed of which nothing else is known.
pub fn no_step_worked() -> String {
    "no step worked".to_owned()
}

/// Why a run is given up that stopped the program again and again.
pub fn stops_the_program() -> String {
    "this step stopped me in the middle three times, so I do not begin it again by myself".to_owned()
}

/// Why a run is given up whose agent is gone.
pub fn agent_gone(name: &str) -> String {
    format!("the {} at it does not work here any more", as_title(name))
}

/// What somebody is called who is on the roster no more, and whose title nobody knows: "market-analyst" is "Market
/// analyst".
fn as_title(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The plan named somebody who does not work here; another does that step.
pub fn nobody_called(name: &str, step: &str) -> String {
    let (name, step) = (short(name, 30), short(step, 60));
    format!("The plan gave “{step}” to “{name}”, who does not work here; somebody else does it.")
}

/// A plan that cannot be carried out was left aside.
pub fn as_one_step(fault: Option<&PlanFault>) -> String {
    let why = match fault {
        Some(PlanFault::Circle) => "its steps wait for each other in a circle".to_owned(),
        Some(PlanFault::TooMany(steps)) => format!("it has {steps} steps, and {MAX_TASKS} are the most"),
        Some(PlanFault::Missing { .. }) => "one of its steps waits for a step that is not in it".to_owned(),
        Some(PlanFault::Twice(_) | PlanFault::Empty | PlanFault::UnknownAgent(_)) | None => {
            "its steps are mixed up".to_owned()
        }
    };
    format!("I made a plan that does not work: {why}. So I do it all in one step.")
}

/// A report was rated down. Only a language model (`reads`) can improve it by itself.
pub fn redo(number: i64, reads: bool) -> Asked {
    let mut options = vec![option("Leave it as it is", &format!("#{number} is done, as before"))];
    if reads {
        options.insert(0, option("Do it again", "I look for what is weak in it and improve that"));
    }
    let why = "Reply with what you miss, or choose:".to_owned();
    asked("Sorry about that. What should be different?".to_owned(), why, options)
}

/// What an agent is told when a report shall be better and nobody said how.
pub fn no_wish() -> String {
    "They were not content and did not say why. Hold the report against everything that was agreed, find what is \
     missing, wrong or hard to read, and make that better."
        .to_owned()
}
