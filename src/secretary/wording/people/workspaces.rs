//! Sentences about workspaces, and the name of the workspace in messages of a shared chat.

use super::article;
use crate::secretary::ids::WorkspaceId;
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::names::phrases::short;
use crate::secretary::people::workspace::Person;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::ticket::tickets::about;

/// The most characters of a workspace's name.
const LONGEST: usize = 40;
/// Words that stand for something else behind `/workspace`.
const TAKEN: [&str; 5] = ["new", "make", "create", "name", "rename"];

/// A name as it is kept, if it can be one: not a number, which would be a place in the list, and no word of the command.
pub fn fitting_name(text: &str) -> Option<String> {
    let name = short(text.trim().trim_matches(['"', '“', '”', '„']), LONGEST + 1);
    let fits = (1..=LONGEST).contains(&name.chars().count()) && name.chars().any(char::is_alphabetic);
    let first = name.split_whitespace().next().unwrap_or_default().to_lowercase();
    (fits && !TAKEN.contains(&first.as_str())).then_some(name)
}

/// How a workspace is made or renamed.
pub fn how_to_name() -> String {
    format!(
        "A workspace needs a name with a letter in it, of up to {LONGEST} characters. For example: /workspace new Shop, or \
         /workspace name Shop"
    )
}

/// Where somebody belongs, and what this chat is about. `here`: the place of that in the list.
pub fn list(members: &[(Person, String)], here: Option<usize>, direct: bool, keys: &mut Keys) -> Message {
    if let ([(person, name)], Some(0)) = (members, here) {
        let role = person.role.name();
        return Message::lines([
            format!("You belong to one workspace, {name}, as {} {role}.", article(person.role)),
            "A workspace has people, rooms, tickets, notes and settings of its own; nothing is shared between two. Owners of \
             my first one make another with /workspace new NAME."
                .to_owned(),
        ]);
    }
    let mut message = Message::default().spans(vec![Span::strong("Your workspaces")]);
    let mut row = Vec::new();
    for (i, (person, name)) in members.iter().enumerate() {
        let mark = if here == Some(i) { " — this chat is about it" } else { "" };
        message = message.line(format!("{}. {name}, {}{mark}", i + 1, person.role.name()));
        if direct && here != Some(i) {
            row.push(keys.plain(name.clone(), Action::Command { line: format!("workspace ={}", person.workspace) }));
        }
    }
    let how =
        if direct { "Choose one, or send /workspace with its name." } else { "Each group belongs to one of them." };
    message = message.line(how);
    for buttons in row.chunks(2) {
        message = message.row(buttons.to_vec());
    }
    message
}

/// This chat is about another workspace now.
pub fn chosen(name: &str, before: &str) -> String {
    format!("This chat is about {name} now: what you write here goes there. /workspace {before} switches back.")
}

/// It is so already.
pub fn chosen_already(name: &str) -> String {
    format!("This chat is about {name} already.")
}

/// Nobody belongs to a workspace of this name, or not this person.
pub fn unknown(name: &str) -> String {
    format!("You belong to no workspace called “{}”. /workspace shows yours.", short(name, LONGEST))
}

/// The first words of a new workspace.
pub fn made(name: &str, before: &str) -> Message {
    Message::lines([
        format!("{name} is there, and you own it. This chat is about {name} now; /workspace {before} switches back."),
        "/invite adds people to it. In a group that shall belong to it, send /room intake on; a group of another \
         workspace you own moves with /workspace and its name."
            .to_owned(),
    ])
}

/// A name one's own workspaces have already.
pub fn exists(name: &str) -> String {
    format!("You have a workspace called {name} already. Choose another name, for example: /workspace new {name} 2")
}

/// Workspaces are made where nobody else reads along.
pub fn only_direct() -> String {
    "Make workspaces in a direct chat with me.".to_owned()
}

/// The words for a new name begin with the name of another workspace of theirs: which is meant? `here`: what this one is called;
/// `other`: the other one with its name, where nobody else reads along.
pub fn which_to_rename(here: &str, other: Option<(&WorkspaceId, &str)>, name: &str, keys: &mut Keys) -> Message {
    let sure = |keys: &mut Keys| {
        let line = format!("workspace name ={name}");
        keys.plain(format!("Call {here} “{name}”"), Action::Command { line })
    };
    let Some((id, called)) = other else {
        let ask = format!(
            "Nothing is renamed yet. Shall {here} be called “{name}” from now on? For another workspace, write to me directly."
        );
        return Message::lines([ask]).row(vec![sure(keys)]);
    };
    let ask = format!(
        "Nothing is renamed yet: {called} is another workspace of yours, and this chat is about {here}. To rename {called}, go \
         there and send /workspace name and its new name."
    );
    let go = keys.plain(format!("Go to {called}"), Action::Command { line: format!("workspace ={id}") });
    Message::lines([ask]).row(vec![go]).row(vec![sure(keys)])
}

/// It has another name now.
pub fn renamed(name: &str) -> String {
    format!("This workspace is called {name} now.")
}

/// A group was given to another workspace.
pub fn moved(name: &str) -> String {
    format!(
        "This group belongs to {name} now, for ideas. What was begun here before stays where it was and goes on in direct \
         chats. /room says what else it shall be for."
    )
}

/// What stands in such a group in place of work, questions or a plan.
pub fn goes_on_elsewhere(ticket: &Ticket) -> Message {
    about(ticket, " goes on elsewhere.").silently()
}

/// A reply to what was asked there before. `name`: whose it is now.
pub fn about_another(name: &str) -> String {
    format!(
        "This group is about {name} now; what was asked here before goes on in direct chats. Whoever owns both workspaces \
         can move it back with /workspace."
    )
}

/// Somebody who may not give a group away, or not take it.
pub fn no_move(name: &str) -> String {
    format!("Only somebody who is an owner both here and in {name} can move this group there.")
}

/// A group that is for nothing is claimed by saying what it is for.
pub fn belongs_to(name: &str) -> String {
    format!("It belongs to the workspace {name}.")
}

/// Whose a group is, beside what it is for.
pub fn group_of(name: &str) -> String {
    format!(
        "This group belongs to {name}. Whoever owns another workspace as well moves it with /workspace and the name."
    )
}

/// A code for another workspace than the group's.
pub fn code_elsewhere() -> String {
    "That code is not for this group. Send it to me in a direct chat.".to_owned()
}

/// A message that begins with the name of its workspace, once.
pub fn named(message: &Message, called: &str) -> Message {
    let mut message = message.clone();
    let mark = Span::Soft(format!("{called} · "));
    match message.blocks.first_mut() {
        Some(Block::Line(spans) | Block::Heading(spans)) => {
            if spans.first() != Some(&mark) {
                spans.insert(0, mark);
            }
        }
        Some(_) | None => message.blocks.insert(0, Block::Line(vec![mark])),
    }
    message
}

/// A code for `/link`, sent with `/start`, which an address that somebody else made can do.
pub fn link_on_purpose() -> String {
    "That code joins this account with another one: I would know both as one person, who sees the notes and ideas of both. \
     If the other account is yours, send /link and the code. If somebody else sent you the code, leave it."
        .to_owned()
}

#[cfg(test)]
mod tests {
    use crate::secretary::wording::people::workspaces::*;

    #[test]
    fn names_are_words() {
        for (text, name) in [("Shop", Some("Shop")), (" “The  shop” ", Some("The shop")), ("2", None), ("", None)] {
            assert_eq!(fitting_name(text).as_deref(), name, "{text}");
        }
        assert_eq!(fitting_name("new shop"), None);
        assert_eq!(fitting_name(&"x".repeat(41)), None);
        assert!(fitting_name(&"x".repeat(40)).is_some());
    }

    #[test]
    fn a_message_is_named_once() {
        let plain = Message::lines(["#1 Got it.", "More."]);
        let once = named(&plain, "Shop");
        assert_eq!(named(&once, "Shop"), once);
        assert_eq!(once.blocks.len(), 2);
        let table = Message { blocks: vec![Block::Gap], ..Message::default() };
        assert_eq!(named(&table, "Shop").blocks.len(), 2);
    }
}
