//! The Undo of settings: the button under the answer to a command, and what it restores.

use crate::engine::context::{Context, Handled, Request, audit_log, say, undo_stack};
use crate::engine::handlers::settings::{approval_policy, budgets};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::ids::PersonId;
use crate::secretary::message::action::Action;
use crate::secretary::message::commands::{BriefOrder, Order, WorkspaceOrder};
use crate::secretary::message::keys::Keys;
use crate::secretary::message::undo_order::{self, Former};
use crate::secretary::message::{Button, Message};
use crate::secretary::orders::read_command;
use crate::secretary::people::deputies;
use crate::secretary::people::names::{self, NAMELESS};
use crate::secretary::permissions::{self, Operation};
use crate::secretary::wording::talk;

/// Parses a command line without its slash.
pub fn order_of(line: &str) -> Option<Order> {
    let (name, args) = line.split_once(' ').unwrap_or((line, ""));
    read_command::read(name, args).ok()
}

/// Says that a setting was changed. `former`: the command that restores it.
pub async fn set(context: &mut Context<'_>, request: &Request, message: Message, former: Option<String>) -> Handled {
    set_of(context, request, message, former, None).await
}

/// Says that a setting of a member was changed.
pub async fn set_of(
    context: &mut Context<'_>,
    request: &Request,
    message: Message,
    former: Option<String>,
    of: Option<PersonId>,
) -> Handled {
    let mut keys = context.keys();
    let message = match undo_button(context, request, former, of, &mut keys).await? {
        Some(button) => message.row(vec![button]),
        None => message,
    };
    say::say_with(context, request, message, keys).await
}

/// The Undo button of a setting; none if nothing changed.
pub async fn undo_button(
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

/// The refusal for anybody but the person who gave the command. `operation`: the permission to set the same again.
pub async fn not_theirs_to_undo(
    context: &mut Context<'_>,
    request: &Request,
    person: &PersonId,
    operation: Operation<'_>,
) -> Handled {
    let name = context.tx.person(person).await?.map(|person| person.name).filter(|name| name != NAMELESS);
    Ok(EventOutcome::Refused(talk::not_your_undo(name.as_deref(), audit_log::could(request, operation))))
}

/// Says that rules or budgets were changed, which no single command restores.
pub async fn set_all(context: &mut Context<'_>, request: &Request, message: Message, was: Former) -> Handled {
    let set = was.of(&context.settings().await?);
    if set == was {
        undo_stack::unmark(context, request).await?;
        return say::answer(context, request, message).await;
    }
    let action = Action::PutBack { person: request.person.id.clone(), was, set };
    say::ask(context, request, |keys| message.row(vec![keys.plain(talk::UNDO, action)])).await
}

/// The "Undo" of changed rules or budgets.
pub async fn put_all_back(
    context: &mut Context<'_>,
    request: &Request,
    person: &PersonId,
    was: &Former,
    set: &Former,
) -> Handled {
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

/// Whether the setting of an Undo is still as its command left it, and this person may restore it.
pub async fn sets_back(context: &mut Context<'_>, request: &Request, action: &Action) -> Stored<bool> {
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
    if matches!(order, Order::Brief(BriefOrder::Quiet(_))) {
        let person = context.tx.person(&request.person.id).await?;
        return Ok(person.map(|person| format!("brief quiet {}", person.quiet.typed())));
    }
    let here = context.tx.room(&request.room.id).await?.map_or(request.room.purposes, |room| room.purposes);
    Ok(undo_order::present(&context.settings().await?, here, line))
}
