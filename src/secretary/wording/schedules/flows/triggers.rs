//! Sentences about what begins runs of flows: webhooks, watched folders, messages and finished tickets.

use crate::secretary::flow::Flow;
use crate::secretary::flow::action::FlowAct;
use crate::secretary::flow::line::{MOST_AT_ONCE, MOST_IN_LINE};
use crate::secretary::flow::trigger::came::Unfit;
use crate::secretary::flow::trigger::{
    Kind, LONGEST_FOLDER, LONGEST_WORDS, MOST_EVENTS, SECRET_SHOWN_FOR, Trigger, TriggerFault, TriggerKind,
};
use crate::secretary::ids::TriggerId;
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Block, Button, Message};
use crate::secretary::names::error_id::ErrorId;
use crate::secretary::names::phrases::{listed, plural, short};
use crate::secretary::when;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// Words behind a kind of trigger that say nothing.
pub fn how_to(kind: Kind, number: i64) -> String {
    let flow = format!("/flow {number}");
    let ways = match kind {
        Kind::Hook => format!("{flow} hook (its address), {flow} hook new (a new secret), {flow} hook off"),
        Kind::Folder => format!("{flow} folder invoices, or {flow} folder off"),
        Kind::Messages => format!("{flow} messages invoice, or {flow} messages off"),
        Kind::Finished => format!("{flow} finished, or {flow} finished off"),
    };
    format!("Send for example: {ways}")
}

/// Why something cannot be waited for.
pub fn fault(fault: TriggerFault, number: i64) -> String {
    match fault {
        TriggerFault::Folder => format!(
            "A watched folder has a plain name of at most {LONGEST_FOLDER} letters without accents, digits, - and _. For \
             example: /flow {number} folder invoices"
        ),
        TriggerFault::Words => format!(
            "Say which words a message must contain, at most {LONGEST_WORDS} characters. For example: /flow {number} \
             messages invoice"
        ),
    }
}

/// What begins runs of a flow besides people and the clock, in a sentence; none if nothing does.
pub fn told(triggers: &[Trigger]) -> Option<String> {
    let mut ways: Vec<String> = Vec::new();
    for way in triggers.iter().map(way) {
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    (!ways.is_empty()).then(|| format!("It also runs {}.", listed(&ways)))
}

/// "when its webhook is called".
fn way(trigger: &Trigger) -> String {
    match &trigger.kind {
        TriggerKind::Hook { .. } => "when its webhook is called".to_owned(),
        TriggerKind::Folder { folder, .. } => format!("when a file comes into the folder “{folder}”"),
        TriggerKind::Messages { words, .. } => format!("when a message contains “{}”", short(words, LONGEST_WORDS)),
        TriggerKind::Finished => "when a ticket ends".to_owned(),
    }
}

/// So many events wait for their turn; none if none does.
pub fn in_line(waiting: usize) -> Option<String> {
    let whose = if waiting == 1 { "its" } else { "their" };
    let events = plural(waiting, "event waits", "events wait");
    (waiting > 0).then(|| format!("{events} for {whose} turn: I take {MOST_AT_ONCE} at a time."))
}

/// A webhook was asked for where others read along.
pub fn ask_directly(number: i64) -> String {
    format!("A webhook has a secret, and here others would read it. Ask me in our direct chat: /flow {number} hook")
}

/// What stands in the place of a secret wherever its message is stored, and in the chat after a while.
const HIDDEN: &str = "(it was shown here)";

/// A webhook is new, or has a new secret. What people are shown once stands in its place by [`with_secret`].
pub fn hook(flow: &Flow, address: &str, lead: Lead) -> Message {
    let first = match lead {
        Lead::New => format!("“{}” has a webhook now. Other programs send their events to", short(&flow.name, 60)),
        Lead::Again => "The former secret does not work any more. The address is still".to_owned(),
    };
    let message = code(code(Message::lines([first]), address).line("The secret they sign with:"), HIDDEN);
    message.line(format!(
        "I show the secret this once, and take it out of this chat after {} minutes. docs/guide.md shows how to sign, under \
         “What begins a flow”.",
        SECRET_SHOWN_FOR.num_minutes()
    ))
}

/// Such a message as people are shown it.
pub fn with_secret(message: &Message, secret: &str) -> Message {
    let mut message = message.clone();
    for block in &mut message.blocks {
        if let Block::Code { text, .. } = block
            && *text == HIDDEN
        {
            secret.clone_into(text);
        }
    }
    message
}

/// Asks whether a webhook is to have a new secret. `was`: what the present one is known by.
pub fn new_secret(flow: &Flow, (hook, was): (&TriggerId, String), keys: &mut Keys) -> Message {
    let replace = FlowAct::NewSecret { hook: hook.clone(), was }.on(&flow.id);
    let name = short(&flow.name, 60);
    Message::lines([format!(
        "Replace the secret of the webhook of “{name}”? What signs with the old one stops working."
    )])
    .row(vec![keys.bad("Replace it", replace), keys.plain("Leave it", Action::Leave)])
}

/// A press after the secret was replaced, or the webhook turned off.
pub fn replaced_already(number: i64) -> String {
    format!("That is done already. /flow {number} hook shows the webhook as it is now.")
}

/// What was done with something that begins runs of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It was set up.
    Set,
    /// A webhook has a new secret.
    NewSecret,
    /// It was turned off.
    Off,
}

/// What the owner of a flow hears if somebody else did that.
pub fn changed_by(by: &str, flow: &Flow, trigger: &Trigger, change: Change) -> Message {
    let (name, number, way) = (short(&flow.name, 60), flow.number, way(trigger));
    Message::lines([match change {
        Change::Set => format!("{by} has set your flow “{name}” to run {way}, too. /flow {number} shows it."),
        Change::NewSecret => format!(
            "{by} has given the webhook of your flow “{name}” a new secret, so what signs with the old one does not work any \
             more."
        ),
        Change::Off => format!("{by} has turned off that your flow “{name}” runs {way}. /flow {number} shows it."),
    }])
}

/// What is said first where a secret is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// The webhook is new.
    New,
    /// It has a new secret.
    Again,
}

/// A line to be copied.
fn code(mut message: Message, text: &str) -> Message {
    message.blocks.push(Block::Code { language: String::new(), text: text.to_owned() });
    message
}

/// The address of a webhook that is there already.
pub fn hook_address(flow: &Flow, address: &str, keys: &mut Keys) -> Message {
    let off = Action::Command { line: format!("flow {} hook off", flow.number) };
    let row = vec![fresh_one(flow, keys), keys.bad("Turn off", off)];
    code(Message::lines([format!("The webhook of “{}”:", short(&flow.name, 60))]), address)
        .line("I showed its secret when it was made, and do not show it again. A new one takes its place.")
        .row(row)
}

/// The button for a new secret. The question takes the place of the message, so that no button of it stays.
fn fresh_one(flow: &Flow, keys: &mut Keys) -> Button {
    keys.plain("New secret", Action::Page { line: format!("flow {} hook new", flow.number) })
}

/// A secret may have arrived or not. It is not shown again, since nobody could take the first one out of the chat.
pub fn perhaps_shown(flow: &Flow, keys: &mut Keys) -> Message {
    let name = short(&flow.name, 60);
    Message::lines([format!("I sent you the secret of the webhook of “{name}”, and do not know whether it arrived.")])
        .line("If it stands above, keep it and delete that message, since I cannot. If not, take a new secret.")
        .row(vec![fresh_one(flow, keys)])
}

/// Only programs on this machine reach the address.
pub fn not_public(message: Message) -> Message {
    message.line(
        "Programs on this machine reach that address. For others, set PUBLIC_URL to the address of your HTTPS proxy \
         (docs/operations.md).",
    )
}

/// Nothing begins before people agree.
pub fn not_agreed(message: Message) -> Message {
    message.line("Nothing begins before you agree to the flow.")
}

/// A folder is to be watched.
pub fn looks(folder: &str) -> Message {
    Message::lines([format!(
        "I look at what lies in the folder “{folder}” already, and tell you when the watch begins."
    )])
    .silently()
}

/// Folders are not watched in this installation.
pub fn no_folders() -> String {
    "I cannot watch folders here.".to_owned()
}

/// The folder is watched from another workspace.
pub fn folder_taken(folder: &str) -> String {
    format!("The folder “{folder}” is watched from somewhere else already. Please choose another name.")
}

/// Messages are waited for.
pub fn waits_for_messages(flow: &Flow, words: &str, keys: &mut Keys) -> Message {
    let off = Action::Command { line: format!("flow {} messages off", flow.number) };
    let said = format!(
        "From now on a message here that contains “{words}” begins “{}”. What I say myself and edits do not count.",
        short(&flow.name, 60)
    );
    Message::lines([said]).row(vec![keys.bad("Turn off", off)])
}

/// Finished tickets are waited for.
pub fn waits_for_tickets(flow: &Flow, keys: &mut Keys) -> Message {
    let off = Action::Command { line: format!("flow {} finished off", flow.number) };
    let said = format!(
        "From now on each ticket that ends begins “{}”, if it may be seen where the flow answers. Tickets of flows do not \
         count.",
        short(&flow.name, 60)
    );
    Message::lines([said]).row(vec![keys.bad("Turn off", off)])
}

/// A trigger was turned off. `in_line`: so many events that came before still wait for their turn.
pub fn off(kind: Kind, flow: &Flow, in_line: usize, keys: &mut Keys) -> Message {
    let number = flow.number;
    let said = match kind {
        Kind::Hook => {
            format!("The webhook is off, and its address answers no more. /flow {number} hook makes a new one.")
        }
        Kind::Folder => format!(
            "I no longer watch the folder; the files stay where they are. /flow {number} folder and its name begins anew."
        ),
        Kind::Messages => {
            format!("Messages here no longer begin it. /flow {number} messages and the words begins anew.")
        }
        Kind::Finished => format!("Finished tickets no longer begin it. /flow {number} finished begins anew."),
    };
    let message = Message::lines([said]);
    let before = match in_line {
        0 => return message,
        1 => "1 event that came before waits for its turn, and still begins it.".to_owned(),
        n => format!("{n} events that came before wait for their turn, and still begin it."),
    };
    message.line(before).row(vec![keys.bad("Cancel all its runs", FlowAct::Cancel.on(&flow.id))])
}

/// There is nothing to be turned off.
pub fn off_already(kind: Kind, number: i64) -> String {
    let what = match kind {
        Kind::Hook => "has no webhook",
        Kind::Folder => "watches no folder",
        Kind::Messages => "does not wait for messages here",
        Kind::Finished => "does not wait for tickets",
    };
    format!("Flow {number} {what}.")
}

/// The folder is watched from now on.
pub fn watched(flow: &Flow, trigger: &Trigger, before: usize) -> Message {
    let there = match before {
        0 => String::new(),
        1 => " 1 file lies there already, which does not count.".to_owned(),
        n => format!(" {n} files lie there already, which do not count."),
    };
    Message::lines([format!(
        "I watch the folder “{}” now. Each file that comes there begins “{}”.{there}",
        folder(trigger),
        short(&flow.name, 60)
    )])
}

/// The folder cannot be read.
pub fn unreadable(flow: &Flow, trigger: &Trigger) -> Message {
    Message::lines([format!(
        "I cannot read the folder “{}”, whose files begin “{}”. I keep looking; nothing in it is lost. The log of this \
         installation says why.",
        folder(trigger),
        short(&flow.name, 60)
    )])
}

/// Files in the folder begin nothing. `more`: so many stand there besides those that are named.
pub fn left_out(flow: &Flow, trigger: &Trigger, (names, more): (&[String], usize), why: Unfit) -> Message {
    let rest = (more > 0).then(|| plural(more, "other file", "other files"));
    let named = names.iter().map(|name| format!("“{}”", short(name, 80)));
    let files: Vec<String> = named.chain(rest).collect();
    let one = names.len() + more == 1;
    let why = match why {
        Unfit::Name if one => "I cannot read its name. Give it another one, and it counts.",
        Unfit::Name => "I cannot read their names. Give them others, and they count.",
        Unfit::Linked if one => "It is a link to a file that also stands elsewhere. Put a copy there, and that counts.",
        Unfit::Linked => "They are links to files that also stand elsewhere. Put copies there, and those count.",
    };
    let (files, folder, name) = (listed(&files), folder(trigger), short(&flow.name, 60));
    Message::lines([format!("I leave out {files} in the folder “{folder}”, whose files begin “{name}”. {why}")])
}

fn folder(trigger: &Trigger) -> &str {
    match &trigger.kind {
        TriggerKind::Folder { folder, .. } => folder,
        TriggerKind::Hook { .. } | TriggerKind::Messages { .. } | TriggerKind::Finished => "",
    }
}

/// More events came than a flow takes.
pub fn too_many(flow: &Flow, trigger: &Trigger, (until, zone): (DateTime<Utc>, Tz)) -> Message {
    let (name, until) = (short(&flow.name, 60), when::say_clock(until, zone));
    let what = match trigger.kind {
        TriggerKind::Hook { .. } => "The webhook of",
        TriggerKind::Folder { .. } => "Files for",
        TriggerKind::Messages { .. } => "Messages for",
        TriggerKind::Finished => "Finished tickets for",
    };
    let rest = rest(trigger, &until);
    Message::lines([format!("{what} “{name}” came more than {MOST_EVENTS} times in an hour. {rest}")])
}

/// More events wait for their turn than may.
pub fn behind(flow: &Flow, trigger: &Trigger) -> Message {
    let what = match trigger.kind {
        TriggerKind::Hook { .. } => "calls of its webhook",
        TriggerKind::Folder { .. } => "files",
        TriggerKind::Messages { .. } => "messages",
        TriggerKind::Finished => "finished tickets",
    };
    let rest = rest(trigger, "some of them are done");
    Message::lines([
        format!(
            "{MOST_IN_LINE} events wait for their turn to begin “{}”, so I take no more {what}.",
            short(&flow.name, 60)
        ),
        rest,
    ])
}

/// What becomes of events that are not taken until then.
fn rest(trigger: &Trigger, until: &str) -> String {
    match trigger.kind {
        TriggerKind::Folder { .. } => format!("The rest waits until {until}."),
        TriggerKind::Hook { .. } => format!("I turn the rest away until {until}; a good sender tries again."),
        TriggerKind::Messages { .. } | TriggerKind::Finished => format!("I leave out the rest until {until}."),
    }
}

/// An event could not be handled.
pub fn stumbled(flow: &Flow, id: &ErrorId) -> Message {
    Message::lines([format!(
        "Something came that was to begin “{}”, and I could not do it. Note {id} for the one who looks after me; the next \
         event is tried again.",
        short(&flow.name, 60)
    )])
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::tests::flow;
    use crate::secretary::flow::trigger::HookSecret;
    use crate::secretary::flow::trigger::tests::trigger;
    use crate::secretary::ids::RoomId;
    use crate::secretary::redaction::mask;
    use crate::secretary::wording::schedules::flows::triggers::*;

    fn folder_of(name: &str) -> Trigger {
        trigger(TriggerKind::Folder { folder: name.to_owned(), seen: None })
    }

    #[test]
    fn a_card_says_what_begins_a_flow() {
        assert_eq!(told(&[]), None);
        let messages =
            |room: &str| trigger(TriggerKind::Messages { room: RoomId::new(room), words: "invoice".to_owned() });
        let hook = trigger(TriggerKind::Hook { secret: HookSecret::new("zebrafinch") });
        let said = told(&[hook, folder_of("in"), messages("r1"), messages("r2"), trigger(TriggerKind::Finished)]);
        let wanted = "It also runs when its webhook is called, when a file comes into the folder “in”, when a message \
                      contains “invoice” and when a ticket ends.";
        assert_eq!(said.as_deref(), Some(wanted));
    }

    #[test]
    fn the_secret_is_not_taken_for_one_that_somebody_typed() {
        let secret = "q0Zr8eYy3nS1mV7kT2xW5uB9dF4gH6jL-aC_pQsRiOo";
        for lead in [Lead::New, Lead::Again] {
            let stored = hook(&flow(), "http://127.0.0.1:8787/hook/aB3_xY7-kQ2mN9pR", lead);
            assert!(!stored.lined().contains(secret) && with_secret(&stored, secret) != stored);
            let message = with_secret(&stored, secret);
            let mut shown = String::new();
            for block in &message.blocks {
                if let Block::Code { text, .. } = block {
                    assert_eq!(mask(text), text.as_str());
                    shown.push_str(text);
                }
            }
            assert!(shown.ends_with(secret));
            assert_eq!(mask(&message.lined()), message.lined());
        }
    }

    #[test]
    fn what_waits_for_its_turn_is_counted() {
        assert_eq!(in_line(0), None);
        assert_eq!(in_line(1).as_deref(), Some("1 event waits for its turn: I take 3 at a time."));
        assert_eq!(in_line(57).as_deref(), Some("57 events wait for their turn: I take 3 at a time."));
    }

    #[test]
    fn an_owner_hears_who_did_what() {
        let said = |change| changed_by("Kim", &flow(), &folder_of("in"), change).lined();
        assert_eq!(
            said(Change::Set),
            "Kim has set your flow “Price watch” to run when a file comes into the folder “in”, too. /flow 1 shows it."
        );
        assert!(
            said(Change::NewSecret).starts_with("Kim has given the webhook of your flow “Price watch” a new secret")
        );
        assert!(
            said(Change::Off).starts_with("Kim has turned off that your flow “Price watch” runs when a file comes")
        );
    }

    #[test]
    fn files_that_lie_there_already_are_counted() {
        let said = |before| watched(&flow(), &folder_of("in"), before).lined();
        assert!(said(0).ends_with("begins “Price watch”."), "{}", said(0));
        assert!(said(1).ends_with("1 file lies there already, which does not count."), "{}", said(1));
        assert!(said(3).ends_with("3 files lie there already, which do not count."), "{}", said(3));
    }

    #[test]
    fn files_that_begin_nothing_are_named_with_the_reason() {
        let names = ["a.txt", "b.txt"].map(str::to_owned);
        let said = |names: &[String], more, why| left_out(&flow(), &folder_of("in"), (names, more), why).lined();
        assert_eq!(
            said(&names[..1], 0, Unfit::Linked),
            "I leave out “a.txt” in the folder “in”, whose files begin “Price watch”. It is a link to a file that also stands \
             elsewhere. Put a copy there, and that counts."
        );
        let several = said(&names, 2, Unfit::Name);
        assert!(several.starts_with("I leave out “a.txt”, “b.txt” and 2 other files in the folder “in”"), "{several}");
        assert!(several.ends_with("Give them others, and they count."), "{several}");
    }

    #[test]
    fn what_is_too_much_says_what_becomes_of_the_rest() {
        let at = DateTime::UNIX_EPOCH;
        let said = |kind| too_many(&flow(), &trigger(kind), (at, Tz::UTC)).lined();
        assert!(said(TriggerKind::Finished).ends_with("in an hour. I leave out the rest until 00:00."));
        let folder = TriggerKind::Folder { folder: "in".to_owned(), seen: None };
        assert!(said(folder).ends_with("The rest waits until 00:00."));
    }

    #[test]
    fn a_line_that_is_too_long_is_told_with_the_way_on() {
        let said = |kind| behind(&flow(), &trigger(kind)).lined();
        assert_eq!(
            said(TriggerKind::Finished),
            "200 events wait for their turn to begin “Price watch”, so I take no more finished tickets.\nI leave out the \
             rest until some of them are done."
        );
        assert!(said(folder_of("in").kind).ends_with("no more files.\nThe rest waits until some of them are done."));
    }
}
