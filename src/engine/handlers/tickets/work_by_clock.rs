//! `/every`: work that comes again, with its time in front.

use crate::engine::context::{Context, Handled, Request, audit_log, say};
use crate::engine::handlers::tickets::new_ideas;
use crate::engine::transition::apply_event;
use crate::ports::grammar::Timely;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::intent::Intent;
use crate::secretary::message::action::Action;
use crate::secretary::names::phrases::after;
use crate::secretary::permissions::Operation;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::standing::Standing;
use crate::secretary::wording::schedules::work as wording;
use chrono_tz::Tz;

/// Opens a ticket for the work. Its card shows the time; the start of its plan makes the schedule.
pub async fn every(context: &mut Context<'_>, request: &Request, text: &str) -> Handled {
    for operation in [Operation::SendIdea, Operation::Schedule] {
        if let Err(why) = audit_log::may(context, request, operation) {
            return say::refuse(context, request, why).await;
        }
    }
    let zone = context.zone_of(&request.person).await?;
    let grammar = &context.engine.parts.grammar;
    let text = after(text, &["every"]).unwrap_or(text);
    // "/every daily 9:00 …" says it twice, and five cron fields stand by themselves.
    let said = [format!("every {text}"), text.to_owned()].map(|text| grammar.timely(&text, zone, request.said_at));
    let recurs = |found: &Timely| matches!(&found.timed, Some(Ok(timed)) if timed.rule.recurs());
    let order = by_command(request, "every", "");
    if let Some(asked) = which_time(context, request, (text, zone), order).await? {
        return Ok(asked);
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
        Ok(_) => return say::refuse(context, request, wording::only_once().to_owned()).await,
        Err(why) => return say::refuse(context, request, why.to_string()).await,
    };
    let message = request.message.clone();
    let opened = new_ideas::opened(context, request, &rest, message.as_ref()).await?;
    let own = timed.local && timed.zone == zone;
    let standing = Standing::new(timed.rule, timed.zone, String::new(), context.now).by_own_clock(own);
    let ticket = Ticket { standing: Some(Box::new(standing)), ..opened };
    apply_event::act(context, request, &ticket, &Event::IdeaReceived).await
}

/// Asks which time a bare number in front of words is: an hour of either half of the day, or a day of the month. None: the
/// words say it. `order`: what a time that says it comes to, with what stood behind the number.
pub async fn which_time(
    context: &mut Context<'_>,
    request: &Request,
    (text, zone): (&str, Tz),
    order: impl Fn(String) -> Action,
) -> Stored<Option<EventOutcome>> {
    let (first, behind) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let (Ok(number), what) = (first.parse::<u32>(), behind.trim()) else { return Ok(None) };
    let grammar = &context.engine.parts.grammar;
    let monthly = grammar.timely(&format!("every {}", text.trim()), zone, request.said_at);
    // "9 to call Kim" is "9 call Kim": nothing but the number says when.
    let alone = grammar.timely(what, zone, request.said_at);
    let only = monthly.rest == what || (alone.timed.is_none() && monthly.rest == alone.rest);
    let bare = only && matches!(&monthly.timed, Some(Ok(timed)) if timed.rule.recurs());
    let said = !what.is_empty() && grammar.time(text, zone, request.said_at).is_ok();
    if !bare || said {
        return Ok(None);
    }
    // "30 February" is neither an hour nor a day of each month.
    if let Some(Err(why)) = grammar.timely(text, zone, request.said_at).timed {
        return say::refuse(context, request, why.to_string()).await.map(Some);
    }
    say::ask(context, request, |keys| wording::which_number(number, &monthly.rest, order, keys).own()).await.map(Some)
}

/// Orders that give a time to a command of this person. `before`: what stands in front of the time.
pub fn by_command(request: &Request, name: &str, before: &str) -> impl Fn(String) -> Action + use<> {
    let (person, name, before) = (request.person.id.clone(), name.to_owned(), before.to_owned());
    move |time| {
        let intent = Box::new(Intent::Command { name: name.clone(), text: format!("{before}{time}") });
        Action::Understood { person: person.clone(), intent, item: None }
    }
}
