//! `/help` and the first ideas: only what works in the present setup.

use crate::secretary::message::action::Action;
use crate::secretary::message::commands::COMMANDS;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::names::phrases;
use crate::secretary::people::workspace::Role;
use crate::secretary::wording::schedules::flows::commands::WAYS;

/// What an observer may.
pub(in crate::secretary::wording) const MAY_READ: &str =
    "You may read here. An owner can let you send ideas with /members.";

/// A form of words that the built-in grammar understands, with an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrammarForm {
    /// The form, such as "todo …".
    pub form: &'static str,
    /// A message of this form.
    pub example: &'static str,
}

/// Ideas to start with. `reads`: a language model is connected.
pub fn examples(reads: bool) -> [&'static str; 3] {
    let first = if reads {
        "Compare three hosting offers for the shop and tell me what to take"
    } else {
        "Note: the rent is due on the 3rd"
    };
    [first, "Remind me tomorrow at 9 to call Kim", "What is 19% of 240?"]
}

/// Adds the examples as buttons. Pressing one sends it as if it had been typed.
pub fn suggestions(mut message: Message, reads: bool, keys: &mut Keys) -> Message {
    for idea in examples(reads) {
        message = message.row(vec![keys.plain(phrases::short(idea, 40), Action::Say { text: idea.to_owned() })]);
    }
    message
}

/// What is used most, with what it does.
const OFTEN: [(&str, &str); 5] = [
    ("/list", "what is open"),
    ("/decisions", "what waits for a decision"),
    ("/schedules", "what comes by the clock; /every adds to it"),
    ("/flow", "scripts that run by themselves, for days if need be"),
    ("/cancel 12", "calls a ticket off"),
];

/// `/help`: a few examples; "all" for every command, or the name of one. `forms`: those of the built-in grammar, if no
/// language model is connected.
pub fn help(about: &str, role: Role, forms: Option<&[GrammarForm]>) -> Message {
    let mut message = match about {
        "" => short(forms),
        "all" => every(),
        name => one(name),
    };
    if role > Role::Requester {
        message = message.line(MAY_READ);
    }
    message
}

fn short(forms: Option<&[GrammarForm]>) -> Message {
    let mut message = Message::lines(["Just tell me what you need, for example:"]);
    for idea in examples(forms.is_none()) {
        message.blocks.push(Block::Item { depth: 0, number: None, spans: vec![Span::text(idea)] });
    }
    message = message.line("Reply to one of my messages to answer, correct or revise it. Add !!! for urgent.");
    message.blocks.push(Block::Gap);
    for (command, what) in OFTEN {
        message = message.spans(vec![Span::strong(command), Span::text(format!("  {what}"))]);
    }
    if let Some(forms) = forms {
        message = with_forms(message, forms);
    }
    message.line("/help all lists every command.")
}

/// Adds the forms that are understood without a language model.
fn with_forms(mut message: Message, forms: &[GrammarForm]) -> Message {
    message.blocks.push(Block::Gap);
    message = message.line("No language model is connected, so besides commands I understand these forms:");
    for GrammarForm { form, example } in forms {
        let spans = vec![Span::strong(*form), Span::text(format!("  {example}"))];
        message.blocks.push(Block::Item { depth: 0, number: None, spans });
    }
    message = message.line("Anything else becomes an idea, and I say what it needs.");
    message.blocks.push(Block::Gap);
    message
}

fn every() -> Message {
    let mut message = Message::default();
    for command in COMMANDS {
        message =
            message.spans(vec![Span::strong(format!("/{}", command.name)), Span::text(format!("  {}", command.about))]);
    }
    message
}

fn one(name: &str) -> Message {
    use crate::secretary::message::commands::Takes;
    let Some(command) = COMMANDS.iter().find(|c| c.name == name) else { return every() };
    let mut message = Message::default()
        .spans(vec![Span::strong(format!("/{}", command.name)), Span::text(format!("  {}", command.about))]);
    for takes in command.takes {
        let (what, required) = match takes {
            Takes::Words { about, required, .. } => ((*about).to_owned(), *required),
            Takes::Ticket { required } => ("The number of a ticket".to_owned(), *required),
            Takes::OneOf { about, words, .. } => (format!("{about}: {}", words.join(", ")), false),
        };
        let optional = if required { "" } else { " (may be left out)" };
        message.blocks.push(Block::Item {
            depth: 0,
            number: None,
            spans: vec![Span::text(format!("{what}{optional}"))],
        });
    }
    let ways: &[(&str, &str)] = if command.name == "flow" { &WAYS } else { &[] };
    ways.iter()
        .fold(message, |message, (way, does)| message.spans(vec![Span::strong(*way), Span::text(format!("  {does}"))]))
}
