//! Sentences about a ticket that waits although nobody has to decide: the model is down, no agent is free, something
//! is not set up, a run is silent.

use super::tickets::{about, sentence};
use crate::secretary::message::Message;
use crate::secretary::message::action::{Action, TicketAct};
use crate::secretary::message::keys::Keys;
use crate::secretary::names::phrases::{listed, plural, short};
use crate::secretary::ticket::{Blocked, Status, TaskState, Ticket, Waiting};

/// The model does not answer.
pub fn model_down(ticket: &Ticket, long: bool, keys: &mut Keys) -> Message {
    let text = if long {
        " The language model has not answered for over an hour. I keep trying; an owner may want to look at it."
    } else {
        " The language model does not answer. This waits and goes on by itself; I'll tell you if it takes over an hour."
    };
    about(ticket, text).row(vec![
        keys.good("Try now", TicketAct::Resume.on(&ticket.id)),
        keys.bad("Cancel", TicketAct::Cancel.on(&ticket.id)),
    ])
}

/// With `/stats`, where no process does what is waited for.
pub fn nobody_works() -> String {
    "No process with the role worker runs just now: what you send me is kept, and goes on as soon as one does."
        .to_owned()
}

/// The message about the model, once it answers again.
pub fn model_back(ticket: &Ticket) -> Message {
    about(ticket, " The language model answers again; going on.").silently()
}

/// The account of the model is empty.
pub fn no_credit(why: &str) -> String {
    format!("the language model's account is out of credit ({why}). An owner can top it up")
}

/// The model turns the request down.
pub fn model_refuses(why: &str) -> String {
    format!("the language model refuses: {why}")
}

/// The model takes longer than its time limit.
pub fn model_too_slow(why: &str) -> String {
    format!("the language model is too slow: {why}")
}

/// The model says nothing.
pub fn no_answer() -> String {
    "the language model does not answer".to_owned()
}

/// Somebody must set something up first.
pub fn needs_setup(ticket: &Ticket, what: &str, keys: &mut Keys) -> Message {
    about(ticket, format!(" I can't do this yet. {}", sentence(what)))
        .line("I keep it; tap “Try now” once that is done.")
        .row(vec![
            keys.good("Try now", TicketAct::Resume.on(&ticket.id)),
            keys.bad("Cancel", TicketAct::Cancel.on(&ticket.id)),
        ])
}

/// Why the rules cannot do something, and what would help.
pub const NEEDS_A_MODEL: &str = "This needs a language model, and none is connected here yet. Whoever runs me can connect one \
                                 with OPENAI_API_KEY, or OPENAI_BASE_URL for a server of their own.";
/// What neither the rules nor a language model can do. A button sets the reminder.
pub const NEVER: &str = "Calling, buying and booking I can't do, with or without a language model. Shall I remind you?";

/// Something the rules cannot do without a language model, or not at all: kept, with what starts it. `told`: the person knows
/// what that means from an earlier idea of the day.
pub fn beyond(ticket: &Ticket, why: &str, told: bool, keys: &mut Keys) -> Message {
    let said = |text: String| about(ticket, format!(" {text}"));
    let why_not = sentence(why);
    if why.contains(NEVER) {
        // Nothing that may change here would start it. A time that was said is not asked for again.
        let (rule, zone) = ticket.standing.as_ref().map(|time| (time.rule.clone(), time.zone.clone())).unzip();
        let remind = Action::Remind { what: Some(short(&ticket.idea, 300)), rule, zone, person: None };
        let remind = keys.good("Remind me", remind);
        return said(why_not).row(vec![remind, keys.bad("Cancel", TicketAct::Cancel.on(&ticket.id))]);
    }
    let kept = format!("I keep it; once that changes, /dispatch {} starts it.", ticket.number);
    let message = if told {
        said(format!("{why_not} {kept}"))
    } else {
        said(why_not).line(format!(
            "{kept} What I can do now: remind you, keep notes and lists, do sums, read web pages, put a decision to you."
        ))
    };
    message.row(vec![keys.bad("Cancel", TicketAct::Cancel.on(&ticket.id))])
}

/// Why a ticket stands still although nobody has to decide, in a few words.
pub fn reason(ticket: &Ticket) -> Option<String> {
    match &ticket.waiting {
        Some(Waiting::Model(_)) => return Some(no_answer()),
        Some(Waiting::Setup(why)) => return Some(why.clone()),
        Some(Waiting::Answers) | None => {}
    }
    ticket.tasks.iter().find_map(|task| {
        if let TaskState::Blocked(Blocked::NoAgent(why)) = &task.state {
            return Some(why.clone());
        }
        let behind = matches!(task.state, TaskState::Blocked(Blocked::Dependency(_)));
        behind.then(|| "a step before has failed".to_owned())
    })
}

/// `/decide` for a ticket that has asked nothing: what it waits for instead.
pub fn nothing_to_decide(ticket: &Ticket) -> String {
    let n = ticket.number;
    let nothing = never_asked(n);
    match ticket.status() {
        Status::Confirming => format!(
            "#{n} has nothing to decide: its plan waits for your Start. Press it on the card, or send /dispatch {n}."
        ),
        Status::Asking if ticket.open_round().is_some() => {
            format!("#{n} has nothing to decide: its questions wait for an answer. Reply to them, or tap one there.")
        }
        Status::Paused => format!("#{n} has nothing to decide: it is paused. /resume {n} lets it go on."),
        Status::Waiting => {
            reason(ticket).map_or(nothing.clone(), |why| format!("{nothing} It waits: {}", sentence(&why)))
        }
        Status::Done | Status::Failed | Status::Cancelled => {
            format!("#{n} has nothing to decide: it is over. /show {n} shows how it ended.")
        }
        Status::New | Status::Asking | Status::Working | Status::Deciding | Status::Reporting => {
            format!("#{n} has nothing to decide just now. It goes on by itself.")
        }
    }
}

/// Nobody free or fitting.
pub fn no_agent(ticket: &Ticket, why: &str) -> String {
    format!("{why}; #{} starts by itself as soon as somebody is free", ticket.number)
}

/// There is no agent at all.
pub fn nobody_at_all() -> String {
    "there is no agent at all; an owner can add a file to the folder “agents”".to_owned()
}

/// Nobody has these skills.
pub fn nobody_can(skills: &[String]) -> String {
    format!("nobody here can do {} (an owner can add an agent to the folder “agents”)", skills.join(", "))
}

/// Those who could do it are at other work: the best of them, or all.
pub fn busy(who: Option<&str>) -> String {
    who.map_or_else(|| "everybody is busy".to_owned(), |who| format!("{who} is busy"))
}

/// The line under the progress while the model does not answer.
pub fn for_model() -> String {
    "waiting for the language model".to_owned()
}

/// The line under the progress while something must be set up.
pub fn for_setup() -> String {
    "waiting until that is set up".to_owned()
}

/// The line under the progress of a paused ticket.
pub fn paused_by(who: &str) -> String {
    format!("paused by {who}")
}

/// The line under the progress while all work is paused.
pub fn all_paused() -> String {
    "paused; /resume lets it go on".to_owned()
}

/// One ticket was paused, for who did it.
pub fn paused() -> &'static str {
    "Paused."
}

/// One ticket was paused while all work is.
pub fn stays_paused(number: i64) -> String {
    format!("It stays paused when everything else goes on; /resume {number} takes that back.")
}

/// One ticket was resumed while all work is paused.
pub fn joins_the_rest() -> String {
    "All work is paused. It goes on together with everything else: /resume.".to_owned()
}

/// It goes on, for who asked for it.
pub fn on_it() -> &'static str {
    "On it."
}

/// It goes on, but its questions are open.
pub fn questions_wait() -> &'static str {
    "My questions above still need your answer."
}

/// It goes on, but its card was not accepted yet.
pub fn card_waits() -> &'static str {
    "The card above waits for your Start."
}

/// How much work a pause of all work concerns, or its end.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// The tickets that stop or go on, of those that were looked at so far; some of them also wait for an answer.
    pub tickets: usize,
    /// More tickets follow in a moment.
    pub more: bool,
    /// The flows with runs that are not over.
    pub flows: usize,
}

/// All work was paused.
pub fn everything_paused(work: Work, keys: &mut Keys) -> Message {
    let words = touched(work).map(|touched| format!(" ({touched})")).unwrap_or_default();
    let text = format!(
        "All work is paused{words}. New ideas are kept, and so is the next time of work by the clock; reminders and reports \
         still come. /resume lets everything go on."
    );
    Message::lines([text]).row(vec![keys.good("Resume", Action::Command { line: "resume all".to_owned() })])
}

/// All work goes on, but for the tickets of these numbers, which were paused by themselves.
pub fn everything_goes_on(work: Work, alone: &[i64]) -> String {
    let words = touched(work).map(|touched| format!(" ({touched})")).unwrap_or_default();
    match alone {
        [] => format!("Work goes on{words}."),
        [one] => format!("Work goes on{words}. #{one} stays paused; /resume {one} lets it go on."),
        [first, ..] => {
            let numbers: Vec<String> = alone.iter().take(5).map(|n| format!("#{n}")).collect();
            let rest = if alone.len() > 5 { " and others" } else { "" };
            format!(
                "Work goes on{words}. {}{rest} stay paused; /resume {first} lets the first go on.",
                numbers.join(", ")
            )
        }
    }
}

/// "2 tickets and 1 flow"; none if there is nothing.
fn touched(work: Work) -> Option<String> {
    let more = if work.more { "more than " } else { "" };
    let tickets = (work.tickets > 0).then(|| format!("{more}{}", plural(work.tickets, "ticket", "tickets")));
    let flows = (work.flows > 0).then(|| plural(work.flows, "flow", "flows"));
    let parts: Vec<String> = tickets.into_iter().chain(flows).collect();
    (!parts.is_empty()).then(|| listed(&parts))
}

/// A run has been silent.
pub fn stalled(ticket: &Ticket, who: &str, keys: &mut Keys) -> Message {
    about(ticket, format!(" {who} has said nothing for ten minutes. I keep waiting."))
        .row(vec![keys.bad("Stop", TicketAct::Cancel.on(&ticket.id))])
}

/// A ticket in which no decision was ever asked for.
pub fn never_asked(number: i64) -> String {
    format!("#{number} has nothing to decide.")
}
