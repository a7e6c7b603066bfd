//! Refusals: what is wrong, and what to do or who can do it.

use crate::secretary::ids::WorkspaceId;
use crate::secretary::names::phrases::short;
use crate::secretary::people::workspace::Person;
use crate::secretary::permissions::{Operation, Refusal};
use crate::secretary::ticket::decisions::rights::{Decides, decides_for};
use crate::secretary::ticket::{Ending, Ticket};
use crate::secretary::when;
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

/// A stranger, told once.
pub fn stranger() -> String {
    "Sorry, I work for this group's members only. An owner can add you with /invite.".to_owned()
}

/// The same for somebody who belongs by a role of a server, and is not on it here.
pub fn member_elsewhere() -> String {
    "Sorry, I work for this group's members only. A role of a server counts on that server only; an owner can add you \
     everywhere with /members there. What I keep about you is yours here, too: /privacy, /export, /forget."
        .to_owned()
}

/// To somebody who may belong by a role of a server, where it could not be asked which roles they have.
pub fn role_unseen() -> String {
    "I was away when you wrote this and could not see your role. Please send it again.".to_owned()
}

/// An account that cannot be identified.
pub fn anonymous() -> String {
    "I can't tell who you are while you post anonymously. Please use your own account.".to_owned()
}

/// An answer with nothing ticked.
pub fn tick_first() -> String {
    "Tick at least one answer first, or tap “Use your judgement”.".to_owned()
}

/// A paused ticket paused again.
pub fn already_paused(number: i64) -> String {
    format!("#{number} is paused already. /resume {number} lets it go on.")
}

/// Everything is paused.
pub fn all_paused() -> String {
    "All work is paused. /resume lets it go on.".to_owned()
}

/// A card that waits.
pub fn press_start(number: i64) -> String {
    format!("#{number} waits for your Start: press it on the card, or send /dispatch {number}.")
}

/// `/room` with words it does not know.
pub fn how_to_room() -> String {
    "Send for example: /room decisions on. A room can be for intake, decisions or reports, on or off; and \
     /room unanswered park or assume says what I do when nobody answers my questions."
        .to_owned()
}

/// Questions asked for after two rounds of them.
pub fn asked_enough(number: i64) -> String {
    format!(
        "I have asked twice about #{number} and won't a third time. Reply to its newest message with what I should know."
    )
}

/// Questions asked for once the work has begun.
pub fn past_questions(number: i64) -> String {
    format!("#{number} is being worked on already. Reply to one of its messages to add or correct something.")
}

/// A ticket that is over.
pub fn already_closed(ticket: &Ticket, ending: Ending) -> String {
    let number = ticket.number;
    match ending {
        Ending::Done => format!("#{number} is done already. Reply to its report to have it revised."),
        Ending::Failed => format!("#{number} has failed. /resume {number} tries again."),
        Ending::Cancelled => format!("#{number} was cancelled. /resume {number} takes it up again."),
        Ending::Folded if ticket.ordered().is_some() => {
            format!("#{number} is agreed and comes by the clock. /schedules shows what is ahead.")
        }
        Ending::Folded => "That was settled already. Send it as a new idea if you need more.".to_owned(),
    }
}

/// Why somebody may not do this: the rule, and who can change it.
pub fn refused(person: &Person, operation: Operation<'_>, why: Refusal) -> String {
    let (senders, approvers) = ("requesters, approvers and owners", "approvers and owners");
    let (who, does) = match operation {
        Operation::See(ticket) | Operation::Steer(ticket) | Operation::Decide(ticket) if why == Refusal::Unseen => {
            return no_ticket(&ticket.number.to_string());
        }
        Operation::Decide(ticket) => return only_deciders(person, ticket),
        Operation::Steer(ticket) if ticket.requester == person.id => return only_reads("does that"),
        Operation::Steer(ticket) => return needs_role(&sender_or_approver(person, ticket), "do that here"),
        Operation::MakeWorkspace => {
            return first_owners((person.workspace == WorkspaceId::home()).then_some(person.name.as_str()));
        }
        Operation::SendIdea => (senders, "send ideas"),
        Operation::KeepNotes => (senders, "use the notes"),
        Operation::Schedule => (senders, "order reports and reminders"),
        Operation::ChangeSchedule(_) => ("the person who ordered it or an owner", "change it"),
        Operation::SteerFlow(_) => ("the person who made it or an approver", "do that with it"),
        Operation::WatchFolders => (approvers, "have folders watched"),
        Operation::PauseAll => (approvers, "pause or resume all work"),
        Operation::FollowAll => (approvers, "have that here"),
        Operation::Delegate => (approvers, "name a deputy"),
        Operation::ManageRooms => ("owners", "set what a room is for"),
        Operation::ManagePeople => ("owners", "invite people or change roles"),
        Operation::ManageSettings => ("owners", "change settings"),
        Operation::SeeFigures => ("owners", "see how work goes"),
        Operation::See(_) | Operation::Read | Operation::ManageSelf => ("members", "do that here"),
    };
    if why == Refusal::Lent { only_lent(&person.name, does) } else { needs_role(who, does) }
}

/// Who may decide for a ticket, for somebody who may not.
pub fn only_deciders(person: &Person, ticket: &Ticket) -> String {
    let mut open = ticket.open_decisions().peekable();
    let four_eyes = open.peek().is_some() && open.all(|decision| decision.four_eyes);
    if !four_eyes && ticket.requester == person.id {
        return only_reads("decides");
    }
    let left = decides_for(person, ticket) == Decides::Approvers;
    let who = match ticket.shaped_by.as_slice() {
        _ if !four_eyes => sender_or_approver(person, ticket),
        [] if left => "an approver".to_owned(),
        [..] if left => "an approver other than whoever changed it".to_owned(),
        [] => format!("an approver other than {}", ticket.requester_name),
        [..] => format!("an approver other than {} and whoever changed it", ticket.requester_name),
    };
    needs_role(&who, "decide this")
}

/// Who steers and decides about a ticket: the requester while they may, or an approver.
fn sender_or_approver(person: &Person, ticket: &Ticket) -> String {
    match decides_for(person, ticket) {
        Decides::Sender => format!("{} or an approver", ticket.requester_name),
        Decides::Approvers => "an approver".to_owned(),
    }
}

/// Somebody who may not do any more about their own idea what they might do. `operation`: "decides".
fn only_reads(operation: &str) -> String {
    format!("You only read along here now, so an approver {operation}. An owner can change your role with /members.")
}

/// A role that is not enough: the rule and who can change it.
fn needs_role(wanted: &str, operation: &str) -> String {
    format!("Only {wanted} may {operation}. An owner can change your role with /members.")
}

/// A right that a role of a server does not lend.
fn only_lent(name: &str, operation: &str) -> String {
    format!(
        "What a role of the server lends counts on the server only, so you can't {operation} with it. An owner can make you an \
         approver everywhere: /members {} approver",
        short(name, 40)
    )
}

/// A further workspace, for somebody who does not own the first. `member`: their name, if they belong to that one.
fn first_owners(member: Option<&str>) -> String {
    let how = match member {
        Some(name) => format!("/members {} owner", short(name, 40)),
        None => "/invite owner".to_owned(),
    };
    format!(
        "Only owners of the first workspace can make another one. Ask one of them to make you an owner there: {how}."
    )
}

/// No such ticket, or one that this person may not see: the same words, so that they reveal nothing.
pub fn no_ticket(number: &str) -> String {
    format!("I don't know a ticket #{number}. /list shows the open ones.")
}

/// A ticket of a direct chat asked for where others read along.
pub fn ask_directly(number: i64) -> String {
    format!("#{number} is from a direct chat. Ask me about it there.")
}

/// A ticket of another chat asked for in a group: the people here need not belong to that one.
pub fn ask_elsewhere(number: i64) -> String {
    format!("#{number} is from another chat. Ask me about it there, or in our direct chat.")
}

/// All work paused or resumed when it is so already.
pub fn paused_as_it_is(pause: bool) -> String {
    if pause {
        "All work is paused already.".to_owned()
    } else {
        "Nothing is paused as a whole. /resume 12 resumes one ticket.".to_owned()
    }
}

/// A command that takes no words, with some.
pub fn stands_alone(command: &str, words: &str) -> String {
    format!(
        "/{command} takes nothing after it, and I don't know what “{}” means there. Send: /{command}",
        short(words, 30)
    )
}

/// A command that takes a number alone, with more after it.
pub fn only_a_number(command: &str, number: i64, words: &str) -> String {
    format!(
        "/{command} takes only a number, and I don't know what “{}” means there. Send: /{command} {number}",
        short(words, 30)
    )
}

/// A command that needs a ticket number.
pub fn which_ticket(command: &str) -> String {
    if command == "decide" {
        // A number alone would be asked about again.
        return "Which ticket, and which option? Send for example: /decide 12 2. /decisions shows what is open."
            .to_owned();
    }
    format!("Which ticket? Send for example: /{command} 12. /list shows the numbers.")
}

/// Something else where a command needs a ticket number.
pub fn no_ticket_number(words: &str, command: &str) -> String {
    let more = if command == "decide" { " 2" } else { "" };
    format!("“{}” is no ticket number. Send for example: /{command} 12{more}", short(words, 30))
}

/// Something else where the number of a schedule is needed.
pub fn no_schedule_number(words: &str) -> String {
    format!(
        "“{}” is no number of a schedule. /schedules shows the numbers; then send for example: /schedules 3 delete",
        short(words, 30)
    )
}

/// A decision without the option.
pub fn which_option(number: i64) -> String {
    format!("Which option? Send for example: /decide {number} 2")
}

/// `/new` alone.
pub fn which_idea() -> String {
    "What is the idea? Send for example: /new compare three hosting offers".to_owned()
}

/// A list there is not.
pub fn which_list() -> String {
    "I can list: open, done, failed or all. For example: /list done".to_owned()
}

/// An invitation to something nobody can be.
pub fn invite_as_what() -> String {
    "Invite as requester, approver, observer or owner. For example: /invite approver. /invite off takes back what is open."
        .to_owned()
}

/// A name without what becomes of them.
pub fn which_change() -> String {
    "Send for example: /members Kim approver, or: /members Kim remove".to_owned()
}

/// A message with nothing in it to work on.
pub fn nothing_to_do() -> String {
    "I can't make an idea of that. Tell me in words what you need, or send /help.".to_owned()
}

/// Something came that is no words, no file and no press: a sticker, a place, something the platform invented lately.
pub fn unreadable() -> String {
    "I can't read that kind of message yet. Tell me in words what you need.".to_owned()
}

/// An unknown command, with the nearest known one.
pub fn unknown_command(name: &str, nearest: Option<&str>) -> String {
    let name = short(name, 32);
    match nearest {
        Some(near) => format!("I don't know /{name}. Did you mean /{near}? /help all lists everything."),
        None => format!("I don't know /{name}. /help all lists everything."),
    }
}

/// Somebody writes faster than is taken from one person.
pub fn too_fast(most: u16, until: DateTime<Utc>, zone: Tz) -> String {
    let from = when::say_clock(until + TimeDelta::seconds(60), zone);
    format!(
        "That was a lot at once: I take {most} a minute from each person (whoever runs me can change that). I left out what \
         came after that; please send it again from {from}. What you sent before is kept, and buttons work."
    )
}
