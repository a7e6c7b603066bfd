//! Snoozing of a prompt ("later", "ask me tomorrow"): the prompt stays open and a reminder of it comes at that time.
//! In a reply it concerns the replied prompt only.

use crate::engine::context::{Context, Handled, Request, say};
use crate::engine::handlers::schedules::{delete_schedule, fire};
use crate::secretary::decision::Decision;
use crate::secretary::intent::Timed;
use crate::secretary::message::Message;
use crate::secretary::schedule::Duty;
use crate::secretary::ticket::Ticket;
use crate::secretary::when::Rule;
use crate::secretary::wording::schedules::reminding as reminding_words;
use crate::secretary::wording::talk;
use chrono::{DateTime, TimeDelta, Utc};

/// The shortest snooze.
const SOONEST: TimeDelta = TimeDelta::minutes(10);

/// Snoozes a decision, or the questions or the card of a ticket, until this time. The reminder of it replaces an earlier
/// one of the same prompt.
pub async fn ask_again_at(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    decision: Option<&Decision>,
    at: DateTime<Utc>,
) -> Handled {
    let zone = context.zone_of(&request.person).await?;
    if decision.and_then(Decision::deadline).is_some_and(|end| end.at <= at) {
        let line = talk::stays_open(ticket, zone, context.now);
        return say::answer(context, request, Message::lines([line])).await;
    }
    if at < context.now + SOONEST {
        let line = talk::asked_too_soon(ticket.number, SOONEST.num_minutes());
        return say::answer(context, request, Message::lines([line])).await;
    }
    let (what, note) = match decision {
        Some(decision) => {
            let what = reminding_words::to_decide(&decision.asked.question);
            (what, talk::still_open(ticket, zone, context.now))
        }
        None => (reminding_words::to_answer(ticket), talk::waits(ticket.number)),
    };
    let duty = Duty::Remind(what);
    for earlier in context.tx.schedules(&context.workspace()).await? {
        let once = matches!(earlier.rule, Rule::Once { .. });
        if once && earlier.owner == request.person.id && earlier.duty == duty && !earlier.over() {
            // The message about the earlier reminder says so, with an Undo.
            delete_schedule::delete_schedule(context, request, &earlier, false).await?;
        }
    }
    let timed = Timed { rule: Rule::Once { at }, zone, local: true };
    fire::order(context, request, duty, timed, &[note]).await
}
