//! What `/flow` says about how to use it, and about scripts that are no flow yet.

use super::cards::with_script;
use super::fault;
use crate::secretary::flow::FlowFault;
use crate::secretary::flow::examples::Example;
use crate::secretary::flow::functions::HostFunction;
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Block, Button, Form, Message, Span};
use crate::secretary::names::phrases::{capital, either, ended, listed, short};
use crate::secretary::names::spelling;
use crate::secretary::ticket::plan_edit;

/// The most names of unknown functions that are told.
const TOLD: usize = 5;

/// What `/flow` can do, and what each does.
pub const WAYS: [(&str, &str); 19] = [
    ("/flow", "all of them"),
    ("/flow write tell me when example.org is up again", "I write one, with a language model"),
    ("/flow new", "what a script of yours may call, and how to send it"),
    ("/flow new Price watch", "one of your script: a .py file, or the lines behind the name"),
    ("/flow examples", "some to begin with"),
    ("/flow example threshold", "one of these, to use or to change"),
    ("/flow 3", "one with its steps and its last runs; here and below its name goes, too"),
    ("/flow 3 dry", "what it would do; nothing is changed"),
    ("/flow 3 run", "a run now"),
    ("/flow 3 schedule daily 9:00", "a run by the clock"),
    ("/flow 3 schedule off", "no run at the times that you set"),
    ("/flow 3 hook", "a run when another program sends a signed request"),
    ("/flow 3 folder invoices", "a run when a file comes into that folder"),
    ("/flow 3 messages invoice", "a run when somebody writes these words here"),
    ("/flow 3 finished", "a run when a ticket ends"),
    ("/flow 3 change look every hour only", "another script, with a language model"),
    ("/flow 3 cancel", "an end of its runs"),
    ("/flow 3 file", "its script"),
    ("/flow 3 delete", "no such flow any more; /flow 3 table prices delete empties a table of it"),
];

/// The most forms that are told to somebody who wrote one that there is not.
const NEAR: usize = 3;

/// `/flow` with words it does not know: the forms that look most like them. `number`: of the flow that they begin with.
/// `typed`: the first word that fits nothing.
pub fn how_to(number: Option<i64>, typed: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    let mut ways: Vec<(&str, &str)> = Vec::new();
    for (way, _) in WAYS {
        let (about_one, form) = match way.split_once(" 3 ") {
            Some((_, form)) => (true, form),
            None => (false, way.strip_prefix("/flow ").unwrap_or_default()),
        };
        let word = form.split(' ').next().unwrap_or_default();
        if about_one == number.is_some() && word.starts_with(char::is_alphabetic) && !words.contains(&word) {
            words.push(word);
            ways.push((word, form));
        }
    }
    spelling::by_likeness(typed, &mut ways);
    let of = number.map_or_else(String::new, |number| format!("{number} "));
    let ways: Vec<String> = ways.into_iter().take(NEAR).map(|(_, form)| format!("/flow {of}{form}")).collect();
    format!("Send for example: {}. /help flow says what else there is.", either(&ways))
}

/// Words that begin with the name of no flow.
pub fn none_called(words: &str) -> String {
    let word = words.split_whitespace().next().unwrap_or_default();
    format!("I know no flow “{}” here. {}", short(words, 40), how_to(None, word))
}

/// Words that begin with a name that several flows have, among them those of these numbers.
pub fn several(name: &str, number: i64, other: i64) -> String {
    let name = short(name, 40);
    format!("Several flows here are called “{name}”. Send a number instead: /flow {number} or /flow {other}.")
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
    Message::lines([NO_MODEL, "You can send a script of your own with /flow new and a name, or begin with an example."])
        .row(vec![see_examples(keys)])
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
    Message::lines([why]).row(vec![again, see_examples(keys)])
}

/// `/flow new` without a name.
pub fn how_to_make(keys: &mut Keys) -> Message {
    let how = "A flow needs a name, for example: /flow new Price watch. Its script follows in the next lines, or as a .py \
               file.";
    let write = "I can also write it for you: /flow write and what it is to do.";
    with_functions(Message::lines([how])).line(write).row(vec![see_examples(keys)])
}

/// The button that shows the flows that come with the program.
fn see_examples(keys: &mut Keys) -> Button {
    keys.plain("Examples", Action::Command { line: "flow examples".to_owned() })
}

/// Adds what a script may call.
fn with_functions(message: Message) -> Message {
    let functions: Vec<String> = HostFunction::ALL.into_iter().map(HostFunction::signature).collect();
    let mut message = message.line("A script is ordinary Python, and it may call:");
    message.blocks.push(Block::Code { language: "python".to_owned(), text: functions.join("\n") });
    message
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
    let asked = format!("Reply with the script of “{}”, as text or as a .py file.", short(name, 60));
    let message = with_functions(Message::lines([asked]));
    Message { asks_text: true, ..message }
        .line("/flow examples has some to begin with. I can also write it for you: /flow write and what it is to do.")
}

/// What a script is to do otherwise is asked for.
pub fn ask_change(name: &str) -> Message {
    let ask = format!("What shall “{}” do otherwise? Reply in your own words.", short(name, 60));
    Message { asks_text: true, ..Message::lines([ask]) }
}

/// Without a language model a script is changed by whoever wants it otherwise.
pub fn change_by_file(name: &str, script: &str) -> Message {
    let how = format!(
        "Here is the script of “{name}”. Change it, and send it back with /flow new {name}, as a .py file or as the lines \
         behind the name."
    );
    with_script(Message::lines([NO_MODEL.to_owned(), how]), name, script)
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
    let near: Vec<String> = unknown.iter().filter_map(|name| meant(name)).take(TOLD).collect();
    let near = if near.is_empty() { String::new() } else { format!(" {}", near.join(" ")) };
    let functions: Vec<String> = HostFunction::ALL.into_iter().map(|one| one.name().to_owned()).collect();
    let message = Message::lines([
        format!("The script calls {}, which I don't know.{near}", listed(&names)),
        format!("It may call {}.", listed(&functions)),
    ]);
    kept(message, name, script, keys)
}

/// The function that was perhaps meant by an unknown name.
fn meant(name: &str) -> Option<String> {
    let near = HostFunction::near(name)?;
    Some(format!("Perhaps you meant “{}” by “{}”.", near.name(), short(name, 40)))
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
    message = message.line("Press one to see it. Nothing runs before you agree.");
    let mut buttons = Vec::new();
    for (name, _) in all {
        buttons.push(keys.plain(*name, Action::Command { line: format!("flow example {name}") }));
    }
    for row in buttons.chunks(3) {
        message = message.row(row.to_vec());
    }
    message
}

/// One of them, with its script and ways to have it.
pub fn example(example: &Example, keys: &mut Keys) -> Message {
    let spans = vec![Span::strong(example.name), Span::text(format!("  {}.", example.about()))];
    let mut message = Message::default().spans(spans);
    message.blocks.push(Block::Code { language: "python".to_owned(), text: example.script.trim_end().to_owned() });
    let command = |more: &str| Action::Command { line: format!("flow {more}") };
    message
        .line("Use this makes a flow of yours of it. Change it… asks what it shall do otherwise.")
        .line("Nothing runs before you agree.")
        .row(vec![
            keys.good("Use this", command(&format!("new from {}", example.name))),
            keys.plain("Change it…", command(&format!("example {} change", example.name))),
        ])
}
