//! "Undo" as a word: which of the buttons that stand in a room takes something back that can still be taken back.

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

/// The order in a line that is typed after the slash.
fn order_of(line: &str) -> Option<Order> {
    let (name, args) = line.split_once(' ').unwrap_or((line, ""));
    commands::read(name, args).ok()
}

/// The last "Undo" that this person may still press here.
pub(in crate::engine) async fn undo(
    context: &mut Context<'_>,
    request: &Request,
    only: Option<&Ticket>,
    within: TimeDelta,
) -> Stored<Vec<Offer>> {
    let last_done = mark_slot(request);
    for prompt in single_words::newest(context, request, within).await? {
        // "Which one?" only offers what was done long before.
        if prompt.slot.as_ref().is_some_and(asks_which) {
            continue;
        }
        // What stands before that is not what was done last.
        if only.is_none() && prompt.slot.as_ref() == Some(&last_done) {
            return Ok(marked_back(context, request, prompt, within).await?.into_iter().collect());
        }
        if let Some(offer) = way_of(context, request, prompt.actions, only, within).await? {
            return Ok(vec![offer]);
        }
    }
    Ok(Vec::new())
}

/// Which of these buttons takes something back that can still be taken back.
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
    // Set a moment ago and never changed: its "Delete" takes it back.
    Ok(set.map(|action| Offer { label: String::new(), action, number: None }))
}

/// What takes back what a mark stands for: an order that was switched, else the newest of several requests that stands.
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

/// What takes back that an order was paused or let go on, if this marks that and it stands so still.
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

/// Says that something was set. `former`: the order that sets it back.
pub(in crate::engine) async fn set(
    context: &mut Context<'_>,
    request: &Request,
    message: Message,
    former: Option<String>,
) -> Stored<EventOutcome> {
    set_of(context, request, message, former, None).await
}

/// The same of a member.
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

/// The "Undo" of what was set; none where it stands as it stood before.
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

/// An "Undo" is for whoever gave the order. `operation`: what it takes to set the same anew.
async fn not_theirs_to_undo(
    context: &mut Context<'_>,
    request: &Request,
    person: &PersonId,
    operation: Operation<'_>,
) -> Stored<EventOutcome> {
    let name = context.tx.person(person).await?.map(|person| person.name).filter(|name| name != NAMELESS);
    Ok(EventOutcome::Refused(talk::not_your_undo(name.as_deref(), audit_log::could(request, operation))))
}

/// Says that rules or budgets were set, which one line does not set back.
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

/// The way to take back a reminder that this person set a moment ago, from the button that deletes it.
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

/// What "never mind" may mean. Behind a "Cancelled" it may be that, and nothing older is thrown away on a guess.
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

/// The way back of what was called off, if that is what was said last here.
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

/// Whether one of these tickets is called off, and may be taken up by this person.
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

/// Whether what stands behind an "Undo" is as its order left it, and this person may set it back.
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

/// The order that would set what this one sets, to what it is at this moment, as far as it can be told by what is typed. None:
/// nothing of it is set, or a member is called otherwise by now.
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

/// Whether a button takes something back that can still be taken back: the number of its ticket, else 0.
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
