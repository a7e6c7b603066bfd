//! `/every`: work that comes again, with its time in front.

use crate::engine::context::{Context, Handled, Request, audit_log, say};
use crate::engine::handlers::tickets::new_ideas;
use crate::engine::transition::apply_event;
use crate::ports::grammar::Timely;
use crate::secretary::permissions::Operation;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::standing::Standing;
use crate::secretary::wording::schedules::work as wording;

/// Opens a ticket for the work. Its card shows the time; the start of its plan makes the schedule.
pub async fn every(context: &mut Context<'_>, request: &Request, text: &str) -> Handled {
    for operation in [Operation::SendIdea, Operation::Schedule] {
        if let Err(why) = audit_log::may(context, request, operation) {
            return say::refuse(context, request, why).await;
        }
    }
    let zone = context.zone_of(&request.person).await?;
    let grammar = &context.engine.parts.grammar;
    // "/every daily 9:00 …" says it twice, and five cron fields stand by themselves.
    let said = [format!("every {text}"), text.to_owned()].map(|text| grammar.timely(&text, zone, request.said_at));
    let recurs = |found: &Timely| matches!(&found.timed, Some(Ok(timed)) if timed.rule.recurs());
    let bare = text.split_once(' ').and_then(|(number, what)| Some((number.parse::<u32>().ok()?, what.trim())));
    let [behind_every, alone] = &said;
    if let Some((number, what)) = bare
        && recurs(behind_every)
        && behind_every.rest == what
    {
        // A bare number may be an hour or a day; "30 February" is neither.
        if let Some(Err(why)) = &alone.timed {
            return say::refuse(context, request, why.to_string()).await;
        }
        let person = request.person.id.clone();
        return say::ask(context, request, |keys| wording::which_number(number, what, &person, keys)).await;
    }
    let at = said.iter().position(recurs).or_else(|| said.iter().position(|found| found.timed.is_some()));
    let Some(Timely { rest, timed: Some(timed) }) = at.map(|at| said[at].clone()) else {
        return say::refuse(context, request, wording::no_time().to_owned()).await;
    };
    let timed = match timed {
        Ok(timed) if rest.is_empty() && timed.rule.recurs() => {
            return say::refuse(context, request, wording::no_work().to_owned()).await;
        }
        Ok(timed) if timed.rule.recurs() => timed,
        Ok(_) => return say::refuse(context, request, wording::no_time().to_owned()).await,
        Err(why) => return say::refuse(context, request, why.to_string()).await,
    };
    let message = request.message.clone();
    let opened = new_ideas::opened(context, request, &rest, message.as_ref()).await?;
    let own = timed.local && timed.zone == zone;
    let standing = Standing::new(timed.rule, timed.zone, String::new(), context.now).by_own_clock(own);
    let ticket = Ticket { standing: Some(Box::new(standing)), ..opened };
    apply_event::act(context, request, &ticket, &Event::IdeaReceived).await
}
