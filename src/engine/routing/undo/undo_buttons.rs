//! "Undo" as a word: finds the button of the room that undoes the last act, and makes the Undo buttons of settings.

use crate::engine::context::audit_log;
use crate::engine::context::say;
use crate::engine::context::undo_stack;
use crate::engine::context::undo_stack::mark_slot;
use crate::engine::context::{Context, Request};
use crate::engine::handlers::notes::change_note;
use crate::engine::handlers::settings::{approval_policy, budgets};
use crate::engine::inbox::short_answer;
use crate::engine::routing::commands::answer;
use crate::engine::routing::exact::single_words::{JUST_MADE, Offer};
use crate::engine::routing::exact::which_one::asks_which;
use crate::engine::routing::exact::{asked_last, candidates, single_words};
use crate::engine::routing::presses;
use crate::ports::store::{EventOutcome, Prompt, Stored};
use crate::secretary::ids::{PersonId, TicketId};
use crate::secretary::message::action::{Action, NoteAct, ScheduleAct, TicketAct};
use crate::secretary::message::commands::{Order, WorkspaceOrder};
use crate::secretary::message::keys::Keys;
use crate::secretary::message::undo_order::Former;
use crate::secretary::message::{Button, Message, commands, undo_order};
use crate::secretary::people::permissions::Operation;
use crate::secretary::people::{deputies, permissions};
use crate::secretary::schedule::Schedule;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Ending, Stage, Ticket};
use crate::secretary::wording::people::{NAMELESS, names};
use crate::secretary::wording::talk;
use crate::secretary::wording::talk::late;
use chrono::TimeDelta;

/// Parses a command line without its slash.
fn order_of(line: &str) -> Option<Order> {
    let (name, args) = line.split_once(' ').unwrap_or((line, ""));
    commands::read(name, args).ok()
}

/// The newest Undo that this person may still press here.
pub(in crate::engine) async fn undo(
    context: &mut Context<'_>,
    request: &Request,
    only: Option<&Ticket>,
    within: TimeDelta,
) -> Stored<Vec<Offer>> {
    let last_done = mark_slot(request);
    for prompt in single_words::newest(context, request, within).await? {
        // "Which one?" only offers older acts.
        if prompt.slot.as_ref().is_some_and(asks_which) {
            continue;
        }
        // Anything before the newest entry is not the last act.
        if only.is_none() && prompt.slot.as_ref() == Some(&last_done) {
            return Ok(marked_back(context, request, prompt, within).await?.into_iter().collect());
        }
        if let Some(offer) = way_of(context, request, prompt.actions, only, within).await? {
            return Ok(vec![offer]);
        }
    }
    Ok(Vec::new())
}

/// The button of a prompt that undoes something and still works.
pub(in crate::engine) async fn way_of(
    context: &mut Context<'_>,
    request: &Request,
    actions: Vec<Action>,
    only: Option<&Ticket>,
    within: TimeDelta,
) -> Stored<Option<Offer>> {
    let mut set = None;
    for action in actions {
        if let Some(number) = undoes(context, request, &action, only).await? {
            return Ok(Some(Offer { label: String::new(), action, number: (number > 0).then_some(number) }));
        }
        set = if set.is_none() && only.is_none() { just_set(context, request, &action, within).await? } else { set };
    }
    // A reminder that was set a moment ago and never changed is undone by its "Delete".
    Ok(set.map(|action| Offer { label: String::new(), action, number: None }))
}

/// The Undo action of an undo entry: a schedule that was switched, else the newest working one of several requests.
async fn marked_back(
    context: &mut Context<'_>,
    request: &Request,
    marked: Prompt,
    within: TimeDelta,
) -> Stored<Option<Offer>> {
    let actions = marked.actions.clone();
    if let Some(action) = switched_back(context, request, marked).await? {
        return Ok(Some(Offer { label: String::new(), action, number: None }));
    }
    for action in actions {
        if let Some(offer) = way_of(context, request, vec![action], None, within).await? {
            return Ok(Some(offer));
        }
    }
    Ok(None)
}

/// The action that reverts a pause or resume of a schedule, if the entry is about that and the schedule is still so.
async fn switched_back(context: &mut Context<'_>, request: &Request, marked: Prompt) -> Stored<Option<Action>> {
    for action in marked.actions {
        let Action::OnSchedule { schedule, act: act @ (ScheduleAct::Pause | ScheduleAct::Resume) } = &action else {
            continue;
        };
        let paused = *act == ScheduleAct::Resume;
        let found = context.tx.schedule(schedule).await?;
        if found.is_some_and(|s| {
            s.paused == paused && !s.over() && audit_log::could(request, Operation::ChangeSchedule(&s))
        }) {
            return Ok(Some(action));
        }
    }
    Ok(None)
}

/// Says that a setting was changed. `former`: the command that restores it.
pub(in crate::engine) async fn set(
    context: &mut Context<'_>,
    request: &Request,
    message: Message,
    former: Option<String>,
) -> Stored<EventOutcome> {
    set_of(context, request, message, former, None).await
}

/// Says that a setting of a member was changed.
pub(in crate::engine) async fn set_of(
    context: &mut Context<'_>,
    request: &Request,
    message: Message,
    former: Option<String>,
    of: Option<PersonId>,
) -> Stored<EventOutcome> {
    let mut keys = context.keys();
    let message = match undo_button(context, request, former, of, &mut keys).await? {
        Some(button) => message.row(vec![button]),
        None => message,
    };
    say::say_with(context, request, message, keys).await?;
    Ok(EventOutcome::Decided(None))
}

/// The Undo button of a setting; none if nothing changed.
pub(in crate::engine) async fn undo_button(
    context: &mut Context<'_>,
    request: &Request,
    former: Option<String>,
    of: Option<PersonId>,
    keys: &mut Keys,
) -> Stored<Option<Button>> {
    let Some(line) = former else { return Ok(None) };
    let set = as_set(context, request, &line, of.as_ref()).await?;
    if set.as_ref() == Some(&line) {
        undo_stack::unmark(context, request).await?;
        return Ok(None);
    }
    let person = request.person.id.clone();
    Ok(set.map(|set| keys.plain(talk::UNDO, Action::SetBack { person, line, of, set })))
}

/// The "Undo" under that.
pub(in crate::engine) async fn put_back(
    context: &mut Context<'_>,
    request: &Request,
    action: &Action,
) -> Stored<EventOutcome> {
    let Action::SetBack { person, line, .. } = action else { return Ok(EventOutcome::Refused(late::forgotten())) };
    if request.person.id != *person {
        let order = order_of(line);
        let operation =
            order.as_ref().map_or(Operation::ManageSettings, |o| permissions::operation_of(o, request.room.direct()));
        return not_theirs_to_undo(context, request, person, operation).await;
    }
    if !sets_back(context, request, action).await? {
        return Ok(EventOutcome::Refused(talk::set_since()));
    }
    presses::command_line(context, request, line, None).await
}

/// The refusal for anybody but the person who gave the command. `operation`: the permission to set the same again.
async fn not_theirs_to_undo(
    context: &mut Context<'_>,
    request: &Request,
    person: &PersonId,
    operation: Operation<'_>,
) -> Stored<EventOutcome> {
    let name = context.tx.person(person).await?.map(|person| person.name).filter(|name| name != NAMELESS);
    Ok(EventOutcome::Refused(talk::not_your_undo(name.as_deref(), audit_log::could(request, operation))))
}

/// Says that rules or budgets were changed, which no single command restores.
pub(in crate::engine) async fn set_all(
    context: &mut Context<'_>,
    request: &Request,
    message: Message,
    was: Former,
) -> Stored<EventOutcome> {
    let set = was.of(&context.settings().await?);
    if set == was {
        undo_stack::unmark(context, request).await?;
        return answer(context, request, message).await;
    }
    let mut keys = context.keys();
    let action = Action::PutBack { person: request.person.id.clone(), was, set };
    let message = message.row(vec![keys.plain(talk::UNDO, action)]);
    say::say_with(context, request, message, keys).await?;
    Ok(EventOutcome::Decided(None))
}

/// The "Undo" under that.
pub(in crate::engine) async fn put_all_back(
    context: &mut Context<'_>,
    request: &Request,
    person: &PersonId,
    was: &Former,
    set: &Former,
) -> Stored<EventOutcome> {
    if request.person.id != *person {
        return not_theirs_to_undo(context, request, person, Operation::ManageSettings).await;
    }
    if let Err(why) = audit_log::may(context, request, Operation::ManageSettings) {
        return Ok(EventOutcome::Refused(why));
    }
    if set.of(&context.settings().await?) != *set {
        return Ok(EventOutcome::Refused(talk::set_since()));
    }
    match was {
        Former::Rules(rules) => approval_policy::rules_back(context, request, rules).await,
        Former::Budget(budgets) => budgets::budgets_back(context, request, budgets).await,
    }
}

/// The Undo of a reminder that this person set a moment ago, from its "Delete" button.
async fn just_set(
    context: &mut Context<'_>,
    request: &Request,
    action: &Action,
    within: TimeDelta,
) -> Stored<Option<Action>> {
    let Action::OnSchedule { schedule, act: ScheduleAct::Delete { listed: false } } = action else {
        return Ok(None);
    };
    let since = context.now - within.min(JUST_MADE);
    let found = context.tx.schedule(schedule).await?;
    let fresh = |s: &Schedule| s.fired == 0 && !s.touched && s.covered_to >= since && !s.over();
    let fits = found.is_some_and(|s| s.owner == request.person.id && fresh(&s));
    Ok(fits.then(|| ScheduleAct::Delete { listed: true }.on(schedule)))
}

/// The offers of "never mind". After a cancellation it may mean the cancellation, and nothing older is dropped on a
/// guess.
pub(in crate::engine) async fn dropped_or_back(
    context: &mut Context<'_>,
    request: &Request,
    only: Option<&Ticket>,
) -> Stored<Vec<Offer>> {
    let mut found = candidates::dropped(context, request, only).await?;
    if only.is_none() && !found.is_empty() {
        found.splice(0..0, called_off_last(context, request).await?);
    }
    Ok(found)
}

/// The Undo of a cancellation, if that was the last message here.
async fn called_off_last(context: &mut Context<'_>, request: &Request) -> Stored<Option<Offer>> {
    let Some(last) = asked_last::last_prompt(context, request, JUST_MADE, |_| true).await? else { return Ok(None) };
    for action in last.actions {
        let all = matches!(action, Action::TakeUpAll { .. });
        if all && undoes(context, request, &action, None).await?.is_some() {
            return Ok(Some(Offer { label: talk::all_again().to_owned(), action, number: None }));
        }
        if let Action::OnTicket { ticket, act: TicketAct::Resume } = &action
            && undoes(context, request, &action, None).await?.is_some()
            && let Some(ticket) = context.tx.ticket(ticket).await?
        {
            return Ok(Some(Offer::of(&ticket, talk::go_on, TicketAct::Resume)));
        }
    }
    Ok(None)
}

/// Whether one of these tickets is cancelled and this person may reopen it.
async fn one_is_cancelled(context: &mut Context<'_>, request: &Request, tickets: &[TicketId]) -> Stored<bool> {
    for id in tickets {
        let ticket = context.tx.ticket(id).await?;
        let fits = |t: &Ticket| t.stage == Stage::Closed(Ending::Cancelled);
        if ticket.is_some_and(|t| fits(&t) && audit_log::could(request, Operation::Steer(&t))) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the setting of an Undo is still as its command left it, and this person may restore it.
async fn sets_back(context: &mut Context<'_>, request: &Request, action: &Action) -> Stored<bool> {
    if let Action::PutBack { person, set, .. } = action {
        let may = request.person.id == *person && audit_log::could(request, Operation::ManageSettings);
        return Ok(may && set.of(&context.settings().await?) == *set);
    }
    let Action::SetBack { person, line, of, set } = action else { return Ok(false) };
    let Some(order) = order_of(line) else { return Ok(false) };
    let may = audit_log::could(request, permissions::operation_of(&order, request.room.direct()));
    Ok(may && request.person.id == *person && as_set(context, request, line, of.as_ref()).await?.as_ref() == Some(set))
}

/// The command that would set the present value of what this command sets, as far as a typed line can. None: no value
/// is set, or a member has another name now.
async fn as_set(
    context: &mut Context<'_>,
    request: &Request,
    line: &str,
    of: Option<&PersonId>,
) -> Stored<Option<String>> {
    let Some(order) = order_of(line) else { return Ok(None) };
    if matches!(order, Order::Away(deputies::Order::Back | deputies::Order::Name { .. })) {
        let person = context.tx.person(&request.person.id).await?;
        let away = person.and_then(|person| person.away).filter(|away| away.until > context.now);
        return Ok(away.map(|away| format!("away {} until {}", away.deputy, away.until)));
    }
    if let Order::Members(Some((called, _))) = order {
        let people = context.tx.people(&context.workspace()).await?;
        let named = names::called(&people, &called);
        let its = named.first().filter(|one| named.len() == 1 && Some(&one.id) == of);
        return Ok(its.map(|one| format!("members {called} {}", one.role.name())));
    }
    if matches!(order, Order::Workspace(WorkspaceOrder::Rename(_))) {
        return Ok(Some(undo_order::workspace(&context.settings().await?)));
    }
    if matches!(order, Order::Timezone(Some(_))) {
        let zone = context.tx.person(&request.person.id).await?.and_then(|person| person.zone);
        return Ok(zone.map(|zone| format!("timezone {zone}")));
    }
    let here = context.tx.room(&request.room.id).await?.map_or(request.room.purposes, |room| room.purposes);
    Ok(undo_order::present(&context.settings().await?, here, line))
}

/// Whether a button undoes something and still works: the number of its ticket, else 0.
async fn undoes(
    context: &mut Context<'_>,
    request: &Request,
    action: &Action,
    only: Option<&Ticket>,
) -> Stored<Option<i64>> {
    if let Action::OnTicket { ticket, act } = action
        && only.is_none_or(|only| only.id == *ticket)
        && let Some(ticket) = context.tx.ticket(ticket).await?
    {
        let fits = if let TicketAct::Reopen { decision } = act {
            let event = Event::DecisionReopened { decision: decision.clone() };
            let actor = context.actor(request).await?;
            let refused = short_answer::refusal_of(context, &ticket, &event, actor).await?.is_some()
                && presses::changeable(context, &ticket, decision).await?.is_none();
            audit_log::could(request, Operation::Decide(&ticket)) && !refused
        } else {
            let cancelled = matches!(ticket.stage, Stage::Closed(Ending::Cancelled));
            *act == TicketAct::Resume && cancelled && audit_log::could(request, Operation::Steer(&ticket))
        };
        return Ok(fits.then_some(ticket.number));
    }
    if matches!(action, Action::SetBack { .. } | Action::PutBack { .. }) && only.is_none() {
        return sets_back(context, request, action).await.map(|fits| fits.then_some(0));
    }
    if let Action::TakeUpAll { tickets, .. } = action
        && only.is_none()
    {
        return one_is_cancelled(context, request, tickets).await.map(|one| one.then_some(0));
    }
    if let Action::OnSchedule { schedule, act: ScheduleAct::Undo { kept, .. } | ScheduleAct::Revert { kept } } = action
        && only.is_none()
        && audit_log::could(request, Operation::ChangeSchedule(kept))
    {
        let now = context.tx.schedule(schedule).await?;
        let deleted = matches!(action, Action::OnSchedule { act: ScheduleAct::Undo { .. }, .. });
        let fits = match now {
            None => deleted,
            Some(now) => !deleted && !now.over() && !now.same_order(kept),
        };
        return Ok(fits.then_some(0));
    }
    if let Action::TakeBack { orders } = action
        && only.is_none()
    {
        for id in orders {
            let Some(schedule) = context.tx.schedule(id).await? else { continue };
            if !schedule.over() && audit_log::could(request, Operation::ChangeSchedule(&schedule)) {
                return Ok(Some(0));
            }
        }
        return Ok(None);
    }
    if let Action::BringBack { kept } = action
        && only.is_none()
    {
        for before in kept {
            let mine = audit_log::could(request, Operation::ChangeSchedule(before));
            if mine && context.tx.schedule(&before.id).await?.is_none() {
                return Ok(Some(0));
            }
        }
        return Ok(None);
    }
    if let Action::OnNotes { act: NoteAct::Undo { change } } = action
        && only.is_none()
        && audit_log::could(request, Operation::KeepNotes)
    {
        return Ok(change_note::own_change(context, request, change)
            .await?
            .filter(|(change, _)| !change.undone)
            .map(|_| 0));
    }
    Ok(None)
}
