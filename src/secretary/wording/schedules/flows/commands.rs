//! What `/flow` says about how to use it, and about scripts that are no flow yet.

use super::fault;
use crate::secretary::flow::FlowFault;
use crate::secretary::flow::functions::HostFunction;
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Block, Form, Message, Span};
use crate::secretary::names::phrases::{capital, ended, listed, short};
use crate::secretary::ticket::plan_edit;

/// The most names of unknown functions that are told.
const TOLD: usize = 5;

/// `/flow` with words it does not know.
pub fn how_to() -> String {
    "Send for example: /flow (all of them), /flow write tell me when example.org is up again, /flow new Price watch, \
     /flow examples, /flow 3, /flow 3 dry, /flow 3 run, /flow 3 schedule daily 9:00, /flow 3 schedule off, \
     /flow 3 change look every hour only, /flow 3 hook, /flow 3 folder invoices, /flow 3 messages invoice, \
     /flow 3 finished, /flow 3 cancel, /flow 3 file, /flow 3 table prices delete, /flow 3 delete"
        .to_owned()
}

/// `/flow write` without what it is to do.
pub fn how_to_write() -> String {
    "Say what the flow is to do, for example: /flow write look every five minutes until example.org is up, then tell me"
        .to_owned()
}

/// A model writes the script; its card follows.
pub const WRITING: &str = "I am writing the script. Its steps follow here, and nothing runs before you agree.";
/// A flow that a model wrote.
pub const WRITTEN: &str = "I have written this flow. Read what it does and try it before you agree.";
/// A model that was to change a script found nothing to change.
pub const NOT_CHANGED: &str = "The script stays as it is: I found nothing to change in it for what you said.";

/// What is to be changed was changed by somebody else meanwhile.
pub fn changed_meanwhile(number: i64) -> String {
    format!(
        "The flow was changed while I wrote, so I left it as it is. /flow {number} shows it; say once more what to change."
    )
}

/// Without a language model nobody writes a script.
pub const NO_MODEL: &str = "Only a language model can write a script, and none is set up here.";

/// The same, with ways on.
pub fn no_model(keys: &mut Keys) -> Message {
    let examples = keys.plain("Examples", Action::Command { line: "flow examples".to_owned() });
    Message::lines([NO_MODEL, "You can send a script of your own with /flow new and a name, or begin with an example."])
        .row(vec![examples])
}

/// The model does not answer yet.
pub fn model_delayed() -> &'static str {
    "My language model does not answer yet, so the script takes longer. I keep your words and go on by myself as soon as it \
     answers."
}

/// The model wrote twice what is no script. `line`: the command with what was wanted.
pub fn unusable(line: &str, keys: &mut Keys) -> Message {
    again("I could not write a script that works for that.", line, keys)
        .line("Say it in other words or in smaller steps, or send a script of your own with /flow new and a name.")
}

/// No model can write it, or none may: why, in a sentence.
pub fn not_now(why: &str, line: &str, keys: &mut Keys) -> Message {
    again(&capital(&ended(why)), line, keys).line("Your words are kept: press Try again once that is settled.")
}

fn again(why: &str, line: &str, keys: &mut Keys) -> Message {
    let again = keys.plain("Try again", Action::Command { line: line.to_owned() });
    let examples = keys.plain("Examples", Action::Command { line: "flow examples".to_owned() });
    Message::lines([why]).row(vec![again, examples])
}

/// `/flow new` without a name.
pub fn how_to_make() -> String {
    "A flow needs a name, for example: /flow new Price watch. Its script follows in the next lines, or as a .py file."
        .to_owned()
}

/// A number no flow has, or none of those that may be shown here.
pub fn no_flow(number: i64) -> String {
    format!("I know no flow {number} here. /flow shows the numbers.")
}

/// A name that no example has.
pub fn no_example(name: &str, names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    format!("I have no example “{}”. There are {}.", short(name, 40), listed(&names))
}

/// A script that was perhaps cut by the app.
pub fn cut() -> String {
    "That message is as long as one can be, so the end of the script may be missing. Please send it as a .py file."
        .to_owned()
}

/// A file that cannot be a script.
pub fn no_text() -> String {
    "That file is no text. Please send the script as a .py file.".to_owned()
}

/// A file that is there no more.
pub fn file_gone() -> String {
    "I could not fetch that file. Please send it once more.".to_owned()
}

/// The script of a new flow is asked for.
pub fn ask_script(name: &str) -> Message {
    let functions: Vec<String> = HostFunction::ALL.into_iter().map(HostFunction::signature).collect();
    let asked = Message::lines([
        format!("Reply with the script of “{}”, as text or as a .py file.", short(name, 60)),
        "It is ordinary Python, and it may call:".to_owned(),
    ]);
    let code = Block::Code { language: "python".to_owned(), text: functions.join("\n") };
    let blocks = asked.blocks.into_iter().chain([code]).collect();
    Message { blocks, asks_text: true, ..Message::default() }
        .line("/flow examples has some to begin with. I can also write it for you: /flow write and what it is to do.")
}

/// The form behind "Edit". `typed`: the script that could not be read.
pub fn script_form(typed: &str) -> Form {
    let filled = if plan_edit::fits_a_form(typed) { typed.to_owned() } else { String::new() };
    Form { title: "What is the script?".to_owned(), label: "Python".to_owned(), filled }
}

/// A script that cannot be read: why, the line with a mark below the place, and a way to go on from it.
pub fn unreadable(name: &str, script: &str, (why, place): (&str, Option<&str>), keys: &mut Keys) -> Message {
    let mut message = Message::lines([why]);
    if let Some(place) = place {
        message.blocks.push(Block::Code { language: String::new(), text: place.to_owned() });
    }
    kept(message, name, script, keys)
}

/// A script that is no flow for another reason.
pub fn no_flow_yet(name: &str, script: &str, why: &FlowFault, keys: &mut Keys) -> Message {
    kept(Message::lines([fault(why)]), name, script, keys)
}

/// A script that calls functions there are none of.
pub fn unknown_calls(name: &str, script: &str, unknown: &[String], keys: &mut Keys) -> Message {
    let names: Vec<String> = unknown.iter().take(TOLD).map(|name| format!("“{}”", short(name, 40))).collect();
    let functions: Vec<String> = HostFunction::ALL.into_iter().map(|one| one.name().to_owned()).collect();
    let message = Message::lines([
        format!("The script calls {}, which I don't know.", listed(&names)),
        format!("It may call {}.", listed(&functions)),
    ]);
    kept(message, name, script, keys)
}

fn kept(message: Message, name: &str, script: &str, keys: &mut Keys) -> Message {
    let again = Action::NewFlow { name: name.to_owned(), typed: script.to_owned() };
    let form = script_form("");
    let edit = keys.form("Edit", &form.title, &form.label, again);
    message.line("I have kept what you sent. Press Edit to send it mended.").row(vec![edit])
}

/// The flows that come with the program: each with its name and what it does.
pub fn examples(all: &[(&str, &str)], keys: &mut Keys) -> Message {
    let mut message = Message::default().spans(vec![Span::strong("Examples")]);
    for (name, about) in all {
        let spans = vec![Span::strong(*name), Span::text(format!("  {about}"))];
        message.blocks.push(Block::Item { depth: 0, number: None, spans });
    }
    message = message.line("A press makes a flow of yours of it. Nothing runs before you agree.");
    let mut buttons = Vec::new();
    for (name, _) in all {
        buttons.push(keys.plain(*name, Action::Command { line: format!("flow new from {name}") }));
    }
    for row in buttons.chunks(3) {
        message = message.row(row.to_vec());
    }
    message
}
