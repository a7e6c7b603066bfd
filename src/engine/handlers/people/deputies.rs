//! Deputies and roles of a server: who decides while somebody is away, who is told about it, and what a Discord role
//! is set to lend.

use crate::engine::context::{Context, Handled, Request, audit_log, directory, find_room, say, undo_stack};
use crate::engine::handlers::people::{leaving, members};
use crate::engine::handlers::settings::undo_settings;
use crate::engine::transition::open_room;
use crate::ports::store::Stored;
use crate::secretary::audit::What;
use crate::secretary::decision::prompt_loss::Loss;
use crate::secretary::ids::PersonId;
use crate::secretary::inbound::{NamedRole, Platform};
use crate::secretary::message::{Message, undo_order};
use crate::secretary::orders::{name_deputy, settings};
use crate::secretary::people::deputies::{Away, Order};
use crate::secretary::people::workspace::{Person, Role};
use crate::secretary::when::Rule;
use crate::secretary::wording;
use crate::secretary::wording::people::deputies as said;
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
            say::tell_person(context, &deputy, said::over(&request.person.name)).await?;
            say::answer(context, request, Message::lines([said::back()])).await
        }
        Order::Name { who, until } => {
            let people = context.tx.people(&request.person.workspace).await?;
            let read = context.engine.parts.grammar.time(&until, zone, context.now).ok();
            let moment = read.and_then(|timed| if let Rule::Once { at } = timed.rule { Some(at) } else { None });
            let named = name_deputy::appointed(&people, &request.person.id, (&who, &until), moment, context.now);
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
        say::tell_person(context, before, said::passed_on(name)).await?;
    }
    // The reason comes first, then the open decisions.
    let (zone, rooms) = (context.zone_of(deputy).await?, context.tx.rooms(&context.workspace()).await?);
    let elsewhere = match find_room::chat_of(&rooms, &deputy.id).filter(|room| !room.active) {
        Some(room) => Some(directory::workspace_name(context, &room.workspace).await?),
        None => None,
    };
    say::tell_person(context, &deputy.id, said::asked(name, (steers, elsewhere.as_deref()), until, zone, context.now))
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
            Box::pin(open_room::move_prompts(context, &room.id, &Loss::Shared)).await?;
        }
    }
    Ok(())
}

/// Ends the deputyship of a person and tells those who named them why.
pub async fn stands_in_no_more(context: &mut Context<'_>, deputy: &PersonId, why: &str) -> Stored<()> {
    for absent in members::decides_for_nobody(context, deputy).await? {
        say::tell_person(context, &absent, Message::lines([why])).await?;
    }
    Ok(())
}

/// `/members @Role approver`: sets the role that a role of a Discord server lends.
pub async fn server_role(context: &mut Context<'_>, request: &Request, named: NamedRole<'_>, what: &str) -> Handled {
    if request.room.place.platform != Platform::Discord || request.room.direct() {
        return say::refuse(context, request, wording::people::role_on_its_server()).await;
    }
    let was = context.settings().await?;
    let mut settings = was.clone();
    let text = match settings::lend(&mut settings, named, names::person(named.name()), what) {
        Ok(text) => text,
        Err(why) => return say::refuse(context, request, why).await,
    };
    context.save_settings("server_roles", &was, &settings).await?;
    Box::pin(leaving::count_again(context)).await?;
    say::answer(context, request, Message::lines([text])).await
}
