//! Deputies and roles of a server: who decides while somebody is away, who is told about it, and what a Discord role
//! lends.

use crate::engine::context::{Context, Handled, Request, audit_log, directory, find_room, say, undo_stack};
use crate::engine::handlers::people::{leaving, members};
use crate::engine::handlers::rooms::workspaces;
use crate::engine::handlers::tickets::edited_messages;
use crate::engine::inbox::{dispatch, rate_limit, sender};
use crate::engine::operations::upkeep;
use crate::engine::routing::undo::undo_settings;
use crate::engine::routing::{message, presses};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::audit::What;
use crate::secretary::decision::prompt_loss::Loss;
use crate::secretary::ids::{PersonId, Slot};
use crate::secretary::message::action::Action;
use crate::secretary::message::commands::{self, Order as Command};
use crate::secretary::message::inbound::{Account, ChatKind, Content, Inbound, NamedRole, Platform};
use crate::secretary::message::{Message, undo_order};
use crate::secretary::people::deputies::{self, Away, Order};
use crate::secretary::people::workspace::{AtHand, Person, Role};
use crate::secretary::settings::change;
use crate::secretary::when::Rule;
use crate::secretary::wording;
use crate::secretary::wording::people::deputies as said;
use crate::secretary::wording::talk::refusals;
use crate::text::names;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// `/away`
pub async fn away(context: &mut Context<'_>, request: &Request, order: Order) -> Handled {
    let zone = context.zone_of(&request.person).await?;
    match order {
        Order::Show => {
            let away = request.person.away.clone().filter(|away| away.until > context.now);
            let deputy = match &away {
                // Older versions kept the deputy when that person was erased.
                Some(away) => context.tx.person(&away.deputy).await?.filter(|deputy| !deputy.erased),
                None => None,
            };
            let now = deputy.as_ref().zip(away.as_ref()).map(|(deputy, away)| (deputy.name.as_str(), away.until));
            say::answer(context, request, said::standing(now, zone, context.now)).await
        }
        Order::Back => {
            let Some(deputy) = request.person.deputy(context.now).cloned() else {
                return say::refuse(context, request, said::not_away()).await;
            };
            set_away(context, &request.person, None).await?;
            tell_person(context, &deputy, said::over(&request.person.name)).await?;
            say::answer(context, request, Message::lines([said::back()])).await
        }
        Order::Name { who, until } => {
            let people = context.tx.people(&request.person.workspace).await?;
            let read = context.engine.parts.grammar.time(&until, zone, context.now).ok();
            let moment = read.and_then(|timed| if let Rule::Once { at } = timed.rule { Some(at) } else { None });
            let named = deputies::appointed(&people, &request.person.id, (&who, &until), moment, context.now);
            let (deputy, at) = match named {
                Ok(named) => named,
                Err(why) => return say::refuse(context, request, why).await,
            };
            let mut former = away_as_it_was(context, request, &people, zone);
            if request.person.away == Some(Away { until: at, deputy: deputy.id.clone() }) {
                undo_stack::unmark(context, request).await?;
                former = None;
            }
            hand_over(context, request, &deputy, at).await?;
            let steers = deputy.role <= Role::Approver;
            let mut message = said::named(&deputy.name, steers, at, zone, context.now);
            if let Some(away) = deputy.away.as_ref().filter(|away| away.until > context.now) {
                message = said::away_too(message, &deputy.name, away.until, zone, context.now);
            }
            undo_settings::set(context, request, message, former).await
        }
    }
}

/// The command that restores the former deputy. None if no name identifies them.
fn away_as_it_was(context: &Context<'_>, request: &Request, people: &[Person], zone: Tz) -> Option<String> {
    match request.person.away.as_ref().filter(|away| away.until > context.now) {
        Some(away) => undo_order::away(people, away, zone),
        None => Some("away off".to_owned()),
    }
}

/// Sets the deputy and tells both the new deputy and the former one.
async fn hand_over(context: &mut Context<'_>, request: &Request, deputy: &Person, until: DateTime<Utc>) -> Stored<()> {
    let (name, steers) = (&request.person.name, deputy.role <= Role::Approver);
    if let Some(before) = request.person.deputy(context.now).filter(|before| **before != deputy.id) {
        tell_person(context, before, said::passed_on(name)).await?;
    }
    // The reason comes first, then the open decisions.
    let (zone, rooms) = (context.zone_of(deputy).await?, context.tx.rooms(&context.workspace()).await?);
    let elsewhere = match find_room::chat_of(&rooms, &deputy.id).filter(|room| !room.active) {
        Some(room) => Some(workspaces::workspace_name(context, &room.workspace).await?),
        None => None,
    };
    tell_person(context, &deputy.id, said::asked(name, (steers, elsewhere.as_deref()), until, zone, context.now))
        .await?;
    set_away(context, &request.person, Some(Away { until, deputy: deputy.id.clone() })).await
}

/// The deputy of an absent person at this moment, if the deputy is a member and there is something to hand over.
pub async fn deputy_of(context: &mut Context<'_>, absent: &Person) -> Stored<Option<PersonId>> {
    let member = context.tx.people(&absent.workspace).await?.iter().any(|person| person.id == absent.id);
    let named = absent.deputy(context.now).filter(|_| member && absent.role <= Role::Approver);
    Ok(named.cloned())
}

async fn set_away(context: &mut Context<'_>, person: &Person, away: Option<Away>) -> Stored<()> {
    audit_log::note(
        context,
        What::DeputyNamed { person: person.id.clone(), deputy: away.as_ref().map(|away| away.deputy.clone()) },
    );
    let begins = away.is_some();
    context.tx.save_person(&Person { away, ..person.clone() }).await?;
    directory::change_directory(context).await?;
    // Takes the prompts back from the former deputy.
    Box::pin(leaving::leave_who_decides_no_more(context)).await?;
    if begins {
        let rooms = context.tx.rooms(&context.workspace()).await?;
        for room in rooms.iter().filter(|room| room.direct() && room.person.as_ref() == Some(&person.id)) {
            Box::pin(upkeep::move_prompts(context, &room.id, &Loss::Shared)).await?;
        }
    }
    Ok(())
}

/// Ends the deputyship of a person and tells those who named them why.
pub async fn stands_in_no_more(context: &mut Context<'_>, deputy: &PersonId, why: &str) -> Stored<()> {
    for absent in members::decides_for_nobody(context, deputy).await? {
        tell_person(context, &absent, Message::lines([why])).await?;
    }
    Ok(())
}

/// Tells a member something in their direct chat, if one can be reached.
pub async fn tell_person(context: &mut Context<'_>, person: &PersonId, message: Message) -> Stored<()> {
    let rooms = context.tx.rooms(&context.workspace()).await?;
    let Some(room) = find_room::chat_of(&rooms, person).map(|room| &room.id) else { return Ok(()) };
    let slot = Slot::new(format!("told/{}/{}", context.seq, context.effects));
    say::announce(context, room, slot, message).await
}

/// Completes a member with what holds at this moment: the role that a server lends, and those who named them as
/// deputy.
pub async fn at_hand(context: &mut Context<'_>, person: &mut Person, inbound: &Inbound) -> Stored<()> {
    let lent = lent(context, inbound).await?;
    person.at_hand = AtHand { lent, ..directory::at_hand(context, &person.id).await? };
    Ok(())
}

/// The role that the sender's roles on a Discord server lend them here.
pub async fn lent(context: &mut Context<'_>, inbound: &Inbound) -> Stored<Option<Role>> {
    if inbound.place.platform != Platform::Discord || inbound.sender.roles.is_empty() {
        return Ok(None);
    }
    let lends = context.settings().await?.server_roles;
    Ok(lends.iter().filter(|lends| inbound.sender.roles.contains(&lends.id)).map(|lends| lends.role).min())
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
pub async fn role_unseen(context: &mut Context<'_>, inbound: &Inbound) -> Stored<bool> {
    Ok(inbound.sender.roles_unseen() && !context.settings().await?.server_roles.is_empty())
}

/// The message is neither taken nor refused: the person is asked to send it again, since Discord then tells their
/// roles. Where every message counts and the person is unknown, this is said once a day only, since other people talk
/// there, too.
pub async fn send_again(context: &mut Context<'_>, inbound: &Inbound, account: &Account, addressed: bool) -> Handled {
    let said = matches!(inbound.content, Content::Text { .. });
    if !addressed {
        let room = sender::room_here(context, &inbound.place).await?;
        let every = find_room::purposes_at(context, &inbound.place, room.as_ref()).await?.every_message;
        let Some(room) = room.filter(|_| said && every) else { return Ok(EventOutcome::Decided(None)) };
        let known = context.tx.member(&context.workspace(), account).await?.is_some();
        if !known && edited_messages::noted_in(context, &room, &format!("unseen/{}", context.now.date_naive())).await? {
            return Ok(EventOutcome::Decided(None));
        }
    }
    let why = refusals::role_unseen();
    say::say_at(context, inbound, why.clone()).await?;
    Ok(EventOutcome::Refused(why))
}

/// Why somebody is no member here, and whether they were told before. In a direct chat no server tells roles; a
/// member by a server role hears that once, also after a refusal as a stranger.
pub async fn no_member_here(context: &mut Context<'_>, inbound: &Inbound, account: &Account) -> Stored<(String, bool)> {
    let direct = inbound.place.kind == ChatKind::Direct;
    let known = if direct { context.tx.member(&context.workspace(), account).await? } else { None };
    let by_a_role = known.is_some_and(|person| person.by_server_role);
    let why = if by_a_role { refusals::member_elsewhere() } else { refusals::stranger() };
    let told = match inbound.handle {
        // The answer to a press or a command is for this person alone, so it comes each time.
        Some(_) => true,
        None if by_a_role => {
            let room = find_room::room_for(context, &inbound.place, None).await?;
            edited_messages::noted_in(context, &room, "by-a-role").await?
        }
        None => context.tx.told_before(account, context.now).await?,
    };
    Ok((why, told))
}

/// A member by a server role alone is no member in their direct chat. Their own data is shown, exported and erased
/// there all the same, since nobody else reads along. Nothing else is done.
pub async fn their_own(
    context: &mut Context<'_>,
    inbound: &Inbound,
    account: &Account,
) -> Stored<Option<EventOutcome>> {
    if inbound.place.kind != ChatKind::Direct {
        return Ok(None);
    }
    let known = context.tx.member(&context.workspace(), account).await?;
    let Some(person) = known.filter(|person| person.by_server_role) else { return Ok(None) };
    if !is_about_their_own(context, &person, inbound).await? {
        return Ok(None);
    }
    let room = find_room::room_for(context, &inbound.place, Some(&person)).await?;
    audit_log::comes_from(context, &person, &room);
    let request = dispatch::request(context, inbound, person, room);
    if let Some(outcome) = Box::pin(rate_limit::slow_down(context, &request, inbound)).await? {
        return Ok(Some(outcome));
    }
    Box::pin(message::heard(context, &request, inbound)).await.map(Some)
}

/// Whether an event is `/privacy`, `/export`, `/forget`, or a button of the question about erasing.
async fn is_about_their_own(context: &mut Context<'_>, person: &Person, inbound: &Inbound) -> Stored<bool> {
    if let Content::Command { name, args, .. } = &inbound.content {
        return Ok(matches!(commands::read(name, args), Ok(Command::Privacy | Command::Export | Command::Forget)));
    }
    let Content::Press { data, .. } = &inbound.content else { return Ok(false) };
    let Some(room) = sender::room_here(context, &inbound.place).await? else { return Ok(false) };
    Ok(match presses::action_of(context, &room, data).await? {
        Some((Action::Erase { person: whose }, _)) => whose == person.id,
        Some((action, _)) => action == Action::Leave,
        None => false,
    })
}

/// `/members @Role approver`: sets the role that a role of a Discord server lends.
pub async fn server_role(context: &mut Context<'_>, request: &Request, named: NamedRole<'_>, what: &str) -> Handled {
    if request.room.place.platform != Platform::Discord || request.room.direct() {
        return say::refuse(context, request, wording::people::role_on_its_server()).await;
    }
    let was = context.settings().await?;
    let mut settings = was.clone();
    let text = match change::lend(&mut settings, named, names::person(named.name()), what) {
        Ok(text) => text,
        Err(why) => return say::refuse(context, request, why).await,
    };
    context.save_settings("server_roles", &was, &settings).await?;
    Box::pin(leaving::count_again(context)).await?;
    say::answer(context, request, Message::lines([text])).await
}
