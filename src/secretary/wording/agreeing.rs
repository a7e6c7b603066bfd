//! What is said where a plan begins only once several agree, or somebody else than whoever sent it.

use super::super::decision::{Asked, AskedOption, Kind};
use super::super::message::{Message, Span};
use super::super::ticket::Ticket;
use super::{plural, short, tickets};

/// Steps of a plan that the question names.
const STEPS: usize = 6;

/// The question whether a plan may begin. `by`: who wants that. Nothing is recommended: several are asked so that each
/// looks for themself.
pub fn asked(ticket: &Ticket, by: &str) -> Asked {
    let question =
        format!("{} wants to start “{}”. Shall it begin?", short(by, 40), short(&tickets::title(ticket), 80));
    let steps: Vec<String> = ticket.tasks.iter().take(STEPS).map(|task| short(&task.title, 60)).collect();
    let more = ticket.tasks.len().saturating_sub(STEPS);
    let more = if more == 0 { String::new() } else { format!("; and {}", plural(more, "step more", "steps more")) };
    let steps = match steps.as_slice() {
        [] | [_] => String::new(),
        several => format!(" Steps: {}{more}.", several.join("; ")),
    };
    let summary = tickets::sentence(&short(&ticket.requirement.summary, 240));
    let why = format!("{summary}{steps} /show {} shows the whole plan.", ticket.number);
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
    let number = ticket.number;
    let text = format!(
        " {} decided against starting it, so it is cancelled. /resume {number} shows the plan again.",
        short(by, 80)
    );
    Message::default().spans(vec![tickets::number(ticket), Span::text(text)])
}

/// To whoever changed a plan elsewhere than where its card stands.
pub fn changed_here(ticket: &Ticket) -> Message {
    let text = " Changed. The new version goes to whoever sent the idea; once Start is pressed there, it is asked about again.";
    Message::default().spans(vec![tickets::number(ticket), Span::text(text)]).silently()
}
