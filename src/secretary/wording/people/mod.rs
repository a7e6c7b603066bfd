//! Sentences about people, rooms and codes.

pub mod codes;
pub mod deputies;
pub mod roles;
pub mod workspaces;

use super::super::message::Message;
use super::super::message::action::Action;
use super::super::message::keys::Keys;
use super::super::people::names::{self, NAMELESS};
use super::super::people::workspace::{Person, Purposes, Role};
use super::talk::help;
use crate::secretary::names::phrases::short;

/// The greeting of `/start` and of an empty list.
pub fn welcome(person: &Person, reads: bool, keys: &mut Keys) -> Message {
    if person.power() > Role::Requester {
        return Message::lines([
            format!("{} You can read along here: /list shows what is going on.", greeting(&person.name)),
            help::MAY_READ.to_owned(),
        ]);
    }
    let mut message = Message::lines([
        format!("{} Tell me what you need in plain words, and I'll see to it.", greeting(&person.name)),
        "I ask what I must know, show you what I'll do, and come back with a report.".to_owned(),
    ]);
    if !reads {
        message = message.line(
            "No language model is connected yet; until then I do reminders, notes and lists, sums, web pages, decisions and digests.",
        );
    }
    message = message.line("Try one of these, or send /help:");
    help::suggestions(message, reads, keys)
}

pub(super) fn article(role: Role) -> &'static str {
    match role {
        Role::Owner | Role::Approver | Role::Observer => "an",
        Role::Requester => "a",
    }
}

/// Somebody who belongs here already.
pub fn already_member(person: &Person) -> String {
    format!("You belong here already, as {} {}.", article(person.role), person.role.name())
}

/// A member's role changed.
pub fn role_changed(person: &Person) -> String {
    format!("{} is {} {} now.", person.name, article(person.role), person.role.name())
}

/// A member was taken out. `from`: the workspace, where there are several; `lent`: roles of a Discord server lend something here.
pub fn removed(name: &str, from: Option<&str>, lent: bool) -> String {
    let whatever = if lent { " Until then they stay out, whatever roles they have on a Discord server." } else { "" };
    format!(
        "{name} no longer belongs {}. Their tickets are kept, and an /invite brings them back to them.{whatever}",
        place(from)
    )
}

/// The same for themself. `next`: the workspace their chat is about from now on, if they belong to another.
pub fn no_longer_belongs(from: Option<&str>, next: Option<&str>) -> String {
    let next = next.map_or_else(String::new, |next| format!(" This chat is about {next} now."));
    format!("You no longer belong {}; an owner can bring you back with /invite.{next}", place(from))
}

fn place(workspace: Option<&str>) -> String {
    workspace.map_or_else(|| "here".to_owned(), |name| format!("to {name}"))
}

/// Whether somebody who would take themself out means it. `alone`: nobody else could press it for themself.
pub fn ask_to_leave(name: &str, alone: bool, keys: &mut Keys) -> Message {
    let message = Message::lines([
        format!("Do you want to leave {name}? What you sent stays there, and only an owner can bring you back."),
        "If so, send: /members me leave".to_owned(),
    ]);
    if !alone {
        return message;
    }
    let leave = Action::Command { line: "members me leave".to_owned() };
    message.row(vec![keys.bad(format!("Leave {name}"), leave), keys.plain("Stay", Action::Leave)])
}

/// A former member who wants what there is of them.
pub fn ask_an_owner(name: &str) -> String {
    let name = names::apart(name);
    format!(
        "You no longer belong here, so an owner has to do that: /members {name} erase erases everything of yours, and /invite \
         lets you in again to do it yourself."
    )
}

/// The further sentence for the person who removed an owner or changed their role.
pub fn invitations_ended() -> String {
    "Open invitations have ended as well, since they may have made some of them; /invite makes new ones.".to_owned()
}

/// A role of a Discord server lends something now.
pub fn server_role(role: Role) -> String {
    format!(
        "Whoever has that role is {} {} here now, on this server and as long as they have it. /members with the role and \
         “remove” ends it.",
        article(role),
        role.name()
    )
}

/// It does not any more.
pub fn server_role_ends() -> String {
    "That role lends nothing here any more.".to_owned()
}

/// It never did.
pub fn no_server_role() -> String {
    "That role lends nothing here. For example: /members @Moderators approver".to_owned()
}

/// What a role lends is said where it is.
pub fn role_on_its_server() -> String {
    "Say that in a channel of the Discord server the role is of.".to_owned()
}

/// What everybody on a server has lends nothing.
pub fn no_role_of_all() -> String {
    "That would be everybody on the server, and I take only a role that some have. For example: /members @Moderators \
     approver"
        .to_owned()
}

/// Nobody becomes an owner by a role of a server.
pub fn no_owner_by_role() -> String {
    "A role of a server can make approvers, requesters and observers. Owners are made one by one: /members Kim owner"
        .to_owned()
}

/// A link that would raise the account which typed the code.
pub fn link_downwards() -> String {
    "That would give the other account your rights. Make the code here with /link and type it there. \
     If that is refused, too, invite the other account with /invite owner first."
        .to_owned()
}

/// A name no member has.
pub fn nobody_called(name: &str) -> String {
    format!("Nobody here is called {}. /members shows all.", short(name, 40))
}

/// A name several members have.
pub fn several_called(name: &str) -> String {
    format!(
        "Several people are called {}. Use the number from /members, for example: /members 2 remove",
        short(name, 40)
    )
}

/// The only owner would be none any more.
pub fn last_owner() -> String {
    "There must be at least one owner. Make somebody else owner first.".to_owned()
}

/// An owner whom every start makes one again.
pub fn owner_by_settings(name: &str) -> String {
    let is = if name == "You" { "are" } else { "is" };
    format!(
        "{name} {is} an owner by the setting SECRETARY_OWNERS, where I run. Take the account out there and start me again; \
         then /members can change it."
    )
}

/// The visitor of the web chat, whom every start makes an owner.
pub fn owner_by_web(name: &str) -> String {
    let uses = if name == "You" { "use" } else { "uses" };
    format!(
        "{name} {uses} the web chat, and whoever can open that is an owner. Its settings are WEB_ADDR and WEB_PASSWORD, \
         where I run."
    )
}

/// A role that does not exist.
pub fn unknown_role() -> String {
    "Roles are owner, approver, requester and observer. For example: /members Kim approver".to_owned()
}

/// What a room is for.
pub fn room(purposes: Purposes, direct: bool, topic: bool) -> Message {
    let intake = match (purposes.intake, purposes.every_message) {
        _ if direct => "ideas: yes, everything you write me",
        (true, true) => "ideas: yes, every message counts",
        (true, false) => "ideas: yes, when you mention me, reply to me or send /new",
        (false, _) => "ideas: no",
    };
    let yes = |on: bool| if on { "yes" } else { "no" };
    let message = Message::lines([
        if topic { "This topic is for:" } else { "This chat is for:" }.to_owned(),
        intake.to_owned(),
        format!("decisions: {}", yes(purposes.decisions)),
        format!("reports: {}", yes(purposes.reports)),
        if purposes.goes_on {
            "unanswered questions: I go on with written assumptions (assume)".to_owned()
        } else {
            "unanswered questions: the ticket waits (park)".to_owned()
        },
        "Change it with for example: /room decisions on. With /room intake every, each message here is an idea; with \
         /room unanswered assume, I go on when nobody answers my questions."
            .to_owned(),
    ]);
    if !topic {
        return message;
    }
    message.line("What is set here counts in this topic only; set in General, it counts in every topic.")
}

/// A direct chat that was to take no ideas.
pub fn always_intake() -> String {
    "In a direct chat everything you write is for me; that can't be switched off. /pause stops all work.".to_owned()
}

/// A group, or one topic of it, that is not one of the rooms.
pub fn unknown_room(topic: bool) -> String {
    if topic {
        return "I don't work in this topic yet. An owner can let me with /room intake on.".to_owned();
    }
    "I don't work in this chat yet. An owner can let me with /room intake on.".to_owned()
}

/// "Hello Mara."; an owner who has not written yet, and the local visitor, have no name.
fn greeting(name: &str) -> String {
    if name == NAMELESS { "Hello.".to_owned() } else { format!("Hello {name}.") }
}
