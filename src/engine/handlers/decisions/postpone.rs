//! Snoozing of a prompt ("later", "ask me tomorrow"): the prompt stays open and a reminder of it comes at that time.
//! In a reply it concerns the replied prompt only.

use crate::engine::context::{Context, Handled, Request, say};
use crate::engine::handlers::schedules::{delete_schedule, fire};
use crate::secretary::decision::Decision;
use crate::secretary::decision::deadline::Deadline;
use crate::secretary::message::Message;
use crate::secretary::schedule::Duty;
use crate::secretary::ticket::Ticket;
use crate::secretary::when::Rule;
use crate::secretary::wording::schedules::reminding as reminding_words;
use crate::secretary::wording::talk;
use chrono::{DateTime, TimeDelta, Utc};

/// The shortest snooze.
const SOONEST: TimeDelta = TimeDelta::minutes(10);

/// The prompt that is snoozed.
enum Waiting {
    /// A decision of the ticket.
    Decision(Ticket, Box<Decision>),
    /// The questions or the card of the ticket.
    Answers(Ticket),
}

/// Snoozes a decision, or the questions or the card of a ticket, until this time.
pub async fn ask_again_at(
    context: &mut Context<'_>,
    request: &Request,
    ticket: Ticket,
    decision: Option<Decision>,
    at: DateTime<Utc>,
) -> Handled {
    let waiting = match decision {
        Some(decision) => Waiting::Decision(ticket, Box::new(decision)),
        None => Waiting::Answers(ticket),
    };
    asked_again_at(context, request, waiting, at).await
}

/// Writes the reminder of a prompt. It replaces an earlier reminder of the same prompt.
async fn asked_again_at(context: &mut Context<'_>, request: &Request, waiting: Waiting, at: DateTime<Utc>) -> Handled {
    let zone = context.zone_of(&request.person).await?;
    let (what, note, number) = match &waiting {
        Waiting::Decision(ticket, decision) => {
            let over = |end: Deadline| end.at <= at;
            if decision.deadline().is_some_and(over) {
                let line = talk::stays_open(ticket, zone, context.now);
                return say::answer(context, request, Message::lines([line])).await;
            }
            let what = reminding_words::to_decide(&decision.asked.question);
            (what, talk::still_open(ticket, zone, context.now), ticket.number)
        }
        Waiting::Answers(ticket) => (reminding_words::to_answer(ticket), talk::waits(ticket.number), ticket.number),
    };
    if at < context.now + SOONEST {
        let line = talk::asked_too_soon(number, SOONEST.num_minutes());
        return say::answer(context, request, Message::lines([line])).await;
    }
    let same = Duty::Remind(what.clone());
    for earlier in context.tx.schedules(&context.workspace()).await? {
        let once = matches!(earlier.rule, Rule::Once { .. });
        if once && earlier.owner == request.person.id && earlier.duty == same && !earlier.over() {
            // The message about the earlier reminder says so, with an Undo.
            delete_schedule::delete_schedule(context, request, &earlier, false).await?;
        }
    }
    fire::order_reminder(context, request, what, Rule::Once { at }, &[note]).await
}
