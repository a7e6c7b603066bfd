//! Links two accounts to one person: whoever types the code of the other side is that person from then on, in every
//! workspace of either.

use super::members::others_own;
use crate::engine::context::{Context, audit_log, directory, say};
use crate::engine::handlers::people::{invitations, leaving, members};
use crate::ports::store::Stored;
use crate::secretary::audit::What;
use crate::secretary::ids::{PersonId, Slot, WorkspaceId};
use crate::secretary::inbound::{Account, Platform};
use crate::secretary::message::Message;
use crate::secretary::people::merge_members::{Belongs, gains, named_like, with_accounts};
use crate::secretary::people::workspace::{Grant, Person, Role, Room};
use crate::secretary::wording;
use crate::secretary::wording::people::codes::Remedy;
use crate::secretary::wording::people::deputies as said;
use std::collections::BTreeSet;

/// Links an account to the member who made this code. Returns the member as they are now, or why the link is refused.
/// `called`: the name that the platform gives the account.
pub async fn link_to(
    context: &mut Context<'_>,
    maker: &PersonId,
    account: &Account,
    (code, called): (&str, &str),
) -> Stored<Result<Person, String>> {
    let here = context.workspace();
    let Some(maker) = context.tx.person(maker).await?.filter(|p| p.workspace == here && !p.accounts.is_empty()) else {
        return Ok(Err(wording::people::codes::bad_code()));
    };
    let theirs = belongs(context, &maker.accounts).await?;
    let mine: Belongs = belongs(context, std::slice::from_ref(account)).await?;
    let mut own = vec![account.clone()];
    own.extend(mine.values().flat_map(|person| person.accounts.clone()));
    own.dedup();
    if gains(&theirs, &mine) {
        return Ok(Err(wording::people::link_downwards()));
    }
    invitations::use_up(context, code).await?;
    tell_of_link(context, &maker, account, called).await?;
    if mine.is_empty() {
        audit_log::note(context, What::CodeRedeemed { grant: Grant::Link(maker.id.clone()), person: maker.id.clone() });
    }
    let workspaces = theirs.keys().chain(mine.keys()).cloned().collect::<BTreeSet<_>>();
    let mut joined: Vec<WorkspaceId> = Vec::new();
    for workspace in workspaces {
        context.here = workspace.clone();
        let person = match (theirs.get(&workspace), mine.get(&workspace)) {
            (Some(kept), Some(gone)) if kept.id != gone.id => {
                joined.push(workspace.clone());
                become_one(context, kept, gone).await?
            }
            (Some(kept), None) if account.platform != Platform::Web => with_accounts(&named_like(kept, called), &own),
            (Some(kept), _) => with_accounts(kept, &own),
            (None, Some(known)) => with_accounts(known, &maker.accounts),
            (None, None) => continue,
        };
        context.tx.save_person(&person).await?;
    }
    directory::change_directory(context).await?;
    for joined in joined {
        // Two votes and two names have become one.
        context.here = joined;
        Box::pin(leaving::leave_who_decides_no_more(context)).await?;
        Box::pin(leaving::count_again(context)).await?;
    }
    context.here = here;
    Ok(Ok(context.tx.person(&maker.id).await?.unwrap_or(maker)))
}

/// Tells the maker of the code in their own chats that it was used, and what helps if that was not them.
async fn tell_of_link(context: &mut Context<'_>, maker: &Person, account: &Account, called: &str) -> Stored<()> {
    let remedy = remedy(context, maker, account).await?;
    let told = wording::people::codes::linked(account.platform, called, remedy);
    let own = |room: &Room| room.direct() && !room.closed && room.person.as_ref() == Some(&maker.id);
    let rooms: Vec<Room> = context.tx.rooms(&maker.workspace).await?.into_iter().filter(own).collect();
    for room in rooms {
        let slot = Slot::new(format!("linked/{}", context.seq));
        say::announce(context, &room.id, slot, Message::lines([told.clone()])).await?;
    }
    Ok(())
}

/// What helps the maker of a code that linked a foreign account.
async fn remedy(context: &mut Context<'_>, maker: &Person, account: &Account) -> Stored<Remedy> {
    if maker.role != Role::Owner {
        return Ok(Remedy::AnOwner);
    }
    let joined = with_accounts(maker, std::slice::from_ref(account));
    if members::owner_for_good(context, &joined, &maker.name, "remove").is_some() {
        return Ok(Remedy::Settings);
    }
    let mut people = context.tx.people(&maker.workspace).await?;
    people.retain(|person| !person.accounts.contains(account));
    Ok(if others_own(&people, maker, true) { Remedy::AnotherOwner } else { Remedy::ANewOwner })
}

/// The members that these accounts belong to, by workspace.
async fn belongs(context: &mut Context<'_>, accounts: &[Account]) -> Stored<Belongs> {
    let mut found = Belongs::new();
    for account in accounts {
        for member in context.tx.memberships(account).await? {
            found.entry(member.workspace.clone()).or_insert(member);
        }
    }
    Ok(found)
}

/// Merges two members: everything of both is kept, with the higher role.
async fn become_one(context: &mut Context<'_>, kept: &Person, gone: &Person) -> Stored<Person> {
    audit_log::note(context, What::MembersJoined { person: gone.id.clone(), into: kept.id.clone() });
    let named = named_like(kept, &gone.name);
    if named.name != kept.name {
        // The name is saved before acts of the other member are shown under it.
        context.tx.save_person(&named).await?;
    }
    context.tx.merge_person(&gone.id, &kept.id).await?;
    let mut person = with_accounts(&named, &gone.accounts);
    person.role = kept.role.min(gone.role);
    person.zone = person.zone.or_else(|| gone.zone.clone());
    person.quiet = if person.quiet.is_usual() { gone.quiet } else { person.quiet };
    // The merge may have changed the deputy.
    person.away = context.tx.person(&kept.id).await?.and_then(|merged| merged.away);
    if kept.role != gone.role {
        let own = [&kept.id, &gone.id];
        let decides = person.deputy(context.now).cloned();
        for one in [kept, gone] {
            let before = one.deputy(context.now).filter(|before| !own.contains(before));
            if let Some(before) = before.filter(|before| decides.as_ref() != Some(*before)) {
                say::tell_person(context, before, said::linked(&one.name)).await?;
            }
        }
    }
    Ok(person)
}

/// The answer to the person who typed the code: who they are, and their deputy.
pub async fn linked(context: &mut Context<'_>, person: &Person, grant: &Grant) -> Stored<Message> {
    let message = Message::lines([wording::people::codes::redeemed(person, grant)]);
    let Some(away) = person.away.as_ref().filter(|away| away.until > context.now) else { return Ok(message) };
    let Some(deputy) = context.tx.person(&away.deputy).await?.filter(|deputy| !deputy.erased) else {
        return Ok(message);
    };
    let zone = context.zone_of(person).await?;
    Ok(said::still(message, &deputy.name, away.until, zone, context.now))
}
