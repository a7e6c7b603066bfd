//! Questions of the secretary itself when work cannot continue: a limit, a failure, a missing agent. With their
//! options, in the words that people read.

use super::so_far::SoFar;
use super::tickets::sentence;
use crate::secretary::agent::Agent;
use crate::secretary::budget::{Over, Scope};
use crate::secretary::decision::cut_off::CutOff;
use crate::secretary::decision::{Asked, AskedOption, Kind};
use crate::secretary::dispatch::Unfit;
use crate::secretary::names::phrases::{capital, short};
use crate::secretary::ticket::Task;
use crate::secretary::ticket::plan::{MAX_TASKS, PlanFault};
use crate::secretary::wording::style::sums;

/// An option, what follows from it, and what speaks for it and against it that this does not say already.
fn option(label: &str, impact: &str, (pros, cons): (&str, &str)) -> AskedOption {
    let [label, impact, pros, cons] = [label, impact, pros, cons].map(str::to_owned);
    AskedOption { label, impact, pros, cons }
}

/// What speaks for stopping and against it.
pub(in crate::secretary::wording) const STOPS: (&str, &str) =
    ("nothing more is done or spent", "no report comes of it");

fn stop() -> AskedOption {
    option("Stop", "the ticket is cancelled", STOPS)
}

fn leave_out() -> AskedOption {
    let sides = ("no more time goes into it", "what waits for it is left out, too");
    option("Leave it out", "the report says what is missing", sides)
}

/// `nothing`: the step has no result yet.
fn finish(nothing: bool) -> AskedOption {
    let cons = if nothing { "this step ends without a result" } else { "parts may be missing" };
    option("Finish with this", "the report is made of what there is", ("little more is spent", cons))
}

fn asked(question: String, why: String, options: Vec<AskedOption>) -> Asked {
    Asked { question, why, options, kind: Kind::Other, recommended: None, reason: String::new(), deadline: None }
}

/// With the first option recommended, where code knows why. It only marks: words like "your call" take it in no question but
/// one of the work, and silence never does.
fn advised(asked: Asked, reason: Option<&str>) -> Asked {
    Asked { recommended: reason.map(|_| 0), reason: reason.unwrap_or_default().to_owned(), ..asked }
}

/// A limit of a run, in turns of the model.
pub fn steps(most: u32) -> String {
    format!("{most} steps")
}

/// A limit of a run, in calls of tools.
pub fn actions(most: u32) -> String {
    format!("{most} actions")
}

/// A run has used up a limit. Where it has nothing yet, ending there wastes what it cost; with a first result only people know
/// whether that is enough. What was chosen before and did not help is not recommended again (see `prompting`).
pub fn limit(number: i64, limit: &str, so_far: SoFar<'_>) -> Asked {
    let (nothing, have) = (so_far.nothing(), so_far.said(500));
    let go_on = ("the step can come to its end", "it costs up to as much again");
    let options = vec![option("Go on", "as many again", go_on), finish(nothing), stop()];
    let reason = nothing.then_some("what was spent so far would come to nothing");
    advised(asked(format!("#{number} has used its {limit}. Go on?"), have, options), reason)
}

/// A budget is used up. `so_far`: what a run has; none where the idea is not read yet. Nothing is recommended: what work is
/// worth is for people to say, and a star on "Go on" would only teach to press it.
pub fn budget(number: i64, requester: &str, over: &Over, so_far: Option<SoFar<'_>>) -> Asked {
    let which = match over.scope {
        Scope::Ticket => format!("The budget of #{number}"),
        Scope::Person => format!("The budget of {requester} for today"),
        Scope::Day => "The budget for today".to_owned(),
        Scope::Workspace => "The budget for this month".to_owned(),
    };
    let who = if over.scope == Scope::Ticket { "" } else { " Only owners can let it go further." };
    let spent = format!("Spent: {}.{who}", sums::so_far(over));
    let dearer = match over.scope {
        Scope::Ticket => "it gets dearer than was planned",
        Scope::Person | Scope::Day => "more is spent today than was allowed",
        Scope::Workspace => "more is spent this month than was allowed",
    };
    let mut options = vec![option("Go on", "as much again", ("the work can come to its end", dearer))];
    let have = so_far.map(|so_far| format!(" {}", so_far.said(400))).unwrap_or_default();
    let why = format!("{spent}{have}");
    options.extend(so_far.map(|so_far| finish(so_far.nothing())));
    options.push(stop());
    asked(format!("{which} is used up. Go on?"), why, options)
}

/// A call was cut off: what was attempted, and that nobody knows whether it happened. So nothing is recommended: whoever can
/// look there knows more than code does.
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
        option("Retry", "I do it once more", ("right if it did not happen", "if it did happen, it happens twice")),
        option("It worked", "I go on as if it was done", ("nothing happens twice", "its answer is lost")),
        option(
            "Skip",
            "I leave it out and go on without it",
            ("nothing happens twice", "if it did happen, I do not know it"),
        ),
    ];
    asked(question, format!("{with}Please look there before you choose."), options)
}

/// A step has failed for good. Another try is recommended only where what was in the way may be gone by itself; of anything
/// else nobody knows whether it is worth its cost.
pub fn failure(task: &Task) -> Asked {
    let again = if task.may_pass {
        ("it may work now", "it costs as much once more")
    } else {
        ("", "it may fail in the same way")
    };
    let options = vec![option("Try again", "what is done stays done", again), leave_out(), stop()];
    let question = format!("“{}” did not work. What now?", short(&task.title, 80));
    let why = task.failure.as_deref().map(sentence).unwrap_or_default();
    advised(asked(question, why, options), task.may_pass.then_some("such trouble often passes by itself"))
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
    let mut options: Vec<AskedOption> = choices.iter().map(taking_over).collect();
    options.extend([leave_out(), stop()]);
    let mut step = format!("The step: “{}”.", short(&task.title, 80));
    if let Unfit::Gone(name) = why {
        step.push_str(&format!(" If the {} is back before you choose, the step goes on there.", as_title(name)));
    }
    if choices.is_empty() {
        let none = "Nobody else here can do it; an owner can add an agent to the folder “agents”, and I look again at my next start.";
        return asked(format!("{problem} What now?"), format!("{step} {none}"), options);
    }
    advised(asked(format!("{problem} Who takes over?"), step, options), best)
}

/// Why somebody is recommended for a step.
pub fn fits_best() -> &'static str {
    "it fits this step best"
}

/// Somebody who can take over: what they do, and what they may change.
fn taking_over(agent: &Agent) -> AskedOption {
    let sides = if agent.mutates { ("", "it may change things outside this ticket") } else { ("it only reads", "") };
    option(&agent.title, &short(&agent.description, 140), sides)
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
    capital(&name.replace(['-', '_'], " "))
}

/// The plan named somebody who does not work here; another does that step.
pub fn nobody_called(name: &str, step: &str) -> String {
    let (name, step) = (short(name, 30), short(step, 60));
    format!("The plan gave “{step}” to “{name}”, who does not work here; somebody else does it.")
}

/// A plan that cannot be carried out was left aside.
pub fn as_one_step(fault: Option<&PlanFault>) -> String {
    let why = match fault {
        Some(PlanFault::TooMany(steps)) => format!("it has {steps} steps, and {MAX_TASKS} are the most"),
        Some(PlanFault::Twice(_) | PlanFault::Empty) | None => "its steps are mixed up".to_owned(),
    };
    format!("I made a plan that does not work: {why}. So I do it all in one step.")
}

/// A report was rated down. Only a language model (`reads`) can improve it by itself. Nothing is recommended: only who reads it
/// knows what they miss.
pub fn redo(number: i64, reads: bool) -> Asked {
    // One way alone needs no weighing.
    let stays = if reads { ("nothing more is spent", "") } else { ("", "") };
    let mut options = vec![option("Leave it as it is", &format!("#{number} is done, as before"), stays)];
    if reads {
        let sides = ("you need not write anything", "I have to guess what you miss");
        options.insert(0, option("Do it again", "I look for what is weak in it and improve that", sides));
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

#[cfg(test)]
mod tests {
    use crate::secretary::agent::Limits;
    use crate::secretary::budget::{Amount, Limit};
    use crate::secretary::language::translations;
    use crate::secretary::names::languages::Language;
    use crate::secretary::wording::ticket::ways_on::*;

    fn failed(may_pass: bool) -> Asked {
        failure(&Task { failure: Some("no answer".to_owned()), may_pass, ..Task::new("t1", "Look", "") })
    }

    fn over(scope: Scope) -> Over {
        let limit = Limit { tokens: Some(50), micros: None };
        Over { scope, spent: Amount { tokens: 60, micros: 0 }, limit, currency: None }
    }

    fn cut_off() -> Asked {
        unknown(&CutOff { what: "send letter".to_owned(), to: None, with: Vec::new() })
    }

    fn gone(best: Option<&str>) -> Asked {
        let agent = |mutates| Agent { mutates, limits: Limits::default(), ..Agent::gone("planner") };
        let task = Task::new("t1", "Look", "");
        takeover(&task, &Unfit::Gone("writer".to_owned()), &[agent(false), agent(true)], best)
    }

    fn having(words: &str) -> SoFar<'_> {
        SoFar { words, done: &[] }
    }

    /// Every question of the secretary's own, in each of its shapes.
    fn all() -> Vec<Asked> {
        let budgets = Scope::ALL
            .into_iter()
            .flat_map(|scope| [None, Some(""), Some("one")].map(|words| (scope, words.map(having))))
            .map(|(scope, so_far)| budget(12, "Mara", &over(scope), so_far));
        let limits = ["", "one"].map(|words| limit(12, "40 steps", having(words)));
        let others = [cut_off(), failed(true), failed(false), gone(None), gone(Some(fits_best()))];
        let rated = [redo(12, true), redo(12, false)];
        budgets.chain(limits).chain(others).chain(rated).collect()
    }

    #[test]
    fn a_star_stands_only_where_code_knows_something() {
        let star = |asked: Asked| asked.recommended.map(|option| asked.options[option].label.clone());
        assert_eq!(star(limit(12, "40 steps", having(" "))).as_deref(), Some("Go on"));
        assert_eq!(star(limit(12, "40 steps", having("one"))), None);
        assert_eq!(star(failed(true)).as_deref(), Some("Try again"));
        assert_eq!(star(failed(false)), None);
        assert_eq!(star(gone(Some(fits_best()))).as_deref(), Some("planner"));
        assert_eq!((star(gone(None)), star(cut_off()), star(redo(12, true))), (None, None, None));
        for scope in Scope::ALL {
            assert_eq!(star(budget(12, "Mara", &over(scope), Some(having("")))), None, "{scope:?}");
        }
        for asked in all() {
            assert_eq!(asked.recommended.is_some(), !asked.reason.is_empty(), "{asked:?}");
            assert!(!asked.reason.starts_with("because"), "{asked:?}");
        }
    }

    #[test]
    fn what_speaks_for_and_against_is_short_and_said_once_and_in_each_language() {
        for asked in all() {
            let alone = asked.options.len() == 1;
            for option in &asked.options {
                let said = [&option.impact, &option.pros, &option.cons];
                let weighed = said[1..].iter().any(|side| !side.is_empty());
                assert_eq!(weighed, !alone, "{option:?}");
                for (at, side) in said.iter().enumerate().skip(1).filter(|(_, side)| !side.is_empty()) {
                    assert!(side.chars().count() <= 50 && !side.ends_with('.'), "{side}");
                    assert!(said.iter().enumerate().all(|(other, text)| other == at || text != side), "{option:?}");
                }
                for side in said[1..].iter().copied().chain([&asked.reason]).filter(|side| !side.is_empty()) {
                    for language in Language::ALL.into_iter().skip(1) {
                        assert_ne!(translations::line(side, language), **side, "{language:?}");
                    }
                }
            }
        }
        let line = "   For: it may work now. Against: it costs as much once more.";
        let german = "   Dafür: es kann jetzt klappen. Dagegen: es kostet noch einmal so viel.";
        assert_eq!(translations::line(line, Language::German), german);
    }
}
