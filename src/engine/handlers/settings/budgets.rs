//! `/budget`: shows what was spent, sets limits, and lets work continue when there is room again.

use crate::engine::context::{Context, Handled, Request, say, visibility};
use crate::engine::handlers::settings::undo_settings;
use crate::engine::transition::waiting_for_budget;
use crate::ports::store::{EventOutcome, Stored, TicketFilter};
use crate::secretary::budget::{Account, AccountKey, Amount, Change, Over, Scope, day, month};
use crate::secretary::ids::{PersonId, Slot, TicketId, WorkspaceId};
use crate::secretary::inbound::Platform;
use crate::secretary::message::Message;
use crate::secretary::message::undo_order::{Budgets, Former};
use crate::secretary::orders::budget::apply;
use crate::secretary::people::workspace::{Room, Settings};
use crate::secretary::permissions::{Operation, Verdict, authorize};
use crate::secretary::settings::budget_warning::Warning;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::settings::spending::{self, Standing};
use crate::secretary::wording::settings::{unkept_limits, used_up_budgets};

/// `/budget`
pub async fn budget(context: &mut Context<'_>, request: &Request, change: Option<Change>) -> Handled {
    // Books the costs of finished calls first, so that the answer is current. Each cost is booked once.
    context.engine.reckon(context.tx).await?;
    let Some(change) = change else { return spending(context, request).await };
    let was = context.settings().await?;
    let mut settings = was.clone();
    let capabilities = context.engine.parts.model.capabilities();
    let (changed, lost) = match apply(change, &mut settings.budget, &capabilities) {
        Ok(done) => done,
        Err(why) => return say::refuse(context, request, why).await,
    };
    let gone = was.budget.currency.filter(|_| !lost.is_empty()).map(spending::gone);
    budgets_are(context, request, &was, (&settings, &[]), &changed, gone).await
}

/// Stores changed budgets and says so. Extensions of a changed budget end, except those that an Undo restores.
/// `also`: one more sentence.
async fn budgets_are(
    context: &mut Context<'_>,
    request: &Request,
    was: &Settings,
    (settings, put_back): (&Settings, &[(AccountKey, Amount)]),
    changed: &[Scope],
    also: Option<String>,
) -> Handled {
    context.save_settings("budget", was, settings).await?;
    let added = end_extensions(context, changed, &settings.zone).await?;
    add_again(context, put_back).await?;
    Box::pin(warn_anew(context, &settings.zone)).await?;
    let mut message = spending::changed(&settings.budget, changed, context.engine.currency());
    message = also.into_iter().fold(message, Message::line);
    message = match (put_back.is_empty(), added.is_empty()) {
        (false, _) => message.line(spending::added_again()),
        (true, false) => message.line(spending::no_longer_added()),
        (true, true) => message,
    };
    waiting_for_budget::messages_go_on(context).await?;
    let freed = Box::pin(waiting_for_budget::go_on_within(context, request, changed, None)).await?;
    if !freed.is_empty() {
        message = message.line(spending::freed(&freed));
    }
    undo_settings::set_all(context, request, message, Former::Budget(Budgets { limits: was.budget, added })).await
}

/// Ends the extensions of these scopes and returns them.
async fn end_extensions(context: &mut Context<'_>, scopes: &[Scope], zone: &str) -> Stored<Vec<(AccountKey, Amount)>> {
    let (here, today) = (context.workspace(), day(context.now, zone));
    let mut ended = Vec::new();
    for key in context.tx.extended(&here).await? {
        let counts = key.kind() == Scope::Ticket || key.period == today || key.period == month(&today);
        if counts && scopes.contains(&key.kind()) {
            let account = context.tx.account(&here, &key).await?;
            context.tx.save_account(&here, &key, &Account { extra: Amount::default(), ..account }).await?;
            ended.push((key, account.extra));
        }
    }
    Ok(ended)
}

/// Restores extensions whose account still exists.
async fn add_again(context: &mut Context<'_>, added: &[(AccountKey, Amount)]) -> Stored<()> {
    let here = context.workspace();
    for (key, extra) in added {
        let account = context.tx.account(&here, key).await?;
        if account.spent != Amount::default() {
            context.tx.save_account(&here, key, &Account { extra: *extra, ..account }).await?;
        }
    }
    Ok(())
}

/// Restores the budgets as they were before a command.
pub async fn budgets_back(context: &mut Context<'_>, request: &Request, back: &Budgets) -> Handled {
    context.engine.reckon(context.tx).await?;
    let was = context.settings().await?;
    let settings = Settings { budget: back.limits, ..was.clone() };
    let changed = back.changed(&was.budget);
    budgets_are(context, request, &was, (&settings, &back.added), &changed, None).await
}

/// Forgets which low budgets were announced, since the limits changed.
async fn warn_anew(context: &mut Context<'_>, zone: &str) -> Stored<()> {
    let here = context.workspace();
    let open =
        visibility::every(context, TicketFilter { statuses: visibility::open_statuses(), ..TicketFilter::default() })
            .await?;
    let tickets = open.into_iter().map(|ticket| ticket.id.to_string());
    let today = day(context.now, zone);
    for period in tickets.chain([month(&today).to_owned(), today.clone()]) {
        for (who, account) in context.tx.accounts(&here, &period).await? {
            if account.warned {
                let key = AccountKey { period: period.clone(), who };
                context.tx.save_account(&here, &key, &Account { warned: false, ..account }).await?;
            }
        }
    }
    Ok(())
}

/// Tells of a budget that runs low or is used up. The owners are told; for a ticket its room as well; for a personal
/// budget that runs low its person. People who wait are asked in the ticket itself.
pub async fn tell_of_spending(
    context: &mut Context<'_>,
    ticket: Option<&TicketId>,
    person: Option<&(WorkspaceId, PersonId)>,
    over: &Over,
    low: bool,
) -> Handled {
    let ticket = match ticket {
        Some(ticket) => context.tx.ticket(ticket).await?,
        None => None,
    };
    let (workspace, requester, name) = match (&ticket, person) {
        (Some(ticket), _) => (ticket.workspace.clone(), ticket.requester.clone(), ticket.requester_name.clone()),
        (None, Some((workspace, person))) => {
            let Some(found) = context.tx.person(person).await? else { return Ok(EventOutcome::Decided(None)) };
            (workspace.clone(), person.clone(), found.name)
        }
        (None, None) => return Ok(EventOutcome::Decided(None)),
    };
    let spender = used_up_budgets::Spender { name: &name, ticket: ticket.as_ref() };
    context.here = workspace.clone();
    // A finished ticket spends nothing more, so there is no warning for it.
    if low && over.scope == Scope::Ticket && ticket.as_ref().is_none_or(Ticket::closed) {
        return Ok(EventOutcome::Decided(None));
    }
    // A limit whose currency cannot be measured is never reached.
    let unkept = if low { None } else { unkept(context, over) };
    let kept = unkept.is_none();
    let message = match unkept {
        Some(message) => message,
        None if low => used_up_budgets::runs_low(&spender, over, false),
        None => used_up_budgets::used_up(&spender, over),
    };
    let slot = Slot::new(format!("budget/{}", context.seq));
    if let Some(ticket) = ticket.as_ref().filter(|_| over.scope == Scope::Ticket && kept) {
        say::announce(context, &ticket.room, slot.clone(), message.clone()).await?;
        if !low {
            return Ok(EventOutcome::Decided(None));
        }
    }
    let rooms = context.tx.rooms(&workspace).await?;
    let reached = |room: &&Room| !room.closed && room.direct() && context.engine.chat(room.place.platform).is_some();
    let mut rooms: Vec<&Room> = rooms.iter().filter(reached).collect();
    // People look into a messenger more often than into the web page.
    rooms.sort_by_key(|room| room.place.platform == Platform::Web);
    let people = context.tx.people(&workspace).await?;
    let warning = Warning { over, ticket: ticket.as_ref(), spender: &requester, low, kept };
    for (room, theirs) in warning.told(&people, &rooms) {
        let message = if theirs { used_up_budgets::runs_low(&spender, over, true) } else { message.clone() };
        say::announce(context, room, slot.clone(), message).await?;
    }
    Ok(EventOutcome::Decided(None))
}

/// The message about a limit in money that cannot be enforced.
fn unkept(context: &Context<'_>, over: &Over) -> Option<Message> {
    over.limit.micros?;
    let capabilities = context.engine.parts.model.capabilities();
    match capabilities.prices.currency() {
        Some(has) if over.is_other(has) => Some(unkept_limits::not_kept_any_more(over, has)),
        Some(_) if over.limit.reached(over.spent) => None,
        Some(_) => Some(unkept_limits::without_price_any_more(over, &capabilities.unpriced())),
        None => Some(unkept_limits::without_price_any_more(over, &[])),
    }
}

async fn spending(context: &mut Context<'_>, request: &Request) -> Handled {
    let settings = context.settings().await?;
    let today = day(context.now, &settings.zone);
    let here = context.workspace();
    let has = context.engine.currency();
    let mut accounts = context.tx.accounts(&here, &today).await?;
    for (_, account) in &mut accounts {
        *account = account.counted_in(has);
    }
    let of = |who: &str| accounts.iter().find(|(of, _)| of == who).map(|(_, account)| *account).unwrap_or_default();
    let may_change = authorize(&request.person, Operation::ManageSettings) == Verdict::Allowed;
    let mut by: Vec<(String, Account)> = Vec::new();
    if may_change && request.room.direct() {
        let people = context.tx.people(&here).await?;
        let named = |who: &str| people.iter().find(|person| person.id.as_str() == who).map(|p| p.name.clone());
        by = accounts.iter().filter_map(|(who, account)| Some((named(who)?, *account))).collect();
        by.sort_by_key(|(_, account)| std::cmp::Reverse((account.spent.micros, account.spent.tokens)));
    }
    let of_month = AccountKey { period: month(&today).to_owned(), who: String::new() };
    let capabilities = context.engine.parts.model.capabilities();
    let standing = Standing {
        limits: &settings.budget,
        day: of(""),
        month: context.tx.account(&here, &of_month).await?.counted_in(has),
        own: of(request.person.id.as_str()),
        by,
        currency: has,
        without: capabilities.unpriced(),
        reads: context.engine.parts.model.reads(),
        may_change,
    };
    say::answer(context, request, spending::budget(&standing)).await
}
