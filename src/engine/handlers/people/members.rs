//! `/members`: lists members and roles, changes roles, removes members, and tells those concerned.

use crate::engine::context::{Context, Handled, Request, audit_log, directory, say};
use crate::engine::handlers::people::deputies::{deputy_of, server_role, stands_in_no_more};
use crate::engine::handlers::people::{erase, leaving, personal_data};
use crate::engine::handlers::settings::{approval_policy, undo_settings};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::audit::What;
use crate::secretary::ids::{PersonId, Slot, WorkspaceId};
use crate::secretary::inbound::{Account, NamedRole, Platform, ReplyTo};
use crate::secretary::message::{Message, undo_order};
use crate::secretary::people::names;
use crate::secretary::people::workspace::{Person, Role, Room};
use crate::secretary::wording::people as said;
use crate::secretary::wording::people::{deputies, roles};

/// The account of the visitor of the web chat.
pub fn local_visitor() -> Account {
    Account { platform: Platform::Web, user: "local".to_owned() }
}

/// Why an owner stays an owner: the settings make them owner again at the next start.
pub fn owner_for_good(context: &Context<'_>, person: &Person, name: &str, what: &str) -> Option<String> {
    let ends = what == "remove" || Role::of_name(what).is_some_and(|role| role != Role::Owner);
    let owners = &context.engine.parts.defaults.owners;
    let first = person.workspace == WorkspaceId::home();
    let by_settings = first && person.accounts.iter().any(|account| owners.contains(account));
    let visitor = first && person.accounts.iter().any(|account| *account == local_visitor());
    // A member with more accounts than the web visitor can be removed; the other accounts stay out.
    let visitor = visitor && (what != "remove" || person.accounts.len() == 1);
    if ends && by_settings {
        return Some(said::owner_by_settings(name));
    }
    (ends && visitor).then(|| said::owner_by_web(name))
}

pub async fn members(context: &mut Context<'_>, request: &Request, change: Option<(String, String)>) -> Handled {
    let people = context.tx.people(&context.workspace()).await?;
    let Some((name, what)) = change else {
        let lends = context.settings().await?.server_roles;
        return say::answer(context, request, roles::members(&people, &lends, context.now)).await;
    };
    if what == "erase" {
        return Box::pin(erase::ask_erase(context, request, &name)).await;
    }
    if let Some(role) = NamedRole::read(&name) {
        return server_role(context, request, role, &what).await;
    }
    let by_number = name.parse::<usize>().ok();
    let named: Vec<&Person> = match by_number {
        Some(n) => n.checked_sub(1).and_then(|i| people.get(i)).into_iter().collect(),
        None if name.eq_ignore_ascii_case("me") => people.iter().filter(|p| p.id == request.person.id).collect(),
        None => names::called(&people, &name),
    };
    let person = match named.as_slice() {
        [] if was_taken_out(context, &name).await? => {
            return say::refuse(context, request, roles::taken_out(&name)).await;
        }
        [] => return say::refuse(context, request, said::nobody_called(&name)).await,
        [one] => (*one).clone(),
        _ => return say::refuse(context, request, said::several_called(&name)).await,
    };
    let oneself = person.id == request.person.id;
    let sure = oneself && what == "leave";
    let what = if sure { "remove" } else { what.as_str() };
    if let Some(why) = owner_for_good(context, &person, &names::shown_name(&person, &people), what) {
        return say::refuse(context, request, why).await;
    }
    if person.role == Role::Owner && Role::of_name(what) != Some(Role::Owner) && !others_own(&people, &person, oneself)
    {
        return say::refuse(context, request, said::last_owner()).await;
    }
    match Role::of_name(what) {
        Some(role) => give_role(context, request, &people, person, role).await,
        None if what == "remove" && oneself && !sure => ask_to_leave(context, request).await,
        None if what == "remove" => remove(context, request, &people, &person).await,
        None => say::refuse(context, request, said::unknown_role()).await,
    }
}

async fn give_role(
    context: &mut Context<'_>,
    request: &Request,
    people: &[Person],
    person: Person,
    role: Role,
) -> Handled {
    let (former, was) = (undo_order::role(people, &person), Some(person.role));
    let tell = person.id != request.person.id && (person.role != role || person.by_server_role);
    let ended = role != Role::Owner && leaving::end_invitations(context, &person).await?;
    let changed = Person { role, by_server_role: false, lenders: None, ..person };
    audit_log::note(context, What::RoleChanged { person: changed.id.clone(), role, was });
    context.tx.save_person(&changed).await?;
    if role > Role::Approver {
        approval_policy::drop_rules_by(context, &changed.id).await?;
        leaving::narrow_rooms(context, &changed.id).await?;
    }
    if role > Role::Requester {
        let name = names::shown_name(&changed, people);
        stands_in_no_more(context, &changed.id, &deputies::only_reads(&name)).await?;
    }
    directory::change_directory(context).await?;
    Box::pin(leaving::leave_who_decides_no_more(context)).await?;
    if tell {
        let here = personal_data::named_among_several(context).await?;
        say::tell_person(context, &changed.id, Message::lines([roles::given(role, here.as_deref())])).await?;
    }
    let also = ended.then(said::invitations_ended);
    let message = Message::lines([said::role_changed(&changed)].into_iter().chain(also));
    undo_settings::set_of(context, request, message, former, Some(changed.id)).await
}

/// Asks a member who wants to leave to confirm it, where nobody else can press, since they cannot come back by
/// themselves.
async fn ask_to_leave(context: &mut Context<'_>, request: &Request) -> Handled {
    let here = context.workspace();
    let name = directory::workspace_name(context, &here).await?;
    say::ask(context, request, |keys| said::ask_to_leave(&name, request.room.direct(), keys)).await
}

async fn remove(context: &mut Context<'_>, request: &Request, people: &[Person], person: &Person) -> Handled {
    let here = personal_data::named_among_several(context).await?;
    let theirs = |room: &Room| room.direct() && !room.closed && room.person.as_ref() == Some(&person.id);
    let rooms: Vec<Room> = context.tx.rooms(&context.workspace()).await?.into_iter().filter(theirs).collect();
    let ended = leaving::end_invitations(context, person).await?;
    audit_log::note(context, What::MemberRemoved { person: person.id.clone() });
    let name = names::shown_name(person, people);
    stands_in_no_more(context, &person.id, &deputies::gone(&name)).await?;
    // The person who removes the member knows it already.
    if let Some(deputy) = deputy_of(context, person).await?.filter(|deputy| *deputy != request.person.id) {
        say::tell_person(context, &deputy, deputies::left(&name)).await?;
    }
    leaving::take_out(context, &person.id).await?;
    directory::change_directory(context).await?;
    Box::pin(leaving::leave_who_decides_no_more(context)).await?;
    for room in &rooms {
        let next = about_now(context, room).await?;
        let slot = Slot::new(format!("re/{}/{}", context.seq, context.effects));
        let told = Message::lines([said::no_longer_belongs(here.as_deref(), next.as_deref())]);
        let reply = if room.id == request.room.id { request.reply.clone() } else { ReplyTo::default() };
        say::post(context, &room.id, slot, told, reply).await?;
    }
    if person.id == request.person.id && rooms.iter().any(|room| room.id == request.room.id) {
        return Ok(EventOutcome::Decided(None));
    }
    let lent = person.by_server_role || !context.settings().await?.server_roles.is_empty();
    let text = said::removed(&name, here.as_deref(), lent);
    let also = ended.then(said::invitations_ended);
    say::answer(context, request, Message::lines([text].into_iter().chain(also))).await
}

/// The workspace that the direct chat is about from now on, if there is another one.
async fn about_now(context: &mut Context<'_>, left: &Room) -> Stored<Option<String>> {
    let rooms = context.tx.rooms_at(&left.place).await?;
    match rooms.into_iter().find(|room| room.active && !room.closed && room.person.is_some()) {
        Some(next) => directory::workspace_name(context, &next.workspace).await.map(Some),
        None => Ok(None),
    }
}

/// Whether a former member has this name.
async fn was_taken_out(context: &mut Context<'_>, name: &str) -> Stored<bool> {
    let mut former = context.tx.former_people(&context.workspace()).await?;
    former.retain(|person| !person.erased);
    Ok(!names::left_called(&former, name).is_empty())
}

/// Ends all deputyships of this person. Returns those who had named them.
pub async fn decides_for_nobody(context: &mut Context<'_>, person: &PersonId) -> Stored<Vec<PersonId>> {
    let mut until_now = Vec::new();
    for other in context.tx.people(&context.workspace()).await? {
        if other.away.as_ref().is_some_and(|away| away.deputy == *person) {
            if other.role <= Role::Approver && other.deputy(context.now).is_some() {
                until_now.push(other.id.clone());
            }
            context.tx.save_person(&Person { away: None, ..other }).await?;
        }
    }
    Ok(until_now)
}

/// A former member who comes back is the same person, with the new role.
pub async fn as_before(context: &mut Context<'_>, person: Person) -> Stored<Person> {
    for account in &person.accounts {
        context.tx.kept_out(&person.workspace, account, true).await?;
    }
    let mut former = directory::former_with(context, &person.accounts).await?;
    let Some(last) = former.pop() else { return Ok(person) };
    let id: PersonId = last.id;
    // Older versions made a new person each time a member came back.
    for earlier in former {
        audit_log::note(context, What::MembersJoined { person: earlier.id.clone(), into: id.clone() });
        context.tx.merge_person(&earlier.id, &id).await?;
    }
    decides_for_nobody(context, &id).await?;
    let zone = person.zone.clone().or(last.zone);
    Ok(Person { id, zone, quiet: last.quiet, ..person })
}

/// Whether there is another owner. The visitor of the web chat does not count, since perhaps nobody uses it.
pub fn others_own(people: &[Person], person: &Person, oneself: bool) -> bool {
    let somebody = |other: &Person| other.accounts.iter().any(|account| *account != local_visitor());
    people.iter().any(|other| other.role == Role::Owner && other.id != person.id && (!oneself || somebody(other)))
}

#[cfg(test)]
mod tests {
    use crate::engine::handlers::people::members::*;

    #[test]
    fn nobody_leaves_a_workspace_to_the_visitor_of_the_page() {
        let owner = |id: &str, account: Account| {
            let person =
                Person::new(PersonId::new(id), WorkspaceId::home(), id, Role::Owner, chrono::DateTime::UNIX_EPOCH);
            Person { accounts: vec![account], ..person }
        };
        let on_telegram =
            |user: &str| Account { platform: crate::secretary::inbound::Platform::Telegram, user: user.to_owned() };
        let (mara, visitor) = (owner("mara", on_telegram("1")), owner("visitor", local_visitor()));
        let two = [mara.clone(), visitor.clone()];
        assert!(!others_own(&two, &mara, true));
        assert!(others_own(&two, &mara, false) && others_own(&two, &visitor, true));
        let kim = owner("kim", on_telegram("2"));
        assert!(others_own(&[mara.clone(), visitor, kim], &mara, true));
    }
}
