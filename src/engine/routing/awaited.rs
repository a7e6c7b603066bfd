//! Words that buttons ask for: the prompt for them where the platform has no forms, and the refusal if their subject
//! changed meanwhile. It must not interpret them.

use crate::engine::context::{Context, Handled, Request, facts, say};
use crate::engine::handlers::tickets::history;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::ids::Slot;
use crate::secretary::message::action::{TicketAct, Words};
use crate::secretary::message::routing;
use crate::secretary::orders::button_event;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;
use crate::secretary::wording::lists::history::Past;
use crate::secretary::wording::talk::{asides, late};
use crate::secretary::wording::ticket::cards;

/// Asks for the words that a button needs, where the platform has no forms.
pub async fn ask_words(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    act: &TicketAct,
    asked: &Words,
) -> Handled {
    if !routing::fits(ticket, act) {
        // The lifecycle knows the refusal: "Already decided …", "is done already".
        let actor = context.actor(request).await?;
        let words = if matches!(asked, Words::Decision(_)) { "" } else { "?" };
        let why = match button_event::of(act, ticket, words.to_owned()) {
            Ok(event) => facts::refusal_of(context, ticket, &event, actor).await?,
            Err(why) => Some(why),
        };
        return Ok(EventOutcome::Refused(why.unwrap_or_else(late::forgotten)));
    }
    if routing::outdated(ticket, act) {
        return Ok(EventOutcome::Refused(late::older_edit(ticket)));
    }
    if let Some(why) = wants_no_words_of(context, request, ticket, act).await? {
        return Ok(EventOutcome::Refused(why));
    }
    let seq = context.seq;
    let name = match asked {
        Words::Correction => format!("card/words{seq}"),
        Words::Decision(key) => format!("{key}/words{seq}"),
        Words::Revision => format!("report1/words{seq}"),
    };
    let message = asides::ask_words(ticket, asked);
    let slot = Slot::new(format!("{}/{name}", ticket.id));
    say::post(context, &request.room.id, slot, message, request.reply.clone()).await?;
    // The former text is in the message above.
    let anew = if let TicketAct::EditCard { card, .. } = act { Some(*card) } else { None };
    let act = anew.map_or_else(|| act.clone(), |card| TicketAct::EditCard { card, typed: None });
    let action = act.on(&ticket.id);
    say::expect(context, request, &action).await?;
    Ok(EventOutcome::Decided(None))
}

/// Why no words of this person can decide. None: some words may; nobody is asked for words that are refused anyway.
pub async fn wants_no_words_of(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    act: &TicketAct,
) -> Stored<Option<String>> {
    let TicketAct::DecideOther { decision } = act else { return Ok(None) };
    let event = Event::DecisionMade { decision: decision.clone(), option: None, text: Some("?".to_owned()) };
    let actor = context.actor(request).await?;
    facts::refusal_of(context, ticket, &event, actor).await
}

/// A correction of an outdated card changes nothing, and its words are given back.
pub async fn written_for_an_older_card(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    words: &str,
) -> Handled {
    let by = started_by(context, ticket).await?;
    say::ask(context, request, |keys| cards::changed_since(ticket, words, by.as_deref(), keys)).await
}

/// Who started the running work on a plan, if known.
pub async fn started_by(context: &mut Context<'_>, ticket: &Ticket) -> Stored<Option<String>> {
    let course = if ticket.under_way() { history::course(context, ticket, None).await? } else { Vec::new() };
    let starts = |past: &&Past| matches!(past.event, Event::Confirmed | Event::DispatchRequested);
    Ok(course.iter().rev().filter(starts).find_map(|past| past.who.clone()))
}
