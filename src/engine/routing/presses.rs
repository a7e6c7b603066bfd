//! Presses and forms. Their data is untrusted: the token is looked up, the buttons must belong to this room, and the
//! person must have the permission.

use super::button_rights::{asked_here, done_with, operation, pressed_for, reads_outcome};
use super::exact::which_one::asks_which;
use super::exact::which_question::Words;
use crate::engine::context::apply_event;
use crate::engine::context::audit_log;
use crate::engine::context::directory;
use crate::engine::context::undo_stack;
use crate::engine::context::{Context, Request};
use crate::engine::handlers::decisions::{change_decision, decided_elsewhere};
use crate::engine::handlers::notes::keep_note;
use crate::engine::handlers::people::erase;
use crate::engine::handlers::schedules::{change_schedule, new_reminder, several_reminders, time_zones};
use crate::engine::handlers::settings::{approval_policy, budgets};
use crate::engine::handlers::tickets::{cancel_all, new_ideas};
use crate::engine::outbox::duplicates;
use crate::engine::routing as routing_of;
use crate::engine::routing::exact::{asked_last, pause_resume, which_question};
use crate::engine::routing::undo::undo_buttons;
use crate::engine::routing::{awaited, commands, text};
use crate::ports::store::{EventOutcome, Prompt, Stored};
use crate::ports::trial::planted;
use crate::secretary::audit::Why;
use crate::secretary::decision::{Decision, DecisionState, changed};
use crate::secretary::ids::{DecisionId, RoomId, Slot};
use crate::secretary::intent::exact;
use crate::secretary::message::action::{Action, TicketAct};
use crate::secretary::message::keys::parse_data;
use crate::secretary::message::routing;
use crate::secretary::people::permissions::only_deciders;
use crate::secretary::people::workspace::Room;
use crate::secretary::policy::Source;
use crate::secretary::ticket::effect::Effect;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Blocked, Ending, Stage, TaskState, Ticket};
use crate::secretary::wording::decision::changing::Wanted;
use crate::secretary::wording::talk;
use crate::secretary::wording::talk::{asides, late, refusals};

/// Handles a press or a sent form.
pub(in crate::engine) async fn pressed(
    context: &mut Context<'_>,
    request: &Request,
    data: &str,
    under: Option<&str>,
    text: Option<&str>,
) -> Stored<EventOutcome> {
    let (action, slot) = match found(context, &request.room, data).await? {
        Ok(found) => found,
        Err(why) => {
            audit_log::turned_away(context, why);
            let elsewhere = why == Why::Elsewhere;
            return Ok(EventOutcome::Refused(if elsewhere { late::of_another_chat() } else { late::forgotten() }));
        }
    };
    let taken = match which_question::spent(context, request, data, &action).await? {
        Words::Taken => {
            audit_log::turned_away(context, Why::Spent);
            return Ok(EventOutcome::Refused(late::taken_already()));
        }
        Words::Free(taken) => taken,
    };
    let rewrites = matches!(
        action,
        Action::Page { .. }
            | Action::CancelAll { .. }
            | Action::DropReminders { .. }
            | Action::Erase { .. }
            | Action::Leave
    );
    let turned = slot.clone().filter(|_| rewrites);
    let outcome = perform(context, &Request { turned, ..request.clone() }, &action, text).await?;
    if let EventOutcome::Refused(_) = outcome {
        audit_log::came_late(context);
    }
    if let Some(taken) = taken {
        which_question::words_taken(context, request, taken).await?;
    }
    let answers = (rewrites && !matches!(action, Action::Page { .. })) || done_with(&action, text.is_some());
    if let Some(slot) = &slot
        && (answers || asks_which(slot))
    {
        asked_last::answered_what_was_asked(context, request, slot, &outcome).await?;
    }
    if let (EventOutcome::Decided(_), true, Some(slot)) = (&outcome, done_with(&action, text.is_some()), &slot) {
        apply_event::carry_out(context, vec![Effect::Bare { room: request.room.id.clone(), slot: slot.clone() }], None)
            .await?;
    }
    if let (Some(slot), Some(message)) = (slot, under) {
        // This comes last, so that the change of the press reaches this message, too.
        duplicates::stands(context, request, &slot, message).await?;
    }
    Ok(outcome)
}

/// The action of button data with the slot of its message, if the button belongs to this room.
pub(in crate::engine) async fn action_of(
    context: &mut Context<'_>,
    room: &Room,
    data: &str,
) -> Stored<Option<(Action, Option<Slot>)>> {
    Ok(found(context, room, data).await?.ok())
}

/// The action of button data, or why there is none.
async fn found(context: &mut Context<'_>, room: &Room, data: &str) -> Stored<Result<(Action, Option<Slot>), Why>> {
    let Some((token, index)) = parse_data(data) else { return Ok(Err(Why::Unknown)) };
    let Some(Prompt { rooms, actions, slot }) = context.tx.prompt(&token).await? else {
        return Ok(Err(Why::Unknown));
    };
    let channel = room.thread_of.as_ref().map(|(_, channel)| channel);
    let here = |id: &RoomId| id == &room.id || Some(id) == channel;
    if !rooms.iter().any(here) && !in_the_same_chat(context, room, &rooms).await? {
        return Ok(Err(Why::Elsewhere));
    }
    Ok(actions.into_iter().nth(index).map(|action| (action, slot)).ok_or(Why::Unknown))
}

/// Whether one of the rooms is another topic of this chat. A message for a deleted topic appears in the chat itself
/// (platform-facts T43), before the same people.
async fn in_the_same_chat(context: &mut Context<'_>, room: &Room, rooms: &[RoomId]) -> Stored<bool> {
    for id in rooms {
        let Some(other) = context.tx.room(id).await? else { continue };
        if room.workspace == other.workspace && room.in_chat_of(&other.place) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Performs the action of a button.
pub(in crate::engine) async fn perform(
    context: &mut Context<'_>,
    request: &Request,
    action: &Action,
    text: Option<&str>,
) -> Stored<EventOutcome> {
    match action {
        Action::NewIdea { text, passed_on } => perform_idea(context, request, text, *passed_on).await,
        Action::AsMeant { text, .. } => new_ideas::idea(context, request, text, None, true).await,
        Action::Command { line } | Action::Page { line } => command_line(context, request, line, text).await,
        Action::SetBack { .. } => Box::pin(undo_buttons::put_back(context, request, action)).await,
        Action::PutBack { person, was, set } => {
            Box::pin(undo_buttons::put_all_back(context, request, person, was, set)).await
        }
        Action::Remind { .. } => new_reminder::remind(context, request, action, text).await,
        Action::Forget { asked } => new_reminder::forget(context, request, asked).await,
        Action::Leave => leave(context, request).await,
        Action::Erase { person } => Box::pin(erase::forget_me(context, request, person)).await,
        Action::KeepClock { person, orders, zone } => {
            time_zones::keep_clock(context, request, person, orders, zone).await
        }
        Action::RemindAll { parts, person } => several_reminders::remind_all(context, request, parts, person).await,
        Action::TakeBack { orders } => several_reminders::take_back(context, request, orders).await,
        Action::DropReminders { orders } => {
            leave(context, request).await?;
            several_reminders::take_back(context, request, orders).await
        }
        Action::BringBack { kept } => several_reminders::bring_all_back(context, request, kept).await,
        // This is read where the words come; no button has it.
        Action::GoOn { .. } => Ok(EventOutcome::Decided(None)),
        Action::CancelAll { tickets } => Box::pin(cancel_all::cancel_all(context, request, tickets)).await,
        Action::TakeUpAll { tickets, told } => Box::pin(cancel_all::take_up_all(context, request, tickets, told)).await,
        Action::Understood { person, intent, item } => {
            routing_of::confirmed(context, request, person, intent, item.as_deref()).await
        }
        Action::UnderstandAgain { spoken, ended } => routing_of::understood_again(context, spoken, *ended).await,
        Action::OnNotes { act } => keep_note::on_notes(context, request, act, text).await,
        Action::Zone { person, name } => {
            time_zones::zone_pressed(context, request, person, name.as_deref(), text).await
        }
        Action::OnSchedule { schedule, act } => {
            change_schedule::on_schedule(context, request, schedule, act, text).await
        }
        Action::OnTicket { ticket, act } => match context.tx.ticket(ticket).await? {
            Some(ticket) => on_ticket(context, request, &ticket, act, text).await,
            None => Ok(EventOutcome::Refused(late::forgotten())),
        },
    }
}

/// Leaves the question of a message unanswered: the message stays without its buttons.
pub(in crate::engine) async fn leave(context: &mut Context<'_>, request: &Request) -> Stored<EventOutcome> {
    if let Some(slot) = &request.turned {
        context.tx.drop_view(slot, &request.room.id).await?;
        apply_event::carry_out(context, vec![Effect::Bare { room: request.room.id.clone(), slot: slot.clone() }], None)
            .await?;
    }
    Ok(EventOutcome::Decided(Some(talk::left_as_it_is().to_owned())))
}

pub(in crate::engine) async fn command_line(
    context: &mut Context<'_>,
    request: &Request,
    line: &str,
    text: Option<&str>,
) -> Stored<EventOutcome> {
    let line = match text {
        Some(more) => format!("{line} {}", more.trim()),
        None => line.to_owned(),
    };
    let (name, args) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
    commands::command(context, request, name, args).await
}

async fn on_ticket(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    act: &TicketAct,
    text: Option<&str>,
) -> Stored<EventOutcome> {
    if let Err(why) = audit_log::may(context, request, operation(act, ticket)) {
        // A person who reads the question here knows of the ticket, so they are told the rule.
        let why = if asked_here(request, ticket, act) { only_deciders(&request.person, ticket) } else { why };
        let decided = decided_before(context, request, ticket, act).await?;
        return Ok(EventOutcome::Refused(decided.map_or_else(|| why.clone(), |decided| format!("{decided} {why}"))));
    }
    if let TicketAct::Show = act {
        commands::show(context, request, ticket).await?;
        return Ok(EventOutcome::Decided(None));
    }
    if let TicketAct::ShowCall { decision } = act {
        return approval_policy::show_call(context, request, ticket, decision).await;
    }
    if let TicketAct::NewInstead { text, passed_on, by } = act {
        if let Some(by) = by.as_ref().filter(|by| **by != request.person.id) {
            let name = context.tx.person(by).await?.map(|person| person.name);
            return Ok(EventOutcome::Refused(asides::words_of(name.as_deref())));
        }
        let passed_on = passed_on.unwrap_or_else(|| ticket.read.contains(&Source::Forwarded));
        return new_instead(context, request, ticket, text, passed_on).await;
    }
    if let TicketAct::RemindThen = act {
        // Only buttons of older versions ask for this.
        return Ok(EventOutcome::Refused(late::late(ticket, &Event::Confirmed, context.now)));
    }
    if let TicketAct::Reopen { decision } = act
        && let Some(decision) = changeable(context, ticket, decision).await?
    {
        return Box::pin(change_decision::gone_on(context, request, ticket, &decision, Wanted::Anything)).await;
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
    let event = match event_of(context, act, ticket, words).await? {
        Ok(event) => event,
        Err(why) => return Ok(EventOutcome::Refused(why)),
    };
    undo_stack::mark_on(context, request, ticket, &event).await?;
    decided_elsewhere::mark_decided(context, request, ticket, &event).await?;
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
        pause_resume::hurry(context, ticket).await?;
    }
    let outcome = apply_event::apply_to(context, ticket, &event, Some(actor)).await?;
    after_the_press(context, request, ticket, &event, &outcome).await?;
    Ok(outcome)
}

async fn after_the_press(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    event: &Event,
    outcome: &EventOutcome,
) -> Stored<()> {
    match outcome {
        EventOutcome::Decided(_) => budgets::others_go_on(context, request, ticket, event).await,
        EventOutcome::Refused(_) => undo_stack::unmark(context, request).await,
        EventOutcome::Again | EventOutcome::Quarantined(_) => Ok(()),
    }
}

/// The decision that was made before, for a person who reads it there but may not decide. None if it is open or not
/// visible to them.
async fn decided_before(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    act: &TicketAct,
) -> Stored<Option<String>> {
    if !reads_outcome(request, ticket, act) {
        return Ok(None);
    }
    let zone = context.zone_of(&request.person).await?;
    let ticket = ticket.calling(directory::word_for_nameless(context).await?);
    let decided = |d: &Decision| late::decided(changed::standing(&ticket, d), None, zone, context.now);
    Ok(pressed_for(act).and_then(|key| ticket.decision(key)).filter(|d| !d.open()).map(decided))
}

/// A decision that was taken without asking and cannot be undone, since the work is finished, but can be changed like
/// one of people.
pub(in crate::engine) async fn changeable(
    context: &mut Context<'_>,
    ticket: &Ticket,
    key: &DecisionId,
) -> Stored<Option<Decision>> {
    let unasked = ticket.decision(key).filter(|d| d.verdict().is_some_and(|verdict| verdict.by.is_none()));
    let Some(decision) = unasked else { return Ok(None) };
    let may = changed::may_change(ticket, decision, &context.settings().await?);
    Ok(may.then(|| decision.clone()))
}

/// Makes an idea of words that were taken for something else. What they had caused is undone where possible.
async fn new_instead(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    text: &str,
    passed_on: bool,
) -> Stored<EventOutcome> {
    let actor = context.actor(request).await?;
    apply_event::apply_to(context, ticket, &Event::NotMeant { text: Some(text.to_owned()) }, Some(actor)).await?;
    perform_idea(context, request, text, passed_on).await
}

/// Makes an idea of the words of a button: the person's own or forwarded ones.
async fn perform_idea(
    context: &mut Context<'_>,
    request: &Request,
    text: &str,
    passed_on: bool,
) -> Stored<EventOutcome> {
    if passed_on {
        text::words_of_others(context, request, text, None).await
    } else {
        new_ideas::idea(context, request, text, None, true).await
    }
}

pub(in crate::engine) async fn event_of(
    context: &mut Context<'_>,
    act: &TicketAct,
    ticket: &Ticket,
    text: String,
) -> Stored<Result<Event, String>> {
    Ok(Ok(match act {
        TicketAct::Answer { round, question, option } => {
            Event::OptionTapped { round: *round, question: *question, option: *option }
        }
        TicketAct::TicksDone { round, question } => Event::TicksDone { round: *round, question: *question },
        TicketAct::Judge { round } => Event::LeftToJudgement { round: *round },
        TicketAct::Start { card } if *card != ticket.card() && ticket.started_at.is_none() && !ticket.closed() => {
            return Ok(Err(late::older_card(ticket)));
        }
        TicketAct::DropStep { card, .. } | TicketAct::CorrectWith { card, .. }
            if *card != ticket.card() || ticket.stage != Stage::Confirming =>
        {
            return Ok(Err(late::older_card(ticket)));
        }
        TicketAct::DropStep { step, .. } => Event::Corrected { text: format!("drop {step}") },
        TicketAct::Dispatch { card } if *card != ticket.card() || ticket.go.is_none() => {
            return Ok(Err(late::older_card(ticket)));
        }
        TicketAct::Dispatch { .. } => Event::DispatchRequested,
        TicketAct::Start { .. } => Event::Confirmed,
        TicketAct::Edit | TicketAct::EditCard { .. } => Event::Corrected { text },
        TicketAct::Cancel => Event::StopPressed,
        TicketAct::Stop { asked, sure } => Event::StopAnswered { asked: *asked, sure: *sure },
        TicketAct::Pause => Event::PauseRequested,
        TicketAct::Resume => Event::ResumeRequested,
        TicketAct::Decide { decision, option } => {
            Event::DecisionMade { decision: decision.clone(), option: Some(*option), text: None }
        }
        // A reason for skipping a call approves nothing, whatever its words are.
        TicketAct::DecideOther { decision } if ticket.decision(decision).is_some_and(|d| d.proposed.is_some()) => {
            Event::DecisionMade { decision: decision.clone(), option: None, text: Some(text) }
        }
        TicketAct::DecideOther { decision } => own_answer(ticket, decision, text),
        TicketAct::Sure { decision, number, yes } => {
            Event::SureAnswered { decision: decision.clone(), number: Some(*number), yes: *yes }
        }
        TicketAct::Reopen { decision } => Event::DecisionReopened { decision: decision.clone() },
        TicketAct::Change { decision, option } => {
            Event::DecisionChanged { decision: decision.clone(), option: Some(*option), text: None }
        }
        TicketAct::ChangeTo { decision, text } => changed::to_words(ticket, decision, text),
        TicketAct::ChangeOther { decision } => changed::to_words(ticket, decision, &text),
        TicketAct::Rate { good } => Event::Rated { good: *good },
        TicketAct::Revise => Event::ReviseRequested { text },
        TicketAct::AnswerWith { text } => Event::AnswersReceived { text: text.clone() },
        TicketAct::CorrectWith { text, .. } => Event::Corrected { text: text.clone() },
        TicketAct::FoldInto { into } => match context.tx.ticket(into).await? {
            Some(Ticket { number, stage: Stage::Closed(ending @ (Ending::Cancelled | Ending::Folded)), .. }) => {
                return Ok(Err(late::nothing_to_add_to(number, ending)));
            }
            Some(target) if target.workspace != ticket.workspace => return Ok(Err(late::forgotten())),
            Some(target) => Event::FoldedInto { ticket: into.clone(), number: target.number },
            None => return Ok(Err(late::forgotten())),
        },
        TicketAct::Show | TicketAct::ShowCall { .. } | TicketAct::NewInstead { .. } | TicketAct::RemindThen => {
            return Ok(Err(late::forgotten()));
        }
    }))
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

/// An answer in own words; the exact label of an option is that option.
fn own_answer(ticket: &Ticket, key: &DecisionId, text: String) -> Event {
    let labels: Vec<&str> = ticket
        .decision(key)
        .map(|decision| decision.asked.options.iter().map(|option| option.label.as_str()).collect())
        .unwrap_or_default();
    let option = exact::label(&text, &labels);
    let text = option.is_none().then_some(text);
    Event::DecisionMade { decision: key.clone(), option, text }
}
