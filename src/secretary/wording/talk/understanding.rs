//! Sentences about understanding a message: one button if it is not sure, one question if the model is too weak, one
//! sentence if it does not answer. The label of a button is made from the typed intent.

use crate::secretary::intent::{Intent, OpenItem, Spoken, WhenChange};
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Message, Span};
use crate::secretary::names::phrases::short;
use crate::secretary::wording::ticket::tickets::sentence;

/// The longest piece of somebody's words on a button.
const ON_BUTTON: usize = 24;

/// Asks whether this was meant. `option`: what the named option is called.
pub fn meant(
    intent: &Intent,
    item: Option<&OpenItem>,
    option: Option<&str>,
    action: Action,
    keys: &mut Keys,
) -> Message {
    let label = label(intent, item, option);
    let about = item.map(|item| format!(" ({})", item.label)).unwrap_or_default();
    let guessed = matches!(intent, Intent::Decide { .. } | Intent::CorrectPlan(_) | Intent::Revise(_));
    let line = if guessed { "Did I get that right?" } else { "Shall I do that?" };
    let line = format!("{line}{about}");
    Message::lines([line]).row(vec![keys.plain(&label, action), keys.plain("No", Action::Leave)])
}

/// What a button of an intent says.
pub fn label(intent: &Intent, item: Option<&OpenItem>, option: Option<&str>) -> String {
    let of = item.map(|item| item.label.split([' ', ':']).next().unwrap_or_default().to_owned()).unwrap_or_default();
    let words = |text: &str| short(text, ON_BUTTON);
    match intent {
        Intent::Decide { text, .. } => match option {
            Some(option) if text.trim().is_empty() => format!("Yes, {}", words(option)),
            Some(option) => format!("Yes, {}; {}", words(option), words(text)),
            None => format!("Yes, {}", words(text)),
        },
        Intent::CorrectPlan(change) => format!("Change the plan of {of}: {}", words(&change.text)),
        Intent::Revise(change) => format!("Do {of} again: {}", words(&change.text)),
        Intent::Start { .. } => format!("Start {of}"),
        Intent::Cancel { .. } => format!("Cancel {}", item.map_or("", |item| item.label.as_str())),
        Intent::Resume { item: None } => "Let all work go on".to_owned(),
        Intent::Resume { .. } => format!("Let {of} go on"),
        Intent::ChangeReminder(WhenChange { act, .. }) if act.as_deref() == Some("delete") => {
            format!("Delete {}", item.map_or("", |item| item.label.as_str()))
        }
        Intent::Command { name, text } => format!("/{name} {}", words(text)).trim_end().to_owned(),
        Intent::Idea(_)
        | Intent::Reply { .. }
        | Intent::Answer { .. }
        | Intent::AddTo(_)
        | Intent::Pause { .. }
        | Intent::Snooze(_)
        | Intent::Widen(_)
        | Intent::Undo { .. }
        | Intent::Remind(_)
        | Intent::ChangeReminder(_)
        | Intent::Note { .. }
        | Intent::List { .. }
        | Intent::LookUp { .. }
        | Intent::Unclear { .. } => intent.name().replace('_', " "),
    }
}

/// Said where only a press decides.
pub fn press_only(item: Option<&OpenItem>) -> String {
    let what = item.map_or_else(|| "that".to_owned(), |item| item.label.clone());
    format!("I take no words for {what}: please press one of its buttons, or reply to it with a number.")
}

/// Said of a command that counts only as it was typed.
pub fn typed_only(name: &str, text: &str) -> Message {
    let line = format!("/{name} {}", short(text, 200));
    Message::lines(["I do that only if you type it yourself:"]).spans(vec![Span::Code(line.trim_end().to_owned())])
}

/// A button of somebody else's words.
pub fn not_yours() -> String {
    "Only whoever wrote that can press this.".to_owned()
}

/// What a message was about was erased before it was understood.
pub fn gone() -> String {
    "What this was about is gone, so I did nothing with it. /list shows what there is.".to_owned()
}

/// Asks what a message is about.
pub fn what_is_meant(offers: Vec<(String, Action)>, keys: &mut Keys) -> Message {
    let mut message = Message::lines(["I am not sure what this is about. What shall I do with it?"]);
    for (label, action) in offers {
        message = message.row(vec![keys.plain(&label, action)]);
    }
    message
}

/// The button that makes an idea of a message.
pub fn new_idea() -> String {
    "New idea".to_owned()
}

/// The button that keeps a message as a note.
pub fn keep_as_note() -> String {
    "Keep as a note".to_owned()
}

/// The button that gives a message to something open.
pub fn for_item(item: &OpenItem) -> String {
    format!("For {}", short(&item.label, 30))
}

/// The model does not answer, or not yet: the words are kept, and it goes on by itself.
pub fn delayed(spoken: &Spoken, keys: &mut Keys) -> Message {
    let again = Action::UnderstandAgain { spoken: Box::new(spoken.clone()), ended: false };
    Message::lines([
        "My language model does not answer yet: it is slow, or away. I keep your message and go on by myself as soon as it \
         answers.",
    ])
    .row(vec![keys.plain("Try now", again)])
}

/// The words that had to wait are understood.
pub fn went_on() -> Message {
    Message::lines(["Your message had to wait; now I have read it."]).silently()
}

/// No budget has room for it: the words are kept, and it goes on by itself.
pub fn barred(why: &str) -> Message {
    Message::lines([
        sentence(why),
        "Your message is kept. I go on by myself as soon as there is room: a budget is changed, or begins anew."
            .to_owned(),
    ])
}

/// The message cannot be understood before somebody does something about it.
pub fn failed(spoken: &Spoken, why: &str, keys: &mut Keys) -> Message {
    let again = Action::UnderstandAgain { spoken: Box::new(spoken.clone()), ended: true };
    Message::lines([sentence(why), "Your message is kept.".to_owned()]).row(vec![keys.plain("Try again", again)])
}

/// A short answer to a press.
pub fn on_it() -> &'static str {
    "I'm on it."
}
