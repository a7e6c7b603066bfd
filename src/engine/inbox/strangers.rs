//! Who is no member of the workspace, or a member by a role of a Discord server alone: what is done with their events,
//! and what the server tells of them.

use crate::engine::context::{Context, Handled, audit_log, directory, find_room, sender};
use crate::engine::handlers::people::invitations;
use crate::engine::handlers::tickets::edited_messages;
use crate::engine::inbox::rate_limit;
use crate::engine::routing::{message, presses};
use crate::engine::transition::open_room;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::inbound::{Account, ChatKind, Content, Inbound, Platform};
use crate::secretary::message::action::Action;
use crate::secretary::message::commands::Order;
use crate::secretary::orders::read_command;
use crate::secretary::people::workspace::Person;
use crate::secretary::wording::people;
use crate::secretary::wording::talk::refusals;

/// Handles somebody who is no member: a code lets them in; anything else gets one polite line, once.
pub async fn stranger(context: &mut Context<'_>, inbound: &Inbound, account: &Account) -> Handled {
    let direct = matches!(inbound.place.kind, ChatKind::Direct);
    if let Some(outcome) = Box::pin(their_own(context, inbound, account)).await? {
        return Ok(outcome);
    }
    let addressed = match &inbound.content {
        Content::Text { addressed, .. } => *addressed || direct,
        Content::Command { name, args, .. } => {
            let order = read_command::read(name, args);
            if let Ok(Order::Start(Some(code)) | Order::Link(Some(code))) = order {
                return Box::pin(invitations::join(context, inbound, account, &code)).await;
            }
            if direct
                && matches!(order, Ok(Order::Forget | Order::Export))
                && let Some(former) = directory::former_with(context, std::slice::from_ref(account)).await?.pop()
            {
                audit_log::stranger_away(context, &inbound.place).await?;
                return invitations::turn_down(context, inbound, Some(people::ask_an_owner(&former.name))).await;
            }
            true
        }
        Content::Press { .. } | Content::Form { .. } => {
            audit_log::stranger_away(context, &inbound.place).await?;
            return Ok(EventOutcome::Refused(refusals::stranger()));
        }
        Content::Unsupported { to_us, .. } => *to_us,
        Content::Edited { .. }
        | Content::Moved { .. }
        | Content::Reachable { .. }
        | Content::Deleted
        | Content::Missed
        | Content::Trouble(_) => false,
    };
    if role_unseen(context, inbound).await? {
        return send_again(context, inbound, account, addressed).await;
    }
    if !addressed {
        return Ok(EventOutcome::Decided(None));
    }
    audit_log::stranger_away(context, &inbound.place).await?;
    let (why, told) = no_member_here(context, inbound, account).await?;
    if !told {
        open_room::say_at(context, inbound, why.clone()).await?;
    }
    Ok(EventOutcome::Refused(why))
}

/// Stores which role the server lends to somebody who is a member by that role alone.
pub async fn heard_by_role(context: &mut Context<'_>, person: &mut Person, inbound: &Inbound) -> Stored<()> {
    let lends = context.settings().await?.server_roles;
    let lenders = lends.into_iter().map(|lends| lends.id).filter(|id| inbound.sender.roles.contains(id));
    let lenders = Some(lenders.collect());
    let listed = context.tx.person(&person.id).await?.is_some_and(|known| !known.accounts.is_empty());
    if listed && person.lenders == lenders {
        return Ok(());
    }
    person.lenders = lenders;
    context.tx.save_person(person).await?;
    if listed { Ok(()) } else { directory::change_directory(context).await }
}

/// A former member by a server role writes on a server that lends no role any more.
pub async fn heard_without_role(context: &mut Context<'_>, inbound: &Inbound, account: &Account) -> Stored<()> {
    let unknown = inbound.place.kind == ChatKind::Direct || inbound.sender.roles_unseen();
    if inbound.place.platform != Platform::Discord || unknown {
        return Ok(());
    }
    let known = context.tx.member(&context.workspace(), account).await?;
    if let Some(known) =
        known.filter(|person| person.by_server_role && person.lenders.as_ref().is_none_or(|some| !some.is_empty()))
    {
        context.tx.save_person(&Person { lenders: Some(Vec::new()), ..known }).await?;
    }
    Ok(())
}

/// Whether somebody may be a member by a server role, and the event does not tell their roles.
async fn role_unseen(context: &mut Context<'_>, inbound: &Inbound) -> Stored<bool> {
    Ok(inbound.sender.roles_unseen() && !context.settings().await?.server_roles.is_empty())
}

/// The message is neither taken nor refused: the person is asked to send it again, since Discord then tells their
/// roles. Where every message counts and the person is unknown, this is said once a day only, since other people talk
/// there, too.
async fn send_again(context: &mut Context<'_>, inbound: &Inbound, account: &Account, addressed: bool) -> Handled {
    let said = matches!(inbound.content, Content::Text { .. });
    if !addressed {
        let room = directory::room_here(context, &inbound.place).await?;
        let every = find_room::purposes_at(context, &inbound.place, room.as_ref()).await?.every_message;
        let Some(room) = room.filter(|_| said && every) else { return Ok(EventOutcome::Decided(None)) };
        let known = context.tx.member(&context.workspace(), account).await?.is_some();
        if !known && edited_messages::noted_in(context, &room, &format!("unseen/{}", context.now.date_naive())).await? {
            return Ok(EventOutcome::Decided(None));
        }
    }
    let why = refusals::role_unseen();
    open_room::say_at(context, inbound, why.clone()).await?;
    Ok(EventOutcome::Refused(why))
}

/// Why somebody is no member here, and whether they were told before. In a direct chat no server tells roles; a
/// member by a server role hears that once, also after a refusal as a stranger.
async fn no_member_here(context: &mut Context<'_>, inbound: &Inbound, account: &Account) -> Stored<(String, bool)> {
    let direct = inbound.place.kind == ChatKind::Direct;
    let known = if direct { context.tx.member(&context.workspace(), account).await? } else { None };
    let by_a_role = known.is_some_and(|person| person.by_server_role);
    let why = if by_a_role { refusals::member_elsewhere() } else { refusals::stranger() };
    let told = match inbound.handle {
        // The answer to a press or a command is for this person alone, so it comes each time.
        Some(_) => true,
        None if by_a_role => {
            let room = open_room::room_for(context, &inbound.place, None).await?;
            edited_messages::noted_in(context, &room, "by-a-role").await?
        }
        None => context.tx.told_before(account, context.now).await?,
    };
    Ok((why, told))
}

/// A member by a server role alone is no member in their direct chat. Their own data is shown, exported and erased
/// there all the same, since nobody else reads along. Nothing else is done.
async fn their_own(context: &mut Context<'_>, inbound: &Inbound, account: &Account) -> Stored<Option<EventOutcome>> {
    if inbound.place.kind != ChatKind::Direct {
        return Ok(None);
    }
    let known = context.tx.member(&context.workspace(), account).await?;
    let Some(person) = known.filter(|person| person.by_server_role) else { return Ok(None) };
    if !is_about_their_own(context, &person, inbound).await? {
        return Ok(None);
    }
    let room = open_room::room_for(context, &inbound.place, Some(&person)).await?;
    audit_log::comes_from(context, &person, &room);
    let request = sender::request(context, inbound, person, room);
    if let Some(outcome) = Box::pin(rate_limit::slow_down(context, &request, inbound)).await? {
        return Ok(Some(outcome));
    }
    Box::pin(message::heard(context, &request, inbound)).await.map(Some)
}

/// Whether an event is `/privacy`, `/export`, `/forget`, or a button of the question about erasing.
async fn is_about_their_own(context: &mut Context<'_>, person: &Person, inbound: &Inbound) -> Stored<bool> {
    if let Content::Command { name, args, .. } = &inbound.content {
        return Ok(matches!(read_command::read(name, args), Ok(Order::Privacy | Order::Export | Order::Forget)));
    }
    let Content::Press { data, .. } = &inbound.content else { return Ok(false) };
    let Some(room) = directory::room_here(context, &inbound.place).await? else { return Ok(false) };
    Ok(match presses::action_of(context, &room, data).await? {
        Some((Action::Erase { person: whose }, _)) => whose == person.id,
        Some((action, _)) => action == Action::Leave,
        None => false,
    })
}
