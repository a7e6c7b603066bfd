//! Sentences about stored data: what, how long, who sees it, and how it is exported.

use crate::secretary::ids::PersonId;
use crate::secretary::inbound::Platform;
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::names::phrases::{capital, plural, short};
use crate::secretary::people::workspace::Person;
use crate::secretary::settings::retention::Keeping;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::task::Attached;
use crate::secretary::wording::ticket::tickets::about;

/// What stands where words were erased.
pub const ERASED: &str = "(erased)";

/// What there is of somebody, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Tickets they sent.
    pub tickets: usize,
    /// Those of them that are open.
    pub open: usize,
    /// Tickets of others in which they did something.
    pub others: usize,
    /// Their notes and lists.
    pub notes: usize,
    /// Their reminders and digests that are ahead.
    pub orders: usize,
}

/// "30 days", "a day", "until they are erased".
fn days(kept: Option<u16>) -> String {
    match kept {
        None => "until they are erased".to_owned(),
        Some(1) => "a day".to_owned(),
        Some(days) => format!("{days} days"),
    }
}

/// "until an owner erases it", "30 days after they left".
fn former(kept: Option<u16>) -> String {
    match kept {
        None => "until an owner erases it".to_owned(),
        period => format!("{} after they left", days(period)),
    }
}

fn item(message: &mut Message, words: impl Into<String>) {
    message.blocks.push(Block::Item { depth: 0, number: None, spans: vec![Span::text(words)] });
}

/// What is kept, how long, who sees it, and what one can do about it. `name`: of the workspace, where there are several;
/// `reads`: a language model is connected.
pub fn notice(kept: &Keeping, name: Option<&str>, reads: bool) -> Message {
    let here = name.map_or_else(String::new, |name| format!(" in {name}"));
    let mut message = Message::default().spans(vec![Span::strong(format!("What I keep about you{here}"))]);
    item(&mut message, "Your name, accounts, role, time zone and language: while you belong here.");
    let tickets = match kept.tickets {
        None => "until they are erased".to_owned(),
        period => format!("{} after they were closed", days(period)),
    };
    item(&mut message, format!("Your tickets, with what was said, done, decided and reported: {tickets}."));
    let loose = days(kept.inbox);
    item(
        &mut message,
        format!(
            "Files you send me, with their text: as long as the ticket they belong to; {loose} where they belong to none."
        ),
    );
    item(&mut message, "Your notes, lists and reminders: until you delete them.");
    item(&mut message, format!("What there is of people who have left: {}.", former(kept.former)));
    item(&mut message, format!("What it takes to undo a change of a note: {}.", days(kept.undo)));
    item(&mut message, format!("What buttons mean: {}, those of open tickets longer.", days(kept.buttons)));
    item(&mut message, format!("Messages I could not send: {}. Of those I sent, I keep no words.", days(kept.outbox)));
    item(&mut message, format!("What agents did step by step for a closed ticket: {}.", days(kept.journal)));
    item(&mut message, format!("Messages of the web chat: {}.", days(kept.web)));
    item(&mut message, format!("What I could not read at all: {}.", days(kept.quarantine)));
    item(
        &mut message,
        "What your ideas cost, in tokens and money: each day's for good, a ticket's as long as the ticket. Invitations: until they are \
         used, or a new one is made after their time.",
    );
    let arrived = days(kept.inbox);
    item(
        &mut message,
        format!(
            "That something arrived, under the platform's name of it: {arrived}. Accounts of strangers who wrote, or gave a wrong \
             code: 90 days."
        ),
    );
    item(
        &mut message,
        "A log of who was allowed what: for good. It holds ids and numbers, no names and nothing you wrote.",
    );
    message.blocks.push(Block::Gap);
    message = message.spans(vec![Span::strong("Who sees it")]);
    item(
        &mut message,
        "What you write to me directly: you, the approvers and owners here, and whoever decides for one of them while they are \
         away; its decisions and reports also stand in the rooms an owner chose for these (/room). Your own notes: only you.",
    );
    item(&mut message, "What is said in a group: everybody who belongs here.");
    item(&mut message, "Whoever runs this program can read its database and its backups.");
    let model = if reads {
        "The language model gets what it needs to work on an idea."
    } else {
        "No language model is connected. Still, whoever runs a page I open or a search I make sees its address or its words."
    };
    item(&mut message, model);
    message.blocks.push(Block::Gap);
    message.line("/export sends you all of it as a file; /forget erases it.")
}

/// A request that is granted only where nobody else reads along.
pub fn only_direct() -> String {
    "That is between you and me: write it to me in a direct chat, so that nobody else reads it.".to_owned()
}

/// One file of what is kept of somebody; `of`: which of how many.
pub fn file(of: (usize, usize), name: Option<&str>, text: String) -> Message {
    let here = name.map_or_else(String::new, |name| format!(" in {name}"));
    let (n, all) = of;
    let (called, line) = if all == 1 {
        ("my-data.json".to_owned(), format!("Here is everything I keep about you{here}. Any text editor opens it."))
    } else {
        (format!("my-data-{n}.json"), format!("Everything I keep about you{here}, part {n} of {all}."))
    };
    let message = Message { file: Some(Attached::text(called, text)), ..Message::lines([line]) };
    if n < all {
        return message;
    }
    message.line(
        "Not in it: what others wrote elsewhere than in your tickets, what stands in files you sent (of these it has the names), and \
         what agents did step by step. /privacy says how long all of it is kept.",
    )
}

/// What will go, in numbers; what there is none of is left out. The rest is listed behind it by the caller. `who`: "you" or "they", and what that is for what they have.
fn goes(message: &mut Message, count: &Count, (who, whose): (&str, &str)) {
    let Count { tickets, open, others, notes, orders } = *count;
    if tickets + others + notes + orders == 0 {
        let rest = format!("{} have no tickets, notes, lists or reminders here. What goes:", capital(who));
        message.blocks.push(Block::Line(vec![Span::text(rest)]));
        return;
    }
    if tickets > 0 {
        let called_off = if open > 0 { format!(" ({open} open, called off)") } else { String::new() };
        let tickets = plural(tickets, "ticket", "tickets");
        item(message, format!("{tickets}{called_off}, with all that was said, done and reported for them"));
    }
    let notes = (notes > 0).then(|| plural(notes, "note or list", "notes and lists"));
    let orders = (orders > 0).then(|| format!("{} for reminders and digests", plural(orders, "order", "orders")));
    let kept: Vec<String> = notes.into_iter().chain(orders).collect();
    if !kept.is_empty() {
        item(message, kept.join(", "));
    }
    if others > 0 {
        let others = plural(others, "ticket", "tickets");
        item(
            message,
            format!("what {who} wrote in {others} of others; what {who} decided there stays, without {whose} name"),
        );
    }
}

/// Asks whether everything of somebody is to be erased, with what will go.
/// `name`: of the workspace, where there are several; `stays`: they are the owner who must be there, and remain that.
pub fn ask_forget(count: &Count, name: Option<&str>, stays: bool, person: &Person, keys: &mut Keys) -> Message {
    let here = name.map_or_else(String::new, |name| format!(" in {name}"));
    let mut message = Message::default().spans(vec![Span::strong(format!("Erase everything of yours{here}?"))]);
    goes(&mut message, count, ("you", "your"));
    item(
        &mut message,
        if stays {
            "your name, zone, settings, the files you sent and what you allowed agents to do; you remain the owner here, and somebody has to be"
        } else {
            "your name, accounts, role, settings, the files you sent and what you allowed agents to do: you will not belong here any more"
        },
    );
    message.blocks.push(Block::Gap);
    message = message
        .line("This cannot be undone. /export first, if you want a copy.")
        .line(
            "What stays: messages in chats, which you can delete there; what others wrote about you, and what agents said in words of their own; \
             notes of others in which people wrote, and those that everybody shares; rules by which agents must ask or may not do \
             something, without your name; the log of who was allowed what, which holds no names and nothing you wrote; and older \
             backups.",
        );
    // A message of the web chat does not say which workspace it was about.
    if name.is_some() && person.accounts.iter().any(|account| account.platform == Platform::Web) {
        message = message.line("In the web chat all that you typed goes, also what was about other workspaces.");
    }
    let erase = keys.bad("Erase everything of mine", Action::Erase { person: person.id.clone() });
    message.row(vec![erase, keys.plain("Keep it", Action::Leave)])
}

/// The same of somebody who has left.
pub fn ask_erase(count: &Count, name: &str, person: &PersonId, keys: &mut Keys) -> Message {
    let mut message =
        Message::default().spans(vec![Span::strong(format!("Erase everything of {name}, who has left?"))]);
    goes(&mut message, count, ("they", "their"));
    item(&mut message, "their name, the files they sent and what was set for them");
    message.blocks.push(Block::Gap);
    message = message.line(
        "This cannot be undone. What stays: messages in chats; what others wrote about them, and what agents said in words of their own; notes \
         of others in which people wrote, and those that everybody shares; rules by which agents must ask or may not do something, \
         without their name; the log of who was allowed what, which holds no names and nothing they wrote; and older backups.",
    );
    let erase = keys.bad("Erase everything", Action::Erase { person: person.clone() });
    message.row(vec![erase, keys.plain("Keep it", Action::Leave)])
}

/// It begins, of somebody who has left.
pub fn erasing_of() -> &'static str {
    "Everything of theirs is being erased; in a moment it is gone."
}

/// In place of the question whether everything is to be erased, where it was asked once more.
pub fn asked_anew() -> Message {
    Message::lines(["You asked for this once more: the question further down is the one that counts."]).silently()
}

/// A press on that older question.
pub fn counts_below() -> &'static str {
    "That question was asked anew: only the newest one counts. Nothing is erased by this one."
}

/// Somebody whose everything an owner wants erased belongs here.
pub fn still_here(name: &str) -> String {
    // Whoever has no name is called so where nobody else is.
    if name.eq_ignore_ascii_case("you") {
        return "You belong here. Erase everything of yours with /forget in your direct chat.".to_owned();
    }
    format!(
        "{name} belongs here. They erase everything of theirs with /forget in their direct chat; or end their membership first: \
         /members {name} remove"
    )
}

/// Nobody of this name has left; `names`: those who have.
pub fn nobody_left(name: &str, names: &[String]) -> String {
    if names.is_empty() {
        return format!("Nobody called “{name}” has left, and nobody else has whose words are still kept.");
    }
    format!("Nobody called “{name}” has left. Those who have: {}.", names.join(", "))
}

/// It begins: the last that is said to somebody. `next`: the workspace their chat is about from then on, if it is another.
pub fn forgetting(name: Option<&str>, stays: bool, next: Option<&str>) -> Message {
    let here = name.map_or_else(String::new, |name| format!(" in {name}"));
    let then = match (stays, name) {
        (true, Some(name)) => format!("you remain the owner of {name}, and begin anew there."),
        (true, None) => "you remain the owner here, and we begin anew.".to_owned(),
        (false, Some(name)) => format!("you belong to {name} no more."),
        (false, None) => "I won't know you any more.".to_owned(),
    };
    let next = next.map_or_else(String::new, |next| format!(" This chat is about {next} from then on."));
    Message::lines([format!("Everything of yours{here} is being erased; in a moment {then}{next}"), STAYS.to_owned()])
}

/// What cannot be erased from here.
const STAYS: &str = "Messages in Telegram and Discord stay until you delete them there. The log of who was allowed what stays as well: it \
                     holds no names and nothing you wrote. Whoever runs me may still have what you said in older backups.";

/// In place of what stood open of a ticket that is erased, where others read it: nobody is named and nothing repeated.
pub fn called_off(ticket: &Ticket) -> Message {
    about(ticket, " was called off; there is nothing to decide any more.").silently()
}

/// Whether a message is that last one: nothing stands in it that would have to be erased, and it is the answer to who asked.
pub fn is_forgetting(message: &Message) -> bool {
    // Where a chat is about several workspaces their names stand before what is said.
    let opens = |spans: &[Span]| matches!(spans, [Span::Text(text)] | [Span::Soft(_), Span::Text(text)] if text.starts_with("Everything of yours"));
    let begins = |line: &Block| matches!(line, Block::Line(spans) if opens(spans));
    let ends = Message::lines([STAYS]).blocks;
    matches!(message.blocks.as_slice(), [first, last] if begins(first) && ends.first() == Some(last))
}

/// `/forget` with something behind it.
pub fn forgets_everything(words: &str) -> String {
    format!(
        "/forget erases everything of yours and takes nothing after it. For a note, write it without the slash: forget {}",
        short(words, 40)
    )
}

#[cfg(test)]
mod tests {
    use crate::secretary::wording::settings::privacy::*;

    #[test]
    fn the_last_answer_is_known_also_behind_the_name_of_a_workspace() {
        use crate::secretary::wording::people::workspaces::named;
        for next in [None, Some("Main")] {
            for name in [None, Some("Shop")] {
                let last = forgetting(name, next.is_some(), next);
                assert!(is_forgetting(&last) && is_forgetting(&named(&last, "Shop")));
            }
        }
        assert!(!is_forgetting(&Message::lines(["Everything of yours", "is mine"])));
    }
}
