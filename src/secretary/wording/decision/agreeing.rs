//! Sentences about plans that several people, or somebody other than the requester, must approve.

use crate::secretary::decision::{Asked, AskedOption, Kind};
use crate::secretary::message::Message;
use crate::secretary::names::phrases::{capital, plural, short};
use crate::secretary::people::names::{AT_THE_PAGE, NAMELESS};
use crate::secretary::ticket::facts::Facts;
use crate::secretary::ticket::{Ticket, plan_edit};
use crate::secretary::wording::ticket::plan_edits::changed_by;
use crate::secretary::wording::ticket::tickets;

/// Steps of a plan that the question names.
const STEPS: usize = 6;
/// Characters of them all. What people wrote into them is as long as they like, and what is cut is said to be.
const STEPS_WIDTH: usize = 360;

/// The question whether a plan may begin. `by`: who wants that. Nothing is recommended: several are asked so that each
/// looks for themself. It says what the card says: where people wrote the steps, these and who changed the plan, not the sentence that
/// was written before.
pub fn asked(ticket: &Ticket, facts: &Facts, by: &str) -> Asked {
    // The question is kept as it is put, for whoever reads it later: "you" would be nobody in particular.
    let by = if by == NAMELESS { capital(AT_THE_PAGE) } else { by.to_owned() };
    let question = format!("{} wants to start “{}”. Shall it begin?", short(&by, 40), short(&ticket.short_title(), 80));
    let own = plan_edit::of_steps(&ticket.edits);
    let width = STEPS_WIDTH / ticket.tasks.len().clamp(1, STEPS);
    let steps: Vec<String> = ticket.tasks.iter().take(STEPS).map(|task| short(plan_edit::words(task), width)).collect();
    let more = ticket.tasks.len().saturating_sub(STEPS);
    let more = if more == 0 { String::new() } else { format!("; and {}", plural(more, "step more", "steps more")) };
    let steps = match steps.as_slice() {
        [] => String::new(),
        [_] if !own => String::new(),
        [one] => format!("The only step: {}.", one.trim_end_matches('.')),
        several => format!("Steps: {}{more}.", several.join("; ")),
    };
    let summary = if own { String::new() } else { tickets::sentence(&short(&ticket.requirement.summary, 240)) };
    // What came from a direct chat is shown in direct chats only.
    let whole = if ticket.direct {
        format!("/show {}, in our direct chat, shows the whole plan.", ticket.number)
    } else {
        format!("/show {} shows the whole plan.", ticket.number)
    };
    let changed = changed_by(ticket, facts).unwrap_or_default();
    let sentences = [summary, changed, steps, whole];
    let why = sentences.iter().filter(|said| !said.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" ");
    let option = |label: &str, impact: &str, pros: &str, cons: &str| AskedOption {
        label: label.to_owned(),
        impact: impact.to_owned(),
        pros: pros.to_owned(),
        cons: cons.to_owned(),
    };
    let options = vec![
        option(
            "Start",
            "the work begins as planned",
            "it can still be stopped at any time",
            "it costs what the work costs",
        ),
        option("Don't do it", "the ticket is cancelled", "nothing is spent", "there will be no report"),
    ];
    Asked { question, why, options, kind: Kind::Other, recommended: None, reason: String::new(), deadline: None }
}

/// To whoever pressed Start and has no voice in it.
pub fn others_asked(four_eyes: bool) -> &'static str {
    if four_eyes {
        "Noted. Somebody else has to agree before it begins (four eyes); I've asked."
    } else {
        "Noted. Others have to agree before it begins; I've asked."
    }
}

/// The reason kept when people did not want a plan to begin.
pub fn not_agreed() -> &'static str {
    "the plan was not agreed to"
}

/// To whoever sent an idea that people decided against. `by`: who did.
pub fn told_not_agreed(ticket: &Ticket, by: &str) -> Message {
    let (number, by) = (ticket.number, capital(&short(by, 80)));
    let text = format!(" {by} decided against starting it, so it is cancelled. /resume {number} shows the plan again.");
    tickets::about(ticket, text)
}

/// To whoever changed a plan elsewhere than where its card stands.
pub fn changed_here(ticket: &Ticket) -> Message {
    tickets::about(ticket, " Changed. The new version goes to whoever sent the idea; once Start is pressed there, it is asked about again.").silently()
}
