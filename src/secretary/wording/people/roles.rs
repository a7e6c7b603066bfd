//! Sentences about roles: the list of members, and changes of a role.

use super::article;
use crate::secretary::message::{Message, Span};
use crate::secretary::names::phrases::short;
use crate::secretary::people::names;
use crate::secretary::people::workspace::{Person, Role, ServerRole};
use chrono::{DateTime, Utc};

/// The members. Whoever belongs by a role of a server is listed with what it lent them when they were last heard there.
pub fn members(people: &[Person], lends: &[ServerRole], now: DateTime<Utc>) -> Message {
    let mut message = Message::default().spans(vec![Span::strong("Who belongs here")]);
    for (n, person) in (1..).zip(people) {
        let on: Vec<&str> = person.accounts.iter().map(|a| a.platform.title()).collect();
        let on = on.join(" and ");
        let name = names::shown_name(person, people);
        let is = match (person.by_server_role, person.lent_there(lends)) {
            (false, _) => format!("{} (on {on})", person.role.name()),
            (true, Some(role)) => format!("{} (on {on}, by a role there)", role.name()),
            // Nobody has heard them since that is kept.
            (true, None) if person.lenders.is_none() => format!("by a role on {on}"),
            (true, None) => format!("no role now (on {on}, a role there lends them nothing any more)"),
        };
        let deputy = person.deputy(now).and_then(|id| people.iter().find(|other| other.id == *id));
        let away = deputy.map_or_else(String::new, |deputy| format!("; away, {} decides for them", deputy.name));
        message = message.line(format!("{n}. {name}, {is}{away}"));
    }
    for lends in lends {
        let (which, a, role) = (called(lends), article(lends.role), lends.role.name());
        message = message.line(format!("Whoever has the Discord role {which} is {a} {role}."));
    }
    message.line(
        "Owners: /invite adds somebody; /members Kim approver changes a role; /members Kim remove takes them out.",
    )
}

/// Which role of a server: by its name, else by what sets its number apart.
fn called(lends: &ServerRole) -> String {
    if !lends.name.is_empty() {
        return format!("“{}”", lends.name.trim_matches(['“', '”']));
    }
    let end: String = lends.id.chars().skip(lends.id.chars().count().saturating_sub(4)).collect();
    format!("ending in {end}")
}

/// To whoever has another role from now on, which somebody else gave them. `workspace`: which one, where there are several.
pub fn given(role: Role, workspace: Option<&str>) -> String {
    let may = match role {
        Role::Owner => "you decide, invite people, and say how I work",
        Role::Approver => "you decide about everybody's ideas as well as your own",
        Role::Requester => "you send ideas and decide about your own",
        Role::Observer => "you read along; ideas and decisions are for others",
    };
    let place = workspace.map_or_else(|| "here".to_owned(), |name| format!("in {name}"));
    format!("You are {} {} {place} now: {may}. An owner can change that with /members.", article(role), role.name())
}

/// A name only somebody has who was taken out, or left.
pub fn taken_out(name: &str) -> String {
    format!("{} no longer belongs here. /invite brings them back, in the role it names.", short(name, 40))
}
