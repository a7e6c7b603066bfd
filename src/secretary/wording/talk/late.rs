//! The answer to a press that comes late or twice: what became of its subject, in one line that fits a toast
//! (platform-facts T22: 200 characters).

use crate::secretary::decision::Decision;
use crate::secretary::ids::PersonId;
use crate::secretary::names::phrases::{listed, short};
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Ending, Stage, Ticket};
use crate::secretary::when;
use crate::secretary::wording::style::question_marks;
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

/// From this age on a moment is said as a date.
const LONG_AGO: TimeDelta = TimeDelta::hours(12);

/// A button of which nothing is known any more.
pub fn forgotten() -> String {
    "That button has done its work. /list shows how things stand.".to_owned()
}

/// A button of a message that stands in another chat.
pub fn of_another_chat() -> String {
    "That button belongs to another chat, and works only there.".to_owned()
}

/// A button for words that were taken already.
pub fn taken_already() -> String {
    "I have that already. Write it once more if you want it twice.".to_owned()
}

/// Start on a card that has been corrected since.
pub fn older_card(ticket: &Ticket) -> String {
    match ticket.stage {
        Stage::Confirming => "That card was changed. Press Start on the newest one below.".to_owned(),
        Stage::Intake | Stage::Clarifying | Stage::Working | Stage::Reporting | Stage::Closed(_) => {
            "That card was changed. A new one follows.".to_owned()
        }
    }
}

/// Edit on a card that has been corrected since.
pub fn older_edit(ticket: &Ticket) -> String {
    if ticket.under_way() {
        return "That card was changed and has been started. Say it in reply to a message of the work, and I add it there."
            .to_owned();
    }
    "That card was changed. Press Edit on the newest one.".to_owned()
}

/// What has become of what this event was for.
pub fn late(ticket: &Ticket, event: &Event, now: DateTime<Utc>) -> String {
    let n = ticket.number;
    if let Event::OptionTapped { round, question, .. } | Event::TicksDone { round, question } = event {
        return answered(ticket, *round, Some(*question));
    }
    if let Event::LeftToJudgement { round } = event {
        return answered(ticket, *round, None);
    }
    if matches!(event, Event::Confirmed) {
        return match (ticket.stage, ticket.started_at) {
            (Stage::Intake | Stage::Clarifying, _) => "I am reading it anew; a new card follows.".to_owned(),
            (_, Some(at)) => format!("Already started{}.", ago(at, now)),
            (_, None) => "Already started.".to_owned(),
        };
    }
    if let Event::StopAnswered { sure, .. } = event {
        let kept = "It was kept going. Press Stop again if it is to end.";
        return if *sure { kept } else { "It goes on already." }.to_owned();
    }
    if matches!(event, Event::Rated { .. } | Event::ReviseRequested { .. }) {
        if ticket.reports.is_empty() {
            return format!("#{n} has no report yet.");
        }
        return "I'm doing it again already; the new report follows.".to_owned();
    }
    let decides = matches!(
        event,
        Event::DecisionMade { .. }
            | Event::DecisionReopened { .. }
            | Event::DecisionWidened { .. }
            | Event::DecisionChanged { .. }
            | Event::SureAnswered { .. }
    );
    if decides { format!("#{n} has nothing to decide just now.") } else { forgotten() }
}

/// A question that is closed, with its answer.
fn answered(ticket: &Ticket, round: usize, question: Option<usize>) -> String {
    let answers = ticket.rounds.get(round).map(|r| &r.answers);
    let answer = answers.and_then(|a| a.get(question?)).and_then(Option::as_deref);
    match answer {
        Some(answer) => format!("Already answered: {}.", short(answer, 100).trim_end_matches('.')),
        None => "Those questions are settled already.".to_owned(),
    }
}

/// A decision that was made: "Already decided by Kim 2 min ago: only monthly terms."
pub fn decided(decision: &Decision, reader: Option<&PersonId>, zone: Tz, now: DateTime<Utc>) -> String {
    let Some(verdict) = decision.verdict() else { return "This decision is not needed any more.".to_owned() };
    let words = question_marks::called(decision, verdict.text.trim_end_matches('.'), 100);
    let at = if now - verdict.at < LONG_AGO {
        ago(verdict.at, now)
    } else {
        format!(", {}", when::say_time(verdict.at, zone, now))
    };
    match &verdict.by {
        None if !decision.overdue => format!("Taken without asking{at}, as the threshold says: {words}."),
        None => format!("Taken as announced{at}, since nobody answered: {words}."),
        Some(by) if Some(by) == reader => {
            let others = decision.votes.iter().filter(|vote| !vote.of(by) && vote.option == verdict.option);
            let who: Vec<String> =
                std::iter::once("you".to_owned()).chain(others.map(|vote| short(&vote.name, 40))).collect();
            format!("Already decided by {}{at}: {words}.", listed(&who))
        }
        Some(_) => format!("Already decided by {}{at}: {words}.", short(&verdict.name, 40)),
    }
}

/// Words that came too late to count: what was so already, and the words, so that they are not lost.
pub fn given_back(already: &str, words: &str) -> String {
    format!("{already} You wrote: “{}”.", short(words, 1_000))
}

/// A press on a ticket that is over: how it ended, and the way on.
pub fn over(ticket: &Ticket, ending: Ending) -> String {
    let n = ticket.number;
    match (ending, &ticket.hold.cancelled) {
        (Ending::Cancelled, Some(cancelled)) => {
            let by = short(&cancelled.by, 40);
            format!("#{n} was already cancelled by {by}. /resume {n} takes it up again.")
        }
        _ => crate::secretary::wording::talk::refusals::already_closed(ticket, ending),
    }
}

/// " 2 min ago", " just now".
fn ago(at: DateTime<Utc>, now: DateTime<Utc>) -> String {
    match when::say_relative(at, now).as_str() {
        "now" => " just now".to_owned(),
        relative => format!(" {relative}"),
    }
}
