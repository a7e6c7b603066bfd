//! Buttons of tickets: each becomes an event of its person, after the permission check.

use crate::engine::context::{Context, Handled, Request, audit_log, conversation, directory, effects, undo_stack};
use crate::engine::handlers::decisions::change_decision;
use crate::engine::handlers::settings::approval_policy;
use crate::engine::handlers::tickets::{new_ideas, plan_edits, set_up};
use crate::engine::routing::{awaited, commands};
use crate::engine::transition::{apply_event, waiting_for_budget};
use crate::ports::store::{EventOutcome, Stored};
use crate::ports::trial::planted;
use crate::secretary::decision::{Decision, DecisionState};
use crate::secretary::ids::{DecisionId, PersonId};
use crate::secretary::message::action::TicketAct;
use crate::secretary::message::routing;
use crate::secretary::orders::button_event;
use crate::secretary::permissions::Refusal;
use crate::secretary::permissions::button_rights::{operation, pressed_for, reads_outcome, rule};
use crate::secretary::policy::Source;
use crate::secretary::ticket::decisions::changed;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Blocked, TaskState, Ticket};
use crate::secretary::wording::decision::changing::Wanted;
use crate::secretary::wording::talk::{asides, late, refusals};

/// Handles a button of a ticket, with the words that it asked for.
pub async fn on_ticket(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    act: &TicketAct,
    text: Option<&str>,
) -> Handled {
    if let Err(why) = audit_log::may(context, request, operation(act, ticket)) {
        let rule = rule((&request.person, &request.room), ticket, act);
        let why = rule.map_or(why, |rule| refusals::refused(&request.person, rule, Refusal::Role));
        let decided = decided_before(context, request, ticket, act).await?;
        return Ok(EventOutcome::Refused(decided.map_or_else(|| why.clone(), |decided| format!("{decided} {why}"))));
    }
    if let Some(done) = beside(context, request, ticket, act).await? {
        return Ok(done);
    }
    let asked = act.words();
    if let (Some(asked), None) = (&asked, text) {
        return awaited::ask_words(context, request, ticket, act, asked).await;
    }
    if asked.is_some() {
        // The words have come, perhaps by a form, so the next message is for something else.
        context.tx.expected(&request.room.id, &request.person.id).await?;
    }
    let words = text.map(str::trim).unwrap_or_default().to_owned();
    if asked.is_some() && words.is_empty() {
        return Ok(EventOutcome::Refused(refusals::nothing_to_do()));
    }
    if routing::outdated(ticket, act) {
        return Box::pin(awaited::written_for_an_older_card(context, request, ticket, &words)).await;
    }
    let event = match button_event::of(act, ticket, words) {
        Ok(event) => event,
        Err(why) => return Ok(EventOutcome::Refused(why)),
    };
    if asked.is_some()
        && let Some(outcome) = plan_edits::given_back(context, request, ticket, &event).await?
    {
        return Ok(outcome);
    }
    undo_stack::mark_on(context, request, ticket, &event).await?;
    if let TicketAct::Rate { .. } = act {
        wish_no_more(context, request, ticket).await?;
    }
    let actor = context.actor(request).await?;
    if planted::is("press-overrides")
        && let TicketAct::Decide { decision, .. } = act
    {
        return apply_event::apply_to(context, &undecided(ticket, decision), &event, Some(actor)).await;
    }
    if matches!(event, Event::ResumeRequested) {
        effects::hurry(context, ticket).await?;
    }
    let outcome = apply_event::apply_to(context, ticket, &event, Some(actor)).await?;
    match outcome {
        EventOutcome::Decided(_) => {
            conversation::answered(context, request, ticket, &event).await?;
            waiting_for_budget::others_go_on(context, request, ticket, &event).await?;
        }
        EventOutcome::Refused(_) => undo_stack::unmark(context, request).await?,
        EventOutcome::Again | EventOutcome::Quarantined(_) => {}
    }
    Ok(outcome)
}

/// What a button does without an event to its ticket; none for any other button.
async fn beside(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    act: &TicketAct,
) -> Stored<Option<EventOutcome>> {
    let done = if let TicketAct::Show | TicketAct::ShowCall { .. } = act {
        shown(context, request, ticket, act).await?
    } else if let TicketAct::NewInstead { text, passed_on, by } = act {
        new_instead(context, request, ticket, text, *passed_on, by.as_ref()).await?
    } else if let TicketAct::Trial { card } = act {
        set_up::try_out(context, ticket, *card).await?
    } else if let TicketAct::RemindThen = act {
        // Only buttons of older versions ask for this.
        EventOutcome::Refused(late::late(ticket, &Event::Confirmed, context.now))
    } else if let TicketAct::Reopen { decision } = act
        && let Some(decision) = changeable(context, ticket, decision).await?
    {
        Box::pin(change_decision::gone_on(context, request, ticket, &decision, Wanted::Anything)).await?
    } else {
        return Ok(None);
    };
    Ok(Some(done))
}

/// Shows a ticket, or the call that waits for approval.
async fn shown(context: &mut Context<'_>, request: &Request, ticket: &Ticket, act: &TicketAct) -> Handled {
    if let TicketAct::ShowCall { decision } = act {
        return approval_policy::show_call(context, request, ticket, decision).await;
    }
    commands::show(context, request, ticket).await
}

/// Takes words out of a ticket, where they had been added, as an idea of their own.
async fn new_instead(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    text: &str,
    passed_on: Option<bool>,
    by: Option<&PersonId>,
) -> Handled {
    if let Some(by) = by.filter(|by| **by != request.person.id) {
        let name = context.tx.person(by).await?.map(|person| person.name);
        return Ok(EventOutcome::Refused(asides::words_of(name.as_deref())));
    }
    // What the words had caused is undone where possible.
    let (event, actor) = (Event::NotMeant { text: Some(text.to_owned()) }, context.actor(request).await?);
    apply_event::apply_to(context, ticket, &event, Some(actor)).await?;
    context.passed_on |= passed_on.unwrap_or_else(|| ticket.read.contains(&Source::Forwarded));
    new_ideas::idea(context, request, text, None).await
}

/// The decision that was made before, for a person who reads it there but may not decide. None if it is open or not
/// visible to them.
async fn decided_before(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    act: &TicketAct,
) -> Stored<Option<String>> {
    if !reads_outcome((&request.person, &request.room), ticket, act) {
        return Ok(None);
    }
    let zone = context.zone_of(&request.person).await?;
    let ticket = ticket.calling(directory::word_for_nameless(context).await?);
    let decided = |d: &Decision| late::decided(changed::standing(&ticket, d), None, zone, context.now);
    Ok(pressed_for(act).and_then(|key| ticket.decision(key)).filter(|d| !d.open()).map(decided))
}

/// A decision that was taken without asking and cannot be undone, since the work is finished, but can be changed like
/// one of people.
pub async fn changeable(context: &mut Context<'_>, ticket: &Ticket, key: &DecisionId) -> Stored<Option<Decision>> {
    let unasked = ticket.decision(key).filter(|d| d.verdict().is_some_and(|verdict| verdict.by.is_none()));
    let Some(decision) = unasked else { return Ok(None) };
    let may = changed::may_change(ticket, decision, &context.settings().await?);
    Ok(may.then(|| decision.clone()))
}

/// After a rating the next words are no revision of this report, unless the rating asks for one.
async fn wish_no_more(context: &mut Context<'_>, request: &Request, ticket: &Ticket) -> Stored<()> {
    let (room, person) = (request.room.id.clone(), request.person.id.clone());
    let wish = TicketAct::Revise.on(&ticket.id);
    if let Some((action, since)) = context.tx.expected(&room, &person).await?
        && action != wish
    {
        context.tx.expect(&room, &person, &action, since).await?;
    }
    Ok(())
}

/// The ticket as it was before this decision. A planted bug takes it for the present ticket.
fn undecided(ticket: &Ticket, decision: &DecisionId) -> Ticket {
    let mut ticket = ticket.clone();
    let found = ticket.decisions.iter_mut().find(|d| d.key == *decision);
    let Some(task) = found.map(|d| (d.state = DecisionState::Open, d.task.clone()).1) else { return ticket };
    if let Some(task) = ticket.task_mut(&task) {
        task.state = TaskState::Blocked(Blocked::Decision(decision.clone()));
    }
    ticket
}
