//! "Later", "ask me tomorrow": what waits here goes on waiting, and is thought of again when that was said. In reply
//! it is about what it replies to, and about nothing else.

use crate::engine::context::{Context, Request};
use crate::engine::handlers::schedules::{change_schedule, fire};
use crate::engine::routing::commands;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::decision::Decision;
use crate::secretary::decision::deadline::Deadline;
use crate::secretary::message::Message;
use crate::secretary::schedule::Duty;
use crate::secretary::ticket::Ticket;
use crate::secretary::when::Rule;
use crate::secretary::wording::schedules::reminding as reminding_words;
use crate::secretary::wording::talk;
use chrono::{DateTime, TimeDelta, Utc};

/// Nobody is asked again sooner.
const SOONEST: TimeDelta = TimeDelta::minutes(10);

/// What somebody wants to be asked again.
enum Waiting {
    /// A decision of this ticket.
    Decision(Ticket, Box<Decision>),
    /// Its questions, or its card.
    Answers(Ticket),
}

/// What waits is to come again at this moment: a decision, else the questions or the card of a ticket.
pub(in crate::engine) async fn ask_again_at(
    context: &mut Context<'_>,
    request: &Request,
    ticket: Ticket,
    decision: Option<Decision>,
    at: DateTime<Utc>,
) -> Stored<EventOutcome> {
    let waiting = match decision {
        Some(decision) => Waiting::Decision(ticket, Box::new(decision)),
        None => Waiting::Answers(ticket),
    };
    asked_again_at(context, request, waiting, at).await
}

/// Reminds of what waits at this moment, in the place of an earlier reminder of the same.
async fn asked_again_at(
    context: &mut Context<'_>,
    request: &Request,
    waiting: Waiting,
    at: DateTime<Utc>,
) -> Stored<EventOutcome> {
    let zone = context.zone_of(&request.person).await?;
    let (what, note, number) = match &waiting {
        Waiting::Decision(ticket, decision) => {
            let over = |end: Deadline| end.at <= at;
            if decision.deadline().is_some_and(over) {
                let line = talk::stays_open(ticket, zone, context.now);
                return commands::answer(context, request, Message::lines([line])).await;
            }
            let what = reminding_words::to_decide(&decision.asked.question);
            (what, talk::still_open(ticket, zone, context.now), ticket.number)
        }
        Waiting::Answers(ticket) => (reminding_words::to_answer(ticket), talk::waits(ticket.number), ticket.number),
    };
    if at < context.now + SOONEST {
        let line = talk::asked_too_soon(number, SOONEST.num_minutes());
        return commands::answer(context, request, Message::lines([line])).await;
    }
    let same = Duty::Remind(what.clone());
    for earlier in context.tx.schedules(&context.workspace()).await? {
        let once = matches!(earlier.rule, Rule::Once { .. });
        if once && earlier.owner == request.person.id && earlier.duty == same && !earlier.over() {
            // Its message says so, with an Undo of its own.
            change_schedule::delete_schedule(context, request, &earlier, false).await?;
        }
    }
    fire::order_reminder(context, request, what, Rule::Once { at }, true, &[note]).await
}
